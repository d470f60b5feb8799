/// What a device allows those that connect to it.
public struct PeerLimits: Sendable {
    /// Connections at the same time; further ones are closed at once.
    public var connections = 16
    /// Requests of one connection that wait for their answer.
    public var requests = 32
    /// The largest object that is taken, in bytes.
    public var objectByteCount: Int64 = 64 << 30
    /// Uploads that are under way or were broken off; for another one, the oldest is given up.
    public var uploads = 64

    public init() {}

    /// The folders of the bucket that are served; nothing else is, nor listed.
    static let folders: Set<Substring> = ["changes", "snapshots", "recordings", "images", "inbound"]
    /// In these an object never changes: another one under its name is refused.
    static let immutableFolders: Set<Substring> = ["changes", "recordings", "images"]
}
