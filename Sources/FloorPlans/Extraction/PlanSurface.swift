import Geometry

/// Three floats: x and y of the plan and the height, in metres, from the middle of the model.
typealias PlanVector = SIMD3<Float>

/// The surface that a plan is taken from, piece by piece: triangles of a mesh, or points of a cloud with a little area each.
///
/// Places are told in the plan's axes, levelled, and from the middle of the model, so that floats are exact enough far from the
/// origin.
struct PlanSurface: Sendable {
    /// World place that is (0, 0, 0) here.
    let center: Vector3
    /// The levelling turn of the world, about `center`.
    var levelling = Quaternion.identity {
        didSet {
            let m = levelling.matrix
            rows = (0..<3).map { k in Vector3(m.columns.0[k], m.columns.1[k], m.columns.2[k]) }
        }
    }
    /// −1 where the surface faces away from the rooms: triangles wound clockwise.
    var side: Float = 1
    private var rows = [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)]
    private let positions: [Vector3]
    private let indices: [UInt32]
    private let normals: [Vector3]
    /// Square metres a point.
    private let pointArea: Float
    /// Triangles or points.
    let count: Int

    init(_ mesh: TriangleMesh) {
        positions = mesh.positions
        indices = mesh.indices
        normals = []
        pointArea = 0
        count = mesh.triangleCount
        center = mesh.bounds.center
    }

    /// - Parameter spacing: metres between neighbouring points; `cloud` has normals.
    init(_ cloud: PointCloud, spacing: Float) {
        positions = cloud.positions
        indices = []
        normals = cloud.normals
        pointArea = spacing * spacing
        count = cloud.positions.count
        center = cloud.bounds.center
    }

    var isMesh: Bool { !indices.isEmpty }

    /// A world direction in the plan's axes.
    @inline(__always)
    private func turned(_ d: Vector3) -> PlanVector { PlanVector(dot(rows[0], d), -dot(rows[2], d), dot(rows[1], d)) }

    /// A world place in the plan's axes.
    @inline(__always)
    private func place(_ p: Vector3) -> PlanVector { turned(p - center) }

    @inline(__always)
    func corners(_ i: Int) -> (PlanVector, PlanVector, PlanVector) {
        (
            place(positions[Int(indices[3 * i])]), place(positions[Int(indices[3 * i + 1])]),
            place(positions[Int(indices[3 * i + 2])])
        )
    }

    /// Middle, unit normal, area and the box of element `i`; nil where it has no area.
    @inline(__always)
    func element(_ i: Int) -> (middle: PlanVector, normal: PlanVector, area: Float, low: PlanVector, high: PlanVector)? {
        guard isMesh else {
            let p = place(positions[i])
            return (p, turned(normals[i]) * side, pointArea, p, p)
        }
        let (a, b, c) = corners(i)
        let n = cross(b - a, c - a)
        let length = n.length
        guard length > 1e-12 else { return nil }
        return ((a + b + c) / 3, n * (side / length), length / 2, a.lanewiseMin(b).lanewiseMin(c), a.lanewiseMax(b).lanewiseMax(c))
    }

    /// Calls `body` with the middles, areas and the common normal of pieces of element `i` that are no longer than `spacing`; parts
    /// outside `low`…`high` (x and y) may be left out.
    @inline(__always)
    func pieces(
        _ i: Int, spacing: Float, low: Vector2, high: Vector2, waiting: inout [(PlanVector, PlanVector, PlanVector)],
        body: (_ place: PlanVector, _ normal: PlanVector, _ area: Float) -> Void
    ) {
        guard let whole = element(i) else { return }
        guard isMesh else { return body(whole.middle, whole.normal, whole.area) }
        let limit = spacing * spacing
        waiting.append(corners(i))
        while let (a, b, c) = waiting.popLast() {
            let x = (b - a).lengthSquared
            let y = (c - b).lengthSquared
            let z = (a - c).lengthSquared
            if max(x, y, z) <= limit {
                body((a + b + c) / 3, whole.normal, cross(b - a, c - a).length / 2)
                continue
            }
            let l = a.lanewiseMin(b).lanewiseMin(c)
            let h = a.lanewiseMax(b).lanewiseMax(c)
            if h.x < low.x || h.y < low.y || l.x > high.x || l.y > high.y { continue }
            // Halved across the longest edge.
            if x >= y && x >= z {
                let m = (a + b) / 2
                waiting.append((m, b, c))
                waiting.append((a, m, c))
            } else if y >= z {
                let m = (b + c) / 2
                waiting.append((a, m, c))
                waiting.append((a, b, m))
            } else {
                let m = (c + a) / 2
                waiting.append((a, b, m))
                waiting.append((m, b, c))
            }
        }
    }

    /// A place here as a place on the world's plan.
    func planPoint(_ p: PlanPoint) -> PlanPoint { p + PlanPoint(Double(center.x), -Double(center.z)) }
    /// A height here as the world's y.
    func elevation(_ h: Double) -> Double { h + Double(center.y) }
}
