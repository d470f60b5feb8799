import Foundation

/// Why something of a live session failed: what, where, and what to do, on one line.
public struct SessionsError: Error, Sendable, Equatable, CustomStringConvertible, LocalizedError {
    /// The sort of failure.
    public enum Kind: Sendable, Equatable {
        /// There is no such session, or it has ended.
        case notFound
        /// A value isn't permitted.
        case invalidValue
        /// As many sessions as there can be.
        case tooMany
        /// A stored session or a recording can't be read.
        case damaged
        /// The disk or the network failed.
        case failed
        /// The room refused.
        case refused
    }

    /// The sort of failure.
    public let kind: Kind
    /// One line in plain words.
    public let description: String

    /// An error of this kind with a line of text.
    public init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }

    public var errorDescription: String? { description }
}
