import BenchmarkSupport
import CSession
import Foundation
import GRDB

/// SQLite's own session extension, recording every table.
final class Session {
    private let handle: OpaquePointer

    init(_ db: Database) throws {
        var handle: OpaquePointer?
        guard sqlite3session_create(db.sqliteConnection, "main", &handle) == SQLITE_OK, let handle,
            sqlite3session_attach(handle, nil) == SQLITE_OK
        else { throw BenchmarkError("the session extension did not start") }
        self.handle = handle
    }

    deinit { sqlite3session_delete(handle) }

    func changeset() throws -> Data {
        var count: Int32 = 0
        var bytes: UnsafeMutableRawPointer?
        guard sqlite3session_changeset(handle, &count, &bytes) == SQLITE_OK, let bytes else { throw BenchmarkError("no changeset") }
        defer { sqlite3_free(bytes) }
        return Data(bytes: bytes, count: Int(count))
    }

    static func apply(_ changeset: Data, to db: Database) throws {
        var changeset = changeset
        let code = changeset.withUnsafeMutableBytes { bytes in
            sqlite3changeset_apply(
                db.sqliteConnection, Int32(bytes.count), bytes.baseAddress, nil, { _, _, _ in SQLITE_CHANGESET_REPLACE }, nil)
        }
        if code != SQLITE_OK { throw BenchmarkError("applying failed with \(code)") }
    }
}
