import Changes
import Crypto
import Foundation
import GRDB
import Testing
import Support

/// Changesets from someone who means harm: refused with the reason, nothing of them run, nothing changed.
@Suite struct HostileChangesetTests {
    /// A good changeset, changed by SQL, with a right digest again.
    private func forged(_ sql: String) throws -> Changeset {
        let a = try Replica("a", version: 2)
        try a.write { db in
            try db.execute(sql: "INSERT INTO things (id, title, note) VALUES ('x', 'a', 1), ('y', 'b', x'00')")
            try db.execute(sql: "UPDATE things SET amount = 5")
        }
        let file = FileManager.default.temporaryDirectory.appending(path: "forged-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(#require(try a.export()).bytes.dropLast(32)).write(to: file)
        var configuration = Configuration()
        configuration.prepareDatabase { db in try db.execute(sql: "PRAGMA writable_schema = ON") }
        let queue = try DatabaseQueue(path: file.path, configuration: configuration)
        try queue.writeWithoutTransaction { db in try db.execute(sql: sql) }
        try queue.close()
        return Self.signed([UInt8](try Data(contentsOf: file)))
    }

    private static func signed(_ database: [UInt8]) -> Changeset {
        Changeset(unchecked: database + Array(SHA256.hash(data: database)))
    }

    @Test(arguments: [
        ("CREATE VIEW v AS SELECT 1", "view"),
        ("CREATE TRIGGER t AFTER INSERT ON rows BEGIN DELETE FROM cells; END", "trigger"),
        ("CREATE INDEX i ON rows (id)", "index"),
        ("CREATE TABLE extra (a)", "extra"),
        ("CREATE TABLE k (n INTEGER PRIMARY KEY AUTOINCREMENT); DROP TABLE k", "sqlite_sequence"),
        ("CREATE VIRTUAL TABLE f USING fts5 (a)", "table"),
        ("DROP TABLE cells; CREATE VIEW cells AS SELECT 1 AS row, 1 AS col, 1 AS clock, 1 AS site, 1 AS was, 1 AS value", "cells"),
        ("DROP TABLE cells; CREATE TABLE cells (row, col, clock, site, was, value)", "cells"),
        ("UPDATE tables SET name = 'sqlite_schema'", "sqlite_schema"),
        ("UPDATE tables SET name = 'sync_state'", "sync_state"),
        ("UPDATE tables SET name = 'things\" (id) VALUES (1); DROP TABLE things; --'", "names a table"),
        ("UPDATE columns SET name = 'a = 1; --'", "names a column"),
        ("UPDATE columns SET name = 'id'", "names a column"),
        ("UPDATE rows SET id = '../../x'", "holds the id"),
        ("UPDATE rows SET id = ''", "holds the id"),
        ("UPDATE rows SET clock = 9223372036854775807", "out of range"),
        ("UPDATE rows SET clock = -1", "out of range"),
        ("UPDATE rows SET life = 9", "unknown state"),
        ("UPDATE rows SET site = 77", "does not list"),
        ("UPDATE rows SET tbl = 77", "does not list"),
        ("UPDATE cells SET col = 77 WHERE col = (SELECT min(col) FROM cells)", "does not list"),
        ("UPDATE sites SET name = hex(zeroblob(100))", "device"),
        ("UPDATE cells SET value = zeroblob(20000000) WHERE col = (SELECT max(col) FROM cells)", "larger than allowed"),
        ("DELETE FROM cells WHERE col = (SELECT n FROM columns WHERE name = 'title')", "can't be kept"),
        ("UPDATE cells SET value = 'text' WHERE col = (SELECT n FROM columns WHERE name = 'amount')", "can't be kept"),
        ("PRAGMA application_id = 1", "another program"),
        ("UPDATE meta SET value = 'gift' WHERE name = 'kind'", "what it is"),
        ("DELETE FROM meta WHERE name = 'format'", "format"),
        ("UPDATE meta SET value = 99 WHERE name = 'format'", "newer version"),
        ("UPDATE meta SET value = '[1' WHERE name = 'cursors'", "what it is"),
    ])
    func `what no changeset holds is refused`(_ sql: String, _ word: String) throws {
        let forged = try forged(sql)
        let b = try Replica("b", version: 2)
        try b.write { db in try db.execute(sql: "INSERT INTO things (id, title) VALUES ('mine', 'kept')") }
        let before = try (b.state(), b.content())
        let error = #expect(throws: ChangesError.self) { try b.merge(forged) }
        #expect(error?.message.contains(word) == true, "\(error?.message ?? "")")
        #expect(try b.state() == before.0 && b.content() == before.1)
    }

    @Test func `a torn or altered changeset is noticed`() throws {
        let a = try Replica("a", version: 1)
        try a.write { db in try db.execute(sql: "INSERT INTO things (id, title) VALUES ('x', 'a')") }
        let good = try #require(try a.export()).bytes
        let b = try Replica("b", version: 1)
        var random = SplitMix64(seed: 4)
        for _ in 0..<200 {
            let cut = Array(good.prefix(Int.random(in: 0..<good.count, using: &random)))
            var flipped = good
            flipped[Int.random(in: 0..<good.count, using: &random)] ^= 1 << UInt8.random(in: 0...7, using: &random)
            for bytes in [cut, flipped] {
                let error = #expect(throws: ChangesError.self) { try b.merge(Changeset(checking: bytes)) }
                #expect(error?.kind == .damaged)
            }
        }
        #expect(try b.content().isEmpty)
    }

    @Test func `flipped bits under a right digest never trap and never leave half a row`() throws {
        let a = try Replica("a", version: 2)
        try a.write { db in
            for i in 0..<40 {
                try db.execute(
                    sql: "INSERT INTO things (id, title, note) VALUES (?, ?, ?)", arguments: ["id\(i)", "title \(i)", i])
            }
        }
        let good = Array(try #require(try a.export()).bytes.dropLast(32))
        var random = SplitMix64(seed: 5)
        for _ in 0..<400 {
            var bytes = good
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 1 << UInt8.random(in: 0...7, using: &random)
            }
            let b = try Replica("b", version: 2)
            do { try b.merge(Self.signed(bytes)) } catch {}
            let orphans = try b.queue.read { db in
                try Int.fetchOne(
                    db,
                    sql: """
                        SELECT count(*) FROM sync_rows AS r JOIN sync_tables AS t ON t.n = r.tbl
                        WHERE t.known AND r.life = 1 AND NOT EXISTS (SELECT 1 FROM things AS h WHERE h.id = r.id)
                        """)
            }
            #expect(orphans == 0)
        }
    }
}
