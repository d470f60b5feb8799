import GRDB
import GRDBSQLite

/// A prepared statement on SQLite's own interface. GRDB's values pass text through `String`, which repairs invalid UTF-8 and
/// so changes it; cells must arrive bit for bit.
final class Statement {
    private let handle: OpaquePointer
    private let database: OpaquePointer
    /// Keeps a statement of GRDB's cache, which finalizes it; nil where it is ours.
    private let cached: GRDB.Statement?

    /// A statement that GRDB keeps ready from transaction to transaction.
    init(cached: GRDB.Statement, on database: OpaquePointer) {
        handle = cached.sqliteStatement
        self.database = database
        self.cached = cached
        sqlite3_reset(handle)
    }

    init(_ sql: String, on database: OpaquePointer) throws {
        var handle: OpaquePointer?
        let code = sqlite3_prepare_v3(database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
        guard code == SQLITE_OK, let handle else { throw DatabaseError.last(of: database, code) }
        self.handle = handle
        self.database = database
        cached = nil
    }

    deinit {
        if cached == nil {
            sqlite3_finalize(handle)
        } else {
            sqlite3_reset(handle)
            sqlite3_clear_bindings(handle)
        }
    }

    /// Runs to the next row; false at the end.
    func step() throws -> Bool {
        let code = sqlite3_step(handle)
        if code == SQLITE_ROW { return true }
        if code == SQLITE_DONE { return false }
        sqlite3_reset(handle)
        throw DatabaseError.last(of: database, code)
    }

    /// Runs a statement that gives no rows, and makes it ready for the next run.
    func run() throws {
        while try step() {}
        sqlite3_reset(handle)
    }

    /// Makes it ready for the next run.
    func reset() { sqlite3_reset(handle) }

    // Parameters count from 1, columns from 0, as in SQLite.

    func bind(_ number: some BinaryInteger, at index: Int) { sqlite3_bind_int64(handle, Int32(index), Int64(number)) }

    func bind(_ text: String, at index: Int) {
        var text = text
        text.withUTF8 { bytes in
            _ = bytes.withMemoryRebound(to: CChar.self) { chars in
                // An empty Swift string may have no address, which SQLite would take for null.
                guard let start = chars.baseAddress else { return sqlite3_bind_text(handle, Int32(index), "", 0, Self.transient) }
                return sqlite3_bind_text(handle, Int32(index), start, Int32(chars.count), Self.transient)
            }
        }
    }

    func bindNull(at index: Int) { sqlite3_bind_null(handle, Int32(index)) }

    func bind(_ number: (some BinaryInteger)?, at index: Int) {
        if let number { bind(number, at: index) } else { bindNull(at: index) }
    }

    func bind(_ value: Value, at index: Int) { sqlite3_bind_value(handle, Int32(index), value.handle) }

    func int(_ column: Int) -> Int64 { sqlite3_column_int64(handle, Int32(column)) }

    func type(_ column: Int) -> Int32 { sqlite3_column_type(handle, Int32(column)) }

    func isNull(_ column: Int) -> Bool { type(column) == SQLITE_NULL }

    func text(_ column: Int) -> String {
        guard let bytes = sqlite3_column_text(handle, Int32(column)) else { return "" }
        let count = Int(sqlite3_column_bytes(handle, Int32(column)))
        return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }

    /// A copy of the value, which stays when the statement goes on.
    func value(_ column: Int) throws -> Value { try Value(copying: sqlite3_column_value(handle, Int32(column))) }

    private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
}

/// A value as SQLite holds it: null, integer, real, text or blob, exactly.
final class Value {
    let handle: OpaquePointer

    init(copying value: OpaquePointer?) throws {
        guard let copy = sqlite3_value_dup(value) else { throw DatabaseError(resultCode: .SQLITE_NOMEM) }
        handle = copy
    }

    deinit { sqlite3_value_free(handle) }
}

extension Value {
    private var bytes: UnsafeRawBufferPointer {
        let start = sqlite3_value_blob(handle)
        return UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_value_bytes(handle)))
    }

    /// A total order over all values: by type, then by number or bytes. It decides between two values that claim one clock.
    static func precedes(_ a: Value, _ b: Value) -> Bool {
        let first = sqlite3_value_type(a.handle)
        let second = sqlite3_value_type(b.handle)
        if first != second { return first < second }
        switch first {
        case SQLITE_INTEGER: return sqlite3_value_int64(a.handle) < sqlite3_value_int64(b.handle)
        // By bits, so that 0 and -0 have an order too.
        case SQLITE_FLOAT: return sqlite3_value_double(a.handle).bitPattern < sqlite3_value_double(b.handle).bitPattern
        case SQLITE_NULL: return false
        default: return a.bytes.lexicographicallyPrecedes(b.bytes)
        }
    }

    /// Whether two values are the same to the bit.
    static func areEqual(_ a: Value, _ b: Value) -> Bool { !precedes(a, b) && !precedes(b, a) }
}

extension DatabaseError {
    static func last(of database: OpaquePointer, _ code: Int32) -> DatabaseError {
        DatabaseError(resultCode: ResultCode(rawValue: code), message: String(cString: sqlite3_errmsg(database)))
    }
}
