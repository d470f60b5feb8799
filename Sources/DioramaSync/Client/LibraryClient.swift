import Foundation
import DioramaLibrary

/// A library with its media, sync and backups: what an app opens. `Pairing` and `Sharing` build on it.
///
/// ```swift
/// let client = try await LibraryClient(.init(folder: folder))
/// let things = try await client.database.things.list()
/// try await client.sync.use(bucket: "s3://photos/home")
/// for await run in client.sync.watch() { … }
/// ```
public struct LibraryClient: Sendable {
    /// Where a library is and how it is opened.
    public struct Configuration: Sendable {
        /// The library's folder.
        public var folder: URL
        /// The store of the user's identity and keys, which outlives the library.
        public var identity: any IdentityStore
        /// How a damaged library is restored.
        public var recovery: RecoveryOptions
        /// Maximum size of the cache of downloaded originals, in bytes; nil for the library's setting.
        public var cacheLimit: Int64?
        /// Settings of the sync engine.
        public var sync: SyncEngine.Options

        /// A configuration; every default is that of the command line.
        public init(
            folder: URL = Library.defaultFolder, identity: any IdentityStore = LayeredIdentityStore.standard(),
            recovery: RecoveryOptions = RecoveryOptions(), cacheLimit: Int64? = nil,
            sync: SyncEngine.Options = SyncEngine.Options()
        ) {
            self.folder = folder
            self.identity = identity
            self.recovery = recovery
            self.cacheLimit = cacheLimit
            self.sync = sync
        }
    }

    /// The catalogue: typed tables, search, files.
    public let database: Library
    /// Originals and previews, downloaded from the bucket when needed.
    public let media: MediaStore
    /// Sync with the bucket.
    public let sync: SyncClient
    /// Automatic backups while the library is idle.
    public let backups: BackupScheduler
    /// What was restored when the library was opened; nil where it was intact.
    public let recovery: RecoveryReport?

    /// Opens the library, restores it where it is damaged, and creates an empty one where there is none. `start` looks for other
    /// sources first.
    /// - Throws: `LibraryError`.
    public init(_ configuration: Configuration = Configuration()) async throws(LibraryError) {
        let opened = try await Library.open(at: configuration.folder, options: configuration.recovery)
        await self.init(opened.library, recovery: opened.report, configuration: configuration)
    }

    init(_ library: Library, recovery report: RecoveryReport?, configuration: Configuration) async {
        database = library
        recovery = report
        sync = SyncClient(database, identity: configuration.identity, options: configuration.sync)
        media = sync.mediaStore(cacheLimit: configuration.cacheLimit)
        backups = BackupScheduler(database)
        await sync.use(media)
    }

    /// The people who use the library, with their tiers.
    public var accounts: CatalogueTable<Account> { database.accounts }
}
