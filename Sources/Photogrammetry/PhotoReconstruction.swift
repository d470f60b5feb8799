import Capture
import Geometry

/// What was found out about a set of photos: the cameras' poses, the points that they share, and how good both are.
public struct PhotoReconstruction: Sendable {
    /// The registered photos with poses and intrinsics, without lens distortion and without depth, and the sparse points. World
    /// y-up where the gravity is known. Metres where the scale is known; otherwise the unit is the median distance from a camera to
    /// the points it sees.
    public let capture: Capture
    /// The name of each frame's photo.
    public let photoNames: [String]
    /// How many photos were given, the unreadable ones counted.
    public let given: Int
    /// How many of them are registered: the capture's frames.
    public let registered: Int
    /// Mean distance in pixels between where a photo shows a point and where it should; nil where an existing model doesn't say.
    public let reprojectionError: Double?
    /// Photos without a pose, and why.
    public let unregistered: [UnregisteredPhoto]
    /// Whether lengths are metres, and how that is known.
    public let scale: PhotoScale
    /// Which way is up, and how that is known.
    public let gravity: PhotoGravity
    /// How good the set is and what to photograph next.
    public let guidance: PhotoGuidance
    /// What was noticed; for people.
    public let notes: [String]
    /// What found the poses: "pycolmap 4.2.1", or the layout of an existing model.
    public let engine: String
}

/// A photo that has no pose.
public struct UnregisteredPhoto: Sendable, Equatable {
    /// The most likely reason.
    public enum Reason: String, Sendable, CaseIterable, Codable {
        /// The file can't be read.
        case unreadable
        /// It is much less sharp than the others.
        case blurred
        /// It shows hardly anything that can be recognised: a plain wall, darkness, overexposure.
        case textureless
        /// It has nothing in common with any other photo.
        case noOverlap = "no overlap"
        /// It has too little in common with the registered photos.
        case weakOverlap = "weak overlap"
        /// It belongs to a group of photos that has no connection to the largest group.
        case otherModel = "other model"
    }

    /// The photo's name in its set.
    public let name: String
    /// The most likely reason.
    public let reason: Reason
    /// The reason and what to do, as a sentence without its end.
    public let explanation: String

    /// A photo and the reason why it has no pose.
    public init(name: String, reason: Reason, explanation: String) {
        self.name = name
        self.reason = reason
        self.explanation = explanation
    }
}
