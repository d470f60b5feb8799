import ArgumentParser
import Foundation
import ModelFormats
import Geometry
import Reconstruction
import Support

struct CloudCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cloud",
        abstract: "Work on point clouds: thin, clean, segment and align them.",
        discussion: """
            Reads any model file; of a mesh it takes the vertices.

            EXAMPLES
              diorama cloud downsample scan.ply --voxel 0.02 --output thin.ply
              diorama cloud align new.ply old.ply --method color --distance 0.05 --output aligned.ply
            """,
        subcommands: [
            CloudDownsampleCommand.self, CloudNormalsCommand.self, CloudOutliersCommand.self, CloudPlanesCommand.self,
            CloudClustersCommand.self, CloudAlignCommand.self, CloudRegisterCommand.self,
        ])
}

/// The file that an operation on a cloud reads, and the one that it writes.
struct CloudFiles: ParsableArguments {
    @Argument(help: "The cloud or mesh to read: \(ModelFormat.list).")
    var input: String

    @Option(name: .shortAndLong, help: "Where to write; the ending says the format, best ply.")
    var output: String

    var target: URL { URL(fileURLWithPath: output) }
}

/// What operations on clouds have in common.
enum CloudWork {
    /// The points of a model file, which lie where its model lies.
    static func read(_ path: String, _ progress: ProgressReporter) throws -> (cloud: PointCloud, model: Model) {
        let model = try ModelFile.read(URL(fileURLWithPath: path), progress: progress)
        return (PointCloud(positions: model.positions, normals: model.normals, colors: model.colors), model)
    }

    /// Reads a cloud, works on it and writes the result, with progress and time.
    static func run(
        _ files: CloudFiles, _ work: @escaping @Sendable (PointCloud, ProgressReporter) throws -> CloudResult
    ) async throws -> CloudReport {
        let target = files.target
        try checkTarget(target)
        let reporter = Terminal.progress()
        let input = files.input
        return try await cancellable {
            let start = ContinuousClock.now
            let (cloud, model) = try read(input, reporter.part(0...0.3))
            let result = try work(cloud, reporter.part(0.3...0.8))
            var report = CloudReport(input: input, pointsBefore: cloud.positions.count, points: result.cloud.positions.count)
            report.notes = model.notes
            report.parts = result.parts
            for (i, piece) in result.pieces.enumerated() {
                let place = result.pieces.count == 1 ? target : numbered(target, i + 1)
                let losses = try ModelFile.write(model.placing(.cloud(piece)), to: place, progress: reporter.part(0.8...1))
                report.notes += losses.map(\.sentence)
                report.output.append(place.path)
            }
            try reporter.report(1, "Done")
            report.seconds = (ContinuousClock.now - start) / .seconds(1)
            return report
        }
    }

    /// "room.ply" as "room-3.ply".
    private static func numbered(_ url: URL, _ number: Int) -> URL {
        let name = url.deletingPathExtension().lastPathComponent
        return url.deletingLastPathComponent().appendingPathComponent("\(name)-\(number).\(url.pathExtension)")
    }

    /// Clearly different colours for one part after the other: hues a golden angle apart.
    static func color(of part: Int) -> Vector3 {
        let hue = Float(part % 1024) * 0.618_034
        func wave(_ shift: Float) -> Float { 0.5 + 0.45 * Trigonometry.cos((hue + shift) * 2 * .pi) }
        return Vector3(wave(0), wave(1 / 3), wave(2 / 3))
    }

    /// One cloud with a colour for each part, grey for what belongs to none; or each part in its own colours as a cloud of its own.
    static func parts(_ cloud: PointCloud, _ parts: [[Int]], split: Bool) -> [PointCloud] {
        if split { return parts.map { cloud.selecting($0) } }
        var colored = cloud
        colored.colors = Array(repeating: Vector3(repeating: 0.15), count: cloud.positions.count)
        for (i, part) in parts.enumerated() { for p in part { colored.colors[p] = color(of: i) } }
        return [colored]
    }
}

/// What an operation made: one cloud, or several that are written to numbered files.
struct CloudResult: Sendable {
    var cloud: PointCloud
    var pieces: [PointCloud]
    var parts: [CloudReport.Part]?

    init(_ cloud: PointCloud) {
        self.cloud = cloud
        pieces = [cloud]
    }

    init(_ cloud: PointCloud, pieces: [PointCloud], parts: [CloudReport.Part]) {
        self.cloud = cloud
        self.pieces = pieces
        self.parts = parts
    }
}

/// What is told of an operation on a cloud.
struct CloudReport: Encodable, Sendable {
    /// A plane or cluster.
    struct Part: Encodable, Sendable {
        var points: Int
        /// Of a plane: normal · p = offset.
        var normal: Vector3?
        var offset: Float?
    }

    var input: String
    var output: [String] = []
    var pointsBefore: Int
    var points: Int
    var parts: [Part]?
    var seconds = 0.0
    var notes: [String] = []

    init(input: String, pointsBefore: Int, points: Int) {
        self.input = input
        self.pointsBefore = pointsBefore
        self.points = points
    }

    var text: String {
        var line = "\(output.joined(separator: ", ")): \(points) of \(pointsBefore) points"
        if let parts {
            let sizes = parts.map { $0.points }.sorted(by: >)
            line += sizes.count == 1 ? ", 1 part of " : ", \(sizes.count) parts of "
            line += sizes.prefix(8).map { String($0) }.joined(separator: ", ") + (sizes.count > 8 ? ", …" : "")
        }
        return ([line + " in \(Terminal.duration(seconds))"] + notes.map { "note: \($0)" }).joined(separator: "\n")
    }
}
