import Foundation
import Geometry
import ModelFormats
import Reconstruction
import Support

/// Registers scans of one place in the frame of the first, whatever their poses, and writes them as one model.
public struct ScanRegistration: Sendable {
    /// Two or more meshes, or two or more clouds, upright (y up) and overlapping.
    public var sources: [URL]
    /// The model file to write; its extension sets the format.
    public var target: URL

    /// The frame of the first source is kept.
    public init(sources: [URL], target: URL) {
        self.sources = sources
        self.target = target
    }

    /// What was written.
    public struct Result: Sendable {
        /// Vertices or points of all scans together.
        public var points: Int
        /// Triangles of all scans together; 0 for clouds.
        public var triangles: Int
        /// Metres, y up: the centre of the first scan's frame. Zero except for map coordinates.
        public var origin: SIMD3<Double>
        /// The pose of each scan in the frame of the first.
        public var alignments: [Alignment]
        /// What the readers did not keep and the target's format could not hold.
        public var notes: [String]
    }

    /// - Throws: `SpacesError` of kind `notPossible` where a scan can't be registered with certainty: nothing is written then;
    ///   `FormatError`, `CancellationError`.
    public func run(progress: ProgressReporter = .silent) throws -> Result {
        try TargetFile.checkModel(target)
        let models = try sources.enumerated().map { i, file in
            let range = Double(i) / Double(sources.count) * 0.2...Double(i + 1) / Double(sources.count) * 0.2
            return try ModelFile.read(file, progress: progress.part(range))
        }
        let alignments = try register(models, progress: progress.part(0.2...0.9))
        for (file, alignment) in zip(sources, alignments) where !alignment.isTrustworthy {
            throw SpacesError(
                .notPossible, "can't be registered: \(alignment.reason ?? "its pose is not certain")", input: file.path)
        }
        let joined = Self.join(models, alignments)
        let losses = try ModelFile.write(joined, to: target, progress: progress.part(0.9...1))
        try progress.report(1, "Done")
        return Result(
            points: joined.positions.count, triangles: joined.triangleCount, origin: joined.origin, alignments: alignments,
            notes: models.flatMap { $0.notes } + Self.notes(models) + losses.map(\.sentence))
    }

    private func register(_ models: [Model], progress: ProgressReporter) throws -> [Alignment] {
        let meshes = models.compactMap { $0.mesh }
        if meshes.count == models.count { return try CaptureRegistration.register(meshes, progress: progress) }
        let clouds = models.compactMap { $0.cloud }
        guard meshes.isEmpty, clouds.count == models.count else {
            throw SpacesError(
                .invalidInput, "some of the files are meshes and some are not", remedy: "give only meshes or only point clouds")
        }
        return try CaptureRegistration.register(clouds, progress: progress)
    }

    /// All models together, each moved into the first one's frame.
    private static func join(_ models: [Model], _ alignments: [Alignment]) -> Model {
        var cloud = PointCloud()
        if models.allSatisfy({ $0.cloud != nil }) {
            for (model, alignment) in zip(models, alignments) {
                let moved = model.points.transformed(by: alignment.transform)
                if cloud.positions.isEmpty { cloud = moved } else { cloud.append(moved) }
            }
            return models[0].placing(.cloud(cloud))
        }
        var mesh = TriangleMesh()
        for (model, alignment) in zip(models, alignments) {
            let vertices = model.points.transformed(by: alignment.transform)
            mesh.append(
                TriangleMesh(
                    positions: vertices.positions, normals: vertices.normals, colors: vertices.colors,
                    indices: model.mesh?.indices ?? []))
        }
        return models[0].placing(.mesh(mesh))
    }

    /// Which attributes some of the clouds do not have.
    private static func notes(_ models: [Model]) -> [String] {
        let clouds = models.compactMap(\.cloud)
        var names: [String] = []
        for attribute in clouds.flatMap(\.attributes) where !names.contains(attribute.name) { names.append(attribute.name) }
        let partial = names.filter { name in clouds.contains { $0.attribute(name) == nil } }
        return partial.isEmpty
            ? []
            : ["Not all scans have \(partial.map { "‘\($0)’" }.joined(separator: ", ")); it is 0 for the points of the others."]
    }
}
