/// A message of the newest version. Messages of older versions are migrated to it when they are decoded, and from it when they are
/// encoded.
public enum Message: Equatable, Sendable {
    /// Nothing that this version knows. It takes the place of a numbered message that the recipient's version can't express, so
    /// that sequence numbers have no gaps.
    case empty
    /// Client to room, first.
    case hello(Hello)
    /// Room to client, in answer to a hello.
    case welcome(Welcome)
    /// Room to client: a connection or an operation is rejected.
    case refusal(Refusal)
    /// A pose, in both directions.
    case presence(Presence)
    /// A symbol, in both directions.
    case reaction(Reaction)
    /// Client to room.
    case ping(Ping)
    /// Room to client, in answer to a ping.
    case pong(Pong)
    /// Room to client: the whole state.
    case snapshot(Snapshot)
    /// Client to room: asks for events or for the snapshot.
    case resume(Resume)
    /// A change of the state, in both directions; the only numbered message.
    case operation(SessionOperation)
}

/// A message with its number, as it is sent.
public struct Frame: Equatable, Sendable {
    /// The message.
    public var message: Message
    /// From a client, the number of its operation; from the room, the sequence number of the event. Both count from 1; 0 for
    /// messages that are not numbered.
    public var sequence: UInt32

    /// A message with its number.
    public init(_ message: Message, sequence: UInt32 = 0) {
        self.message = message
        self.sequence = sequence
    }
}

/// The codes of the message types on the wire.
enum MessageType: UInt8 {
    case empty = 0
    case hello = 1
    case welcome = 2
    case refusal = 3
    case join = 4
    case leave = 5
    case presence = 6
    case spawn = 7
    case update = 8
    case remove = 9
    case action = 10
    case effect = 11
    /// Since version 2.
    case reaction = 12
    case ping = 13
    case pong = 14
    case snapshot = 15
    case resume = 16
    /// Since version 3.
    case handOver = 17
    /// Since version 3.
    case lock = 18
    /// Since version 3.
    case muteEffects = 19
    /// Since version 3.
    case kick = 20
    /// Since version 4.
    case measure = 21
    /// Since version 4.
    case removeMeasurement = 22

    /// The first version that has this type.
    var since: ProtocolVersion {
        switch self {
        case .reaction: .v2
        case .handOver, .lock, .muteEffects, .kick: .v3
        case .measure, .removeMeasurement: .v4
        default: .v1
        }
    }
}
