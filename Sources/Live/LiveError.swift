/// Why bytes are not a valid packet or a valid saved room.
public struct LiveError: Error, Equatable, Sendable {
    /// The rule that the bytes break.
    public enum Problem: Equatable, Sendable {
        /// The bytes end within a value.
        case truncated
        /// A message is longer than its content.
        case trailingBytes
        /// The packet is larger than ``LiveLimits/maxPacketBytes`` or ``LiveLimits/maxSnapshotBytes``, or has too many frames.
        case tooLarge
        /// A number is not finite or is out of its range.
        case numberOutOfRange
        /// A text is empty, too long, not UTF-8 or contains control characters.
        case invalidText
        /// A code stands for no known value.
        case unknownCode
        /// The first bytes are not those of a hello message, a saved room or a recording.
        case wrongSignature
        /// A saved room contradicts itself or was saved by a newer version.
        case invalidRoom
        /// A recording contradicts itself or was made by a newer version.
        case invalidRecording
    }

    /// The rule that the bytes break.
    public var problem: Problem
    /// Bytes from the start of the packet to the value.
    public var offset: Int

    /// The problem at `offset` bytes from the start.
    public init(_ problem: Problem, offset: Int) {
        self.problem = problem
        self.offset = offset
    }
}

extension LiveError: CustomStringConvertible {
    /// One line: what is wrong, where, and what to do.
    public var description: String { "byte \(offset): \(explanation)" }

    private var explanation: String {
        switch problem {
        case .truncated: "the message is truncated; send it again"
        case .trailingBytes: "the message is longer than its content; encode it for the negotiated version"
        case .tooLarge: "the packet is too large; split it"
        case .numberOutOfRange: "a number is not finite or is out of range; see docs/live-protocol.md"
        case .invalidText: "a text is empty, too long, not UTF-8 or contains control characters; change it"
        case .unknownCode: "an unknown code; encode the message for the negotiated version"
        case .wrongSignature: "the signature is missing; a connection begins with a hello message, a recording with DLRC"
        case .invalidRoom: "the saved room is damaged or was saved by a newer version; restore a backup"
        case .invalidRecording: "the recording is damaged or was made by a newer version; update the program"
        }
    }
}
