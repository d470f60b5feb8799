import Geometry
import Images

/// A registered photo as the estimators of scale need it.
package struct ScaleView: Sendable {
    package var name: String
    /// Camera to world.
    var pose: RigidTransform
    var camera: CameraIntrinsics
    /// Indices of the sparse points that it sees; nil where that isn't known.
    var points: [Int]?
    /// Where a pixel of the photo is in the frame, which has no lens distortion.
    var undistorted: @Sendable (SIMD2<Double>) -> SIMD2<Double>

    package init(
        name: String, pose: RigidTransform, camera: CameraIntrinsics, points: [Int]? = nil,
        undistorted: @escaping @Sendable (SIMD2<Double>) -> SIMD2<Double> = { $0 }
    ) {
        self.name = name
        self.pose = pose
        self.camera = camera
        self.points = points
        self.undistorted = undistorted
    }

    /// The ray through a pixel of the frame.
    package func ray(_ pixel: Vector2) -> Ray {
        let direction = pose.rotation.rotate(camera.unproject(pixel, depth: 1)).normalized
        return Ray(origin: pose.translation, direction: direction)
    }

    /// The pixel of the frame where a point is; nil behind the camera.
    package func project(_ p: Vector3) -> Vector2? { camera.project(pose.inverse.apply(p)) }
}

/// Points from rays.
package enum Triangulation {
    /// The point with the least squared distance to the rays, and the largest angle between two of them in degrees; nil for fewer
    /// than two rays or parallel ones.
    package static func point(_ rays: [Ray]) -> (point: Vector3, angle: Float)? {
        guard rays.count >= 2 else { return nil }
        // Σ (1 − d dᵀ) p = Σ (1 − d dᵀ) o, around the first origin for precision.
        let origin = SIMD3<Double>(rays[0].origin)
        var m = [SIMD3<Double>](repeating: .zero, count: 3)
        var b = SIMD3<Double>.zero
        var angle: Float = 0
        for (i, ray) in rays.enumerated() {
            let d = SIMD3<Double>(ray.direction)
            let o = SIMD3<Double>(ray.origin) - origin
            for k in 0..<3 {
                var row = SIMD3<Double>.zero
                row[k] = 1
                row -= d[k] * d
                m[k] += row
                b[k] += (row * o).sum()
            }
            for other in rays[..<i] { angle = max(angle, GravityEstimator.angle(ray.direction, other.direction)) }
        }
        guard let p = LinearSystem.solve(m, b), angle > 0 else { return nil }
        return (Vector3(p + origin), angle)
    }
}

/// A linear system with three unknowns.
enum LinearSystem {
    /// The solution by Cramer's rule; nil where there is none or many.
    static func solve(_ rows: [SIMD3<Double>], _ b: SIMD3<Double>) -> SIMD3<Double>? {
        func det(_ a: SIMD3<Double>, _ b: SIMD3<Double>, third c: SIMD3<Double>) -> Double {
            a.x * (b.y * c.z - b.z * c.y) - a.y * (b.x * c.z - b.z * c.x) + a.z * (b.x * c.y - b.y * c.x)
        }
        let size = rows.reduce(0) { $0 + ($1 * $1).sum() }
        let determinant = det(rows[0], rows[1], third: rows[2])
        guard abs(determinant) > 1e-12 * size * size.squareRoot() else { return nil }
        var result = SIMD3<Double>.zero
        for k in 0..<3 {
            var copy = rows
            for i in 0..<3 { copy[i][k] = b[i] }
            result[k] = det(copy[0], copy[1], third: copy[2]) / determinant
        }
        return result
    }
}
