import Geometry
import Support

/// Normals of point clouds: the direction in which a point's neighbours spread least (Hoppe et al. 1992, *Surface Reconstruction
/// from Unorganized Points*).
public enum Normals {
    /// Which of both sides a normal points to.
    public enum Orientation: Sendable, Equatable {
        /// To the side of this point, such as where the scanner stood.
        case towards(Vector3)
        /// To the side of this direction, such as up.
        case along(Vector3)
        /// As their neighbours', passed on along the surface (Hoppe et al. 1992); each piece faces the middle of the cloud, as a
        /// room's do.
        case consistent
    }

    /// Gives each point a unit normal; points without two neighbours beside them get (0, 1, 0).
    /// - Parameters:
    ///   - cloud: the points; receives the normals.
    ///   - search: the neighbours that count, the point itself being one of them.
    ///   - orientation: which of both sides a normal points to.
    ///   - progress: receives the progress.
    /// - Throws: `PointCloudError.badOption` where the cloud is empty or not finite, or an option makes no sense;
    ///   `CancellationError`.
    public static func estimate(
        _ cloud: inout PointCloud, search: NeighbourSearch = .nearest(30), orientation: Orientation = .consistent,
        progress: ProgressReporter = .silent
    ) throws {
        try cloud.check()
        try search.check(minimum: 3)
        try progress.report(0, "Sorting points")
        let tree = PointTree(cloud.positions)
        cloud.normals = try directions(tree, search: search, progress: progress.part(0.1...0.6))
        switch orientation {
        case .towards(let eye):
            guard eye.isFinite else { throw PointCloudError.badOption("the viewpoint is not finite") }
            for i in cloud.normals.indices where dot(cloud.normals[i], eye - cloud.positions[i]) < 0 {
                cloud.normals[i] = -cloud.normals[i]
            }
        case .along(let direction):
            guard direction.isFinite, direction.length > 0 else {
                throw PointCloudError.badOption("the direction of the normals is zero or not finite")
            }
            for i in cloud.normals.indices where dot(cloud.normals[i], direction) < 0 { cloud.normals[i] = -cloud.normals[i] }
        case .consistent:
            try NormalPropagation.orient(&cloud.normals, tree: tree, progress: progress.part(0.6...1))
        }
        try progress.report(1, "Finding normals")
    }

    /// A unit normal a point of the tree, in the order of the cloud; either side.
    static func directions(_ tree: PointTree, search: NeighbourSearch, progress: ProgressReporter = .silent) throws -> [Vector3] {
        let n = tree.count
        let rows = (n + 7) / 8
        // The six sums of eight points lie side by side, as the eigenvector code wants them.
        var sums = [SmallestEigenvectors.Matrices](repeating: SmallestEigenvectors.Matrices(), count: rows)
        var normals = [Vector3](repeating: Vector3(0, 1, 0), count: n)
        try sums.withUnsafeMutableBytes { bytes in
            let raw = Shared(bytes.baseAddress)
            try Neighbourhoods.forEach(tree, search: search, progress: progress, what: "Finding normals") { near in
                guard near.count >= 3, let base = raw.base else { return }
                let c = covariance(near)
                let row = (base + near.index / 8 * 192).assumingMemoryBound(to: Float.self) + near.index % 8
                row[0] = c.0
                row[8] = c.1
                row[16] = c.2
                row[24] = c.3
                row[32] = c.4
                row[40] = c.5
            }
        }
        sums.withUnsafeBufferPointer { sums in
            normals.withUnsafeMutableBufferPointer { normals in
                tree.order.withUnsafeBufferPointer { order in
                    Parallel.forEachRange(rows, minimum: 256) { range in
                        for row in range {
                            let (x, y, z) = SmallestEigenvectors.smallest(sums[row])
                            for lane in 0..<min(8, n - row * 8) {
                                normals[Int(order[row * 8 + lane])] = Vector3(x[lane], y[lane], z[lane])
                            }
                        }
                    }
                }
            }
        }
        return normals
    }

    private struct Shared: @unchecked Sendable {
        let base: UnsafeMutableRawPointer?
        init(_ base: UnsafeMutableRawPointer?) { self.base = base }
    }

    /// The covariance (times the count) of a point's neighbours: xx, xy, xz, yy, yz, zz.
    @inline(__always)
    private static func covariance(_ near: Neighbourhood) -> (Float, Float, Float, Float, Float, Float) {
        typealias Lanes = PointTree.Lanes
        let zero = Lanes(repeating: 0)
        let px = near.position.x
        let py = near.position.y
        let pz = near.position.z
        var x = zero
        var y = zero
        var z = zero
        var xx = zero
        var xy = zero
        var xz = zero
        var yy = zero
        var yz = zero
        var zz = zero
        for i in 0..<near.vectors {
            let inside = near.distances[i] .<= near.threshold
            // Relative to the point, so that a cloud far from the origin keeps its precision.
            let dx = zero.replacing(with: near.x[i] - px, where: inside)
            let dy = zero.replacing(with: near.y[i] - py, where: inside)
            let dz = zero.replacing(with: near.z[i] - pz, where: inside)
            x += dx
            y += dy
            z += dz
            xx += dx * dx
            xy += dx * dy
            xz += dx * dz
            yy += dy * dy
            yz += dy * dz
            zz += dz * dz
        }
        let share = 1 / Float(near.count)
        let sx = x.sum()
        let sy = y.sum()
        let sz = z.sum()
        return (
            xx.sum() - sx * sx * share, xy.sum() - sx * sy * share, xz.sum() - sx * sz * share,
            yy.sum() - sy * sy * share, yz.sum() - sy * sz * share, zz.sum() - sz * sz * share
        )
    }
}
