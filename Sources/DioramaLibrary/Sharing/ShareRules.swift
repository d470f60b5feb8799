import Foundation
import GRDB

/// What of a library may be given to another account, and what of a space is shared with it.
package struct ShareRules {
    /// The account that shares.
    let account: AccountID?
    /// The account that receives.
    let receiver: AccountID?
    /// The receiver's name, for messages.
    let receiverName: String
    private let visibility: MemoryVisibility

    package init(account: AccountID?, receiver: AccountID?, receiverName: String) {
        self.account = account
        self.receiver = receiver
        self.receiverName = receiverName
        visibility = MemoryVisibility(.owner(account))
    }

    /// The first reason why one of the rows may not be shared; nil where all may be.
    /// - Parameter rows: ids by table.
    package func refusal(of rows: [String: [String]], _ db: Database) throws -> String? {
        for (table, ids) in rows.sorted(by: { $0.key < $1.key }) {
            for id in ids {
                if let reason = try refusal(table, id, db) { return reason }
            }
        }
        return nil
    }

    /// The rows that may be shared.
    package func allowed(_ rows: [String: [String]], _ db: Database) throws -> [String: [String]] {
        try rows.mapValues { _ in [] }.merging(
            rows.map { table, ids in (table, try ids.filter { try refusal(table, $0, db) == nil }) }
        ) { $1 }
        .filter { !$0.value.isEmpty }
    }

    /// A space with its capture, files and memories, as far as they may be shared; nil where there is no such space outside the
    /// trash. Its things, places and recordings are not part of it.
    /// - Returns: the rows, and the number of memories that are left out because they are private.
    package func rows(of space: SpaceID, _ db: Database) throws -> (rows: [String: [String]], privateMemories: Int)? {
        let id = space.description
        guard try Row.fetchOne(db, sql: "SELECT 1 FROM spaces WHERE id = ? AND trashed IS NULL", arguments: [id]) != nil else {
            return nil
        }
        func ids(_ sql: String) throws -> [String] { try String.fetchAll(db, sql: sql, arguments: [id]) }
        let memories = try ids("SELECT id FROM memories WHERE space = ? AND trashed IS NULL ORDER BY id")
        var rows = ["spaces": [id]]
        rows["captures"] = try ids("SELECT id FROM captures WHERE space = ? ORDER BY id")
        rows["space_assets"] = try ids("SELECT id FROM space_assets WHERE space = ? ORDER BY position, id")
        rows["memories"] = memories
        rows["media"] = try ids(
            """
            SELECT media.id FROM media LEFT JOIN memories ON memories.id = media.memory
            WHERE coalesce(memories.space, media.space) = ? AND media.trashed IS NULL AND media.recording IS NULL
                AND media.thing IS NULL ORDER BY media.id
            """)
        let allowed = try allowed(rows, db)
        return (allowed, memories.count - (allowed["memories"]?.count ?? 0))
    }

    // MARK: Single rows

    private func refusal(_ table: String, _ id: String, _ db: Database) throws -> String? {
        switch table {
        case "memories": try MemoryID(id).flatMap { try memory($0, db) }
        case "recordings": try RecordingID(id).flatMap { try recording($0, db) }
        case "media": try media(id, db)
        case "space_assets": try asset(id, db)
        default: nil
        }
    }

    private func memory(_ id: MemoryID, _ db: Database) throws -> String? {
        guard let memory = try Memory.layout.fetch(id, db) else { return nil }
        let isVisible =
            memory.trashed == nil ? try visibility.sees(id, db) : Viewer.owner(account).isAuthor(memory.account)
        if !isVisible { return "the memory \(id) is private to another account" }
        if memory.trashed != nil { return "the memory \"\(memory.title)\" is in the trash; restore it first" }
        switch memory.privacy {
        case .public, .anonymous, .link: return nil
        case .shared:
            if let receiver, memory.audience.contains(receiver) { return nil }
            return "the memory \"\(memory.title)\" is for chosen people, and \(receiverName) is not one of them; change its privacy"
        default: return "the memory \"\(memory.title)\" is private; change its privacy first"
        }
    }

    private func recording(_ id: RecordingID, _ db: Database) throws -> String? {
        guard let recording = try Recording.layout.fetch(id, db), recording.isPrivate else { return nil }
        return "the recording \"\(recording.title)\" is private; private recordings are never shared"
    }

    private func media(_ id: String, _ db: Database) throws -> String? {
        guard let media = try Media.layout.fetch([id], db).first else { return nil }
        if let owner = media.memory, let reason = try memory(owner, db) { return reason }
        if let owner = media.recording, let reason = try recording(owner, db) { return reason }
        return nil
    }

    private func asset(_ id: String, _ db: Database) throws -> String? {
        let row = try Row.fetchOne(db, sql: "SELECT kind, file_name FROM space_assets WHERE id = ?", arguments: [id])
        guard let row, let kind = AssetKind(rawValue: row["kind"]), kind.isOwners else { return nil }
        let name: String = row["file_name"]
        return "\(name) is what the space was made from, and may reveal where that was; it is never shared"
    }
}
