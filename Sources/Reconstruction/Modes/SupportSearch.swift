import Geometry
import Meshes

/// Finds the surface that an object stands on, hangs from or leans against: a plane near the focus of the cameras with the object
/// and the cameras on one side.
///
/// A large level plane below the focus is preferred: a table, the floor. Otherwise the largest plane of any direction counts, such
/// as the wall behind a relief or a table in a scan whose vertical is wrong; last, a small level plane, such as the top of a
/// plinth.
struct SupportSearch {
    let mesh: TriangleMesh
    let focus: ViewFocus
    let cameras: [RigidTransform]
    let voxelSize: Float
    /// How far from the focus surface is looked at.
    private let reach: Float
    private let triangles: [Facet]

    /// A triangle near the focus.
    private struct Facet {
        let center: Vector3
        let normal: Vector3
        let area: Float
    }

    /// Area of a plane that is a support without doubt, and of the smallest one, as shares of the squared reach.
    private static let largeShare: Float = 0.1
    private static let smallShare: Float = 0.005
    /// Planes that are tried of any direction.
    private static let tries = 400
    /// Triangles that a plane is compared with.
    private static let samples = 20_000

    init(_ mesh: TriangleMesh, focus: ViewFocus, cameras: [RigidTransform], voxelSize: Float) {
        self.mesh = mesh
        self.focus = focus
        self.cameras = cameras.filter(\.isFinite)
        self.voxelSize = voxelSize
        let reach = focus.distance * 0.8
        self.reach = reach
        triangles = (0..<mesh.triangleCount).compactMap { t in
            let (a, b, c) = mesh.corners(t)
            let n = cross(b - a, c - a)
            let length = n.length
            let p = (a + b + c) / 3
            guard length > 0, (p - focus.center).lengthSquared < 4 * reach * reach else { return nil }
            return Facet(center: p, normal: n / length, area: length / 2)
        }
    }

    /// Planes that may be the support, the most likely first, facing the cameras.
    func candidates() -> [FittedPlane] {
        let level = levelPlane()
        let any = largestPlane()
        var found: [FittedPlane] = []
        if let level, isLarge(level) { found.append(level) }
        if let any { found.append(any) }
        if let level, found.first != level { found.append(level) }
        return found
    }

    /// The level plane below the focus with the most surface near it.
    private func levelPlane() -> FittedPlane? {
        let bin = max(voxelSize, 0.005)
        let center = focus.center
        // Near the axis through the middle, and not above it by more than a little.
        let facets = triangles.filter {
            let off = Vector2($0.center.x - center.x, $0.center.z - center.z)
            return $0.normal.y > 0.9 && off.x * off.x + off.y * off.y < reach * reach && $0.center.y < center.y + 0.1 * reach
                && $0.center.y > center.y - reach
        }
        var areas: [Int: Float] = [:]
        for facet in facets { areas[Int((facet.center.y / bin).rounded(.down)), default: 0] += facet.area }
        guard let best = areas.keys.max(by: { (areas[$0] ?? 0, -$0) < (areas[$1] ?? 0, -$1) }) else { return nil }
        let up = Vector3(0, 1, 0)
        let plane = fitted(facets, normal: up, offset: (Float(best) + 0.5) * bin, widths: [2 * bin, 1.5 * bin, 1.5 * bin])
        guard let plane, plane.normal.y > 0.95, plane.area > Self.smallShare * reach * reach else { return nil }
        return plane
    }

    /// The plane of any direction with the most surface near it that has nearly all cameras in front.
    private func largestPlane() -> FittedPlane? {
        let near = triangles.filter { ($0.center - focus.center).lengthSquared < 2.25 * reach * reach }
        guard !near.isEmpty else { return nil }
        let step = max(1, near.count / Self.samples)
        let sample = stride(from: 0, to: near.count, by: step).map { near[$0] }
        let width = max(2 * voxelSize, 0.01 * focus.distance)
        var best: (area: Float, facet: Facet)?
        var number: UInt64 = 1
        for _ in 0..<Self.tries {
            number = number &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let facet = near[Int((number >> 33) % UInt64(near.count))]
            let offset = dot(facet.normal, facet.center)
            guard isBehind(facet.normal, offset) else { continue }
            var area: Float = 0
            for other in sample
            where (dot(facet.normal, other.center) - offset).magnitude < width && dot(facet.normal, other.normal) > 0.9 {
                area += other.area
            }
            if area > best?.area ?? 0 { best = (area, facet) }
        }
        guard let facet = best?.facet else { return nil }
        let plane = fitted(
            near, normal: facet.normal, offset: dot(facet.normal, facet.center), widths: [1.5 * width, width, width])
        guard let plane, isLarge(plane), isBehind(plane.normal, plane.offset) else { return nil }
        return plane
    }

    /// Whether the focus and nearly all cameras are on the plane's side of the normal, the cameras clearly.
    private func isBehind(_ normal: Vector3, _ offset: Float) -> Bool {
        guard dot(normal, focus.center) - offset > -0.05 * focus.distance else { return false }
        let front = cameras.count { dot(normal, $0.translation) - offset > 0.1 * focus.distance }
        return front * 20 >= cameras.count * 19
    }

    /// The least-squares plane of the facets near a plane, again with narrower widths; nil where there are none.
    private func fitted(_ facets: [Facet], normal: Vector3, offset: Float, widths: [Float]) -> FittedPlane? {
        var normal = normal
        var offset = offset
        var plane: FittedPlane?
        for width in widths {
            var fit = PlaneFit(around: focus.center)
            for facet in facets where dot(normal, facet.normal) > 0.9 && (dot(normal, facet.center) - offset).magnitude < width {
                fit.add(facet.center, weight: facet.area)
            }
            guard let next = fit.plane(facing: normal), dot(next.normal, normal) > 0.95 else { break }
            normal = next.normal
            offset = next.offset
            plane = next
        }
        return plane
    }

    /// Whether a plane faces up, about.
    static func isLevel(_ plane: FittedPlane) -> Bool { plane.normal.y > 0.9 }

    /// Whether a plane is so large that it is a support without doubt.
    func isLarge(_ plane: FittedPlane) -> Bool { plane.area > Self.largeShare * reach * reach }

    /// Whether surface goes on below a plane that is cut there, beside the object: then it isn't what the object stands on.
    func continues(below plane: FittedPlane, _ object: TriangleMesh) -> Bool {
        guard !isLarge(plane) else { return false }
        // Distances from the axis of the object, square to the plane.
        let center = object.bounds.center
        func off(_ p: Vector3) -> Float {
            let d = p - center
            return (d - plane.normal * dot(d, plane.normal)).lengthSquared
        }
        let radius = object.positions.reduce(0) { max($0, off($1)) }
        var below: Float = 0
        for facet in triangles where plane.distance(facet.center) < -3 * voxelSize && off(facet.center) < 1.2 * radius {
            below += facet.area
        }
        let above = (0..<object.triangleCount).reduce(Float(0)) { sum, t in
            let (a, b, c) = object.corners(t)
            return sum + cross(b - a, c - a).length / 2
        }
        return below > 0.3 * above
    }
}
