import Capture
import Images
import Support

/// Photos, or a result of photogrammetry, that could not be used: which file or option, what is wrong, what to do.
public struct PhotogrammetryError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The file, folder or option that the error is about.
    public let place: String
    /// What is wrong, as a sentence without its end.
    public let problem: String
    /// What the user can do about it; empty where nothing can be suggested.
    public let remedy: String

    /// An error about the file, folder or option that `place` names.
    public init(_ place: String, _ problem: String, remedy: String = "") {
        self.place = place
        self.problem = problem
        self.remedy = remedy
    }

    /// An error of an image; `place` names its file.
    init(_ error: ImageError, place: String) { self.init(place, error.problem, remedy: error.remedy) }

    /// An error of a capture.
    init(_ error: CaptureError) { self.init(error.path, error.problem, remedy: error.remedy) }

    /// A program that failed while it worked on `place`.
    init(_ error: ChildProcess.Failure, place: String) { self.init(place, error.problem, remedy: error.remedy) }

    /// A file that could not be written.
    init(_ error: FileError) { self.init(error.path, error.reason) }

    /// The place, the problem and the remedy in one line.
    public var description: String { "\(place): \(problem)" + (remedy.isEmpty ? "" : "; \(remedy)") }
}
