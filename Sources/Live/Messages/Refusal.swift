/// Why the room rejects a connection or an operation, and what the user can do.
public struct Refusal: Error, Equatable, Sendable {
    /// Why.
    public enum Reason: UInt8, CaseIterable, Sendable {
        /// The client knows only versions that the server no longer speaks.
        case clientTooOld = 0
        /// The client knows only versions that the server doesn't speak yet.
        case serverTooOld = 1
        /// The participant was kicked.
        case kicked = 2
        /// The room has as many participants, companions or effects as it can have.
        case roomFull = 3
        /// The role doesn't permit it.
        case notPermitted = 4
        /// The companion belongs to another participant.
        case notOwner = 5
        /// A host locked the room.
        case locked = 6
        /// A host muted effects.
        case effectsMuted = 7
        /// The companion or participant doesn't exist or no longer exists.
        case notFound = 8
        /// An id, a stamp or a role that isn't the sender's.
        case forged = 9
        /// Too many messages.
        case tooFast = 10
        /// A start time too far from the time of the room.
        case timeOutOfRange = 11
        /// The sender hasn't joined.
        case notJoined = 12
    }

    /// What the user can do.
    public enum Remedy: UInt8, CaseIterable, Sendable {
        /// Nothing; another attempt fails as well.
        case nothing = 0
        /// Reload the page or update the program.
        case updateClient = 1
        /// Ask whoever runs the server to update it.
        case updateServer = 2
        /// Ask a host.
        case askHost = 3
        /// Try again later.
        case retryLater = 4
        /// Join the session again.
        case joinAgain = 5
        /// Remove something first.
        case removeSomething = 6
    }

    /// Why.
    public var reason: Reason
    /// What the user can do.
    public var remedy: Remedy
    /// The number of the rejected operation; 0 where the connection is rejected.
    public var operation: UInt32

    /// A refusal of `operation`, with the usual remedy unless another is given.
    public init(_ reason: Reason, remedy: Remedy? = nil, operation: UInt32 = 0) {
        self.reason = reason
        self.remedy = remedy ?? Self.usualRemedy(of: reason)
        self.operation = operation
    }

    /// The remedy that fits `reason` where the message has none (versions 1 and 2).
    public static func usualRemedy(of reason: Reason) -> Remedy {
        switch reason {
        case .clientTooOld: .updateClient
        case .serverTooOld: .updateServer
        case .kicked, .notPermitted, .notOwner, .locked, .effectsMuted: .askHost
        case .roomFull: .removeSomething
        case .tooFast, .timeOutOfRange: .retryLater
        case .notJoined: .joinAgain
        case .notFound, .forged: .nothing
        }
    }
}

extension Refusal: CustomStringConvertible {
    /// One line in plain words: the reason and the remedy.
    public var description: String {
        let end = remedyText
        return end.isEmpty ? "\(reasonText)." : "\(reasonText). \(end)."
    }

    private var reasonText: String {
        switch reason {
        case .clientTooOld: "This page or program is too old for the session"
        case .serverTooOld: "The server is too old for this page or program"
        case .kicked: "You were removed from the session"
        case .roomFull: "The session is full"
        case .notPermitted: "Your role does not permit this"
        case .notOwner: "The companion belongs to another participant"
        case .locked: "The session is locked"
        case .effectsMuted: "Effects are muted"
        case .notFound: "The companion or participant no longer exists"
        case .forged: "The message contains the id of another participant"
        case .tooFast: "Too many messages in a short time"
        case .timeOutOfRange: "The time of the message differs too much from the session's"
        case .notJoined: "You have not joined the session"
        }
    }

    private var remedyText: String {
        switch remedy {
        case .nothing: ""
        case .updateClient: "Reload the page or update the program"
        case .updateServer: "Ask whoever runs the server to update it"
        case .askHost: "Ask a host"
        case .retryLater: "Try again in a few seconds"
        case .joinAgain: "Join the session again"
        case .removeSomething: "Remove a companion or wait until somebody leaves"
        }
    }
}
