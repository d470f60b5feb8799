import Foundation
import DioramaLibrary

/// A library with its media, sync and backups: the one thing an app opens. `Pairing` and `Sharing` build on it.
///
/// ```swift
/// let client = try await LibraryClient(.init(folder: folder))
/// let things = try await client.database.things.list()
/// try await client.sync.use(bucket: "s3://photos/home")
/// for await run in client.sync.watch() { … }
/// ```
public struct LibraryClient: Sendable {
    public struct Configuration: Sendable {
        /// The library's folder.
        public var folder: URL
        /// Where the user's identity and keys are kept, outliving the library.
        public var identity: any IdentityStore
        /// How a damaged library is restored.
        public var recovery: RecoveryOptions
        /// Bytes of fetched originals that are kept on this device.
        public var cacheLimit: Int64
        public var sync: SyncEngine.Options

        public init(
            folder: URL = Library.defaultFolder, identity: any IdentityStore = LayeredIdentityStore.standard(),
            recovery: RecoveryOptions = RecoveryOptions(), cacheLimit: Int64 = 2 << 30,
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
    /// Originals and previews, fetched where they are not here.
    public let media: MediaStore
    /// The bucket.
    public let sync: SyncClient
    /// Backups when nothing is going on.
    public let backups: BackupScheduler
    /// What was restored when the library was opened; nil where nothing was wrong.
    public let recovery: RecoveryReport?

    /// Opens the library, restoring it where it is damaged, and making an empty one where there is none. `start` looks for it
    /// elsewhere first.
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
