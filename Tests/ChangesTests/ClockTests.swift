import Changes
import Foundation
import GRDB
import Testing

/// Wall clocks that are wrong by years, and devices that wrote under one.
@Suite struct ClockTests {
    private func add(_ id: String, title: String, in replica: Replica) throws {
        try replica.write { db in try db.execute(sql: "INSERT INTO things (id, title) VALUES (?, ?)", arguments: [id, title]) }
    }

    private func set(_ title: String, id: String, in replica: Replica) throws {
        try replica.write { db in try db.execute(sql: "UPDATE things SET title = ? WHERE id = ?", arguments: [title, id]) }
    }

    private func latest(_ replica: Replica) throws -> Int64 {
        try replica.queue.read { db in try ChangeTracking.now(db).milliseconds }
    }

    @Test(arguments: [2028, 2100, 4198, 4300, 9999])
    func `a clock that is years ahead of the latest known time is not adopted`(_ year: Int) throws {
        let replica = try Replica("a", version: 1)
        try add("x", title: "one", in: replica)
        let before = try latest(replica)
        try replica.setClock(year: year)
        try set("two", id: "x", in: replica)
        try add("y", title: "three", in: replica)
        #expect(try latest(replica) - before < 60_000)
        let state = try replica.queue.read { db in try ChangeTracking.wallClock(db) }
        #expect(!state.isAdopted && !state.isCutOff && abs(state.latest - before) < 60_000)
        // Its writes are accepted, and stay in order.
        let other = try Replica("b", version: 1)
        while let file = try replica.export() { try other.merge(file) }
        #expect(try other.content() == replica.content())
    }

    @Test func `a clock that was not set at first, and one some months ahead, are adopted`() throws {
        let replica = try Replica("a", version: 1)
        try replica.setClock(year: 1970)
        try add("x", title: "one", in: replica)
        let now = Int64(Date().timeIntervalSince1970 * 1000)
        for days: Int64 in [0, 200] {
            try replica.write { db in try ChangeTracking.correctClock(db, byMilliseconds: days * 86_400_000) }
            #expect(try replica.queue.read { db in try ChangeTracking.wallClock(db).isAdopted })
            try set("after \(days)", id: "x", in: replica)
            #expect(try abs(latest(replica) - now - days * 86_400_000) < 60_000)
        }
    }

    @Test func `a clock that the user confirms is adopted`() throws {
        let replica = try Replica("a", version: 1)
        try add("x", title: "one", in: replica)
        try replica.setClock(year: 2031)
        try replica.write { db in try ChangeTracking.confirmWallClock(db) }
        #expect(try replica.queue.read { db in try ChangeTracking.wallClock(db).isAdopted })
        try replica.setClock(year: 4300)
        #expect(throws: ChangesError.self) { try replica.write { db in try ChangeTracking.confirmWallClock(db) } }
    }

    @Test func `what was written under a time that others refuse is stamped again, in its order`() throws {
        let a = try Replica("a", version: 1)
        let b = try Replica("b", version: 1)
        for id in ["x", "y", "z"] { try add(id, title: "old", in: a) }
        try b.merge(#require(try a.export()))
        try a.cutOff()
        try set("first", id: "x", in: a)
        try set("second", id: "y", in: a)
        try set("third", id: "x", in: a)
        try add("w", title: "new", in: a)
        try a.write { db in try db.execute(sql: "DELETE FROM things WHERE id = 'z'") }
        let refused = try #require(try a.export())
        #expect(throws: ChangesError.self) { try b.merge(refused) }
        try set("concurrent", id: "y", in: b)
        let content = try a.content()
        try a.restamp(as: "a2")
        #expect(try !a.isCutOff && a.content() == content)
        #expect(try latest(a) - Int64(Date().timeIntervalSince1970 * 1000) < 60_000)
        while let file = try a.export() { try b.merge(file) }
        while let file = try b.export() { try a.merge(file) }
        #expect(try a.content() == b.content() && a.state() == b.state())
        #expect(try b.content().count == 3)
        // A second time there is nothing to stamp.
        #expect(try a.write { db in try ChangeTracking.restamp(db) } == 0)
    }

    @Test func `a device that merges the last accepted time is not cut off by its own next write`() throws {
        let a = try Replica("a", version: 1)
        let b = try Replica("b", version: 1)
        try a.write { db in try db.execute(sql: "UPDATE sync_state SET clock = ?", arguments: [Int64.max / 2 - 1]) }
        try add("x", title: "last", in: a)
        try b.merge(#require(try a.export()))
        try add("y", title: "next", in: b)
        #expect(try !b.isCutOff)
        try a.merge(#require(try b.export()))
        #expect(try a.content() == b.content())
    }
}
