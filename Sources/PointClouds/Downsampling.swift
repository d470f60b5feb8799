import Geometry
import Support

/// Clouds with fewer points.
public enum Downsampling {
    /// One point for each cube of a lattice that holds any: the mean place, normal and colour of its points, in the order of the
    /// cubes' first points. Attributes that are measured become means, too, others the value of the majority (see `averages`). The
    /// lattice passes through the origin, so that clouds of one place fall into the same cubes.
    /// - Parameters:
    ///   - cloud: the points; metres.
    ///   - size: edge length of a cube in metres.
    ///   - progress: receives the progress.
    /// - Throws: `PointCloudError.badOption` where the cloud is empty or not finite, or the size is not above 0; `.tooLarge` where
    ///   there are more than two million cubes along an axis; `CancellationError`.
    public static func voxel(_ cloud: PointCloud, size: Float, progress: ProgressReporter = .silent) throws -> PointCloud {
        let bounds = try cloud.check()
        guard size > 0, size.isFinite else {
            throw PointCloudError.badOption("the voxel size is \(size) m; it must be above 0")
        }
        try progress.report(0, "Thinning points")
        let lattice = try Lattice(bounds, edge: size)
        var table = CellTable(expected: cloud.positions.count / 4)
        var numbers = [Int32](repeating: 0, count: cloud.positions.count)
        numbers.withUnsafeMutableBufferPointer { numbers in
            cloud.positions.withUnsafeBufferPointer { positions in
                for i in 0..<positions.count {
                    numbers[i] = Int32(truncatingIfNeeded: table.number(lattice.key(positions[i])))
                }
            }
        }
        try progress.report(0.5, "Thinning points")
        let sums = sum(cloud, numbers: numbers, count: table.count)
        try progress.report(1, "Thinning points")
        var thin = PointCloud(
            positions: sums.map { $0.first + $0.offset / $0.count },
            normals: cloud.normals.isEmpty ? [] : sums.map { unit($0.normal) },
            colors: cloud.colors.isEmpty ? [] : sums.map { $0.color / $0.count })
        // What is not finite shows in the means, of which there are fewer.
        do { try thin.checkAttributes() } catch { try cloud.checkAttributes() }
        thin.attributes = attributes(cloud, numbers: numbers, count: table.count)
        return thin
    }

    private static func sum(_ cloud: PointCloud, numbers: [Int32], count: Int) -> [Sum] {
        var sums = [Sum](repeating: Sum(), count: count)
        let hasNormals = !cloud.normals.isEmpty
        let hasColors = !cloud.colors.isEmpty
        sums.withUnsafeMutableBufferPointer { sums in
            cloud.positions.withUnsafeBufferPointer { positions in
                cloud.normals.withUnsafeBufferPointer { normals in
                    cloud.colors.withUnsafeBufferPointer { colors in
                        for (i, number) in numbers.enumerated() {
                            let n = Int(number)
                            if sums[n].count == 0 { sums[n].first = positions[i] }
                            sums[n].offset += positions[i] - sums[n].first
                            if hasNormals { sums[n].normal += normals[i] }
                            if hasColors { sums[n].color += colors[i] }
                            sums[n].count += 1
                        }
                    }
                }
            }
        }
        return sums
    }

    /// What is not finite stays so.
    private static func unit(_ n: Vector3) -> Vector3 {
        guard n.lengthSquared < .infinity else { return n }
        return n.lengthSquared > 0 ? n.normalized : Vector3(0, 1, 0)
    }

    private struct Sum {
        /// Sums are of offsets from the first point, so that they stay exact far from the origin.
        var first = Vector3(repeating: 0)
        var offset = Vector3(repeating: 0)
        var normal = Vector3(repeating: 0)
        var color = Vector3(repeating: 0)
        var count: Float = 0
    }

    /// The numbers of points that lie at least `spacing` metres apart while every point of the cloud has one of them within that
    /// distance: a maximal Poisson-disk sample by dart throwing (Cook 1986), in rising order. The same seed gives the same points.
    /// - Throws: as `voxel`.
    public static func poissonDisk(
        _ cloud: PointCloud, spacing: Float, seed: UInt64 = 1, progress: ProgressReporter = .silent
    ) throws -> [Int] {
        let bounds = try cloud.check()
        guard spacing > 0, spacing.isFinite else {
            throw PointCloudError.badOption("the spacing is \(spacing) m; it must be above 0")
        }
        // Cells whose diagonal is less than the spacing hold one chosen point at most.
        let lattice = try Lattice(bounds, edge: spacing / 1.733)
        var darts = Array(0..<Int32(cloud.positions.count))
        var random = SplitMix64(seed: seed)
        darts.shuffle(using: &random)
        var table = CellTable(expected: 1024)
        var chosen: [Int32] = []
        let limit = spacing * spacing
        for (thrown, dart) in darts.enumerated() {
            if thrown & 0xFFFF == 0 { try progress.report(Double(thrown) / Double(darts.count), "Spreading points") }
            let p = cloud.positions[Int(dart)]
            let key = lattice.key(p)
            guard table.find(key) == nil else { continue }
            var isFree = true
            for offset in neighbours {
                guard let number = table.find(key &+ offset) else { continue }
                isFree = (cloud.positions[Int(chosen[number])] - p).lengthSquared >= limit
                if !isFree { break }
            }
            guard isFree else { continue }
            _ = table.number(key)
            chosen.append(dart)
        }
        try progress.report(1, "Spreading points")
        return chosen.map(Int.init).sorted()
    }

    /// What the keys of cells at most two away differ by, the nearer ones first.
    private static let neighbours: [UInt64] = {
        var offsets: [(distance: Int, key: UInt64)] = []
        for k in -2...2 {
            for j in -2...2 {
                for i in -2...2 where (i, j, k) != (0, 0, 0) {
                    offsets.append((i * i + j * j + k * k, UInt64(bitPattern: Int64(k << 42 + j << 21 + i))))
                }
            }
        }
        return offsets.sorted { ($0.distance, $0.key) < ($1.distance, $1.key) }.map { $0.key }
    }()
}
