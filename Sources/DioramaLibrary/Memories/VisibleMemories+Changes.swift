import Foundation
import GRDB

/// What happened to a memory, as somebody sees it.
public struct MemoryChange: Sendable, Equatable {
    /// The effect of the change for this viewer.
    public enum Kind: String, Sendable {
        /// It is there, or they may see it now.
        case added
        /// Its content or files changed.
        case changed
        /// It is gone, or they may see it no more.
        case removed
    }

    /// The memory that changed.
    public let memory: MemoryID
    /// The effect for this viewer.
    public let kind: Kind

    /// Creates a change, as for a client that received one.
    public init(memory: MemoryID, kind: Kind) { (self.memory, self.kind) = (memory, kind) }
}

extension Library {
    /// The number of the latest change of any memory, in this program or another one.
    public func latestMemoryChange() async throws(LibraryError) -> Int64 {
        try await query(to: "look for changes") { db in
            try Int64.fetchOne(try db.cachedStatement(sql: "SELECT max(number) FROM memory_log")) ?? 0
        }
    }
}

extension VisibleMemories {
    /// What they saw happen in a space behind the change `number`, each memory once; and the number of the latest change. Of more
    /// than the latest 10,000 changes nothing is known any more.
    public func changes(
        in space: SpaceID, after number: Int64
    ) async throws(LibraryError) -> (changes: [MemoryChange], latest: Int64) {
        let visibility = visibility
        return try await library.query(to: "look for changes") { db in
            let latest = try Int64.fetchOne(try db.cachedStatement(sql: "SELECT max(number) FROM memory_log")) ?? 0
            let groups = "(SELECT number FROM memory_groups WHERE space = ? AND \(visibility.groups))"
            let before = visibility.inside("old_")
            let after = visibility.inside("new_")
            let rows = try Row.fetchAll(
                try db.cachedStatement(
                    sql: """
                        SELECT id, ifnull(old_group IN \(groups) AND \(before.sql), FALSE),
                            ifnull(new_group IN \(groups) AND \(after.sql), FALSE)
                        FROM memory_log WHERE number > ? AND number <= ? ORDER BY number
                        """),
                arguments: StatementArguments(
                    [space.cell] + visibility.groupArguments + before.arguments + [space.cell] + visibility.groupArguments
                        + after.arguments
                        + [number.databaseValue, latest.databaseValue]))
            // Several changes of one memory are one: from before the first to after the last.
            var order: [MemoryID] = []
            var seen: [MemoryID: (before: Bool, after: Bool)] = [:]
            for row in rows {
                guard let id = MemoryID(cell: row[0]) else { continue }
                if let first = seen[id] {
                    seen[id] = (first.before, row[2])
                } else {
                    order.append(id)
                    seen[id] = (row[1], row[2])
                }
            }
            let changes = order.compactMap { id -> MemoryChange? in
                switch seen[id] {
                case (true, true)?: MemoryChange(memory: id, kind: .changed)
                case (true, false)?: MemoryChange(memory: id, kind: .removed)
                case (false, true)?: MemoryChange(memory: id, kind: .added)
                default: nil
                }
            }
            return (changes, latest)
        }
    }
}
