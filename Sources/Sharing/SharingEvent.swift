import DioramaLibrary
import DioramaSync
import Foundation

/// An action of another account, after it was applied here.
public enum SharingEvent: Sendable, Equatable {
    /// Another account offers a share: accept or decline it.
    case offered(share: KSUID, by: KSUID)
    /// The receiver accepted a share.
    case accepted(share: KSUID)
    /// The receiver declined a share.
    case declined(share: KSUID)
    /// The owner granted access to the files of a share; `exchange` downloads them.
    case filesGranted(share: KSUID)
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
    /// A contact announced new keys: compare the digits of the card again.
    case newKeys(of: KSUID)
    /// An envelope was refused and moved to quarantine; nothing in it was executed.
    case refused(file: String, reason: String)
    /// An envelope of an account that is not a contact; it stays in the bucket.
    case unknownSender(KSUID)
}

/// Functions that sharing needs from the library.
public struct SharingHooks: Sendable {
    /// Makes the copy of a file that others get: without location and other personal metadata.
    /// - Returns: hash, type and size of the copy; the file itself where it has nothing to remove.
    public var copying: @Sendable (_ hash: AssetHash, _ contentType: String) async throws(SyncError) -> SharedMedia
    /// Opens a copy that `copying` made of the file `original`.
    public var reading:
        @Sendable (_ copy: AssetHash, _ original: AssetHash, _ contentType: String) async throws(SyncError) -> any ByteSource
    /// Whether a file is on this device.
    public var isHere: @Sendable (AssetHash) async -> Bool
    /// Moves a downloaded file into the library.
    /// - Throws: `invalidValue` where its bytes don't match its hash.
    public var keeping: @Sendable (_ hash: AssetHash, _ file: URL) async throws(SyncError) -> Void
    /// Throws where the account's tier doesn't include sharing.
    public var requiring: @Sendable () async throws(SyncError) -> Void

    /// Hooks; every tier may share by default.
    public init(
        copying: @escaping @Sendable (_ hash: AssetHash, _ contentType: String) async throws(SyncError) -> SharedMedia,
        reading:
            @escaping @Sendable (
                _ copy: AssetHash, _ original: AssetHash, _ contentType: String
            ) async throws(SyncError) -> any ByteSource,
        isHere: @escaping @Sendable (AssetHash) async -> Bool,
        keeping: @escaping @Sendable (_ hash: AssetHash, _ file: URL) async throws(SyncError) -> Void,
        requiring: @escaping @Sendable () async throws(SyncError) -> Void = {}
    ) {
        self.copying = copying
        self.reading = reading
        self.isHere = isHere
        self.keeping = keeping
        self.requiring = requiring
    }
}
