import Codecs
import Support

/// Why an exhibit can't be read, used or written: which file, where in it, what is wrong and what to do.
public struct ExhibitError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What sort of failure it is.
    public enum Kind: String, Sendable {
        /// A file or folder can't be read, or is not an exhibit.
        case unreadable
        /// The document breaks a rule of the schema.
        case invalid
        /// A file that the document names is missing.
        case missing
        /// A file or folder can't be written.
        case unwritable
        /// The work was cancelled.
        case cancelled
    }

    /// What sort of failure it is.
    public let kind: Kind
    /// The file or folder; nil where the caller named just one.
    public let path: String?
    /// Where in the document, as `cards[2].detailed`; nil for the whole.
    public let location: String?
    /// What is wrong, without a full stop.
    public let problem: String
    /// What to do; nil where nothing but the problem helps.
    public let remedy: String?

    /// Creates an error.
    public init(_ kind: Kind, _ problem: String, path: String? = nil, at location: String? = nil, remedy: String? = nil) {
        self.kind = kind
        self.problem = problem
        self.path = path
        self.location = location
        self.remedy = remedy
    }

    /// One line: `path, location: problem; remedy`.
    public var description: String {
        let place = [path, location].compactMap(\.self).joined(separator: ", ")
        return (place.isEmpty ? "" : place + ": ") + problem + (remedy.map { "; " + $0 } ?? "")
    }

    /// The same error with a path, where it has none yet.
    package func inFile(_ path: String) -> ExhibitError {
        self.path == nil ? ExhibitError(kind, problem, path: path, at: location, remedy: remedy) : self
    }

    package init(_ error: FormatError) {
        let kind: Kind =
            switch error.kind {
            case .unreadable: .unreadable
            case .unwritable: .unwritable
            case .cancelled: .cancelled
            }
        self.init(kind, error.reason, path: error.path)
    }

    package init(_ error: FileError) { self.init(.unwritable, error.reason, path: error.path) }
}
