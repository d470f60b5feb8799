import Foundation

/// An error of sync, pairing or sharing: one line for people in `message`, and a kind for programs.
public struct SyncError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What kind of error it is.
    public enum Kind: Sendable, Equatable {
        /// A value that was given can't be used: a bucket's address, a phrase.
        case invalidValue
        /// Something that was named does not exist.
        case notFound
        /// The bucket or the peer can't be reached or is overloaded; a later attempt may succeed.
        case unavailable
        /// The credentials don't permit it.
        case noPermission
        /// A file is incomplete or altered.
        case damaged
        /// A file, share or peer was rejected: forged, replayed or not permitted.
        case refused
        /// A file was written by a newer version of the program.
        case newerVersion
        /// Another device uses this device's id.
        case clonedDevice
        /// An enforced tier does not include it, or the operator's limit is reached.
        case notIncluded
        /// The disk, or the bucket, is full.
        case full
        /// The work was cancelled.
        case cancelled
        /// Anything else.
        case failed
    }

    /// The kind, for programs.
    public let kind: Kind
    /// What is wrong, where, and what to do, in one line.
    public let message: String

    /// An error with a message, in which line ends and control characters become spaces.
    public init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message.components(separatedBy: .newlines.union(.controlCharacters)).filter { !$0.isEmpty }.joined(
            separator: " ")
    }

    public var description: String { message }

    /// Whether the same call may succeed later.
    public var isTransient: Bool { kind == .unavailable }
}

extension SyncError: LocalizedError {
    public var errorDescription: String? { message }
}
