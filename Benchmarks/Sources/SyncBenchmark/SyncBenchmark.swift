import BenchmarkSupport
import Changes
import DioramaLibrary
import DioramaSync
import Foundation
import GRDB

/// What tracking changes costs: the same writes on a plain database, on a tracked one, and on one that SQLite's session extension
/// records. `SyncBenchmark plain|tracked|session` prints one line; `SyncBenchmark sync` measures a first sync of 100,000 cells.
@main struct SyncBenchmark {
    static let rows = 10_000
    static let singles = 500

    static func main() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "sync-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let kind = CommandLine.arguments.dropFirst().first ?? ""
        switch kind {
        case "plain", "tracked", "session": try writes(kind, folder)
        case "sync": try await firstSync(folder)
        default: throw BenchmarkError("usage: SyncBenchmark plain|tracked|session|sync")
        }
    }

    static func open(_ folder: URL, _ name: String, isTracked: Bool) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.prepareDatabase { db in
            _ = try String.fetchOne(db, sql: "PRAGMA journal_mode = WAL")
            try db.execute(sql: "PRAGMA synchronous = FULL")
        }
        let queue = try DatabaseQueue(path: folder.appending(path: name).path, configuration: configuration)
        try queue.write { db in
            try db.execute(
                sql: """
                    CREATE TABLE things (
                        id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL DEFAULT '', category TEXT, brand TEXT,
                        serial TEXT, value INTEGER, weight REAL,
                        created INTEGER NOT NULL DEFAULT 0, modified INTEGER NOT NULL DEFAULT 0, notes TEXT
                    ) STRICT
                    """)
            if isTracked { try ChangeTracking.install(db, tables: ["things"], device: KSUID().description) }
        }
        return queue
    }

    /// Nine cells a row, and the row itself.
    static func insert(_ queue: DatabaseQueue, _ rows: Int) throws {
        try queue.write { db in
            let statement = try db.makeStatement(
                sql: """
                    INSERT INTO things (id, name, category, brand, serial, value, weight, created, modified, notes)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """)
            for i in 0..<rows {
                try statement.execute(arguments: [
                    KSUID().description, "thing number \(i)", "kitchen", "maker \(i % 50)", "SN\(i * 7919)", i * 100, Double(i) / 7,
                    1_763_000_000_000 + i, 1_763_000_000_000 + i, "kept on the second shelf",
                ])
            }
        }
    }

    static func writes(_ kind: String, _ folder: URL) throws {
        let queue = try open(folder, "a.sqlite", isTracked: kind == "tracked")
        let session = kind == "session" ? try queue.writeWithoutTransaction { db in try Session(db) } : nil
        let importing = Meter()
        try insert(queue, rows)
        let imported = importing.read()
        let ids = try queue.read { db in try String.fetchAll(db, sql: "SELECT id FROM things ORDER BY id LIMIT \(singles)") }
        var times: [Double] = []
        let single = Meter()
        for (i, id) in ids.enumerated() {
            let start = ContinuousClock.now
            try queue.write { db in
                try db.execute(
                    sql: "UPDATE things SET value = ?, modified = ? WHERE id = ?", arguments: [i, 1_763_100_000_000 + i, id])
            }
            times.append((ContinuousClock.now - start) / .milliseconds(1))
        }
        let singleCPU = single.read().cpu
        times.sort()
        var report: [String: Any] = [
            "who": kind == "tracked" ? "diorama" : kind, "import_s": imported.wall, "import_cpu_s": imported.cpu,
            "single_ms": times[times.count / 2],
            "single_p99_ms": times[times.count * 99 / 100], "single_cpu_ms": singleCPU * 1000 / Double(singles),
        ]
        let exporting = Meter()
        var bytes: Data?
        if kind == "tracked" {
            bytes = try queue.write { db in
                try Changeset.changes(db, after: .zero, limit: 10_000_000, header: .init(kind: .changes, device: "a"))
                    .map { Data($0.changeset.bytes) }
            }
        }
        if let session { bytes = try queue.writeWithoutTransaction { _ in try session.changeset() } }
        let exported = exporting.read()
        if let bytes {
            report["export_s"] = exported.wall
            report["bytes_per_cell"] = Double(bytes.count) / Double(rows * 10)
            report["apply_s"] = try apply(bytes, kind, in: folder)
        }
        try Report.print(report)
    }

    static func apply(_ bytes: Data, _ kind: String, in folder: URL) throws -> Double {
        let other = try open(folder, "b.sqlite", isTracked: kind == "tracked")
        let merging = Meter()
        if kind == "tracked" {
            let merge = try Merge(Changeset(checking: Array(bytes)))
            while !merge.isDone { try other.write { db in try merge.step(db) } }
        } else {
            try other.write { db in try Session.apply(bytes, to: db) }
        }
        let seconds = merging.read().wall
        let count = try other.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM things") }
        if count != rows { throw BenchmarkError("\(count ?? 0) rows arrived") }
        return seconds
    }

    /// 100,000 cells from one device through a folder to a new one.
    static func firstSync(_ folder: URL) async throws {
        let bucket = try FolderBucket(at: folder.appending(path: "bucket"))
        let a = try open(folder, "a.sqlite", isTracked: true)
        try insert(a, rows)
        let sending = Meter()
        try await SyncEngine(database: a).run(bucket)
        let sent = sending.read()
        let b = try open(folder, "b.sqlite", isTracked: true)
        let receiving = Meter()
        let report = try await SyncEngine(database: b).run(bucket)
        let received = receiving.read()
        guard report.inserted == rows else { throw BenchmarkError("\(report.inserted) rows arrived") }
        try Report.print([
            "who": "sync", "send_s": sent.wall, "receive_s": received.wall, "send_cpu_s": sent.cpu, "receive_cpu_s": received.cpu,
            "peak_bytes": max(sent.peak, received.peak),
        ])
    }
}
