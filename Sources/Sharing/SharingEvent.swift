import DioramaSync
import DioramaLibrary

/// Something that another account did, once it has taken effect here.
public enum SharingEvent: Sendable, Equatable {
    /// A share was offered: accept or decline it.
    case offered(share: KSUID, by: KSUID)
    case accepted(share: KSUID)
    case declined(share: KSUID)
    /// A share that was accepted has changed.
    case updated(share: KSUID)
    /// The receiver of a share has changed it, as it may.
    case edited(share: KSUID)
    /// A share has ended; its copy here is in the trash.
    case revoked(share: KSUID)
    /// Somebody asks for a recording.
    case requested(request: KSUID, by: KSUID)
    /// A request of this account was answered with a share.
    case answered(request: KSUID, share: KSUID)
    case requestDeclined(request: KSUID)
    case requestWithdrawn(request: KSUID)
    /// Something was refused and put into quarantine, unexecuted.
    case refused(file: String, reason: String)
    /// Something came from an account that is not among the contacts; it stays where it is.
    case unknownSender(KSUID)
}

/// What the rest of the program does for sharing.
public struct SharingHooks: Sendable {
    /// Makes a file whose place has been taken out.
    /// - Returns: the file's name; the same where there was nothing to take out.
    public var strippingPlace: @Sendable (_ hash: AssetHash, _ contentType: String) async throws(SyncError) -> AssetHash
    /// Gives the receiver of a share access to a file.
    /// - Returns: where it can be fetched, or nil where it can't.
    public var granting: @Sendable (_ hash: AssetHash, _ receiver: KSUID) async throws(SyncError) -> String?
    /// Whether the account's tier includes sharing.
    public var requiring: @Sendable () async throws(SyncError) -> Void

    public init(
        strippingPlace: @escaping @Sendable (_ hash: AssetHash, _ contentType: String) async throws(SyncError) -> AssetHash,
        granting: @escaping @Sendable (_ hash: AssetHash, _ receiver: KSUID) async throws(SyncError) -> String?,
        requiring: @escaping @Sendable () async throws(SyncError) -> Void = {}
    ) {
        self.strippingPlace = strippingPlace
        self.granting = granting
        self.requiring = requiring
    }
}
