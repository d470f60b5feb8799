import Geometry

/// Finds the direction upwards of a reconstruction's world.
package struct GravityEstimator {
    /// A registered photo.
    package struct View {
        /// Camera to world.
        package var pose: RigidTransform
        var camera: CameraIntrinsics
        var edges: [PhotoAnalysis.Edge]
        /// The direction of gravity in the camera, where it was measured.
        var gravity: SIMD3<Float>?

        package init(
            pose: RigidTransform, camera: CameraIntrinsics, edges: [PhotoAnalysis.Edge] = [], gravity: SIMD3<Float>? = nil
        ) {
            self.pose = pose
            self.camera = camera
            self.edges = edges
            self.gravity = gravity
        }
    }

    let views: [View]
    let points: [Vector3]

    package init(views: [View], points: [Vector3]) {
        self.views = views
        self.points = points
    }

    /// The direction upwards, of unit length, and how it is known.
    package func up() -> (up: Vector3, gravity: PhotoGravity) {
        if let measured = accelerometer() { return measured }
        guard let coarse = coarse() else { return (Vector3(0, 1, 0), PhotoGravity(.unknown, uncertainty: nil)) }
        let edges = VerticalEdges(views).direction(near: coarse)
        let plane = DominantPlane(points: points, cameras: views.map(\.pose.translation)).normal(near: coarse)
        if let edges, let plane, Self.angle(edges.up, plane.normal) < 5 {
            return ((2 * edges.up + plane.normal).normalized, PhotoGravity(.verticalEdges, uncertainty: 1))
        }
        if let edges, edges.contrast > 1.6 || plane == nil { return (edges.up, PhotoGravity(.verticalEdges, uncertainty: 2)) }
        if let plane { return (plane.normal, PhotoGravity(.dominantPlane, uncertainty: 3)) }
        return (coarse, PhotoGravity(.cameras, uncertainty: 10))
    }

    /// The mean of the accelerometers' directions, where three photos or more have one and they agree.
    private func accelerometer() -> (up: Vector3, gravity: PhotoGravity)? {
        let directions = views.compactMap { view in view.gravity.map { -view.pose.rotation.rotate($0) } }
        guard directions.count >= 3 else { return nil }
        let mean = directions.reduce(Vector3(repeating: 0), +).normalized
        let kept = directions.filter { Self.angle($0, mean) < 10 }
        guard kept.count * 10 >= directions.count * 7 else { return nil }
        let up = kept.reduce(Vector3(repeating: 0), +).normalized
        let deviations = kept.map { Self.angle($0, up) }.sorted()
        let deviation = deviations[deviations.count / 2]
        return (up, PhotoGravity(.accelerometer, uncertainty: 0.5 + deviation / Float(kept.count).squareRoot()))
    }

    /// The direction upwards to some 20°: that of most cameras' upper sides; for cameras that look straight down, the direction
    /// against theirs.
    private func coarse() -> Vector3? {
        guard !views.isEmpty else { return nil }
        let n = Float(views.count)
        let tops = views.reduce(Vector3(repeating: 0)) { $0 + $1.pose.rotation.rotate(Vector3(0, 1, 0)) } / n
        let backs = views.reduce(Vector3(repeating: 0)) { $0 + $1.pose.rotation.rotate(Vector3(0, 0, 1)) } / n
        if tops.length > 0.4 { return tops.normalized }
        if backs.length > 0.85, tops.length < 0.3 { return backs.normalized }
        return nil
    }

    /// Degrees between two unit vectors.
    package static func angle(_ a: Vector3, _ b: Vector3) -> Float {
        Trigonometry.atan2(cross(a, b).length, dot(a, b)) * 180 / .pi
    }
}
