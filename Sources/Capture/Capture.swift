import Codecs
import Foundation
import Geometry
import Images

/// A recorded scan: posed RGB-D frames that are read on demand, one by one.
public struct Capture: Sendable {
    /// Display name: the folder's name.
    public let name: String
    /// Which layout it was recognised as: "7-Scenes", "TUM RGB-D", …
    public let kind: String
    private let source: any FrameSource

    /// A capture whose frames come from `source`.
    public init(name: String, kind: String, source: any FrameSource) {
        self.name = name
        self.kind = kind
        self.source = source
    }

    /// How many frames the capture lists.
    public var frameCount: Int { source.frameCount }

    /// What was noticed when the capture was opened and does not stop it: "listed frames whose depth image is missing, left out:
    /// 17".
    public var notes: [String] { source.notes }

    /// The capture's metadata: device, date, duration, location.
    public var details: CaptureDetails { source.details }

    /// Whether the frames' poses were recorded. Where not, they are all the identity, and have to be found before fusion.
    public var hasPoses: Bool { source.hasPoses }

    /// Whether the frames have depth. Where not, their depth images are 0 x 0: photos that need photogrammetry, not fusion.
    public var hasDepth: Bool { source.hasDepth }

    /// Checks that the capture has depth.
    /// - Throws: `CaptureError` where it has none.
    public func requireDepth() throws(CaptureError) {
        if hasDepth { return }
        throw CaptureError(
            path: name, "this capture has photos but no depth images (\(frameCount) frames)",
            remedy: "record it with a depth camera")
    }

    /// Points that came with the capture, such as a COLMAP model's; empty where there are none. In the capture's world.
    public var sparsePoints: PointCloud { source.sparsePoints }

    /// The camera's pose at frame `index` without decoding its images; nil where the capture holds none that is usable.
    public func pose(at index: Int) -> RigidTransform? { source.pose(at: index) }

    /// Whether frame `index` lists a colour image, without decoding it. Some apps store one with every third frame only: depth is
    /// used of all frames, colour of those that have it.
    public func hasColor(at index: Int) -> Bool { source.hasColor(at: index) }

    /// How many frames have a colour image.
    public var colorFrameCount: Int { (0..<frameCount).count { hasColor(at: $0) } }

    /// Reads and decodes frame `index` (0..<frameCount). May be called from several threads at once.
    public func frame(at index: Int) throws(CaptureError) -> Frame { try source.frame(at: index) }

    /// The same capture with other poses, such as refined ones: one a frame, nil for frames that are not to be used (reading those
    /// throws).
    public func replacingPoses(_ poses: [RigidTransform?]) -> Capture {
        Capture(name: name, kind: kind, source: RepositionedFrames(source: source, poses: poses, name: name))
    }
}

/// What a reader of one capture layout gives: frames by number.
public protocol FrameSource: Sendable {
    /// How many frames the capture lists.
    var frameCount: Int { get }
    /// What was noticed when the capture was opened and does not stop it; for people.
    var notes: [String] { get }
    /// The camera's pose (camera to world) at a frame, without decoding its images; nil where there is none that is usable.
    func pose(at index: Int) -> RigidTransform?
    /// Reads and decodes a frame. It is called from several threads at once.
    /// - Throws: `CaptureError` where `index` is not in `0..<frameCount` or the frame can't be read.
    func frame(at index: Int) throws(CaptureError) -> Frame
    /// Whether a frame lists a colour image, without decoding it.
    func hasColor(at index: Int) -> Bool
    /// The capture's metadata.
    var details: CaptureDetails { get }
    /// Whether poses were recorded; where not, they are all the identity.
    var hasPoses: Bool { get }
    /// Whether the frames have depth; where not, their depth images are 0 x 0.
    var hasDepth: Bool { get }
    /// Points that came with the capture, in its world (metres).
    var sparsePoints: PointCloud { get }
}

extension FrameSource {
    /// No metadata.
    public var details: CaptureDetails { CaptureDetails() }
    /// True: most layouts have poses.
    public var hasPoses: Bool { true }
    /// True: most layouts have depth.
    public var hasDepth: Bool { true }
    /// True: most sources have an image with each frame.
    public func hasColor(at index: Int) -> Bool { true }
    /// No points.
    public var sparsePoints: PointCloud { PointCloud() }
}

/// The frames of another source with other poses.
private struct RepositionedFrames: FrameSource {
    let source: any FrameSource
    let poses: [RigidTransform?]
    let name: String
    var frameCount: Int { source.frameCount }
    var notes: [String] { source.notes }
    var details: CaptureDetails { source.details }
    var hasPoses: Bool { true }
    var hasDepth: Bool { source.hasDepth }
    var sparsePoints: PointCloud { source.sparsePoints }

    func pose(at index: Int) -> RigidTransform? { poses.indices.contains(index) ? poses[index] : nil }

    func hasColor(at index: Int) -> Bool { source.hasColor(at: index) }

    func frame(at index: Int) throws(CaptureError) -> Frame {
        guard let pose = pose(at: index) else { throw CaptureError(path: name, "the pose of frame \(index) could not be found") }
        var frame = try source.frame(at: index)
        frame.pose = pose
        return frame
    }
}

/// A capture, or one frame of it, that could not be read: which file, what is wrong, what to do.
public struct CaptureError: Error, Sendable, CustomStringConvertible {
    /// The file or folder that the error is about.
    public let path: String
    /// What is wrong, as a sentence without its end.
    public let problem: String
    /// What the user can do about it; empty where nothing can be suggested.
    public let remedy: String

    /// An error about the file or folder at `url`.
    public init(_ url: URL, _ problem: String, remedy: String = "") {
        path = url.path
        self.problem = problem
        self.remedy = remedy
    }

    /// An error of a capture that is not one file or folder; `path` names it.
    public init(path: String, _ problem: String, remedy: String = "") {
        self.path = path
        self.problem = problem
        self.remedy = remedy
    }

    /// An image of a capture that could not be read; `url` names it where the error does not.
    init(_ error: ImageError, _ url: URL) {
        path = error.path ?? url.path
        problem = error.problem
        remedy = error.remedy
    }

    /// An archive or compressed entry of a capture that could not be read; `url` names it where the error does not.
    init(_ error: FormatError, _ url: URL) {
        self.init(path: error.path ?? url.path, error.reason)
    }

    /// The path, the problem and the remedy in one line.
    public var description: String { "\(path): \(problem)" + (remedy.isEmpty ? "" : "; \(remedy)") }
}
