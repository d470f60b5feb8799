import Geometry
import PointClouds
import Support

/// Splats to begin a training with.
public enum SplatSeeds {
    /// One splat a point: as large as the distance to its neighbours; where the points have normals, flat along the surface.
    /// - Parameters:
    ///   - cloud: points in the world of the images; those that are not finite are left out.
    ///   - maximumCount: of more points, a random choice is used.
    /// - Throws: `SplatError.badInput` where no point is left.
    public static func points(_ cloud: PointCloud, maximumCount: Int = .max, seed: UInt64 = 1) throws(SplatError) -> SplatCloud {
        var numbers = cloud.positions.indices.filter { cloud.positions[$0].isFinite }
        if numbers.isEmpty { throw .badInput("there are no finite points to begin with") }
        if numbers.count > maximumCount {
            var random = SplitMix64(seed: seed)
            numbers.shuffle(using: &random)
            numbers = numbers[..<maximumCount].sorted()
        }
        let points = cloud.picked(numbers)
        let spacing = spacings(points.positions)
        var result = SplatCloud(degree: 0)
        let isSurface = !points.normals.isEmpty
        for i in points.positions.indices {
            result.positions.append(points.positions[i])
            let size = spacing[i]
            if isSurface, points.normals[i].isFinite, points.normals[i].lengthSquared > 0.25 {
                result.rotations.append(rotation(toNormal: points.normals[i].normalized))
                result.scales.append(Vector3(size * 0.7, size * 0.7, size * 0.15))
                result.opacities.append(0.5)
            } else {
                result.rotations.append(.identity)
                result.scales.append(Vector3(repeating: size * (isSurface ? 0.7 : 0.8)))
                result.opacities.append(isSurface ? 0.5 : 0.3)
            }
            let c = points.colors.isEmpty ? Vector3(repeating: 0.2) : points.colors[i]
            let code = SRGB.fromLinear(c)
            let k = SplatCloud.coefficient(ofBase: Vector3(Float(code.x), Float(code.y), Float(code.z)) / 255)
            result.harmonics += [k.x, k.y, k.z]
        }
        return result
    }

    /// Flat splats on the surfaces that depth images show: their samples are averaged in cells of a grid, whose size is chosen so
    /// that about `maximumCount` cells hold one.
    /// - Throws: `SplatError.badInput` where no view has a usable depth sample.
    public static func depth(of views: [TrainingView], maximumCount: Int, seed: UInt64 = 1) throws(SplatError) -> SplatCloud {
        let samples = views.flatMap { DepthSamples.samples(of: $0, most: max(8_000_000 / max(views.count, 1), 2000)) }
        if samples.isEmpty { throw .badInput("no image has a usable depth sample to begin with") }
        var low: Float = 1e-4
        var high: Float = 10
        var best: PointCloud?
        // Fewer cells the larger they are: bisection on a logarithmic scale.
        for _ in 0..<12 {
            let size = (low * high).squareRoot()
            let cloud = DepthSamples.averaged(samples, cell: size, limit: maximumCount)
            if let cloud {
                best = cloud
                high = size
                if cloud.positions.count > maximumCount * 9 / 10 { break }
            } else {
                low = size
            }
        }
        guard let best else { throw .badInput("the depth samples are too far apart to begin with") }
        return try points(best, maximumCount: maximumCount, seed: seed)
    }

    /// A random choice of the splats, each larger by what the others' area was.
    static func thinned(_ cloud: SplatCloud, to count: Int, seed: UInt64) -> SplatCloud {
        var random = SplitMix64(seed: seed)
        var numbers = Array(0..<cloud.count)
        numbers.shuffle(using: &random)
        var result = cloud.picked(numbers[..<min(count, cloud.count)].sorted())
        let factor = (Float(cloud.count) / Float(max(count, 1))).squareRoot()
        for i in result.scales.indices { result.scales[i] *= factor }
        return result
    }

    /// Root mean square distance of each point to its three nearest neighbours; where all are at one point, the median of the
    /// others.
    private static func spacings(_ positions: [Vector3]) -> [Float] {
        guard positions.count > 3 else {
            let size = max(Bounds(positions).size.length, 1e-3) / 2
            return Array(repeating: size, count: positions.count)
        }
        let tree = PointTree(positions)
        var result = [Float](repeating: 0, count: positions.count)
        result.withUnsafeMutableBufferPointer { buffer in
            nonisolated(unsafe) let base = buffer.baseAddress!
            Parallel.forEachRange(positions.count, minimum: 256) { range in
                for i in range {
                    let found = tree.nearest(4, to: positions[i])
                    let sum = found.reduce(Float(0)) { $0 + $1.distanceSquared }
                    base[i] = (sum / Float(max(found.count - 1, 1))).squareRoot()
                }
            }
        }
        let sorted = result.sorted()
        let median = max(sorted[sorted.count / 2], 1e-6)
        // A lone point far away is no ball of that size.
        return result.map { min(max($0, median * 0.05), median * 10) }
    }

    /// A rotation that takes z to `normal`.
    private static func rotation(toNormal normal: Vector3) -> Quaternion {
        let other = abs(normal.x) < 0.7 ? Vector3(1, 0, 0) : Vector3(0, 1, 0)
        let x = cross(other, normal).normalized
        return Quaternion(Matrix3(x, cross(normal, x), normal))
    }
}
