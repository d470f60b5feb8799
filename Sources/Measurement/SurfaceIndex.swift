import Geometry
import Support

/// A surface made ready for measuring: indexed once, asked often. An index of a million triangles takes some hundred megabytes.
public struct SurfaceIndex: Sendable {
    /// The measured mesh, in metres.
    public let mesh: TriangleMesh
    /// Bounding volume hierarchy of its triangles.
    public let bvh: BVH
    /// The box around its vertices or points.
    public let bounds: Bounds
    /// Its error model; nil for imported surfaces.
    public var noise: NoiseModel?
    /// What is known of its errors where there is no noise model; nil for imported meshes.
    public var scatter: PointScatter?
    /// The points, where it was made of a cloud; each has the triangle of its number.
    let points: SurfacePoints?

    /// - Throws: where the mesh's arrays do not match, or it has no triangle.
    public init(_ mesh: TriangleMesh, noise: NoiseModel? = nil) throws(MeasurementError) {
        if let flaw = mesh.flaw { throw MeasurementError("the mesh can't be measured: \(flaw)") }
        self.mesh = mesh
        self.noise = noise
        points = nil
        bounds = mesh.bounds
        bvh = BVH(mesh)
        guard !bvh.isEmpty else { throw MeasurementError("the mesh has no triangles; there is nothing to measure") }
    }

    /// A point cloud: its points are the samples that planes are fitted to; rays and clicks meet a small triangle at each.
    /// - Parameters:
    ///   - cloud: points without faces, metres; normals are estimated.
    ///   - noise: of the scan that the cloud was made of; nil: errors are estimated from the scatter of the points.
    ///   - progress: receives the progress.
    /// - Throws: `MeasurementError` where there are too few points to fit planes to; `PointCloudError`, `CancellationError`.
    public init(cloud: PointCloud, noise: NoiseModel? = nil, progress: ProgressReporter = .silent) throws {
        let points = try SurfacePoints(cloud, progress: progress)
        mesh = points.triangles
        bvh = BVH(mesh)
        bounds = Bounds(points.positions)
        scatter = PointScatter(spacing: points.spacing, deviation: points.deviation)
        self.noise = noise
        self.points = points
    }

    /// How far from a plane its own surface may lie, in metres: what noise and voxels leave.
    var tolerance: Double { max(0.006, max(0.75 * (noise?.voxelSize ?? 0), 6 * (points?.deviation ?? 0))) }

    /// The radius in metres that planes are fitted within where nothing else is asked for.
    public static let planeRadius = 0.25

    /// The unit normal of a triangle; zero where it has no area.
    func normal(of triangle: Int) -> Point {
        let (a, b, c) = mesh.corners(triangle)
        return (Point(b) - Point(a)).cross(Point(c) - Point(a)).normalized
    }

    /// The surface around a place.
    func surface(around p: Point, radius: Double) -> LocalSurface {
        points?.surface(around: p, radius: radius) ?? LocalSurface(mesh, bvh, around: p, radius: radius)
    }

    /// How far the surface around a place deviates from a plane: root mean square, metres, of the side that looks along `side`.
    public func roughness(at p: Point, facing side: Point) -> Double { shape(at: p, facing: side).roughness }

    /// Normal of the surface around a place, and how far it deviates from a plane: root mean square, metres.
    func shape(at p: Point, facing side: Point) -> (normal: Point, roughness: Double) {
        // Three voxels: what fusion and smoothing blur.
        let radius = max(0.03, 3 * max(noise?.voxelSize ?? 0, points?.spacing ?? 0))
        let near = surface(around: p, radius: radius).samples.filter { $0.normal.dot(side) > 0 }
        let total = near.reduce(0) { $0 + $1.area }
        guard total > 0 else { return (side, radius) }
        let mean = near.reduce(Point.zero) { $0 + $1.point * $1.area } / total
        let normal = near.reduce(Point.zero) { $0 + $1.normal * $1.area }.normalized
        let square = near.reduce(0) { $0 + $1.area * ($1.point - mean).dot(normal) * ($1.point - mean).dot(normal) } / total
        return (normal, square.squareRoot())
    }
}
