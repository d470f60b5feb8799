import Changes
import Foundation
import GRDB
import DioramaLibrary
import DioramaSync
import Support

/// A device in a test: a database in memory and its sync engine.
final class SyncDevice: @unchecked Sendable {
    let queue: DatabaseQueue
    private(set) var engine: SyncEngine
    private let options: SyncEngine.Options

    init(_ options: SyncEngine.Options = small, queue: DatabaseQueue? = nil) throws {
        self.options = options
        self.queue = try queue ?? DatabaseQueue()
        try self.queue.write { db in
            try db.execute(
                sql: """
                    CREATE TABLE IF NOT EXISTS things (
                        id TEXT NOT NULL PRIMARY KEY, title TEXT NOT NULL DEFAULT '', amount INTEGER
                    ) STRICT
                    """)
            try ChangeTracking.install(db, tables: ["things"], device: KSUID().description)
        }
        engine = SyncEngine(database: self.queue, options: options)
    }

    /// Few cells a changeset and a transaction, so that little work goes through many steps.
    static var small: SyncEngine.Options {
        var options = SyncEngine.Options()
        options.cellsPerChangeset = 5
        options.cellsPerTransaction = 3
        return options
    }

    /// The process ends and is started again.
    func restart() { engine = SyncEngine(database: queue, options: options) }

    /// A copy of the library's file, as someone makes who moves to another computer.
    func copy() throws -> SyncDevice {
        let copy = try DatabaseQueue()
        try queue.backup(to: copy)
        return try SyncDevice(options, queue: copy)
    }

    var device: String { get throws { try queue.read { db in try ChangeTracking.device(db) } } }

    @discardableResult
    func add(_ title: String, amount: Int = 0) throws -> String {
        let id = KSUID().description
        try queue.write { db in
            try db.execute(sql: "INSERT INTO things (id, title, amount) VALUES (?, ?, ?)", arguments: [id, title, amount])
        }
        return id
    }

    func set(_ title: String, of id: String) throws {
        try queue.write { db in try db.execute(sql: "UPDATE things SET title = ? WHERE id = ?", arguments: [title, id]) }
    }

    func write(_ sql: String) throws { try queue.write { db in try db.execute(sql: sql) } }

    /// The rows, and the clock of each.
    func content() throws -> [String] {
        try queue.read { db in
            try Row.fetchAll(db, sql: "SELECT * FROM things ORDER BY id").map { "\($0)" }
                + String.fetchAll(db, sql: "SELECT id || ' ' || life FROM sync_rows ORDER BY id")
        }
    }

    var titles: Set<String> {
        get throws { try queue.read { db in try Set(String.fetchAll(db, sql: "SELECT title FROM things")) } }
    }

    /// Some random writes, in one transaction.
    func writeRandomly(_ random: inout SplitMix64) throws {
        try queue.write { db in
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let id = try String.fetchOne(db, sql: "SELECT id FROM things ORDER BY random() LIMIT 1")
                switch Int.random(in: 0..<10, using: &random) {
                case 4..<8 where id != nil:
                    try db.execute(
                        sql: "UPDATE things SET title = ?, amount = ? WHERE id = ?",
                        arguments: ["t\(random.next() % 1000)", Int64.random(in: .min ... .max, using: &random), id])
                case 8 where id != nil: try db.execute(sql: "DELETE FROM things WHERE id = ?", arguments: [id])
                default:
                    try db.execute(
                        sql: "INSERT INTO things (id, title) VALUES (?, ?)",
                        arguments: [KSUID().description, "t\(random.next() % 1000)"])
                }
            }
        }
    }
}

/// Lets devices sync until nothing moves any more.
func settle(_ devices: [SyncDevice], _ bucket: any Bucket) async throws {
    for _ in 0..<12 {
        var isQuiet = true
        for device in devices { isQuiet = try await device.engine.run(bucket).isQuiet && isQuiet }
        if isQuiet { return }
    }
}
