/// Limits for devices that connect.
public struct PeerLimits: Sendable {
    /// Maximum number of concurrent connections; further ones are closed.
    public var connections = 16
    /// Maximum number of unanswered requests of a connection.
    public var requests = 32
    /// Maximum size of an object, in bytes.
    public var objectByteCount: Int64 = 64 << 30
    /// Maximum number of incomplete uploads; a further one replaces the oldest.
    public var uploads = 64

    /// The default limits.
    public init() {}

    /// The folders of the bucket that are served; nothing else is, nor listed.
    static let folders: Set<Substring> = ["changes", "snapshots", "recordings", "images", "inbound"]
    /// Folders with immutable objects: another object of the same name is refused.
    static let immutableFolders: Set<Substring> = ["changes", "recordings", "images"]
}
