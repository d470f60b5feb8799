import DioramaSync
import DioramaLibrary

/// An action of another account, after it was applied here.
public enum SharingEvent: Sendable, Equatable {
    /// Another account offers a share: accept or decline it.
    case offered(share: KSUID, by: KSUID)
    /// The receiver accepted a share.
    case accepted(share: KSUID)
    /// The receiver declined a share.
    case declined(share: KSUID)
    /// The owner changed an accepted share.
    case updated(share: KSUID)
    /// The receiver edited a share.
    case edited(share: KSUID)
    /// The owner ended a share; its copy here is in the trash.
    case revoked(share: KSUID)
    /// Another account requests a recording.
    case requested(request: KSUID, by: KSUID)
    /// A request of this account was answered with a share.
    case answered(request: KSUID, share: KSUID)
    /// A request of this account was declined.
    case requestDeclined(request: KSUID)
    /// The other account withdrew its request.
    case requestWithdrawn(request: KSUID)
    /// An envelope was refused and moved to quarantine; nothing in it was executed.
    case refused(file: String, reason: String)
    /// An envelope of an account that is not a contact; it stays in the bucket.
    case unknownSender(KSUID)
}

/// Functions that sharing needs from the app.
public struct SharingHooks: Sendable {
    /// Creates a copy of a file without its location.
    /// - Returns: the hash of the copy; the same hash where the file has no location.
    public var strippingLocation: @Sendable (_ hash: AssetHash, _ contentType: String) async throws(SyncError) -> AssetHash
    /// Grants the receiver of a share access to a file.
    /// - Returns: a URL for the download, or nil where there is none.
    public var granting: @Sendable (_ hash: AssetHash, _ receiver: KSUID) async throws(SyncError) -> String?
    /// Throws where the account's tier doesn't include sharing.
    public var requiring: @Sendable () async throws(SyncError) -> Void

    /// Hooks; every tier may share by default.
    public init(
        strippingLocation: @escaping @Sendable (_ hash: AssetHash, _ contentType: String) async throws(SyncError) -> AssetHash,
        granting: @escaping @Sendable (_ hash: AssetHash, _ receiver: KSUID) async throws(SyncError) -> String?,
        requiring: @escaping @Sendable () async throws(SyncError) -> Void = {}
    ) {
        self.strippingLocation = strippingLocation
        self.granting = granting
        self.requiring = requiring
    }
}
