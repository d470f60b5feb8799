import Foundation
import Geometry
import ModelFormats
import PointClouds
import Support

/// Moves a cloud onto another one that it nearly matches, by iterative closest points.
public struct CloudAlignment: Sendable {
    /// The cloud that is moved.
    public var source: URL
    /// The cloud that keeps its pose.
    public var reference: URL
    /// Where the moved source is written.
    public var target: URL
    /// The method, the largest distance of partners in metres, and when to stop.
    public var options: ICP.Options

    /// `source` is moved onto `reference` and written to `target`.
    public init(source: URL, reference: URL, target: URL, options: ICP.Options) {
        self.source = source
        self.reference = reference
        self.target = target
        self.options = options
    }

    /// How well the clouds match.
    public struct Result: Sendable {
        /// How many points were written.
        public var points: Int
        /// Metres, y up: the centre of the transform. Zero except for map coordinates.
        public var origin: SIMD3<Double>
        /// The transform, the share of points with a partner, and their root mean square distance in metres.
        public var icp: ICP.Result
        /// What the readers did not keep and the target's format could not hold.
        public var notes: [String]
    }

    /// - Throws: `FormatError`, `PointCloudError`, `SpacesError`, `CancellationError`.
    public func run(progress: ProgressReporter = .silent) throws -> Result {
        try TargetFile.checkModel(target)
        let sourceModel = try ModelFile.read(source, progress: progress.part(0...0.2))
        let referenceModel = try ModelFile.read(reference, progress: progress.part(0.2...0.4))
        // Map coordinates: each cloud is relative to an origin of its own.
        let offset = sourceModel.offset(to: referenceModel)
        let cloud = sourceModel.points.transformed(by: RigidTransform(translation: offset))
        var base = referenceModel.points
        if options.method != .pointToPoint && base.normals.isEmpty {
            try Normals.estimate(&base, orientation: .along(Vector3(0, 1, 0)), progress: progress.part(0.4...0.5))
        }
        let icp = try ICP.align(cloud, to: base, options: options, progress: progress.part(0.5...0.9))
        let moved = cloud.transformed(by: icp.transform)
        let losses = try ModelFile.write(referenceModel.placing(.cloud(moved)), to: target, progress: progress.part(0.9...1))
        try progress.report(1, "Done")
        return Result(
            points: moved.positions.count, origin: referenceModel.origin, icp: icp,
            notes: sourceModel.notes + referenceModel.notes + losses.map(\.sentence))
    }
}
