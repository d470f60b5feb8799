import Changes
import DioramaLibrary
import Foundation
import GRDB
import Support
import Synchronization

/// Catalogues in memory that histories use one after the other: opening one takes longer than most histories.
final class AccountReplicas: Sendable {
    private let template: DatabaseQueue
    private let free = Mutex<[AccountReplica]>([])

    /// - Parameter template: an empty catalogue.
    init(template: DatabaseQueue) { self.template = template }

    func take(_ count: Int) throws -> [AccountReplica] {
        var taken = free.withLock { free in
            let taken = Array(free.suffix(count))
            free.removeLast(taken.count)
            return taken
        }
        while taken.count < count { taken.append(try AccountReplica(template: template)) }
        return taken
    }

    /// Takes back those whose history has ended.
    func giveBack(_ replicas: [AccountReplica]) { free.withLock { $0 += replicas } }
}

/// A device with a catalogue in memory. A history is one transaction, which is rolled back at its end.
final class AccountReplica: @unchecked Sendable {
    private let queue: DatabaseQueue
    private var device = ""
    /// Which files it has applied, by their numbers.
    private(set) var applied: Set<Int> = []

    init(template: DatabaseQueue) throws {
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        queue = try DatabaseQueue(configuration: configuration)
        try template.backup(to: queue)
    }

    /// Begins a history.
    /// - Parameters:
    ///   - device: the device's id.
    ///   - lead: how many writes its clock is ahead.
    func begin(device: String, lead: Int64) throws {
        self.device = device
        applied = []
        try queue.writeWithoutTransaction { db in
            try db.beginTransaction()
            try ChangeTracking.rename(db, device: device, after: Changeset.exported(db))
            // The clock counts writes: a wall clock would make every run of a history another one.
            let start = 1_800_000_000_000 << 16
            try db.cachedStatement(sql: "UPDATE sync_state SET clock_offset = ?, clock = ? + ?").execute(
                arguments: [-1_000_000_000_000, start, lead])
        }
    }

    /// Ends a history and forgets it.
    func end() throws { try queue.writeWithoutTransaction { db in try db.rollback() } }

    private func access<R>(_ body: (Database) throws -> R) throws -> R { try queue.writeWithoutTransaction(body) }

    func write(_ body: (Database) throws -> Void) throws {
        try access { db in
            try body(db)
            try DerivedRows.update(db)
        }
    }

    /// Appends what was written since the last export.
    /// - Returns: whether there was something.
    @discardableResult
    func export(to files: inout [Changeset]) throws -> Bool {
        let file = try access { db -> Changeset? in
            let after = try Changeset.exported(db)
            guard let made = try Changeset.changes(db, after: after, limit: 20, header: .init(kind: .changes, device: device))
            else { return nil }
            try Changeset.markExported(db, upTo: made.upTo)
            return made.changeset
        }
        guard let file else { return false }
        applied.insert(files.count)
        files.append(file)
        return true
    }

    func snapshot() throws -> Changeset {
        try access { db in try Changeset.snapshot(db, header: .init(kind: .snapshot, device: device)) }
    }

    func merge(_ number: Int, of files: [Changeset]) throws {
        try merge(files[number])
        applied.insert(number)
    }

    func merge(_ changeset: Changeset) throws {
        let merge = try Merge(changeset)
        while !merge.isDone { try write { db in try merge.step(db, limit: 15) } }
    }

    /// Removes the values of rows that were purged since from a file that this device has applied, as sync does in the bucket.
    func redact(_ number: Int, of files: inout [Changeset]) throws {
        if let redacted = try access({ db in try files[number].redacted(db) }) { files[number] = redacted }
    }

    // MARK: What all agree on

    private static let queries = [
        "SELECT 'account ' || id || ' ' || ifnull(merged_into, '') FROM accounts ORDER BY id",
        "SELECT 'space ' || id || ' ' || ifnull(trashed, '') FROM spaces ORDER BY id",
        "SELECT 'memory ' || id || ' ' || ifnull(account, '') || privacy || audience FROM memories ORDER BY id",
        "SELECT 'memory ' || id || ' in ' || space FROM memories WHERE space IS NOT NULL ORDER BY id",
        "SELECT 'media ' || id || ' ' || ifnull(memory, '') || hash FROM media ORDER BY id",
        "SELECT 'merge ' || id || ' ' || canonical FROM account_merges ORDER BY id",
        """
        SELECT 'listed ' || list.id || ' ' || g.account || ' ' || g.privacy || ' ' || g.audience
        FROM memory_list list JOIN memory_groups g ON g.number = list."group" ORDER BY list.id
        """,
    ]

    /// Rows, and what is derived from them.
    func state() throws -> [String] {
        try access { db in try Self.queries.flatMap { try String.fetchAll(try db.cachedStatement(sql: $0)) } }
    }

    /// What is derived follows from the rows alone.
    func checkDerived() throws {
        try access { db in
            func rows(_ sql: String) throws -> [Row] { try Row.fetchAll(try db.cachedStatement(sql: sql)) }
            func pairs(_ sql: String) throws -> [String: String] {
                Dictionary(try rows(sql).map { ($0[0] as String, $0[1] as String) }) { first, _ in first }
            }
            let merges = AccountMerges(try pairs("SELECT id, merged_into FROM accounts WHERE merged_into IS NOT NULL"))
            for (merged, canonical) in merges.canonical where merges.resolve(canonical) != canonical {
                throw AccountHistory.Difference(description: "\(merged) stands for \(canonical), which stands for another one")
            }
            guard try pairs("SELECT id, canonical FROM account_merges") == merges.canonical else {
                throw AccountHistory.Difference(description: "the stored merges are not those of the rows")
            }
            let authors = try rows(
                """
                SELECT m.account, g.account FROM memories m JOIN memory_list list ON list.id = m.id
                JOIN memory_groups g ON g.number = list."group" WHERE m.account IS NOT NULL
                """)
            for row in authors where merges.resolve(row[0] as String) != row[1] as String {
                throw AccountHistory.Difference(
                    description: "a memory of \(row[0] as String) is shown as that of \(row[1] as String)")
            }
            let hidden = try rows(
                """
                SELECT m.id FROM memories m LEFT JOIN spaces s ON s.id = m.space
                WHERE (m.id IN (SELECT id FROM memory_list)) = (s.trashed IS NOT NULL)
                """)
            if let row = hidden.first {
                throw AccountHistory.Difference(
                    description: "the memory \(row[0] as String) is listed, and its space is not, or vice versa")
            }
            let orphans = try rows(
                """
                SELECT id FROM memories WHERE space IS NOT NULL AND space NOT IN (SELECT id FROM spaces)
                UNION ALL SELECT id FROM media WHERE memory NOT IN (SELECT id FROM memories)
                """)
            if let row = orphans.first {
                throw AccountHistory.Difference(description: "\(row[0] as String) belongs to a purged row and is left")
            }
        }
    }

    /// Every row matches its digest.
    func checkDigests() throws {
        let problems = try access { db in try RowDigests.problems(db) }
        if let problem = problems.first { throw AccountHistory.Difference(description: problem) }
    }
}
