/// Writes of one or more devices as the bytes of an SQLite file: rows, the clock of each cell, and the definitions of the tables
/// they were made with. docs/sync.md describes the format; it holds tables only, and a reader refuses anything else.
public struct Changeset: Sendable {
    /// The file: an SQLite database, then the SHA-256 of it.
    public let bytes: [UInt8]

    /// What a changeset contains.
    public enum Kind: String, Sendable {
        /// What one device wrote since its last changeset.
        case changes
        /// Everything that a device knows.
        case snapshot
        /// Chosen rows.
        case subset
    }

    /// The header of a changeset.
    public struct Header: Sendable, Equatable {
        /// What it contains.
        public var kind: Kind
        /// The device that made it.
        public var device: String
        /// How many of each device's changesets its maker had applied; those up to here need not be read after a snapshot.
        public var cursors: [String: Int64]
        /// Its number among its maker's changesets, from 1; nil in files without one, and in those of earlier versions.
        public var sequence: Int64?
        /// Changesets of each device whose content its maker lacks and asks for; nil in files of versions that did not record it.
        public var missing: [String: [Int64]]?

        /// Creates the header of a changeset to be written.
        public init(
            kind: Kind, device: String, cursors: [String: Int64] = [:], sequence: Int64? = nil, missing: [String: [Int64]]? = nil
        ) {
            self.kind = kind
            self.device = device
            self.cursors = cursors
            self.sequence = sequence
            self.missing = missing
        }
    }
}

/// The tables of a changeset. Their text is compared letter by letter when one is read.
enum ChangesetFormat {
    static let version: Int64 = 1
    /// "DioC" in ASCII, as `PRAGMA application_id`.
    static let applicationID: Int64 = 0x4469_6F43
    /// SHA-256 of the database, behind it.
    static let digestLength = 32

    static let tables = [
        ("meta", "CREATE TABLE meta (name TEXT NOT NULL PRIMARY KEY, value ANY) STRICT, WITHOUT ROWID"),
        ("sites", "CREATE TABLE sites (n INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL) STRICT"),
        ("tables", "CREATE TABLE tables (n INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL) STRICT"),
        (
            "columns",
            "CREATE TABLE columns (n INTEGER NOT NULL PRIMARY KEY, tbl INTEGER NOT NULL, name TEXT NOT NULL, "
                + "type TEXT NOT NULL, dflt TEXT) STRICT"
        ),
        (
            "rows",
            "CREATE TABLE rows (n INTEGER NOT NULL PRIMARY KEY, tbl INTEGER NOT NULL, id TEXT NOT NULL, life INTEGER NOT NULL, "
                + "clock INTEGER NOT NULL, site INTEGER NOT NULL) STRICT"
        ),
        (
            "cells",
            "CREATE TABLE cells (row INTEGER NOT NULL, col INTEGER NOT NULL, clock INTEGER, site INTEGER, was INTEGER, "
                + "value ANY, PRIMARY KEY (row, col)) STRICT, WITHOUT ROWID"
        ),
    ]
}

/// Size limits of a changeset.
public struct ChangesetLimits: Sendable {
    /// Bytes of the file.
    public var byteCount: Int
    /// Bytes of one value.
    public var valueByteCount: Int

    /// Creates limits in bytes: 512 MiB for the file and 16 MiB for a value by default.
    public init(byteCount: Int = 512 << 20, valueByteCount: Int = 16 << 20) {
        self.byteCount = byteCount
        self.valueByteCount = valueByteCount
    }
}
