/// A version of the protocol. A room speaks all of them, at least the current one and the two before it.
public enum ProtocolVersion: UInt8, CaseIterable, Comparable, Sendable {
    /// Positions and headings; no scale, pointers, reactions and capabilities.
    case v1 = 1
    /// Adds full rotations, scale, pointers, reactions and capabilities.
    case v2 = 2
    /// Adds effects on companions, handover, moderation (lock, mute, kick) and remedies.
    case v3 = 3
    /// Adds shared measurements.
    case v4 = 4

    /// The newest version.
    public static let current = ProtocolVersion.v4
    /// The oldest version that is still spoken.
    public static let oldest = ProtocolVersion.v1

    /// By age.
    public static func < (a: ProtocolVersion, b: ProtocolVersion) -> Bool { a.rawValue < b.rawValue }

    /// The newest version that both sides know.
    /// - Parameter hello: the versions of the client.
    /// - Throws: `Refusal` with the reason `clientTooOld` or `serverTooOld`.
    public static func negotiate(_ hello: Hello) throws(Refusal) -> ProtocolVersion {
        guard hello.newest >= oldest.rawValue else { throw Refusal(.clientTooOld) }
        guard hello.oldest <= current.rawValue, hello.oldest <= hello.newest,
            let version = ProtocolVersion(rawValue: min(hello.newest, current.rawValue))
        else { throw Refusal(.serverTooOld) }
        return version
    }

    /// The version in which a refused hello is answered: the nearest to what the client knows.
    public static func forRefusal(of hello: Hello) -> ProtocolVersion {
        ProtocolVersion(rawValue: min(max(hello.newest, oldest.rawValue), current.rawValue)) ?? current
    }
}
