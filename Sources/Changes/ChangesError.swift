/// Why tables can't be tracked or a changeset can't be read: one clear line in `message`.
public struct ChangesError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The cause of the error, for programs.
    public enum Kind: Sendable, Equatable {
        /// The tables can't be tracked as they are.
        case unsuitableTable
        /// The changeset is torn or altered.
        case damaged
        /// The changeset holds what no changeset may hold.
        case refused
        /// The changeset was written by a newer version of the program.
        case newerVersion
        /// Anything else.
        case failed
    }

    /// The cause, for programs.
    public let kind: Kind
    /// What is wrong, in one line.
    public let message: String

    /// Creates an error with its one-line message.
    public init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    public var description: String { message }
}
