import NIOCore

/// One end of a connection between a participant and a room: whole packets in both directions, in order.
///
/// Both the room and the participant use it. Implementations: ``InProcessTransport``, ``WebSocketTransport`` and, on Apple
/// platforms, SharePlay's messenger.
public protocol LiveTransport: AnyObject, Sendable {
    /// Whether the other end keeps up. Once this is false, what can be left out should be left out until
    /// ``LiveTransportEvent/writable``.
    var isWritable: Bool { get }

    /// Sends a packet. After the end of the connection nothing happens.
    func send(_ packet: SharedPacket)

    /// Ends the connection after what was sent.
    func close(_ reason: LiveCloseReason)

    /// Sets who gets the events, once, before the first of them. Events come one after another.
    func start(_ receiver: @escaping @Sendable (LiveTransportEvent) -> Void)
}

/// What happens at an end of a connection.
public enum LiveTransportEvent: Sendable {
    /// The other end sent a packet. Its content isn't checked yet.
    case packet([UInt8])
    /// The other end has read enough for more to be sent.
    case writable
    /// The connection has ended; nothing comes after it.
    case closed(LiveCloseReason)
}

/// Why a connection ended, by the codes of WebSocket (RFC 6455, section 7.4.1).
public enum LiveCloseReason: UInt16, Sendable {
    /// The participant left, or the session has ended.
    case ended = 1000
    /// The server is stopping or restarting: connect again.
    case goingAway = 1001
    /// The other end broke the protocol's rules.
    case protocolError = 1002
    /// The connection was lost.
    case lost = 1006
    /// Removed, refused or replaced by a later connection.
    case policy = 1008
    /// A packet was larger than the protocol permits.
    case tooLarge = 1009
    /// The other end read too slowly.
    case tooSlow = 1013

    /// The reason of a code; codes without a case of their own count as lost.
    public init(code: UInt16) { self = Self(rawValue: code) ?? .lost }
}

/// The bytes of a packet, encoded once for all recipients.
public struct SharedPacket: Sendable {
    let buffer: ByteBuffer

    /// A packet of these bytes, the content of one binary WebSocket message.
    public init(_ bytes: [UInt8]) { buffer = ByteBuffer(bytes: bytes) }

    /// The content.
    public var bytes: [UInt8] { Array(buffer.readableBytesView) }
    /// How many bytes it has.
    public var count: Int { buffer.readableBytes }
}
