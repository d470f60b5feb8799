import Geometry

/// A registered photo as guidance needs it.
package struct GuidanceView {
    var name: String
    var pose: RigidTransform
    /// Indices of the sparse points that it sees; nil where that isn't known.
    var points: [Int]?
    /// Consistent matches with the most similar photo; nil where that isn't known.
    var matches: Int?

    package init(name: String, pose: RigidTransform, points: [Int]? = nil, matches: Int? = nil) {
        self.name = name
        self.pose = pose
        self.points = points
        self.matches = matches
    }

    init(_ view: ScaleView, matches: Int?) {
        self.init(name: view.name, pose: view.pose, points: view.points, matches: matches)
    }

    /// Where it looks, of unit length.
    var direction: Vector3 { pose.rotation.rotate(Vector3(0, 0, -1)) }
}
