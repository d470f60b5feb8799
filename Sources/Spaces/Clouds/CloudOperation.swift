import Geometry
import PointClouds
import Support

/// An operation on one point cloud.
public enum CloudOperation: Sendable {
    /// One mean point per cube of this edge length, in metres.
    case voxelDownsampling(size: Float)
    /// A subset of the points that are at least this far apart, in metres.
    case poissonDiskDownsampling(spacing: Float)
    /// Removes points whose mean distance from their nearest neighbours is more than `ratio` standard deviations above the average.
    case statisticalOutliers(neighbours: Int, ratio: Float)
    /// Removes points with fewer than `minimum` points within `radius` metres, the point itself included.
    case radiusOutliers(radius: Float, minimum: Int)
    /// Estimates normals.
    case normals(search: NeighbourSearch, orientation: Normals.Orientation)
    /// Finds the largest planes, at most `limit`, with at least `minimum` points within `distance` metres each.
    case planes(distance: Float, limit: Int, minimum: Int, output: Parts)
    /// DBSCAN: clusters of points, each of which has `minimum` points within `radius` metres, the point itself included.
    case clusters(radius: Float, minimum: Int, output: Parts)

    /// How planes and clusters are written.
    public enum Parts: Sendable {
        /// One cloud with a colour per part and grey for the rest.
        case colored
        /// One cloud per part, with its own colours.
        case separate
    }

    /// The most files that separate clusters are written to.
    static let maxFiles = 1000

    /// What an operation made of a cloud.
    struct Output {
        /// The points that were kept.
        var cloud: PointCloud
        /// The clouds to write: one, or one per part.
        var files: [PointCloud]
        /// Planes or clusters; nil for other operations.
        var parts: [CloudPart]?
        /// What became of the points' attributes.
        var notes: [String] = []

        init(_ cloud: PointCloud) {
            self.cloud = cloud
            files = [cloud]
        }

        init(_ cloud: PointCloud, parts: [CloudPart], indices: [[Int]], as output: Parts) {
            self.cloud = cloud
            self.parts = parts
            switch output {
            case .colored: files = [cloud.colored(by: indices)]
            case .separate: files = indices.map { cloud.picked($0) }
            }
        }
    }

    func apply(to cloud: PointCloud, progress: ProgressReporter) throws -> Output {
        switch self {
        case .voxelDownsampling(let size):
            var output = Output(try Downsampling.voxel(cloud, size: size, progress: progress))
            output.notes = Self.voxelNotes(cloud)
            return output
        case .poissonDiskDownsampling(let spacing):
            return Output(cloud.picked(try Downsampling.poissonDisk(cloud, spacing: spacing, progress: progress)))
        case .statisticalOutliers(let neighbours, let ratio):
            return Output(
                cloud.picked(try Outliers.statistical(cloud, neighbours: neighbours, ratio: ratio, progress: progress)))
        case .radiusOutliers(let radius, let minimum):
            return Output(cloud.picked(try Outliers.radius(cloud, radius: radius, minimum: minimum, progress: progress)))
        case .normals(let search, let orientation):
            var cloud = cloud
            try Normals.estimate(&cloud, search: search, orientation: orientation, progress: progress)
            return Output(cloud)
        case .planes(let distance, let limit, let minimum, let output):
            let planes = try PlaneSegmentation.all(cloud, distance: distance, most: limit, minimum: minimum, progress: progress)
            guard !planes.isEmpty else {
                throw SpacesError(
                    .notPossible, "no plane with \(minimum) points within \(distance) m was found", remedy: "try a larger distance")
            }
            let parts = planes.map { CloudPart(points: $0.points.count, normal: $0.plane.normal, offset: $0.plane.offset) }
            return Output(cloud, parts: parts, indices: planes.map { $0.points }, as: output)
        case .clusters(let radius, let minimum, let output):
            return try Self.clusters(cloud, radius: radius, minimum: minimum, output: output, progress: progress)
        }
    }

    /// What the attributes of a cube's points became.
    private static func voxelNotes(_ cloud: PointCloud) -> [String] {
        func list(_ attributes: [PointAttribute]) -> String { attributes.map { "‘\($0.name)’" }.joined(separator: ", ") }
        let means = cloud.attributes.filter(Downsampling.averages)
        let others = cloud.attributes.filter { !Downsampling.averages($0) }
        return (means.isEmpty ? [] : ["Of \(list(means)) each point has the mean of its cube."])
            + (others.isEmpty ? [] : ["Of \(list(others)) each point has the value of the majority in its cube."])
    }

    private static func clusters(
        _ cloud: PointCloud, radius: Float, minimum: Int, output: Parts, progress: ProgressReporter
    ) throws -> Output {
        let labels = try Clustering.dbscan(cloud, reach: radius, minimum: minimum, progress: progress)
        var clusters = [[Int]](repeating: [], count: (labels.max() ?? -1) + 1)
        for (i, label) in labels.enumerated() where label >= 0 { clusters[label].append(i) }
        guard !clusters.isEmpty else {
            throw SpacesError(.notPossible, "no point has \(minimum) points within \(radius) m", remedy: "try a larger radius")
        }
        if output == .separate, clusters.count > maxFiles {
            throw SpacesError(
                .notPossible, "there are \(clusters.count) clusters, more than \(maxFiles) files",
                remedy: "try a larger radius")
        }
        return Output(cloud, parts: clusters.map { CloudPart(points: $0.count) }, indices: clusters, as: output)
    }
}

/// A plane or cluster of a cloud.
public struct CloudPart: Encodable, Sendable {
    /// How many points it has.
    public var points: Int
    /// Of a plane: normal · p = offset.
    public var normal: Vector3?
    /// Of a plane: its distance from the origin along `normal`, in metres.
    public var offset: Float?
}

extension PointCloud {
    /// The cloud with a clearly different colour for each part, and grey for points of none.
    fileprivate func colored(by parts: [[Int]]) -> PointCloud {
        var colored = self
        colored.colors = Array(repeating: Vector3(repeating: 0.15), count: positions.count)
        for (i, part) in parts.enumerated() { for p in part { colored.colors[p] = Self.color(ofPart: i) } }
        return colored
    }

    /// Hues a golden angle apart.
    private static func color(ofPart part: Int) -> Vector3 {
        let hue = Float(part % 1024) * 0.618_034
        func wave(_ shift: Float) -> Float { 0.5 + 0.45 * Trigonometry.cos((hue + shift) * 2 * .pi) }
        return Vector3(wave(0), wave(1 / 3), wave(2 / 3))
    }
}
