import Geometry

/// One setup of a scanner: which points of a cloud were measured from it, and where it stood.
public struct Scan: Sendable, Equatable {
    public var name: String
    /// From the scanner's own axes, y up, to the model's: its translation is the scanner's place.
    public var pose: RigidTransform
    /// Numbers of the cloud's points. The scans of a model lie one behind the other.
    public var points: Range<Int>

    public init(name: String, pose: RigidTransform, points: Range<Int>) {
        self.name = name
        self.pose = pose
        self.points = points
    }
}
