import Images
import Support

/// Something that could not be recognized, or an index that could not be used: which input, what is wrong, what to do.
public struct RecognitionError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What went wrong, for programs that react to it.
    public enum Reason: String, Sendable, Codable {
        /// The input (an image, a text, an identifier) can't be used.
        case badInput
        /// A library or model that is needed is not installed.
        case missing
        /// A file of the index is damaged; `VisualIndex.rebuild(folder:progress:)` repairs the index.
        case damagedIndex
        /// The index was written by a later version.
        case laterVersion
        /// A file could not be read or written.
        case file
        /// A limit of the index is reached.
        case limit
        /// A program or library failed.
        case failure
        /// The task was cancelled.
        case cancelled
    }

    /// What went wrong, for programs.
    public let reason: Reason
    /// The file or input that the error is about.
    public let input: String
    /// What is wrong, as a sentence without its end.
    public let problem: String
    /// What the user can do about it; empty where nothing can be suggested.
    public let remedy: String

    /// An error about `input`.
    public init(_ reason: Reason, input: String, problem: String, remedy: String = "") {
        self.reason = reason
        self.input = input
        self.problem = problem
        self.remedy = remedy
    }

    /// A file that could not be written.
    init(_ error: FileError) { self.init(.file, input: error.path, problem: error.reason) }

    /// The surrounding task was cancelled.
    static let cancelled = RecognitionError(.cancelled, input: "recognition", problem: "was cancelled")

    /// The input, the problem and the remedy in one line.
    public var description: String { "\(input): \(problem)" + (remedy.isEmpty ? "" : "; \(remedy)") }
}
