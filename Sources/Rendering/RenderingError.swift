/// An image or video that could not be made: which, why, and what to do, in one line.
public struct RenderingError: Error, Sendable, Equatable, CustomStringConvertible {
    public enum Kind: Sendable, Equatable {
        /// The file could not be written, or a program that is needed for it failed.
        case unwritable
        /// The surrounding task was cancelled; nothing is wrong with the file.
        case cancelled
    }

    public let kind: Kind
    /// The file's path, where there is one.
    public let path: String?
    public let reason: String

    public init(_ kind: Kind, _ reason: String, path: String? = nil) {
        self.kind = kind
        self.path = path
        self.reason = reason
    }

    public var description: String { path.map { "couldn't write \($0): \(reason)" } ?? reason }
}
