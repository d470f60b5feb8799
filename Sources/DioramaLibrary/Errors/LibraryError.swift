import Foundation

/// What went wrong with a library: one clear line in `message`, and its kind for programs.
public struct LibraryError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The cause of the error, for programs.
    public enum Kind: Sendable, Equatable {
        /// A value that was given can't be kept: a name with control characters, a negative count.
        case invalidValue
        /// What was named is not there.
        case notFound
        /// A file is only elsewhere, and that can't be reached at the moment; a later attempt may succeed.
        case unavailable
        /// The folder or its database is something else than a library.
        case notALibrary
        /// The library was written by a newer version of the program.
        case newerVersion
        /// Another program uses the library in a way that keeps this one out.
        case inUse
        /// The disk is full.
        case diskFull
        /// The folder or a file in it can't be written or read.
        case noPermission
        /// The database is damaged.
        case damaged
        /// An enforced tier does not include it, or the operator's limit is reached.
        case notIncluded
        /// Nothing can be changed here: the entry was shared to be read only, the library is open read-only, or the demo library
        /// has taken all changes that it takes.
        case notAllowed
        /// The work was cancelled.
        case cancelled
        /// Anything else, as a failing disk.
        case failed
    }

    /// The cause, for programs.
    public let kind: Kind
    /// What is wrong, where, and what to do.
    public let message: String

    /// Line ends and control characters, as paths and SQLite's messages may have them, become spaces: the message is one line.
    public init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message.components(separatedBy: .newlines.union(.controlCharacters)).filter { !$0.isEmpty }.joined(
            separator: " ")
    }

    public var description: String { message }
}

extension LibraryError {
    /// The one line for a damaged database that was noticed when the library was opened.
    init(_ damage: [LibraryDamage], in layout: LibraryFolder) {
        self.init(
            .damaged,
            "the library at \(layout.root.path) is damaged: \(damage.map(\.description).joined(separator: "; ")); "
                + "nothing was changed: run 'diorama library restore' to repair it")
    }
}

extension LibraryError: LocalizedError {
    public var errorDescription: String? { message }
}
