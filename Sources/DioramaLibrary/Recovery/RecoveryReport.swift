import Foundation

/// What was found wrong with a library, what was done, and what is missing.
public struct RecoveryReport: Sendable, Equatable, Codable {
    /// What the restored library was made from.
    public enum Base: Sendable, Equatable, Codable {
        /// A backup, with the time at which it was made.
        case backup(BackupID, made: Date)
        /// A source from outside, by its name.
        case source(String)
        /// There was neither: an empty library.
        case nothing
    }

    /// What became of a table.
    public struct Table: Sendable, Equatable, Codable {
        /// Name of the table.
        public let name: String
        /// Rows that it has now.
        public var rows: Int
        /// Rows that were read out of the damaged database and are newer than in the base, or not in it at all.
        public var salvaged: Int
        /// Rows that could not be kept as they were read: their values can't be right.
        public var refused: Int
        /// Rows of the base that the damaged table does not have, though it was read whole: deleted since, or not recognised any
        /// more.
        public var kept: Int
        /// Whether the damaged table was read from its first to its last row. Where not, what was written since the base was made
        /// may be missing.
        public var isWhole: Bool
    }

    /// Identifies the recovery; the folder in `damaged/` has this name.
    public let id: Identifier<RecoveryReport>
    /// When the library was restored, to the millisecond.
    public let date: Date
    /// Why it was done; empty where a backup was put back because somebody wanted it.
    public let damage: [LibraryDamage]
    /// What the restored library was made from.
    public let base: Base
    /// The result for each table.
    public let tables: [Table]
    /// Files that the catalogue names and that are not there.
    public let missingFiles: [AssetHash]
    /// Rows of the base, and of the damaged database, whose bytes do not match their digest: their values may be wrong. A line
    /// each; nil in reports of earlier versions.
    public let changedRows: [String]?
    /// How many files no row names any more; they are kept with what was set aside.
    public let setAsideFiles: Int
    /// What else people should know, a line each.
    public let notes: [String]
    /// Whether the library may lack changes that this device has sent to others already: then it must go on as a new device in
    /// sync.
    public let isOlder: Bool
    /// Where the former database lies: a folder in the library's.
    public let folder: String

    /// Whether nothing is known to be missing.
    public var isComplete: Bool {
        missingFiles.isEmpty && setAsideFiles == 0 && (changedRows ?? []).isEmpty
            && tables.allSatisfy { $0.isWhole && $0.refused == 0 }
            && damage.allSatisfy(\.isHarmless)
    }

    /// The maximum number of rows that `lines` names.
    private static let listedRows = 20

    /// The whole report for people, a line each.
    public var lines: [String] {
        var lines = damage.map { "found: \($0)" }
        switch base {
        case .backup(let id, let made): lines.append("restored from the backup \(id) of \(made.formatted(.iso8601))")
        case .source(let name): lines.append("restored from \(name)")
        case .nothing: lines.append("there was no backup to begin from")
        }
        for table in tables {
            var parts = ["\(table.rows) rows"]
            if table.salvaged > 0 { parts.append("\(table.salvaged) of them out of the damaged database") }
            if table.refused > 0 { parts.append("\(table.refused) damaged ones left out") }
            if table.kept > 0 { parts.append("\(table.kept) out of the backup alone: deleted since, or damaged") }
            if !table.isWhole { parts.append("not all of it could be read: the last changes may be missing") }
            if table.rows > 0 || table.refused > 0 || !table.isWhole {
                lines.append("\(table.name): " + parts.joined(separator: ", "))
            }
        }
        if !missingFiles.isEmpty {
            lines.append(
                "\(missingFiles.count) files are missing, the first is \(missingFiles[0]); "
                    + "they come back from a bucket or another backup")
        }
        if setAsideFiles > 0 { lines.append("\(setAsideFiles) files that nothing names any more are kept in \(folder)/assets") }
        let changed = changedRows ?? []
        lines += changed.prefix(Self.listedRows).map { "\($0): compare its values with those of an earlier backup" }
        if changed.count > Self.listedRows {
            lines.append("and \(changed.count - Self.listedRows) other rows, listed in report.json")
        }
        lines += notes
        lines.append("the former database is kept in \(folder)")
        // SQLite says some things in several lines.
        return lines.map { $0.split(whereSeparator: \.isNewline).joined(separator: " ") }
    }
}

extension LibraryDamage {
    /// Whether all transactions are known to be there in spite of it.
    fileprivate var isHarmless: Bool {
        switch self {
        case .structure, .header, .unreadable: true
        case .missing, .empty, .truncated, .logLost, .logTorn, .olderThanBackup: false
        }
    }
}
