import Foundation
import Support

/// Where a first start looks for a library, and what it may use.
public struct FirstStartConfiguration: Sendable {
    /// The library's folder.
    public var folder: URL
    /// Who the user is, from earlier starts.
    public var identity: any IdentityStore
    /// A folder of backups outside the library, as on another disk; those in the library's folder are looked at in any case.
    public var backups: URL?
    /// The bucket's copy for a user; nil where there is no bucket.
    public var bucket: (@Sendable (UserID) async throws -> (any LibrarySource)?)?
    /// The demo library that is fetched; nil for none.
    public var demo: DemoAddress?
    /// Reads the files at the demo library's address. `FolderFetcher` reads `file:` addresses only.
    public var fetcher: any FileFetcher
    /// Fills an empty library with the demo that ships with the program; nil for none.
    public var builtInDemo: (@Sendable (Library, ProgressReporter) async throws -> Void)?
    /// What a new account is called.
    public var accountName: String
    /// Whether a user who is not known becomes a new one, with an account; else the library is left without.
    public var createsAccount = true
    /// How often the bucket and the demo's address are tried.
    public var attempts: Int
    /// How long is waited before the second attempt; twice as long before each further one.
    public var pause: Duration

    /// Creates a configuration. `attempts` below 1 counts as 1.
    public init(
        folder: URL = Library.defaultFolder, identity: any IdentityStore = LayeredIdentityStore.standard(), backups: URL? = nil,
        bucket: (@Sendable (UserID) async throws -> (any LibrarySource)?)? = nil, demo: DemoAddress? = nil,
        fetcher: any FileFetcher = FolderFetcher(),
        builtInDemo: (@Sendable (Library, ProgressReporter) async throws -> Void)? = nil, accountName: String = "Me",
        attempts: Int = 3, pause: Duration = .seconds(1)
    ) {
        self.folder = folder
        self.identity = identity
        self.backups = backups
        self.bucket = bucket
        self.demo = demo
        self.fetcher = fetcher
        self.builtInDemo = builtInDemo
        self.accountName = accountName
        self.attempts = max(attempts, 1)
        self.pause = pause
    }
}

/// Where a demo library lies: a folder on the web, as `Library.publish` writes it.
public struct DemoAddress: Sendable {
    /// The folder's address, with `demo.json` in it.
    public var folder: URL
    /// SHA-256 of `demo.json`, which names the SHA-256 of everything else; nil to trust the address.
    public var hash: AssetHash?
    /// The most bytes that are fetched.
    public var byteLimit: Int64

    /// Creates an address; `byteLimit` is in bytes, 512 MiB by default.
    public init(folder: URL, hash: AssetHash? = nil, byteLimit: Int64 = 512 << 20) {
        self.folder = folder
        self.hash = hash
        self.byteLimit = byteLimit
    }
}

/// Where a library was found at a first start, in the order in which it is looked for.
public enum FirstStartOrigin: String, Sendable, Codable, CaseIterable {
    /// The library in the folder, restored where it was damaged.
    case existing
    /// A backup.
    case backup
    /// The user's copy in the bucket.
    case bucket
    /// The demo library that was downloaded.
    case demoAddress
    /// The demo that ships with the program.
    case builtInDemo
    /// Nothing was found: a new, empty library.
    case empty

    /// Whether the rows belong to the demo's account at first.
    var isDemo: Bool { self == .demoAddress || self == .builtInDemo }
}

/// What a first start came to.
public struct FirstStartResult: Sendable {
    /// The open library.
    public let library: Library
    /// Where the library came from.
    public let origin: FirstStartOrigin
    /// The user, whose id is that of their account, too.
    public let identity: Identity
    /// Whether the user is a new one.
    public let isNewUser: Bool
    /// What was restored, where the library was damaged or missing.
    public let recovery: RecoveryReport?
    /// What was tried before without success, a line each.
    public let notes: [String]
}
