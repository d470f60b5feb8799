import Support

/// A file of the catalogue that could not be read or written: which input, where in it, what is wrong, what to do.
public struct CatalogueFormatError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The category of the error; commands and routes map it to exit codes and statuses.
    public enum Kind: Sendable, Equatable {
        /// The input is damaged or not of the expected format.
        case unreadable
        /// The input exceeds a limit on its size.
        case tooLarge
        /// The values can't be represented in the output, or the output can't be written.
        case unwritable
    }

    /// What went wrong.
    public let kind: Kind
    /// Where in the input: "line 3, column 14", "things[2].value"; nil where the whole input is meant.
    public let location: String?
    /// What is wrong.
    public let problem: String
    /// What the user can do about it; empty where nothing can be suggested.
    public let remedy: String
    /// The file's path; nil where the input has no name.
    public let path: String?

    /// An error with its location in the input and, where there is one, a remedy.
    public init(_ kind: Kind, _ problem: String, at location: String? = nil, remedy: String = "", path: String? = nil) {
        self.kind = kind
        self.location = location
        self.problem = problem
        self.remedy = remedy
        self.path = path
    }

    /// The path, the location, the problem and the remedy in one line.
    public var description: String {
        let parts = [path, location].compactMap { $0 } + [problem + (remedy.isEmpty ? "" : "; \(remedy)")]
        return parts.joined(separator: ": ")
    }

    /// The same error, naming its file.
    public func inFile(_ path: String) -> CatalogueFormatError {
        CatalogueFormatError(kind, problem, at: location, remedy: remedy, path: path)
    }

    init(_ error: FileError) { self.init(.unwritable, error.reason, path: error.path) }

    static func unreadable(_ problem: String, at location: String? = nil, remedy: String = "") -> CatalogueFormatError {
        CatalogueFormatError(.unreadable, problem, at: location, remedy: remedy)
    }

    static func tooLarge(_ problem: String, at location: String? = nil, remedy: String = "") -> CatalogueFormatError {
        CatalogueFormatError(.tooLarge, problem, at: location, remedy: remedy)
    }

    static func unwritable(_ problem: String, remedy: String = "") -> CatalogueFormatError {
        CatalogueFormatError(.unwritable, problem, remedy: remedy)
    }
}

extension String {
    /// The text for a message: at most 60 characters, control characters shown as spaces.
    var quoted: String {
        let shown = String(String.UnicodeScalarView(prefix(60).unicodeScalars.prefix(240).map { $0.value < 32 ? " " : $0 }))
        return "\"" + shown + (dropFirst(60).isEmpty ? "" : "…") + "\""
    }
}
