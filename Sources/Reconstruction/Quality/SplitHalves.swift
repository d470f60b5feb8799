import Geometry
import Support

/// Two coarse surfaces of one scan, of its even and of its odd frames: by how much the fused surface depends on which frames and
/// which voxels were chosen (split-half resampling; Efron, *The Jackknife, the Bootstrap and Other Resampling Plans*, 1982).
///
/// They are fused beside the surface itself from the same decoded frames, with voxels twice as large: an eighth of the voxels and
/// half of the frames each, so that both take about a quarter of the time of fusion. No surface is extracted from them: their
/// distance fields are read off along the normals of the fused surface.
struct SplitHalves {
    private let volumes: [TSDFVolume]
    private var count = 0

    /// Of the fused surface's.
    private static let voxelRatio: Float = 2
    /// Triangles that are looked at, at most.
    private static let maxSamples = 100_000

    init(_ options: ReconstructionOptions) {
        volumes = (0..<2).map { _ in
            TSDFVolume(
                voxelSize: Self.voxelRatio * options.voxelSize, truncation: Self.voxelRatio * options.truncation,
                memoryLimit: options.voxelMegabytes << 17, carves: options.carves)
        }
    }

    /// Adds the next frames, each to one of the halves in turn.
    /// - Throws: as `TSDFVolume.integrate`.
    mutating func add(_ frames: [FusionFrame]) throws(ReconstructionError) {
        for (half, volume) in volumes.enumerated() {
            var own: [FusionFrame] = []
            for (k, frame) in frames.enumerated() where (count + k) % 2 == half {
                var shape = frame
                shape.color = nil
                own.append(shape)
            }
            try volume.integrate(own)
        }
        count += frames.count
    }

    /// By how much the surface depends on frames and voxels, for each place that both halves observed.
    /// - Throws: as `TSDFVolume.integrate`, for the last frames.
    func stability(of mesh: TriangleMesh) throws(ReconstructionError) -> [SIMD3<Int32>: ScanObservations.Stability] {
        var samplers: [FieldSampler] = []
        for volume in volumes { samplers.append(try FieldSampler(volume)) }
        let reach = volumes[0].voxelSize
        var sums: [SIMD3<Int32>: Sums] = [:]
        for t in stride(from: 0, to: mesh.triangleCount, by: max(1, mesh.triangleCount / Self.maxSamples)) {
            let (a, b, c) = mesh.corners(t)
            let middle = (a + b + c) / 3
            let normal = cross(b - a, c - a)
            guard let key = ScanObservations.place(of: middle), normal.lengthSquared > 0 else { continue }
            let n = normal.normalized
            guard let even = Self.offset(&samplers[0], middle, n, reach), let odd = Self.offset(&samplers[1], middle, n, reach)
            else { continue }
            sums[key, default: Sums()].add(frames: (even - odd) / 2, voxels: (even + odd) / 2, weight: normal.length)
        }
        return sums.compactMapValues(\.stability)
    }

    /// How far along the normal the field's surface lies from a point of the fused one, in metres; nil where it has none within a
    /// voxel.
    private static func offset(_ field: inout FieldSampler, _ p: Vector3, _ n: Vector3, _ reach: Float) -> Float? {
        guard let front = field.distance(at: p + n * reach), let back = field.distance(at: p - n * reach), front > 0, back < 0
        else { return nil }
        return reach * (front + back) / (back - front)
    }

    /// Area-weighted moments of the offsets in one place.
    private struct Sums {
        private var count = 0
        private var weight: Float = 0
        private var frames: Float = 0
        private var voxels: Float = 0
        private var squares: Float = 0

        /// Fewer triangles say nothing of a place.
        private static let minCount = 4
        private var ratio: Float { ScanObservations.Stability.differenceRatio }

        mutating func add(frames f: Float, voxels v: Float, weight w: Float) {
            count += 1
            weight += w
            frames += w * f
            voxels += w * v
            squares += w * (f * f + v * v / (ratio * ratio))
        }

        var stability: ScanObservations.Stability? {
            guard count >= Self.minCount, weight > 0 else { return nil }
            let f = frames / weight
            let v = voxels / weight
            return ScanObservations.Stability(
                frames: f, voxels: v, scatter: max(0, squares / weight - f * f - v * v / (ratio * ratio)).squareRoot())
        }
    }
}
