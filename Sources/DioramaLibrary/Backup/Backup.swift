import Foundation

/// The id of a `Backup`.
public typealias BackupID = Identifier<Backup>

/// A copy of a library's database, and what is known of it. The files of assets never change, so a backup only names them.
public struct Backup: Sendable, Equatable, Codable, Identifiable {
    /// How the copy was made.
    public enum Method: String, Sendable, Codable {
        /// A copy-on-write clone: the file system shares the bytes until either changes.
        case clone
        /// SQLite's `VACUUM INTO`, which reads and writes everything.
        case vacuum
    }

    /// Identifies the backup; its folder has this name.
    public let id: BackupID
    /// The moment of whose contents it is.
    public let made: Date
    /// How the database was copied.
    public let method: Method
    /// The program that made it, as it names itself.
    public let application: String
    /// Size of the database in bytes.
    public let byteCount: Int64
    /// What the library's own files looked like when it was made: as long as they look so, nothing has changed since.
    let source: String
    /// The files beside it; nil for a backup of the database only.
    public let files: BackupFileCount?
    /// What checking it found; nil before that was done.
    public internal(set) var check: BackupCheck?

    /// Whether it was checked and nothing was wrong: only such a one is a *last known good*.
    public var isGood: Bool { check?.problems.isEmpty == true }
    /// Whether it was checked and something was wrong.
    public var isBad: Bool { check?.problems.isEmpty == false }
    /// Rows that had changed on the disk when the backup was made, a line each; empty before it was checked.
    public var changedRows: [String] { check?.changedRows ?? [] }
}

/// How many of the files that a backup names are beside it.
public struct BackupFileCount: Sendable, Equatable, Codable {
    /// Files beside the backups.
    public internal(set) var included = 0
    /// Files that were not on the device when the backup was made: they are only in the bucket, or missing.
    public internal(set) var notIncluded = 0
}

/// What the check of a backup found.
public struct BackupCheck: Sendable, Equatable, Codable {
    /// When the check ran.
    public let checked: Date
    /// SHA-256 of the database file.
    public let hash: AssetHash
    /// Rows in each table.
    public let rowCounts: [String: Int]
    /// Files of assets that the backup names, and their bytes together. Their names stand in `assets.txt` beside the manifest.
    public let assetCount: Int
    /// Total size of these asset files in bytes.
    public let assetByteCount: Int64
    /// What is wrong with the copy, a line each.
    public let problems: [String]
    /// Rows of shared tables whose bytes do not match their digest, a line each, at most 100 of each table. The copy is sound, and
    /// the library has the same rows. nil in manifests of earlier versions.
    public let changedRows: [String]?
}

/// What a backup is to be.
public struct BackupOptions: Sendable {
    /// Where it goes: nil for `backups` in the library's folder.
    public var folder: URL?
    /// Whether it is checked right away. An unchecked one is made in milliseconds on a copy-on-write file system; check it when
    /// there is time.
    public var isChecked: Bool
    /// Whether the files of assets are put beside it, into `assets` of `folder`, which must then be given: shared with the other
    /// backups there, as clones or further names where that can be done, else as copies.
    public var includesFiles: Bool
    /// Which earlier backups are kept; nil for all.
    public var policy: BackupPolicy?
    /// What the program calls itself, with its version.
    public var application: String

    /// Creates options; the defaults make a checked backup of the database in the library's folder.
    public init(
        folder: URL? = nil, isChecked: Bool = true, includesFiles: Bool = false, policy: BackupPolicy? = .standard,
        application: String = "Diorama"
    ) {
        self.folder = folder
        self.isChecked = isChecked
        self.includesFiles = includesFiles
        self.policy = policy
        self.application = application
    }
}
