/// Why tables can't be tracked or a changeset can't be read: one clear line in `message`.
public struct ChangesError: Error, Sendable, Equatable, CustomStringConvertible {
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

    public let kind: Kind
    public let message: String

    public init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    public var description: String { message }
}
