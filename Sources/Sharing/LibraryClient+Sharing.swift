import DioramaLibrary
import DioramaSync
import Foundation

extension Sharing {
    /// Shares and requests of a library's active account, whose keys are stored with this device's identity.
    /// - Throws: `notIncluded` where the tier has no sharing, `notFound` where the device has no active account.
    public init(_ sync: SyncClient, media: MediaStore) async throws(SyncError) {
        let library = sync.library
        let active: Entry<Account>?
        do {
            active = try await library.activeAccount()
        } catch {
            throw SyncError(library: error)
        }
        guard let account = active?.id.ksuid else {
            throw SyncError(.notFound, "this device has no active account; create one first")
        }
        try await self.init(library, account: account, keys: try await sync.accountKeys(), hooks: .standard(library, media))
    }
}

extension LibraryClient {
    /// Shares and requests of the active account.
    /// - Throws: `notIncluded` where the tier has no sharing, `notFound` where the device has no active account.
    public func sharing() async throws(SyncError) -> Sharing { try await Sharing(sync, media: media) }
}

extension SharingBuckets {
    /// The library's own bucket, and those that contact cards name, opened with this device's credentials.
    public init(_ sync: SyncClient) {
        self.init(
            own: { () throws(SyncError) in try await sync.sharingBucket() },
            contact: { (card) throws(SyncError) in
                guard let address = card.bucket else { return nil }
                return try await sync.openBucket(at: address)
            })
    }
}
