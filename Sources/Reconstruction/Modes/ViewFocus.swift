import Geometry

/// The point that cameras look at together, and how far they are from it.
public struct ViewFocus: Sendable, Equatable {
    /// The point nearest to the viewing axes.
    public var center: Vector3
    /// Distances of the cameras from it, ascending, in the unit of their poses.
    public var distances: [Float]

    /// The median distance of the cameras.
    public var distance: Float { distances[distances.count / 2] }

    /// The distance that a share of the cameras (0…1) is nearer than.
    public func distance(share: Float) -> Float {
        distances[min(max(Int(Float(distances.count) * share), 0), distances.count - 1)]
    }

    /// Axes that pass the focus by more than this share of the cameras' distance count less.
    private static let spread: Float = 0.17

    /// The point nearest to all viewing axes: least squares, then again with less weight for those that pass it by. Nil for axes
    /// that are nearly parallel, and for fewer than two cameras.
    public init?(_ cameras: [RigidTransform]) {
        var weights = cameras.map { $0.isFinite ? Float(1) : 0 }
        var found: Vector3?
        for _ in 0..<6 {
            guard let p = Self.nearest(to: cameras, weights) else { break }
            found = p
            let focus = Self.distances(of: cameras, from: p)
            guard let middle = focus.isEmpty ? nil : focus[focus.count / 2], middle > 0 else { break }
            let square = (Self.spread * middle) * (Self.spread * middle)
            for (i, camera) in cameras.enumerated() where camera.isFinite {
                let axis = camera.rotation.rotate(Vector3(0, 0, -1))
                let off = (p - camera.translation) - axis * dot(axis, p - camera.translation)
                weights[i] = dot(axis, p - camera.translation) > 0 ? 1 / (1 + off.lengthSquared / square) : 0
            }
        }
        guard let found, found.isFinite else { return nil }
        center = found
        distances = Self.distances(of: cameras, from: found)
        guard !distances.isEmpty, distance > 0, distance.isFinite else { return nil }
    }

    private static func distances(of cameras: [RigidTransform], from point: Vector3) -> [Float] {
        cameras.filter(\.isFinite).map { ($0.translation - point).length }.sorted()
    }

    private static func nearest(to cameras: [RigidTransform], _ weights: [Float]) -> Vector3? {
        // Sums of I − d·dᵀ and of it times the cameras' positions.
        var d = Vector3.zero
        var o = Vector3.zero
        var right = Vector3.zero
        var total: Float = 0
        for (camera, w) in zip(cameras, weights) where w > 0 {
            let axis = camera.rotation.rotate(Vector3(0, 0, -1))
            d += (Vector3(repeating: 1) - axis * axis) * w
            o -= axis * Vector3(axis.y, axis.z, axis.x) * w
            right += (camera.translation - axis * dot(axis, camera.translation)) * w
            total += w
        }
        let a = Vector3(d.x, o.x, o.z)
        let b = Vector3(o.x, d.y, o.y)
        let c = Vector3(o.z, o.y, d.z)
        let determinant = dot(a, cross(b, c))
        guard total >= 2, determinant > 1e-3 * total * total * total else { return nil }
        return Vector3(dot(right, cross(b, c)), dot(a, cross(right, c)), dot(a, cross(b, right))) / determinant
    }
}
