import Geometry

/// One setup of a laser scanner: its pose and the points of a cloud that were measured from it.
public struct Scan: Sendable, Equatable {
    /// The name of the setup.
    public var name: String
    /// From the scanner's own axes, y up, to the model's: its translation is the scanner's position in metres.
    public var pose: RigidTransform
    /// Indices of the cloud's points. The ranges of a model's scans follow one another.
    public var points: Range<Int>

    /// A setup with these points.
    public init(name: String, pose: RigidTransform, points: Range<Int>) {
        self.name = name
        self.pose = pose
        self.points = points
    }
}
