import Foundation
import GRDB

extension Library {
    /// The memories as `viewer` sees them. Nothing else is in any answer: no entry, count, pin or event.
    public func memories(for viewer: Viewer) -> VisibleMemories { VisibleMemories(library: self, viewer: viewer) }
}

/// The memories of a library that a viewer may see.
public struct VisibleMemories: Sendable {
    let library: Library
    /// Who the memories are filtered for.
    public let viewer: Viewer
    let visibility: MemoryVisibility

    init(library: Library, viewer: Viewer) {
        self.library = library
        self.viewer = viewer
        visibility = MemoryVisibility(viewer)
    }

    /// One memory with what belongs to it; nil where there is none that they see. Their own also from the trash.
    public func get(_ id: MemoryID) async throws(LibraryError) -> AuthorizedMemory? {
        let (viewer, visibility) = (viewer, visibility)
        return try await library.read(to: "read the memory \(id)") { db in
            guard let entry = try Self.find(id, for: viewer, visibility: visibility, db) else { return nil }
            return try AuthorizedMemory.of([entry], by: viewer, db).first
        }
    }

    /// The entry, where they see it.
    static func find(_ id: MemoryID, for viewer: Viewer, visibility: MemoryVisibility, _ db: Database) throws -> Entry<Memory>? {
        guard let entry = try Memory.layout.fetch(id, db) else { return nil }
        if entry.trashed == nil { return try visibility.sees(id, db) ? entry : nil }
        return try viewer.isAuthor(entry.account) && seesSpace(entry.space, as: viewer, db) ? entry : nil
    }

    /// Whether they may see a space at all.
    static func seesSpace(_ space: SpaceID?, as viewer: Viewer, _ db: Database) throws -> Bool {
        switch viewer {
        case .owner: true
        case .link(let shown, _): space == shown
        case .account(let account):
            try Row.fetchOne(
                try db.cachedStatement(sql: "SELECT 1 FROM grants WHERE account = ? AND space = ?"),
                arguments: [account.cell, space.cell]) != nil
        }
    }

    /// A file of a memory that they see; nil where there is none.
    public func media(_ id: MediaID, of memory: MemoryID) async throws(LibraryError) -> (media: Entry<Media>, isMine: Bool)? {
        let (viewer, visibility) = (viewer, visibility)
        return try await library.read(to: "find the file \(id)") { db in
            guard let entry = try Self.find(memory, for: viewer, visibility: visibility, db),
                let media = try Media.layout.fetch(id, db),
                media.memory == memory, media.trashed == nil
            else { return nil }
            return (media, viewer.isAuthor(entry.account))
        }
    }
}

/// A memory that a viewer is authorized to see, with author and files.
public struct AuthorizedMemory: Sendable, Equatable {
    /// The memory as stored.
    public let entry: Entry<Memory>
    /// The author; nil where it is hidden from the viewer or there is none.
    public let author: Author?
    /// Whether the viewer is its author and may edit it.
    public let isMine: Bool
    /// Its files in their order.
    public let media: [Entry<Media>]

    /// The author as shown to the viewer.
    public struct Author: Sendable, Equatable {
        /// Id of the author's account.
        public let id: AccountID
        /// Display name.
        public let name: String
        /// When their picture was set; nil where they have none, and for visitors by a link, who don't get it.
        public let pictureTime: Date?
    }

    static func of(_ entries: [Entry<Memory>], by viewer: Viewer, _ db: Database) throws -> [AuthorizedMemory] {
        let ids = entries.map(\.id.description)
        let request: SQLRequest<Row> = """
            SELECT id, memory FROM media WHERE memory IN \(ids) AND trashed IS NULL ORDER BY position, id
            """
        let rows = try request.fetchAll(db)
        let files = try Media.layout.fetch(rows.map { $0[0] }, db)
        let media = Dictionary(grouping: files) { $0.memory }
        let authors = try Account.layout.fetch(Set(entries.compactMap { $0.account?.description }).sorted(), db)
        // Authors of memories that others shared are contacts.
        let contacts = try Contact.fetchAll(db).compactMap { contact in AccountID(contact.peer).map { ($0, contact.name) } }
        let names = Dictionary(authors.map { ($0.id, $0.name) } + contacts) { first, _ in first }
        let pictures = viewer.isByLink ? [:] : try Library.pictureTimes(db)
        return entries.map { entry in
            let isMine = viewer.isAuthor(entry.account)
            let isNamed = isMine || entry.privacy != .anonymous
            let author: Author? =
                isNamed
                ? entry.account.flatMap { id in names[id].map { Author(id: id, name: $0, pictureTime: pictures[id]) } } : nil
            return AuthorizedMemory(entry: entry, author: author, isMine: isMine, media: media[entry.id] ?? [])
        }
    }
}
