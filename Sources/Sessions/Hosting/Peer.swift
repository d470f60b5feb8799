import Live

/// A participant's connection, as a hosted room keeps it.
struct Peer {
    let transport: any LiveTransport
    /// The codec of the version that both sides agreed on.
    let codec: PacketCodec
    /// Distinguishes the connection from earlier and later ones of the same participant.
    let connection: UInt64
    /// What it wants to receive.
    let capabilities: Capabilities
    /// Whether the welcome was sent: presence before it could not be read.
    var isWelcomed = false
    /// Packets that wait until the participant has read what was sent before.
    var backlog: [SharedPacket] = []
    var backlogBytes = 0
    /// Since when the connection isn't writable, in milliseconds of the session clock.
    var blocked: UInt64?
    /// When the last packet arrived.
    var lastReceived: UInt64
    /// Frames that arrived in the second that began at `secondBegan`.
    var framesInSecond = 0
    var secondBegan: UInt64 = 0
    /// Whether presence was left out while the connection wasn't writable.
    var lacksPresence = false

    /// Counts frames that arrived.
    /// - Returns: how many there were within a second, these included.
    mutating func count(frames: Int, at time: UInt64) -> Int {
        if time - min(time, secondBegan) >= 1_000 {
            secondBegan = time
            framesInSecond = 0
        }
        framesInSecond += frames
        return framesInSecond
    }

    /// Sends a packet now, or once the participant has read more.
    mutating func send(_ packet: SharedPacket, at time: UInt64) {
        if backlog.isEmpty && transport.isWritable { return transport.send(packet) }
        backlog.append(packet)
        backlogBytes += packet.count
        if blocked == nil { blocked = time }
    }

    /// Sends what waits, as far as the connection takes it.
    mutating func sendBacklog() {
        var sent = 0
        while sent < backlog.count && transport.isWritable {
            transport.send(backlog[sent])
            backlogBytes -= backlog[sent].count
            sent += 1
        }
        backlog.removeFirst(sent)
        if backlog.isEmpty && transport.isWritable { blocked = nil }
    }
}
