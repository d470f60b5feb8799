import Foundation
import Geometry
import ModelFormats
import Support

/// Reads a point cloud, applies an operation and writes the result.
public struct CloudPipeline: Sendable {
    /// A cloud, or a mesh of which the vertices are used.
    public var source: URL
    /// The file to write; parts in files of their own get numbers: "room-1.ply", "room-2.ply", ….
    public var target: URL

    /// The extension of `target` sets the format.
    public init(source: URL, target: URL) {
        self.source = source
        self.target = target
    }

    /// What was written.
    public struct Result: Sendable {
        /// The files.
        public var files: [URL] = []
        /// How many points the source has.
        public var pointsBefore: Int
        /// How many points were kept.
        public var points: Int
        /// Planes or clusters; nil for operations that find none.
        public var parts: [CloudPart]?
        /// The attributes of the points that were kept.
        public var attributes: [CloudAttribute]
        /// What the reader did not keep and the target's format could not hold.
        public var notes: [String]
    }

    /// - Throws: `FormatError`, `PointCloudError`, `SpacesError`, `CancellationError`.
    public func run(_ operation: CloudOperation, progress: ProgressReporter = .silent) throws -> Result {
        try TargetFile.checkModel(target)
        let model = try ModelFile.read(source, progress: progress.part(0...0.3))
        let cloud = model.points
        let output = try operation.apply(to: cloud, progress: progress.part(0.3...0.8))
        var result = Result(
            pointsBefore: cloud.positions.count, points: output.cloud.positions.count, parts: output.parts,
            attributes: output.cloud.attributes.map(CloudAttribute.init), notes: model.notes + output.notes)
        for (i, part) in output.files.enumerated() {
            let file = output.files.count == 1 ? target : numbered(i + 1)
            let losses = try ModelFile.write(model.placing(.cloud(part)), to: file, progress: progress.part(0.8...1))
            result.notes += losses.map(\.sentence)
            result.files.append(file)
        }
        try progress.report(1, "Done")
        return result
    }

    /// "room.ply" as "room-3.ply".
    private func numbered(_ number: Int) -> URL {
        let name = target.deletingPathExtension().lastPathComponent
        return target.deletingLastPathComponent().appendingPathComponent("\(name)-\(number).\(target.pathExtension)")
    }
}

/// An attribute of a cloud's points, in short.
public struct CloudAttribute: Encodable, Sendable {
    /// Its name: `intensity`, `classification`, …
    public var name: String
    /// Type of its numbers: `uint16`, `float`, …
    public var type: String
    /// The smallest finite value; nil where there is none.
    public var minimum: Double?
    /// The largest finite value; nil where there is none.
    public var maximum: Double?

    /// The name, type and range of an attribute.
    public init(_ attribute: PointAttribute) {
        name = attribute.name
        type = "\(attribute.values.type)"
        let range = attribute.values.range
        minimum = range?.lowerBound
        maximum = range?.upperBound
    }
}

extension Model {
    /// The model's points: of a mesh its vertices.
    var points: PointCloud { cloud ?? PointCloud(positions: positions, normals: normals, colors: colors) }
}
