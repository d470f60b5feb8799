/// How often a hosted room sends, and how long it waits for participants, in milliseconds.
public struct RoomTiming: Sendable {
    /// Time between two packets with presence in a room of up to ``fewParticipants``; the first after a pause is sent at once.
    public var shortInterval: UInt64 = 2
    /// For so many participants of all rooms of a server ``shortInterval`` becomes a millisecond longer, up to ``longInterval``:
    /// most of the work is in the number of packets, and many small rooms are as much of it as a large one.
    public var participantsPerMillisecond = 40
    /// The same in larger rooms: the newest presence of everyone in one packet.
    public var longInterval: UInt64 = 20
    /// Up to how many participants ``shortInterval`` holds.
    public var fewParticipants = 8
    /// A connection without a packet for this time counts as lost. Participants send one per second.
    public var silence: UInt64 = 10_000
    /// A participant that doesn't read for this time is disconnected.
    public var maxBlocked: UInt64 = 10_000
    /// So is one for which more bytes than this wait.
    public var maxBacklogBytes = 4 << 20
    /// Frames per second beyond which a participant is disconnected. Clients send some 100 at most, and 512 after an interruption.
    public var maxFramesPerSecond = 1_000
    /// Time before another attempt to store a room that couldn't be stored.
    public var storageRetry: UInt64 = 1_000

    /// The times of a server.
    public init() {}

    /// Time between two packets with presence.
    /// - Parameters:
    ///   - participants: those of the room.
    ///   - everywhere: those of all rooms of the server.
    public func interval(participants: Int, everywhere: Int) -> UInt64 {
        if participants > fewParticipants { return longInterval }
        return min(longInterval, shortInterval + UInt64(everywhere / max(1, participantsPerMillisecond)))
    }
}
