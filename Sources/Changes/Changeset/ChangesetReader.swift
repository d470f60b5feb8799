import Crypto
import Foundation
import GRDB
import GRDBSQLite

extension Changeset {
    /// Checks bytes that came from elsewhere: whole, unaltered, of a version that is known, and holding the
    /// tables of a changeset and nothing else, so that no view, trigger or virtual table of theirs is ever run.
    /// - Throws: `ChangesError`: `damaged`, `refused` or `newerVersion`.
    public init(checking bytes: [UInt8], limits: ChangesetLimits = ChangesetLimits()) throws {
        self.bytes = bytes
        _ = try ChangesetReader(self, limits: limits)
    }

    /// Wraps bytes without a check: `header` and `Merge` check them first.
    public init(unchecked bytes: [UInt8]) { self.bytes = bytes }

    /// Reads and checks the header.
    public func header() throws -> Header { try ChangesetReader(self, limits: ChangesetLimits()).header }
}

/// An opened changeset.
final class ChangesetReader {
    let connection: Connection
    let header: Changeset.Header
    /// Names of the devices by their numbers in the file.
    let sites: [Int64: String]
    let tables: [Int64: String]
    let columns: [Int64: FileColumn]

    struct FileColumn {
        let table: Int64
        let name: String
        let type: String
        let defaultText: String?
    }

    init(_ changeset: Changeset, limits: ChangesetLimits) throws {
        let database = try Self.database(changeset.bytes, limits)
        do {
            connection = try Connection(reading: database)
            try Self.harden(connection, limits)
            try Self.checkSchema(connection)
            header = try Self.header(connection)
            sites = try Self.names(connection, "sites")
            tables = try Self.names(connection, "tables")
            columns = try Self.columns(connection, tables)
            if try connection.int("SELECT count(*) FROM pragma_quick_check(1) WHERE quick_check <> 'ok'") != 0 {
                throw ChangesError(.damaged, "its pages contradict each other")
            }
        } catch let error as DatabaseError {
            throw Self.error(error)
        }
        for name in sites.values where !(1...64).contains(name.utf8.count) {
            throw ChangesError(.refused, "it names a device of \(name.utf8.count) bytes")
        }
        for name in tables.values where !Identifiers.isName(name) {
            throw ChangesError(.refused, "it names a table \"\(name.prefix(80))\"")
        }
    }

    /// SQLite's complaint about a changeset, as one of ours. What has to do with this machine is left as it is.
    static func error(_ error: DatabaseError) -> any Error {
        switch error.resultCode {
        case .SQLITE_TOOBIG: ChangesError(.refused, "it holds a value that is larger than allowed")
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: ChangesError(.damaged, "SQLite can't read it (\(error.message ?? "corrupt"))")
        default: error
        }
    }

    /// The database without the digest, which is compared.
    private static func database(_ bytes: [UInt8], _ limits: ChangesetLimits) throws -> ArraySlice<UInt8> {
        if bytes.count > limits.byteCount {
            throw ChangesError(.refused, "it has \(bytes.count) bytes; at most \(limits.byteCount) are allowed")
        }
        let database = bytes.dropLast(ChangesetFormat.digestLength)
        guard database.count >= 512, database.starts(with: "SQLite format 3\0".utf8) else {
            throw ChangesError(.damaged, "it is not an SQLite database, or it is cut off")
        }
        guard SHA256.hash(data: Array(database)).elementsEqual(bytes.suffix(ChangesetFormat.digestLength)) else {
            throw ChangesError(.damaged, "its checksum does not match: it is incomplete or was altered")
        }
        return database
    }

    private static func harden(_ connection: Connection, _ limits: ChangesetLimits) throws {
        sqlite3_limit(connection.handle, SQLITE_LIMIT_LENGTH, Int32(clamping: limits.valueByteCount))
        sqlite3_limit(connection.handle, SQLITE_LIMIT_ATTACHED, 0)
        try connection.run("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA query_only = ON")
    }

    private static func checkSchema(_ connection: Connection) throws {
        if try connection.int("PRAGMA application_id") != ChangesetFormat.applicationID {
            throw ChangesError(.refused, "it is another program's database")
        }
        // Read as plain rows: SQLite has parsed the schema, but nothing in it was run.
        var found: [String: String] = [:]
        var odd: String?
        try connection.each("SELECT type, name, sql, tbl_name FROM sqlite_schema") { row in
            if row.text(0) == "table" {
                found[row.text(1)] = row.text(2)
            } else {
                odd = "a \(row.text(0)) \"\(row.text(1).prefix(80))\""
            }
        }
        if let odd { throw ChangesError(.refused, "it holds \(odd), and a changeset has tables only") }
        for (name, sql) in ChangesetFormat.tables where found.removeValue(forKey: name) != sql {
            throw ChangesError(.refused, "its table \"\(name)\" is not as a changeset's is")
        }
        if let name = found.keys.sorted().first {
            throw ChangesError(.refused, "it holds a table \"\(name.prefix(80))\" that no changeset has")
        }
    }

    private static func header(_ connection: Connection) throws -> Changeset.Header {
        var texts: [String: String] = [:]
        try connection.each("SELECT name, value FROM meta LIMIT 100") { texts[$0.text(0)] = $0.text(1) }
        guard let format = texts["format"].flatMap({ Int64($0) }) else {
            throw ChangesError(.damaged, "it does not say its format")
        }
        if format > ChangesetFormat.version {
            throw ChangesError(.newerVersion, "it was written by a newer version of Diorama; update this one")
        }
        guard let kind = texts["kind"].flatMap({ Changeset.Kind(rawValue: $0) }), let device = texts["device"],
            let cursors = try? JSONDecoder().decode([String: Int64].self, from: Data((texts["cursors"] ?? "").utf8))
        else { throw ChangesError(.damaged, "it does not say what it is") }
        let missing = texts["missing"].map { try? JSONDecoder().decode([String: [Int64]].self, from: Data($0.utf8)) }
        if missing == .some(nil) { throw ChangesError(.damaged, "its list of missing changesets can't be read") }
        return Changeset.Header(
            kind: kind, device: device, cursors: cursors, sequence: texts["sequence"].flatMap { Int64($0) }, missing: missing ?? nil
        )
    }

    private static func names(_ connection: Connection, _ table: String) throws -> [Int64: String] {
        var names: [Int64: String] = [:]
        try connection.each("SELECT n, name FROM \(table) LIMIT 100001") { names[$0.int(0)] = $0.text(1) }
        if names.count > 100_000 { throw ChangesError(.refused, "it names more than 100,000 \(table)") }
        return names
    }

    private static func columns(_ connection: Connection, _ tables: [Int64: String]) throws -> [Int64: FileColumn] {
        var columns: [Int64: FileColumn] = [:]
        try connection.each("SELECT n, tbl, name, type, dflt FROM columns LIMIT 100001") { row in
            let name = row.text(2)
            guard Identifiers.isName(name), name != "id", row.text(3).utf8.count <= 64 else {
                throw ChangesError(.refused, "it names a column \"\(name.prefix(80))\"")
            }
            guard tables[row.int(1)] != nil else { throw ChangesError(.damaged, "the column \(name) belongs to no table") }
            columns[row.int(0)] = FileColumn(
                table: row.int(1), name: name, type: row.text(3), defaultText: row.isNull(4) ? nil : row.text(4))
        }
        if columns.count > 100_000 { throw ChangesError(.refused, "it names more than 100,000 columns") }
        return columns
    }
}
