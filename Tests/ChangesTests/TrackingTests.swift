import Changes
import Foundation
import GRDB
import Testing

@Suite struct TrackingTests {
    private func pair() throws -> (Replica, Replica) { (try Replica("a", version: 1), try Replica("b", version: 1)) }

    private func add(_ id: String, title: String, in replica: Replica) throws {
        try replica.write { db in try db.execute(sql: "INSERT INTO things (id, title) VALUES (?, ?)", arguments: [id, title]) }
    }

    private func set(_ column: String, to value: (any DatabaseValueConvertible)?, id: String, in replica: Replica) throws {
        try replica.write { db in try db.execute(sql: "UPDATE things SET \(column) = ? WHERE id = ?", arguments: [value, id]) }
    }

    private func get(_ column: String, of id: String, in replica: Replica) throws -> DatabaseValue? {
        try replica.queue.read { db in
            try DatabaseValue.fetchOne(db, sql: "SELECT \(column) FROM things WHERE id = ?", arguments: [id])
        }
    }

    @Test func `columns of one row merge by themselves`() throws {
        let (a, b) = try pair()
        try add("x", title: "old", in: a)
        try b.merge(#require(try a.export()))
        try set("title", to: "from a", id: "x", in: a)
        try set("amount", to: 7, id: "x", in: b)
        try b.merge(#require(try a.export()))
        try a.merge(#require(try b.export()))
        #expect(try a.content() == b.content())
        #expect(try get("title", of: "x", in: b) == "from a".databaseValue && get("amount", of: "x", in: a) == 7.databaseValue)
    }

    @Test func `an override that arrives before its row waits for it`() throws {
        let (a, b) = try pair()
        let c = try Replica("c", version: 1)
        try add("x", title: "old", in: a)
        let row = try #require(try a.export())
        try b.merge(row)
        try set("title", to: "new", id: "x", in: b)
        try c.merge(#require(try b.export()))
        #expect(try c.content().isEmpty)
        try c.merge(row)
        #expect(try get("title", of: "x", in: c) == "new".databaseValue)
    }

    @Test func `a purged row never comes back`() throws {
        let (a, b) = try pair()
        try add("x", title: "old", in: a)
        let row = try #require(try a.export())
        try b.merge(row)
        try b.write { db in try db.execute(sql: "DELETE FROM things") }
        try set("title", to: "later", id: "x", in: a)
        try a.merge(#require(try b.export()))
        try b.merge(#require(try a.export() ?? row))
        try b.merge(row)
        #expect(try a.content().isEmpty && b.content().isEmpty)
        #expect(throws: DatabaseError.self) { try add("x", title: "again", in: a) }
        #expect(throws: DatabaseError.self) {
            try a.write { db in try db.execute(sql: "INSERT OR REPLACE INTO things (id, title) VALUES ('x', 'again')") }
        }
    }

    @Test func `a cell and its clock are written together or not at all`() throws {
        let (a, _) = try pair()
        try add("x", title: "old", in: a)
        _ = try a.export()
        struct Stop: Error {}
        #expect(throws: Stop.self) {
            try a.write { db in
                try db.execute(sql: "UPDATE things SET title = 'lost'")
                throw Stop()
            }
        }
        #expect(try a.export() == nil)
        #expect(try get("title", of: "x", in: a) == "old".databaseValue)
    }

    @Test func `writing what is there already is no change`() throws {
        let (a, _) = try pair()
        try add("x", title: "same", in: a)
        _ = try a.export()
        try set("title", to: "same", id: "x", in: a)
        #expect(try a.export() == nil)
    }

    @Test func `every kind of value arrives to the bit`() throws {
        let (a, b) = try pair()
        try add("x", title: "", in: a)
        let values: [(any DatabaseValueConvertible)?] = [
            Int64.max, Int64.min, 9_007_199_254_740_993, 0.1, 5e-324, -Double.greatestFiniteMagnitude, Double.infinity, nil,
            "e\u{301}", "\u{e9}", "", Data(), Data([0, 255, 0]), "a\0b",
        ]
        for value in values {
            try set("note", to: value, id: "x", in: a)
            try b.merge(#require(try a.export()))
            #expect(try get("note", of: "x", in: a).map(Replica.text) == get("note", of: "x", in: b).map(Replica.text))
            #expect(try a.state() == b.state())
        }
        // Text that is no valid UTF-8, as another program may have written it.
        try a.write { db in try db.execute(sql: "UPDATE things SET note = CAST(x'ff61' AS TEXT)") }
        try b.merge(#require(try a.export()))
        #expect(
            try b.queue.read { db in try String.fetchOne(db, sql: "SELECT hex(note) || typeof(note) FROM things") } == "FF61text")
    }

    @Test func `a float and an integer of equal value are different values`() throws {
        let (a, b) = try pair()
        try add("x", title: "", in: a)
        try set("note", to: 1, id: "x", in: a)
        _ = try b.merge(#require(try a.export()))
        try set("note", to: 1.0, id: "x", in: a)
        try b.merge(#require(try a.export()))
        #expect(try get("note", of: "x", in: b).map(Replica.text) == Replica.text(1.0.databaseValue))
    }

    @Test func `two who wrote one cell unaware of each other are a conflict, which can be undone`() throws {
        let (a, b) = try pair()
        try add("x", title: "old", in: a)
        try b.merge(#require(try a.export()))
        try set("title", to: "first", id: "x", in: a)
        try set("title", to: "second", id: "x", in: a)
        try b.merge(#require(try a.export()))
        #expect(try b.queue.read { db in try Conflict.latest(db) }.isEmpty)
        try set("title", to: "of a", id: "x", in: a)
        try set("title", to: "of b", id: "x", in: b)
        let fromA = try #require(try a.export())
        let fromB = try #require(try b.export())
        #expect(try a.merge(fromB).conflicts == 1 && b.merge(fromA).conflicts == 1)
        try a.merge(fromB)
        let conflicts = try a.queue.read { db in try Conflict.latest(db) }
        #expect(
            conflicts.count == 1 && conflicts[0].won == "'of b'" && conflicts[0].lost == "'of a'" && conflicts[0].wonDevice == "b")
        try a.write { db in try Conflict.undo(db, number: conflicts[0].number) }
        try b.merge(#require(try a.export()))
        #expect(try get("title", of: "x", in: b) == "of a".databaseValue)
        #expect(try b.queue.read { db in try Conflict.latest(db) }.count == 1)
    }

    @Test func `cells of a newer version wait for it and are sent on`() throws {
        let new = try Replica("new", version: 3)
        let old = try Replica("old", version: 1)
        let third = try Replica("third", version: 3)
        try new.write { db in
            try db.execute(sql: "INSERT INTO things (id, title, colour, height) VALUES ('x', 'a', 'blue', 1.5)")
            try db.execute(sql: "INSERT INTO places (id, name, pose) VALUES ('p', 'shelf', x'0102')")
        }
        try old.merge(#require(try new.export()))
        try third.merge(old.snapshot())
        #expect(try third.content() == new.content() && third.state() == new.state())
        let clocks = try old.state()
        try old.upgrade(to: 3)
        #expect(try old.content() == new.content() && old.state() == clocks)
    }

    @Test func `rows that were there before tracking are sent`() throws {
        let queue = try DatabaseQueue()
        try queue.write { db in
            try db.execute(sql: Replica.versions[0])
            try db.execute(sql: "INSERT INTO things (id, title) VALUES ('x', 'a'), ('y', 'b')")
            try ChangeTracking.install(db, tables: ["things"], device: "a")
            try ChangeTracking.install(db, tables: ["things"], device: "ignored")
            #expect(try ChangeTracking.device(db) == "a")
        }
        let made = try queue.write { db in
            try Changeset.changes(db, after: .zero, limit: 1, header: .init(kind: .changes, device: "a"))
        }
        let b = try Replica("b", version: 1)
        let first = try #require(made)
        #expect(try b.merge(first.changeset).inserted == 1)
        let rest = try queue.write { db in
            try Changeset.changes(db, after: first.upTo, header: .init(kind: .changes, device: "a"))
        }
        try b.merge(#require(rest).changeset)
        #expect(try b.content().count == 2)
    }

    @Test func `a table that can't merge is refused with the reason`() throws {
        for (sql, word) in [
            ("CREATE TABLE t (n INTEGER PRIMARY KEY, id TEXT)", "primary key"),
            ("CREATE TABLE t (id TEXT PRIMARY KEY, a UNIQUE)", "unique"),
            ("CREATE TABLE t (id TEXT PRIMARY KEY, a REFERENCES u (id)); CREATE TABLE u (id TEXT PRIMARY KEY)", "foreign"),
            ("CREATE TABLE t (id TEXT PRIMARY KEY, \"a b\")", "a b"),
        ] {
            let queue = try DatabaseQueue()
            try queue.write { db in
                try db.execute(sql: sql)
                let error = #expect(throws: ChangesError.self) { try ChangeTracking.install(db, tables: ["t"], device: "a") }
                #expect(error?.kind == .unsuitableTable && error?.message.contains(word) == true)
            }
        }
    }

    @Test func `a subset carries only its rows, and an allow-list refuses others`() throws {
        let (a, b) = try pair()
        try add("x", title: "mine", in: a)
        try add("y", title: "private", in: a)
        let subset = try a.write { db in
            try Changeset.subset(db, rows: ["things": ["x", "none"]], header: .init(kind: .subset, device: "a"))
        }
        #expect(!Data(subset.bytes).contains(sequence: Data("private".utf8)))
        _ = try b.write { db in try Merge(subset, allowing: { table, id, _ in table == "things" && id == "x" }).run(db) }
        #expect(try b.content().count == 1)
        let everything = try a.snapshot()
        let error = #expect(throws: ChangesError.self) {
            try b.write { db in try Merge(everything, allowing: { _, id, _ in id == "x" }).run(db) }
        }
        #expect(error?.kind == .refused)
        #expect(try b.content().count == 1)
    }

    @Test func `copies of a template are devices of their own, and a database with rows is no template`() throws {
        let template = try Replica("template", version: 1)
        try template.write { db in try ChangeTracking.makeTemplate(db) }
        let copies = try ["a", "b"].map { device in
            let copy = try Replica(device, copying: template)
            let name = try copy.queue.read { db in try ChangeTracking.device(db) }
            #expect(name == device)
            return copy
        }
        try add("x", title: "from a", in: copies[0])
        try copies[1].merge(#require(try copies[0].export()))
        #expect(try copies[0].content() == copies[1].content())
        #expect(throws: ChangesError.self) { try copies[0].write { db in try ChangeTracking.makeTemplate(db) } }
    }
}

extension Data {
    func contains(sequence: Data) -> Bool { range(of: sequence) != nil }
}
