import Geometry
import Support

/// A surface made ready for measuring: indexed once, asked often. An index of a million triangles takes some hundred megabytes.
public struct SurfaceIndex: Sendable {
    /// The measured mesh, in metres.
    public let mesh: TriangleMesh
    /// Bounding volume hierarchy of its triangles.
    public let bvh: BVH
    /// Its error model; nil for imported surfaces.
    public let noise: NoiseModel?

    /// - Throws: where the mesh's arrays do not match, or it has no triangle.
    public init(_ mesh: TriangleMesh, noise: NoiseModel? = nil) throws(MeasurementError) {
        if let flaw = mesh.flaw { throw MeasurementError("the mesh can't be measured: \(flaw)") }
        self.mesh = mesh
        self.noise = noise
        bvh = BVH(mesh)
        guard !bvh.isEmpty else { throw MeasurementError("the mesh has no triangles; there is nothing to measure") }
    }

    /// How far from a plane its own surface may lie, in metres: what noise and voxels leave.
    var tolerance: Double { max(0.006, 0.75 * (noise?.voxelSize ?? 0)) }

    /// The radius in metres that planes are fitted within where nothing else is asked for.
    public static let planeRadius = 0.25

    /// The unit normal of a triangle; zero where it has no area.
    func normal(of triangle: Int) -> Point {
        let (a, b, c) = mesh.corners(triangle)
        return (Point(b) - Point(a)).cross(Point(c) - Point(a)).normalized
    }

    /// The surface around a place.
    func surface(around p: Point, radius: Double) -> LocalSurface { LocalSurface(mesh, bvh, around: p, radius: radius) }

    /// How far the surface around a place deviates from a plane: root mean square, metres, of the side that looks along `side`.
    public func roughness(at p: Point, facing side: Point) -> Double { shape(at: p, facing: side).roughness }

    /// Normal of the surface around a place, and how far it deviates from a plane: root mean square, metres.
    func shape(at p: Point, facing side: Point) -> (normal: Point, roughness: Double) {
        // Three voxels: what fusion and smoothing blur.
        let radius = max(0.03, 3 * (noise?.voxelSize ?? 0))
        let near = surface(around: p, radius: radius).samples.filter { $0.normal.dot(side) > 0 }
        let total = near.reduce(0) { $0 + $1.area }
        guard total > 0 else { return (side, radius) }
        let mean = near.reduce(Point.zero) { $0 + $1.point * $1.area } / total
        let normal = near.reduce(Point.zero) { $0 + $1.normal * $1.area }.normalized
        let square = near.reduce(0) { $0 + $1.area * ($1.point - mean).dot(normal) * ($1.point - mean).dot(normal) } / total
        return (normal, square.squareRoot())
    }
}
