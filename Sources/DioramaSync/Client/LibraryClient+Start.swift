import Foundation
import DioramaLibrary
import Support

extension LibraryClient {
    /// An open library and where it came from.
    public struct Start: Sendable {
        /// The open library.
        public let client: LibraryClient
        /// The origin of the library, and what was tried without success.
        public let result: FirstStartResult
    }

    /// Opens the library of the folder, or creates it from the first of these that is available: a backup; the bucket that this
    /// device last synced the folder with; the demo library at `demo`; the built-in demo; else it is empty. The user is the one
    /// that this device knows, or a new one, with an active account.
    ///
    /// - Parameters:
    ///   - configuration: of `recovery` only the folder of backups is used; a damaged library is restored from all of the above.
    ///   - bucket: the address of a bucket to use instead of the last one.
    ///   - demo: the address of a demo library; nil for none.
    ///   - builtInDemo: fills an empty library with the demo that ships with the app; nil for none.
    ///   - accountName: what a new account is called.
    ///   - createsAccount: whether a user who is not known becomes a new one.
    ///   - progress: receives the progress.
    /// - Throws: `LibraryError`, as `FirstStart.run`. An unavailable source is no error; `result.notes` lists it.
    public static func start(
        _ configuration: Configuration = Configuration(), bucket: String? = nil, demo: DemoAddress? = nil,
        builtInDemo: (@Sendable (Library, ProgressReporter) async throws -> Void)? = nil, accountName: String = "Me",
        createsAccount: Bool = true, progress: ProgressReporter = .silent
    ) async throws(LibraryError) -> Start {
        let keys = DeviceKeys(identity: configuration.identity)
        let folder = configuration.folder
        let sync = configuration.sync
        var first = FirstStartConfiguration(
            folder: folder, identity: configuration.identity, backups: configuration.recovery.backups,
            bucket: { _ in
                let remembered = try await keys.bucket(of: folder)
                guard let address = bucket ?? remembered else { return nil }
                return BucketLibrarySource(try await keys.encrypted(BucketAddress(address).open(), address), options: sync)
            }, demo: demo, fetcher: HTTPFetcher(), builtInDemo: builtInDemo, accountName: accountName)
        first.createsAccount = createsAccount
        let result = try await FirstStart.run(first, progress: progress)
        let client = await LibraryClient(
            result.library, recovery: result.recovery, configuration: configuration)
        let account = AccountID(result.identity.user.ksuid)
        if try await client.database.activeAccount() == nil, try await client.database.accounts.get(account) != nil {
            try await client.database.activate(account)
        }
        if result.origin == .bucket { try await client.keepUsingBucket(bucket, keys) }
        return Start(client: client, result: result)
    }

    /// A library that came from a bucket continues to sync with it.
    private func keepUsingBucket(_ bucket: String?, _ keys: DeviceKeys) async throws(LibraryError) {
        do throws(SyncError) {
            let remembered = try await keys.bucket(of: database.folder)
            try await sync.use(bucket: bucket ?? remembered)
        } catch {
            throw LibraryError(.failed, error.message)
        }
    }
}
