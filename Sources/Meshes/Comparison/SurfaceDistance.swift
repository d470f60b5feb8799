import Geometry
import Support

/// How well one surface agrees with another, by points spread evenly over both (Knapitsch et al. 2017, *Tanks and Temples*).
public struct SurfaceDistance: Sendable, Equatable {
    /// Mean distance in metres from points of the reconstruction to the truth.
    public var meanAccuracy: Double
    /// 95 of 100 points of the reconstruction are no farther from the truth than this many metres.
    public var accuracy95: Double
    /// Mean distance in metres from points of the truth to the reconstruction.
    public var meanCompleteness: Double
    /// 95 of 100 points of the truth are no farther from the reconstruction than this many metres.
    public var completeness95: Double
    /// Share of the reconstruction's points within `threshold` of the truth.
    public var precision: Double
    /// Share of the truth's points within `threshold` of the reconstruction.
    public var recall: Double
    /// Metres.
    public var threshold: Double
    /// The same two shares at 1, 2 and 5 cm.
    public var scores: [Score]

    /// Precision and recall within one distance.
    public struct Score: Sendable, Equatable {
        /// Metres.
        public var threshold: Double
        /// Share of the reconstruction's points within `threshold` of the truth, 0…1.
        public var precision: Double
        /// Share of the truth's points within `threshold` of the reconstruction, 0…1.
        public var recall: Double
        /// Harmonic mean of precision and recall.
        public var fScore: Double { precision + recall > 0 ? 2 * precision * recall / (precision + recall) : 0 }
    }

    /// Harmonic mean of precision and recall.
    public var fScore: Double { Score(threshold: threshold, precision: precision, recall: recall).fScore }

    /// - Parameters:
    ///   - reconstruction: the surface to evaluate; metres.
    ///   - truth: the reference surface in the same frame.
    ///   - threshold: metres.
    ///   - spacing: about the distance in metres between the points that are compared.
    ///   - seen: the part of the truth that the capture could see; the rest does not count against recall. All of it where nil.
    public init(
        of reconstruction: TriangleMesh, from truth: TriangleMesh, threshold: Double = 0.02, spacing: Float = 0.02,
        seen: TriangleMesh? = nil
    ) {
        let toTruth = Self.distances(from: Self.points(on: reconstruction, spacing: spacing), to: BVH(truth))
        let toReconstruction = Self.distances(from: Self.points(on: seen ?? truth, spacing: spacing), to: BVH(reconstruction))
        func score(_ threshold: Double) -> Score {
            Score(
                threshold: threshold, precision: Self.share(toTruth, within: threshold),
                recall: Self.share(toReconstruction, within: threshold))
        }
        meanAccuracy = Self.mean(toTruth)
        accuracy95 = Self.quantile(toTruth, 0.95)
        meanCompleteness = Self.mean(toReconstruction)
        completeness95 = Self.quantile(toReconstruction, 0.95)
        let asked = score(threshold)
        precision = asked.precision
        recall = asked.recall
        self.threshold = threshold
        scores = [0.01, 0.02, 0.05].map(score)
    }

    /// Points spread evenly over a mesh: one a `spacing`² of surface, at repeatable places.
    public static func points(on mesh: TriangleMesh, spacing: Float) -> [Vector3] {
        var random = SplitMix64(seed: 7)
        var points: [Vector3] = []
        var carried: Float = 0
        for i in 0..<mesh.triangleCount {
            let (a, b, c) = mesh.corners(i)
            carried += cross(b - a, c - a).length * 0.5 / (spacing * spacing)
            while carried >= 1 {
                carried -= 1
                var u = random.unit()
                var v = random.unit()
                if u + v > 1 { (u, v) = (1 - u, 1 - v) }
                points.append(a + (b - a) * u + (c - a) * v)
            }
        }
        return points
    }

    /// Metres from each point to the nearest point of a surface; infinite where it is empty.
    public static func distances(from points: [Vector3], to surface: BVH) -> [Float] {
        var result = [Float](repeating: 0, count: points.count)
        result.withUnsafeMutableBufferPointer { result in
            Parallel.forEachRange(points.count) { range in
                for i in range { result[i] = surface.nearest(to: points[i])?.distance ?? .infinity }
            }
        }
        return result
    }

    package static func mean(_ d: [Float]) -> Double { d.isEmpty ? .infinity : d.reduce(0) { $0 + Double($1) } / Double(d.count) }

    package static func quantile(_ d: [Float], _ q: Double) -> Double {
        d.isEmpty ? .infinity : Double(d.sorted()[min(d.count - 1, Int(Double(d.count) * q))])
    }

    private static func share(_ d: [Float], within limit: Double) -> Double {
        d.isEmpty ? 0 : Double(d.count { Double($0) <= limit }) / Double(d.count)
    }
}
