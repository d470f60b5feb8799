import Support

/// A file (a model, plan, archive or compressed stream) that could not be read or written: which, where in it, and what to do, in
/// one line.
///
/// The readers and writers of `Codecs`, `ModelFormats` and `PlanFormats` throw it; other modules convert it to their own.
public struct FormatError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The category of the error.
    public enum Kind: Sendable, Equatable {
        /// The file is missing, damaged, of an unknown format, or uses a feature that is not supported.
        case unreadable
        /// The content can't be represented in the format, or the file could not be written.
        case unwritable
        /// The surrounding task was cancelled; nothing is wrong with the file.
        case cancelled
    }

    /// What went wrong.
    public let kind: Kind
    /// The file's path, where one is known.
    public let path: String?
    /// What is wrong and what to do, without the file's name.
    public let reason: String

    /// An error with a reason that names the problem and the remedy, and the file's path if it is known.
    public init(_ kind: Kind, _ reason: String, path: String? = nil) {
        self.kind = kind
        self.reason = reason
        self.path = path
    }

    package static func unreadable(_ reason: String) -> FormatError { FormatError(.unreadable, reason) }
    package static func unwritable(_ reason: String) -> FormatError { FormatError(.unwritable, reason) }
    package static let cancelled = FormatError(.cancelled, "cancelled")

    package init(_ error: FileError) { self.init(.unwritable, error.reason, path: error.path) }

    /// The same error with a path, where it has none yet.
    package func at(_ path: String) -> FormatError { self.path == nil ? FormatError(kind, reason, path: path) : self }

    public var description: String {
        guard let path else { return reason }
        return kind == .unwritable ? "couldn't write \(path): \(reason)" : "\(path): \(reason)"
    }
}

extension ProgressReporter {
    /// `report` for code that throws only `FormatError`.
    package func step(_ fraction: Double, _ what: String) throws(FormatError) {
        do { try report(fraction, what) } catch { throw FormatError.cancelled }
    }
}
