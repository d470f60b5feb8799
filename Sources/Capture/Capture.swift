import Foundation
import Geometry
import Images

/// A recorded scan: posed RGB-D frames that are read one by one when asked for, never all at once.
public struct Capture: Sendable {
    /// A name for people: the folder's name.
    public let name: String
    /// Which layout it was recognised as: "7-Scenes", "TUM RGB-D", …
    public let kind: String
    private let source: any FrameSource

    public init(name: String, kind: String, source: any FrameSource) {
        self.name = name
        self.kind = kind
        self.source = source
    }

    /// How many frames the capture lists.
    public var frameCount: Int { source.frameCount }

    /// What was noticed when the capture was opened and does not stop it: "listed frames whose depth picture is not there, left out: 17".
    public var notes: [String] { source.notes }

    /// The camera's pose at frame `index` without decoding its pictures; nil where the capture holds none that is usable.
    public func pose(at index: Int) -> RigidTransform? { source.pose(at: index) }

    /// Reads and decodes frame `index` (0..<frameCount). May be called from several threads at once.
    public func frame(at index: Int) throws(CaptureError) -> Frame { try source.frame(at: index) }
}

/// What a reader of one capture layout gives: frames by number.
public protocol FrameSource: Sendable {
    var frameCount: Int { get }
    var notes: [String] { get }
    func pose(at index: Int) -> RigidTransform?
    func frame(at index: Int) throws(CaptureError) -> Frame
}

/// A capture, or one frame of it, that could not be read: which file, what is wrong, what to do.
public struct CaptureError: Error, Sendable, CustomStringConvertible {
    public let path: String
    public let problem: String
    /// What the user can do about it; empty where the problem says it all.
    public let remedy: String

    public init(_ url: URL, _ problem: String, remedy: String = "") {
        path = url.path
        self.problem = problem
        self.remedy = remedy
    }

    /// An error of a capture that is not one file or folder; `path` names it.
    init(path: String, _ problem: String) {
        self.path = path
        self.problem = problem
        remedy = ""
    }

    /// A picture of a capture that could not be read; `url` names it where the error does not.
    init(_ error: ImageError, _ url: URL) {
        path = error.path ?? url.path
        problem = error.problem
        remedy = error.remedy
    }

    public var description: String { "\(path): \(problem)" + (remedy.isEmpty ? "" : "; \(remedy)") }
}
