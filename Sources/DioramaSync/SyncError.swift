import Foundation

/// What went wrong on the way between a library and others: one clear line in `message`, and its kind for programs.
public struct SyncError: Error, Sendable, Equatable, CustomStringConvertible {
    public enum Kind: Sendable, Equatable {
        /// A value that was given can't be used: a bucket's address, a phrase.
        case invalidValue
        /// What was named is not there.
        case notFound
        /// The bucket or the peer can't be reached or is overloaded; trying later may work.
        case unavailable
        /// The bucket, or what it asks for, is not allowed with these credentials.
        case noPermission
        /// A file arrived torn or altered.
        case damaged
        /// A file, share or peer was refused: forged, replayed, or something that is never executed.
        case refused
        /// A file was written by a newer version of the program.
        case newerVersion
        /// Another device uses this device's id.
        case clonedDevice
        /// The tier of the account does not include it.
        case notIncluded
        /// The disk, or the bucket, is full.
        case full
        /// The work was cancelled.
        case cancelled
        /// Anything else.
        case failed
    }

    public let kind: Kind
    /// What is wrong, where, and what to do.
    public let message: String

    /// Line ends and control characters, as foreign names may have them, become spaces: the message is one line.
    public init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message.components(separatedBy: .newlines.union(.controlCharacters)).filter { !$0.isEmpty }.joined(
            separator: " ")
    }

    public var description: String { message }

    /// Whether the same call may succeed later without anything being changed.
    public var isTransient: Bool { kind == .unavailable }
}

extension SyncError: LocalizedError {
    public var errorDescription: String? { message }
}
