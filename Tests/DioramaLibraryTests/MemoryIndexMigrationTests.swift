import Foundation
import GRDB
import Testing

import DioramaLibrary

/// Until version 6 triggers derived the lists of memories; since version 7 `MemoryIndex` does.
@Suite struct MemoryIndexMigrationTests {
    /// What version 6's program wrote: 39 memories of all kinds, with anchors that are at the edge of rounding, broken or missing,
    /// changed, in the trash and deleted.
    private static let version6 = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Fixtures/catalogue-6.sql")

    private static let derived = [
        """
        SELECT json_array(l.number, l.id, l.space, x, y, z, px, py, pz, pin,
            g.space, g.account, g.privacy, g.audience, g.kind, g.mood)
        FROM memory_list l JOIN memory_groups g ON g.number = l."group" ORDER BY l.number
        """,
        "SELECT json_array(space, account, privacy, audience, kind, mood, count) FROM memory_groups WHERE count > 0 ORDER BY 1",
        "SELECT json_array(lower(tag), space, id) FROM memory_tags ORDER BY id, tag",
    ]

    private func withVersion6(_ body: (URL) async throws -> Void) async throws {
        try await withFolders { folder, _ in
            let file = folder.appendingPathComponent("assets/2c/2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824")
            try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try FileManager.default.createDirectory(
                at: folder.appendingPathComponent("incoming"), withIntermediateDirectories: true)
            try Data("hello".utf8).write(to: file)
            let database = folder.appendingPathComponent("library.sqlite").path
            let dump = try String(contentsOf: Self.version6, encoding: .utf8)
            try await DatabaseQueue(path: database).writeWithoutTransaction { db in
                try db.execute(sql: dump)
                // A dump has no pragmas.
                try db.execute(sql: "PRAGMA application_id = 1147760498")
            }
            try await body(folder)
        }
    }

    @Test func `the index comes out of the migration as the triggers had left it, and no event is reported`() async throws {
        try await withVersion6 { folder in
            let before = try Self.derived.map { try query(folder, $0) }
            let log = try query(folder, "SELECT max(number) FROM memory_log")
            let library = try Library(at: folder)
            #expect(try library.verify().problems == [])
            try library.close()
            let after = try Self.derived.map { try query(folder, $0) }
            #expect(before[0].count > 30)
            for (old, new) in zip(before, after) { #expect(old == new) }
            #expect(try query(folder, "SELECT max(number) FROM memory_log") == log)
            #expect(try query(folder, "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND sql LIKE '%memory_list%'") == [])
        }
    }

    @Test func `the index made anew is the same as the one that was kept up to date`() async throws {
        try await withVersion6 { folder in
            let library = try Library(at: folder)
            let before = try await library.pool.read { db in try String.fetchAll(db, sql: Self.derived[1]) }
            try await library.rebuildSearch()
            let after = try await library.pool.read { db in try String.fetchAll(db, sql: Self.derived[1]) }
            #expect(before == after)
        }
    }

    @Test func `what another program wrote is in the index after the next opening`() async throws {
        try await withVersion6 { folder in
            try Library(at: folder).close()
            let trashed = "UPDATE memories SET trashed = 1 WHERE id = (SELECT min(id) FROM memory_list)"
            try edit(folder, "PRAGMA trusted_schema = ON; \(trashed)")
            let count = "SELECT count(*) FROM memory_list"
            let before = try query(folder, count).first.flatMap { Int($0) } ?? 0
            try Library(at: folder).close()
            #expect(try query(folder, count) == ["\(before - 1)"])
            #expect(try query(folder, "SELECT sum(count) FROM memory_groups") == ["\(before - 1)"])
            #expect(try query(folder, "SELECT count(*) FROM memory_changes") == ["0"])
        }
    }
}
