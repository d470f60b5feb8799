import Geometry

/// The heights of a space's floor and ceiling, from the areas that face up and down at each height.
public struct Levels: Sendable, Equatable {
    /// Height of the floor that covers most, in metres.
    public var floor: Float
    /// Height of the ceiling; nil where nothing covers the space from above.
    public var ceiling: Float?

    private static let binHeight: Float = 0.05

    /// Adds up the area of near-horizontal triangles in bins of five centimetres. The floor is the strongest level that faces up in
    /// the lower half, the ceiling the strongest that faces down in the upper half, if it covers a tenth of the ground plan.
    public init(_ mesh: TriangleMesh, in box: Bounds) {
        self.init(triangleCount: mesh.triangleCount, in: box) { mesh.corners($0) }
    }

    /// The same for triangles that are not stored as a mesh. Without triangles the floor is the box's bottom.
    public init(triangleCount: Int, in box: Bounds, corners: (Int) -> (Vector3, Vector3, Vector3)) {
        let height = box.size.y
        let bins = whole(height / Self.binHeight, most: 3999) + 1
        var up = [Float](repeating: 0, count: bins)
        var down = up
        var upMoments = up
        var downMoments = up
        // Some hundred thousand samples are enough for any mesh.
        let step = max(1, triangleCount / 200_000)
        for i in stride(from: 0, to: triangleCount, by: step) {
            let (a, b, c) = corners(i)
            let n = cross(b - a, c - a)
            let size = n.length
            guard size > 0, size.isFinite, n.y.magnitude >= 0.9 * size else { continue }
            let y = (a.y + b.y + c.y) / 3
            let bin = whole((y - box.min.y) / height * Float(bins), most: bins - 1)
            let area = size * 0.5 * Float(step)
            if n.y > 0 {
                up[bin] += area
                upMoments[bin] += area * y
            } else {
                down[bin] += area
                downMoments[bin] += area * y
            }
        }
        let plan = box.size.x * box.size.z
        let lowest = Self.strongest(up, from: 0, to: (bins + 1) / 2)
        let highest = Self.strongest(down, from: bins / 2, to: bins)
        floor = up[lowest] > 0.05 * plan ? upMoments[lowest] / up[lowest] : box.min.y
        ceiling = down[highest] > 0.1 * plan ? downMoments[highest] / down[highest] : nil
    }

    private static func strongest(_ areas: [Float], from: Int, to: Int) -> Int {
        var best = from
        for i in from..<to where areas[i] > areas[best] { best = i }
        return best
    }
}
