import Geometry
import Support

/// Planes in point clouds.
public enum PlaneSegmentation {
    /// The points p with normal · p = offset.
    public struct Plane: Sendable, Equatable {
        /// Unit length.
        public var normal: Vector3
        /// Metres.
        public var offset: Float

        /// The plane with a unit normal at `offset` metres from the origin along it.
        public init(normal: Vector3, offset: Float) {
            self.normal = normal
            self.offset = offset
        }

        /// Metres, positive on the side that the normal points to.
        public func distance(to p: Vector3) -> Float { dot(normal, p) - offset }
    }

    /// A plane and the numbers of the points that lie in it, ascending.
    public struct Segment: Sendable, Equatable {
        /// The plane.
        public var plane: Plane
        /// Indices of its points in the cloud, ascending.
        public var points: [Int]
    }

    /// The plane with the most points within `distance` metres: RANSAC (Fischler and Bolles 1981) that judges each plane on some
    /// thousand points, then refits the best ones to all their points as long as that gains any (Chum, Matas, Kittler 2003).
    /// - Returns: nil where all points lie on a line.
    /// - Throws: `PointCloudError.badOption` where the cloud is empty or not finite, or an option makes no sense;
    ///   `CancellationError`.
    public static func largest(
        _ cloud: PointCloud, distance: Float = 0.02, iterations: Int = 1000, seed: UInt64 = 1, progress: ProgressReporter = .silent
    ) throws -> Segment? {
        try all(cloud, distance: distance, most: 1, minimum: 3, iterations: iterations, seed: seed, progress: progress).first
    }

    /// One plane after the other, each the largest in what the ones before it left, until `most` are found or the next would have
    /// fewer than `minimum` points.
    /// - Throws: as `largest`.
    public static func all(
        _ cloud: PointCloud, distance: Float = 0.02, most: Int = 10, minimum: Int = 100, iterations: Int = 1000, seed: UInt64 = 1,
        progress: ProgressReporter = .silent
    ) throws -> [Segment] {
        try cloud.check()
        guard distance > 0, distance.isFinite else {
            throw PointCloudError.badOption("the distance is \(distance) m; it must be above 0")
        }
        guard iterations >= 1, iterations <= 10_000_000 else {
            throw PointCloudError.badOption("the number of iterations is \(iterations); it must be between 1 and ten million")
        }
        guard most >= 1 else { throw PointCloudError.badOption("the number of planes is \(most); it must be 1 or more") }
        guard minimum >= 3 else {
            throw PointCloudError.badOption("the minimum number of points of a plane is \(minimum); it must be 3 or more")
        }
        var random = SplitMix64(seed: seed)
        var rest = PlaneSearch(cloud.positions)
        var segments: [Segment] = []
        while segments.count < most {
            try progress.report(Double(segments.count) / Double(most), "Finding planes")
            guard let plane = try rest.best(distance: distance, iterations: iterations, random: &random), plane.count >= minimum
            else { break }
            segments.append(Segment(plane: plane.plane, points: rest.take(plane.plane, distance)))
        }
        try progress.report(1, "Finding planes")
        return segments
    }
}
