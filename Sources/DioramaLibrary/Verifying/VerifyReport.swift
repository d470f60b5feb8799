/// What checking a library found.
public struct VerifyReport: Sendable, Equatable, Codable {
    /// Spaces in the catalogue, including the trash.
    public var spaceCount = 0
    /// Files that the catalogue names, and their bytes together.
    public var assetCount = 0
    /// Total size of the checked files in bytes.
    public var byteCount: Int64 = 0
    /// Files whose bytes are not what their name says.
    public var damagedFiles: [AssetHash] = []
    /// Files in the cache whose bytes are not what their name says.
    public var damagedCacheFiles: [AssetHash] = []
    /// Files that a space names and that are not there.
    public var missingFiles: [AssetHash] = []
    /// Files in `assets/` that no space names.
    public var orphanFiles: [AssetHash] = []
    /// Rows of files that no space uses.
    public var orphanRows: [AssetHash] = []
    /// Files in `incoming/`: being added at this moment by some program, or left by one that was killed.
    public var incomingFiles: [String] = []
    /// What SQLite itself found wrong with its file, a line each.
    public var databaseProblems: [String] = []

    /// The report of an empty library.
    public init() {}

    /// Whether nothing is wrong. Files in `incoming/` are nothing wrong: the next opening on one's own removes those that were
    /// left.
    public var isSound: Bool { problems.isEmpty }

    /// What is wrong, one clear line each.
    public var problems: [String] {
        damagedFiles.map {
            "assets/\($0.description.prefix(2))/\($0): its content does not match its hash; restore a backup"
        }
            + damagedCacheFiles.map {
                "cache/\($0.description.prefix(2))/\($0): its content does not match its hash; it will be downloaded again"
            }
            + missingFiles.map {
                "assets/\($0.description.prefix(2))/\($0): a space names it but the file is missing; restore a backup"
            }
            + orphanFiles.map {
                "assets/\($0.description.prefix(2))/\($0): no space names it; it goes when the library is next opened"
            }
            + orphanRows.map { "library.sqlite: the file \($0) has a row but no space; it goes when the library is next opened" }
            + databaseProblems.map { "library.sqlite: \($0)" }
    }
}
