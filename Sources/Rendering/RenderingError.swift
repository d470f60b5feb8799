/// An image or video that could not be made: which, why, and what to do, in one line.
public struct RenderingError: Error, Sendable, Equatable, CustomStringConvertible {
    /// Why it failed.
    public enum Kind: Sendable, Equatable {
        /// The file could not be written, or a program that is needed for it failed.
        case unwritable
        /// The surrounding task was cancelled; nothing is wrong with the file.
        case cancelled
    }

    /// Why it failed.
    public let kind: Kind
    /// The file's path, where there is one.
    public let path: String?
    /// What is wrong and what to do, as a sentence without its end.
    public let reason: String

    /// An error; `path` names the file that could not be written.
    public init(_ kind: Kind, _ reason: String, path: String? = nil) {
        self.kind = kind
        self.path = path
        self.reason = reason
    }

    /// The path and the reason in one line.
    public var description: String { path.map { "couldn't write \($0): \(reason)" } ?? reason }
}
