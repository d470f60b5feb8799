import GRDB
import GRDBSQLite

/// An open database and the statements that were prepared on it.
final class Connection {
    let handle: OpaquePointer
    private var statements: [String: Statement] = [:]
    /// GRDB's connection above this one; nil for a database of our own.
    private let above: Database?

    /// The connection below GRDB's.
    init(_ db: Database) throws {
        guard let handle = db.sqliteConnection else { throw ChangesError(.failed, "the database is closed") }
        self.handle = handle
        above = db
    }

    /// A new database in memory.
    init(pageSize: Int) throws {
        handle = try Self.openMemory()
        above = nil
        try run("PRAGMA page_size = \(pageSize)")
    }

    /// A database in memory with the given content, which can only be read.
    init(reading bytes: some Collection<UInt8>) throws {
        handle = try Self.openMemory()
        above = nil
        let count = bytes.count
        guard let buffer = sqlite3_malloc64(UInt64(max(count, 1))) else { throw DatabaseError(resultCode: .SQLITE_NOMEM) }
        let copy = UnsafeMutableRawBufferPointer(start: buffer, count: count)
        copy.copyBytes(from: bytes)
        let flags = UInt32(SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_READONLY)
        let code = sqlite3_deserialize(
            handle, "main", copy.baseAddress?.assumingMemoryBound(to: UInt8.self), Int64(count), Int64(count), flags)
        if code != SQLITE_OK { throw DatabaseError.last(of: handle, code) }
    }

    private static func openMemory() throws -> OpaquePointer {
        _ = SQLiteProcess.isWithoutMemoryStatistics
        var handle: OpaquePointer?
        let code = sqlite3_open_v2(":memory:", &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
        guard code == SQLITE_OK, let handle else {
            sqlite3_close_v2(handle)
            throw DatabaseError(resultCode: ResultCode(rawValue: code))
        }
        return handle
    }

    deinit {
        statements = [:]
        if above == nil { sqlite3_close_v2(handle) }
    }

    /// The statement for `sql`, prepared once. The text must be one of few: names of tables may be in it, but no values.
    func statement(_ sql: String) throws -> Statement {
        if let known = statements[sql] { return known }
        let made = try above.map { try Statement(cached: $0.cachedStatement(sql: sql), on: handle) } ?? Statement(sql, on: handle)
        statements[sql] = made
        return made
    }

    /// Runs statements without parameters.
    func run(_ sql: String) throws {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        if code != SQLITE_OK { throw DatabaseError.last(of: handle, code) }
    }

    /// The first column of the first row, or nil.
    func int(_ sql: String) throws -> Int64? {
        let statement = try Statement(sql, on: handle)
        return try statement.step() && !statement.isNull(0) ? statement.int(0) : nil
    }

    /// The row that was inserted last.
    var lastRow: Int64 { sqlite3_last_insert_rowid(handle) }

    /// Each row of a query.
    func each(_ sql: String, _ body: (Statement) throws -> Void) throws {
        let statement = try Statement(sql, on: handle)
        while try statement.step() { try body(statement) }
    }

    /// The database as the bytes of its file.
    func serialized() throws -> [UInt8] {
        var count: Int64 = 0
        guard let bytes = sqlite3_serialize(handle, "main", &count, 0) else { throw DatabaseError(resultCode: .SQLITE_NOMEM) }
        defer { sqlite3_free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
    }
}
