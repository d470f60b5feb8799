import Foundation

/// Why the service refused or failed: one line for people in `message`, and a kind for programs.
public struct ServiceError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What sort of failure it is.
    public enum Kind: Sendable, Equatable {
        /// A value is missing, out of range or not one of the known words.
        case invalidInput
        /// The request is well formed, but this deployment or this scan can't do it.
        case notPossible
        /// There is no valid key.
        case notAuthenticated
        /// The key lacks a scope, or the tier a feature.
        case notAllowed
        /// What was named does not exist, or belongs to another account.
        case notFound
        /// The current state doesn't allow it.
        case conflict
        /// The tier's limit of the month is reached.
        case quotaExceeded
        /// Too many requests or jobs at one time: try again after `retryAfter`.
        case tooMany
        /// A file is larger than allowed.
        case tooLarge
        /// The database or bucket can't be used now.
        case unavailable
        /// The database's schema is of an incompatible version.
        case schema
        /// This worker no longer has the job: its lease ended, or the job was cancelled.
        case leaseLost
    }

    /// What sort of failure it is.
    public let kind: Kind
    /// What is wrong and what to do, in one line without a full stop.
    public let message: String
    /// Seconds after which the same request may succeed; nil where that is not known.
    public let retryAfter: Int?

    /// An error with a message of one line.
    public init(_ kind: Kind, _ message: String, retryAfter: Int? = nil) {
        self.kind = kind
        self.message = message
        self.retryAfter = retryAfter
    }

    public var description: String { message }

    static func notFound(_ what: String) -> ServiceError { ServiceError(.notFound, "there is no such \(what)") }
}
