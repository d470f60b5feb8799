/// How long a connection waits for another device.
public struct PeerTimeouts: Sendable {
    /// Until a connection stands.
    public var connect: Duration = .seconds(10)
    /// For the whole handshake.
    public var handshake: Duration = .seconds(10)
    /// For the people at both ends to compare the numbers.
    public var confirmation: Duration = .seconds(120)
    /// When nothing was sent for so long, a sign of life is.
    public var keepAlive: Duration = .seconds(15)
    /// When nothing came for so long, the other is taken for gone.
    public var silence: Duration = .seconds(45)
    /// Until the other has taken in one message.
    public var sending: Duration = .seconds(30)
    /// Until a request is answered.
    public var answer: Duration = .seconds(60)

    public init() {}
}
