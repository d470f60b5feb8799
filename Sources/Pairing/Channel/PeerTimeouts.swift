/// Timeouts of a connection to another device.
public struct PeerTimeouts: Sendable {
    /// Until a connection is established.
    public var connect: Duration = .seconds(10)
    /// For the whole handshake.
    public var handshake: Duration = .seconds(10)
    /// For the people at both devices to compare the codes.
    public var confirmation: Duration = .seconds(120)
    /// A keep-alive record is sent after this time without data.
    public var keepAlive: Duration = .seconds(15)
    /// The connection ends after this time without received data.
    public var idle: Duration = .seconds(45)
    /// Until the other device has received a message.
    public var sending: Duration = .seconds(30)
    /// Until a response arrives.
    public var answer: Duration = .seconds(60)

    /// The default timeouts.
    public init() {}
}
