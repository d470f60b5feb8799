import Geometry
import PointClouds
import Support

/// The points of a cloud as samples of a surface: each with its normal, and with the area around it that no other point stands for.
struct SurfacePoints: Sendable {
    /// Metres.
    let positions: [Vector3]
    /// Unit vectors.
    let normals: [Vector3]
    /// m² that each point stands for.
    let areas: [Float]
    /// Metres between neighbouring points: the median.
    let spacing: Double
    /// Metres: the root mean square distance of the points from a plane through their neighbours, the median.
    let deviation: Double
    private let tree: PointTree

    /// Larger clouds are thinned at random to so many points, which say as much of their planes.
    private static let maxCount = 1_000_000
    /// Neighbours from whose distance the density is estimated.
    private static let densityNeighbours = 8
    /// Fewer points have no planes.
    private static let minCount = 16

    /// - Throws: `MeasurementError` where the cloud has too few points; `PointCloudError`, `CancellationError`.
    init(_ cloud: PointCloud, progress: ProgressReporter) throws {
        let positions = Self.thinned(cloud.positions.filter(\.isFinite))
        guard positions.count >= Self.minCount else {
            throw MeasurementError(
                "the cloud has \(positions.count) points; measuring needs \(Self.minCount) or more")
        }
        try progress.report(0, "Indexing points")
        let tree = PointTree(positions)
        let areas = Self.areas(of: positions, tree)
        let known = areas.filter { $0 > 0 }.sorted()
        guard let median = known.isEmpty ? nil : known[known.count / 2] else {
            throw MeasurementError("all points of the cloud are at the same few places; there is nothing to measure")
        }
        spacing = Double(median).squareRoot()
        let extent = Bounds(positions).size.length
        // Far enough to average the noise, and no farther than rooms and things are flat.
        let radius = max(3 * Float(spacing), min(0.03, extent / 300))
        deviation = Self.deviation(of: positions, tree, radius: radius)
        var oriented = PointCloud(positions: positions)
        try Normals.estimate(&oriented, search: .within(radius), progress: progress.part(0.2...1))
        self.positions = positions
        self.areas = areas
        self.tree = tree
        normals = oriented.normals
    }

    /// Every point with the same probability, always the same ones: means of cubes would shift planes towards the cubes' middles.
    private static func thinned(_ positions: [Vector3]) -> [Vector3] {
        guard positions.count > maxCount else { return positions }
        var random = SplitMix64(seed: 1)
        let share = UInt64(Double(UInt64.max) * Double(maxCount) / Double(positions.count))
        return positions.filter { _ in random.next() <= share }
    }

    /// Of the disc that reaches to the eighth neighbour, an eighth.
    private static func areas(of positions: [Vector3], _ tree: PointTree) -> [Float] {
        var areas = [Float](repeating: 0, count: positions.count)
        areas.withUnsafeMutableBufferPointer { areas in
            let shared = UncheckedPoints(base: areas.baseAddress)
            Parallel.forEachRange(positions.count) { range in
                for i in range {
                    let far = tree.nearest(densityNeighbours + 1, to: positions[i]).last?.distanceSquared ?? 0
                    shared.base?[i] = .pi * far / Float(densityNeighbours)
                }
            }
        }
        // A point that is far from all others stands for no more than what is around it.
        let sorted = areas.sorted()
        let limit = 16 * sorted[sorted.count / 2]
        return areas.map { min($0, limit) }
    }

    /// The median, over some hundred points, of the root mean square distance of what is around a point from its plane.
    private static func deviation(of positions: [Vector3], _ tree: PointTree, radius: Float) -> Double {
        var found: [Double] = []
        for i in stride(from: 0, to: positions.count, by: max(1, positions.count / 500)) {
            let near = tree.within(radius, of: positions[i])
            guard near.count >= 6 else { continue }
            let step = max(1, near.count / 200)
            let sample = stride(from: 0, to: near.count, by: step).map { Point(positions[near[$0].index] - positions[i]) }
            let n = Double(sample.count)
            let mean = sample.reduce(Point.zero, +) / n
            let squares = sample.reduce(Point.zero) { $0 + ($1 - mean) * ($1 - mean) } / n
            let products =
                sample.reduce(Point.zero) { sum, p in
                    let d = p - mean
                    return sum + d * Point(d.y, d.z, d.x)
                } / n
            let eigen = SymmetricEigen(diagonal: squares, products: products, scale: squares.sum(), maxSweeps: 16)
            // Three parameters of the plane were fitted.
            found.append((max(0, eigen.values[0]) * n / max(1, n - 3)).squareRoot())
        }
        guard !found.isEmpty else { return 0 }
        found.sort()
        return found[found.count / 2]
    }

    /// The points around a place.
    func surface(around center: Point, radius: Double) -> LocalSurface {
        let near = tree.within(Float(radius), of: center.single)
        return LocalSurface(around: center, radius: radius, count: near.count) { k in
            let i = near[k].index
            return LocalSurface.Sample(point: Point(positions[i]), normal: Point(normals[i]), area: Double(areas[i]))
        }
    }

    /// The nearest point.
    func nearest(to p: Point, within radius: Double) -> (position: Point, normal: Point)? {
        tree.nearest(1, to: p.single, within: Float(radius)).first.map {
            (Point(positions[$0.index]), Point(normals[$0.index]))
        }
    }

    /// A triangle at each point, in its plane, so large that those of neighbours overlap: rays must not pass between them.
    var triangles: TriangleMesh {
        var mesh = TriangleMesh()
        mesh.positions.reserveCapacity(3 * positions.count)
        for (i, p) in positions.enumerated() {
            let (u, v) = Point(normals[i]).tangents
            let radius = Self.triangleSize * Double(max(areas[i], Float(spacing * spacing) / 16)).squareRoot()
            for k in 0..<3 {
                let angle = 2 * Float.pi * Float(k) / 3
                let out = u * Double(Trigonometry.cos(angle)) + v * Double(Trigonometry.sin(angle))
                mesh.positions.append(p + (out * radius).single)
            }
        }
        mesh.indices = Array(0..<UInt32(mesh.positions.count))
        return mesh
    }

    /// Radius of a triangle's corners in distances of points: its inscribed circle then reaches farther than a point's neighbours.
    private static let triangleSize = 2.4
}

/// For disjoint ranges of one buffer on several threads.
private struct UncheckedPoints: @unchecked Sendable {
    let base: UnsafeMutablePointer<Float>?
}

extension SurfaceIndex {
    /// Whether it was made of points without faces.
    public var isCloud: Bool { points != nil }
}
