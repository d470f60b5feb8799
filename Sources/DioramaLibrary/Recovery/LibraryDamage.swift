/// What is wrong with a library's database.
public enum LibraryDamage: Sendable, Equatable, Codable {
    /// There is no database, though there was one: its files, backups or a session are there.
    case missing
    /// The database has no bytes.
    case empty
    /// The first bytes are not those of a database.
    case header(String)
    /// Its end is cut off.
    case truncated(byteCount: Int64, expected: Int64)
    /// A program was killed, and the write-ahead log that it must have left is not there.
    case logLost
    /// The write-ahead log can't be read from some place on, though there were further finished transactions behind it.
    case logTorn(transactions: Int)
    /// It has less than a backup of it: what was written since is gone.
    case olderThanBackup
    /// SQLite can't read it.
    case unreadable(String)
    /// SQLite finds its structure damaged; a few of the lines that it says.
    case structure([String])
}

extension LibraryDamage: CustomStringConvertible {
    /// One line for people.
    public var description: String {
        switch self {
        case .missing: "library.sqlite is missing"
        case .empty: "library.sqlite is empty"
        case .header(let what): "the beginning of library.sqlite is damaged (\(what))"
        case .truncated(let count, let expected): "library.sqlite ends early (\(count) of \(expected) bytes)"
        case .logLost: "the write-ahead log library.sqlite-wal is missing although the program did not end properly"
        case .logTorn(let count): "the write-ahead log library.sqlite-wal is damaged; \(count) transactions in it can't be read"
        case .olderThanBackup: "library.sqlite is older than its newest backup: what was written last is gone"
        case .unreadable(let what): "library.sqlite can't be read (\(what))"
        case .structure(let lines): "library.sqlite is damaged inside (\(lines.first ?? "no details"))"
        }
    }
}
