import Foundation
import DioramaLibrary
import Support

extension LibraryClient {
    /// A client, and where its library was found.
    public struct Start: Sendable {
        public let client: LibraryClient
        public let result: FirstStartResult
    }

    /// Opens the library that is there, or brings one into being: from a backup; from the bucket that this device last synced the
    /// folder with, also where the library was lost; from a demo library's address; from the demo that the app ships; else an empty
    /// one. The user is the one that this device knows, or a new one, and has an account, which is the active one.
    ///
    /// - Parameters:
    ///   - configuration: of `recovery` only the folder of backups counts; a damaged library is restored from all of the above.
    ///   - bucket: the bucket to look into, where another than the remembered one is meant.
    ///   - demo: the address of a demo library; nil for none.
    ///   - builtInDemo: fills an empty library with the demo that ships with the app; nil for none.
    ///   - accountName: what a new account is called.
    ///   - progress: receives the progress.
    /// - Throws: `LibraryError`, as `FirstStart.run`. That one of the ways leads nowhere is no error: `result.notes` tells.
    public static func start(
        _ configuration: Configuration = Configuration(), bucket: String? = nil, demo: DemoAddress? = nil,
        builtInDemo: (@Sendable (Library, ProgressReporter) async throws -> Void)? = nil, accountName: String = "Me",
        progress: ProgressReporter = .silent
    ) async throws(LibraryError) -> Start {
        let keys = DeviceKeys(identity: configuration.identity)
        let folder = configuration.folder
        let sync = configuration.sync
        let first = FirstStartConfiguration(
            folder: folder, identity: configuration.identity, backups: configuration.recovery.backups,
            bucket: { _ in
                let remembered = try await keys.bucket(of: folder)
                guard let address = bucket ?? remembered else { return nil }
                return BucketLibrarySource(try await keys.encrypted(BucketAddress(address).open(), address), options: sync)
            }, demo: demo, fetcher: HTTPFetcher(), builtInDemo: builtInDemo, accountName: accountName)
        let result = try await FirstStart.run(first, progress: progress)
        let client = await LibraryClient(
            result.library, recovery: result.recovery, configuration: configuration)
        if try await client.database.activeAccount() == nil, let account = AccountID(result.identity.user.description) {
            try await client.database.activate(account)
        }
        if result.origin == .bucket { try await client.useBucketAgain(bucket, keys) }
        return Start(client: client, result: result)
    }

    /// A library that came from a bucket goes on with it.
    private func useBucketAgain(_ bucket: String?, _ keys: DeviceKeys) async throws(LibraryError) {
        do throws(SyncError) {
            let remembered = try await keys.bucket(of: database.folder)
            try await sync.use(bucket: bucket ?? remembered)
        } catch {
            throw LibraryError(.failed, error.message)
        }
    }
}
