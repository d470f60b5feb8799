import Changes
import Foundation
import GRDB
import Testing

/// Databases and changesets as earlier versions wrote them: every later version has to read them. A format that changes gets new
/// files beside these (`DIORAMA_WRITE_FIXTURES=<name> swift test --filter FixtureTests`), which never change.
@Suite struct FixtureTests {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
    static let names = ["format-1"]

    private func file(_ name: String, _ ending: String) -> URL { Self.folder.appending(path: "\(name).\(ending)") }

    private func lines(_ name: String, _ ending: String) throws -> [String] {
        try String(contentsOf: file(name, ending), encoding: .utf8).split(separator: "\n").map(String.init)
    }

    @Test(arguments: names)
    func `changesets of every version are read, by old and new schemas`(_ name: String) throws {
        let expected = try lines(name, "state.txt")
        for version in 1...3 {
            for ending in ["changes", "snapshot"] {
                let replica = try Replica("reader", version: version)
                try replica.merge(Changeset(checking: [UInt8](Data(contentsOf: file(name, ending)))))
                #expect(try replica.state() == expected, "\(ending), schema \(version)")
            }
        }
    }

    @Test(arguments: names)
    func `databases of every version go on`(_ name: String) throws {
        let copy = FileManager.default.temporaryDirectory.appending(path: "fixture-\(UUID().uuidString).sqlite")
        defer { try? FileManager.default.removeItem(at: copy) }
        try FileManager.default.copyItem(at: file(name, "sqlite"), to: copy)
        let queue = try DatabaseQueue(path: copy.path)
        try queue.write { db in
            try ChangeTracking.install(db, tables: ["things", "places"], device: "another")
            #expect(try ChangeTracking.device(db) == "writer")
            #expect(
                try Changeset.changes(db, after: Changeset.exported(db), header: .init(kind: .changes, device: "writer")) == nil)
            try db.execute(sql: "UPDATE things SET title = 'changed today'")
        }
        let made = try queue.write { db in try Changeset.snapshot(db, header: .init(kind: .snapshot, device: "writer")) }
        let replica = try Replica("reader", version: 3)
        try replica.merge(made)
        #expect(
            try replica.content().filter { $0.hasPrefix("things") }.allSatisfy {
                $0.contains(Replica.text("changed today".databaseValue))
            })
    }

    /// Writes the files of a new format.
    @Test(
        .enabled(if: ProcessInfo.processInfo.environment["DIORAMA_WRITE_FIXTURES"] != nil, "writes new fixtures only when asked to")
    )
    func `fixtures are written`() throws {
        let name = try #require(ProcessInfo.processInfo.environment["DIORAMA_WRITE_FIXTURES"])
        let writer = try Replica("writer", version: 3, minutesAhead: 5)
        try writer.write { db in
            try db.execute(sql: "INSERT INTO things (id, title, amount, weight) VALUES ('a', 'Kettle', 9007199254740993, 0.1)")
            try db.execute(sql: "INSERT INTO things (id, title, picture, note) VALUES ('b', 'e\u{301}', x'00ff', 1.0)")
            try db.execute(sql: "INSERT INTO things (id, title) VALUES ('c', 'gone')")
            try db.execute(sql: "INSERT INTO places (id, name, pose) VALUES ('p', 'Shelf', x'0000803f')")
        }
        try writer.write { db in try db.execute(sql: "UPDATE things SET colour = 'blue', height = 1.5 WHERE id = 'a'") }
        try writer.write { db in try db.execute(sql: "DELETE FROM things WHERE id = 'c'") }
        let changes = try #require(try writer.export())
        try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
        try Data(changes.bytes).write(to: file(name, "changes"))
        try Data(writer.snapshot().bytes).write(to: file(name, "snapshot"))
        try Data(writer.state().joined(separator: "\n").utf8).write(to: file(name, "state.txt"))
        try writer.queue.backup(to: DatabaseQueue(path: file(name, "sqlite").path))
    }
}
