import DioramaLibrary
import Foundation
import GRDB
import Support
import TestSupport
import Testing

/// Damage that takes the path to intact rows away: they are read page by page.
@Suite struct RecoveryPagesTests {
    private static let pageSize = 4096

    /// The shared tables, among them some that others have the same columns as.
    private static let tables = [
        "spaces", "things", "places", "media", "memories", "memory_versions", "plans", "plan_edits", "settings", "measurements",
        "workflows", "contacts", "links", "jobs",
    ]

    /// A library with three rows in some tables.
    private func makeLibrary(_ folder: URL, _ files: URL) async throws -> DamagedLibrary {
        let made = try await DamagedLibrary.make(in: folder, files, count: 60, backup: nil)
        let link = "INSERT INTO links (id, space, created, modified, name, token) VALUES"
        let job = "INSERT INTO jobs (id, kind, title, state, fraction, what, created, modified) VALUES"
        for i in 0..<3 {
            for table in Self.tables where !["spaces", "links", "jobs"].contains(table) {
                try edit(folder, "INSERT INTO \(table) (id, created, modified) VALUES ('\(KSUID())', \(i), \(i))")
            }
            try edit(folder, "\(link) ('\(KSUID())', '\(KSUID())', 1, 1, 'A', '\(String(repeating: "\(i)", count: 64))')")
            try edit(folder, "\(job) ('\(KSUID())', 'import', 'A', 'done', 1, 'B', 1, 1)")
        }
        // Opening writes the digests of the new rows.
        try Library(at: folder).close()
        return made
    }

    private func rows(_ folder: URL) throws -> [String: [Row]] {
        let queue = try DatabaseQueue(path: folder.appendingPathComponent("library.sqlite").path)
        defer { try? queue.close() }
        return try queue.read { db in
            try Dictionary(
                uniqueKeysWithValues: Self.tables.map { ($0, try Row.fetchAll(db, sql: "SELECT * FROM \($0) ORDER BY id")) })
        }
    }

    private func damage(_ page: Int, _ bytes: inout [UInt8]) {
        var random = SplitMix64(seed: UInt64(page))
        for i in (page - 1) * Self.pageSize..<page * Self.pageSize where page > 1 || i >= 100 {
            bytes[i] = .random(in: 0...255, using: &random)
        }
    }

    /// After a `VACUUM` tables begin on other pages than in a new library: digests say what the rows of lost tables are. Links and
    /// jobs have none.
    @Test(arguments: [false, true])
    func `any page of the schema may be damaged: all rows are there`(isVacuumed: Bool) async throws {
        try await withFolders { folder, files in
            let made = try await makeLibrary(folder, files)
            if isVacuumed { try edit(folder, "VACUUM") }
            let tables = isVacuumed ? Self.tables.filter { !["links", "jobs"].contains($0) } : Self.tables
            let expected = try rows(folder)
            let sound = [UInt8](try Data(contentsOf: made.database))
            let definition = Data("CREATE ".utf8)
            let schema = (1...sound.count / Self.pageSize).filter { page in
                Data(sound[(page - 1) * Self.pageSize..<page * Self.pageSize]).range(of: definition) != nil
            }
            #expect(schema.count > 50)
            for page in [1] + stride(from: 0, to: schema.count, by: isSoak ? 1 : 48).map({ schema[$0] }) {
                let copy = folder.deletingLastPathComponent().appendingPathComponent("page-\(page)")
                try #require(try runProgram("/bin/cp", ["-r", folder.path, copy.path]) == 0)
                defer { try? FileManager.default.removeItem(at: copy) }
                var bytes = sound
                damage(page, &bytes)
                try Data(bytes).write(to: copy.appendingPathComponent("library.sqlite"))
                let report = try await Library.restore(copy)
                #expect(report?.changedRows == [], "page \(page)")
                let restored = try rows(copy)
                for table in tables { #expect(restored[table] == expected[table], "page \(page), \(table)") }
            }
        }
    }

    @Test func `the first page of a table is damaged: the rows on its other pages are there, deleted ones are not`() async throws {
        try await withFolders { folder, files in
            let made = try await DamagedLibrary.make(in: folder, files, count: 60, backup: nil)
            let deleted = made.spaces[40]
            let former = [UInt8](try Data(contentsOf: made.database))
            try edit(folder, "DELETE FROM spaces WHERE id = '\(deleted.id)'")
            try Library(at: folder).close()
            let root = try #require(Int(try query(folder, "SELECT rootpage FROM sqlite_schema WHERE name = 'spaces'")[0]))
            var bytes = [UInt8](try Data(contentsOf: made.database))
            damage(root, &bytes)
            // Former contents of the table, in pages that nothing refers to any more.
            let name = Data(deleted.name.utf8)
            let stale = (1...former.count / Self.pageSize).map { former[($0 - 1) * Self.pageSize..<$0 * Self.pageSize] }.filter {
                Data($0).range(of: name) != nil
            }
            #expect(!stale.isEmpty)
            for page in stale { bytes += page }
            let count = UInt32(bytes.count / Self.pageSize)
            for i in 0..<4 { bytes[28 + i] = UInt8(truncatingIfNeeded: count >> (24 - 8 * UInt32(i))) }
            try Data(bytes).write(to: made.database)
            let (spaces, report) = try await made.restored()
            let ids = Set(spaces.map(\.id))
            #expect(report != nil && !ids.contains(deleted.id))
            #expect(ids.isSubset(of: made.spaces.map(\.id)))
            #expect(ids.count >= 50, "\(ids.count)")
        }
    }

    @Test func `rows that are still in the log are read page by page, too`() async throws {
        try await withFolders { folder, files in
            let made = try await DamagedLibrary.make(in: folder, files, backup: nil)
            let library = try Library(at: folder)
            _ = try await library.add(SpaceDraft(name: "Latest", triangleCount: 1))
            let spaces = try await library.spaces(limit: 1000)
            // As a kill leaves it.
            let killed = folder.deletingLastPathComponent().appendingPathComponent("killed")
            try #require(try runProgram("/bin/cp", ["-r", folder.path, killed.path]) == 0)
            try? FileManager.default.removeItem(at: killed.appendingPathComponent("library.sqlite-shm"))
            try library.close()
            let damaged = DamagedLibrary(folder: killed, spaces: spaces, backedUp: made.backedUp)
            var bytes = [UInt8](try Data(contentsOf: damaged.database))
            #expect(Data(bytes).range(of: Data("Latest".utf8)) == nil)
            let entry = try #require(Data(bytes).range(of: Data("CREATE TABLE \"spaces\"".utf8)))
            damage(entry.lowerBound / Self.pageSize + 1, &bytes)
            try Data(bytes).write(to: damaged.database)
            let (restored, report) = try await damaged.restored()
            #expect(report != nil)
            #expect(restored == spaces)
        }
    }
}
