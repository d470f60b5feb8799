import ArgumentParser
import Foundation
import Formats
import Reconstruction
import Work

struct ConvertCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Turn one model file into another format.",
        discussion: """
            EXAMPLE
              diorama convert room.ply room.usdz
              diorama convert room.ply small.glb --simplify 100000
            """)

    @Argument(help: "The file to read: \(ModelFormat.list(ModelFormat.readable)).")
    var input: String

    @Argument(help: "The file to write; its ending says the format: \(ModelFormat.list(ModelFormat.writable)).")
    var output: String

    @Option(
        help: ArgumentHelp("Leave at most about so many triangles, those that matter least going first.", valueName: "triangles"))
    var simplify: Int?

    @OptionGroup var out: OutputOptions

    func validate() throws {
        if let simplify, simplify < 1 { throw ValidationError("--simplify must be 1 or more triangles.") }
    }

    func run() async throws {
        let wanted = simplify
        let source = URL(fileURLWithPath: input)
        let target = URL(fileURLWithPath: output)
        try checkTarget(target)
        let reporter = Terminal.progress()
        let report = try await cancellable {
            let start = ContinuousClock.now
            var model = try ModelFile.read(source, progress: reporter.part(0...0.5))
            let simplified = try wanted.map { try Self.simplify(&model, to: $0, reporter) }
            let losses = try ModelFile.write(model, to: target, progress: reporter.part(0.5...1))
            try reporter.report(1, "Done")
            let size = try FileManager.default.attributesOfItem(atPath: target.path)[.size] as? Int64 ?? 0
            var report = Report(
                input: source.path, output: target.path, triangles: 0, points: 0, bytes: size,
                seconds: (ContinuousClock.now - start) / .seconds(1), notes: model.notes + losses.map(\.sentence),
                simplified: simplified)
            switch model.shape {
            case .mesh(let mesh):
                report.triangles = mesh.triangleCount
                report.points = mesh.positions.count
            case .cloud(let cloud): report.points = cloud.positions.count
            case .splats(let splats): report.points = splats.positions.count
            }
            return report
        }
        try out.print(report, report.text)
    }

    private static func simplify(_ model: inout Model, to count: Int, _ reporter: ProgressReporter) throws -> Simplified {
        guard let mesh = model.mesh else {
            throw ReconstructionError.nothingSeen("a cloud has no triangles to simplify; leave --simplify out")
        }
        try reporter.report(0.5, "Simplifying")
        let result = try Simplification.simplify(mesh, toTriangles: count)
        model.shape = .mesh(result.mesh)
        let after = result.mesh.triangleCount
        if mesh.triangleCount <= count {
            model.notes.append("It had no more than \(count) triangles and stays as it is.")
        } else if after > count + count / 8 {
            model.notes.append("\(after) triangles were left: fewer would change how its parts hang together.")
        }
        if result.joinedVertices {
            model.notes.append("Vertices at one place were joined; hard edges and sharp borders of colours became soft.")
        }
        return Simplified(trianglesBefore: mesh.triangleCount, trianglesAfter: after, errorMetres: Double(result.error))
    }

    struct Simplified: Encodable {
        var trianglesBefore: Int
        var trianglesAfter: Int
        /// How far the surface moved at the worst place, as estimated while simplifying.
        var errorMetres: Double
    }

    struct Report: Encodable {
        var input: String
        var output: String
        var triangles: Int
        var points: Int
        var bytes: Int64
        var seconds: Double
        /// What the formats could not carry.
        var notes: [String]
        var simplified: Simplified?

        var text: String {
            let what = triangles > 0 ? "\(triangles) triangles" : "\(points) points"
            var lines = ["\(output): \(what), \(Terminal.bytes(bytes)) in \(Terminal.duration(seconds))"]
            if let simplified {
                lines.append(
                    "simplified from \(simplified.trianglesBefore) triangles, moved by "
                        + String(format: "%.1f mm at most (estimated)", simplified.errorMetres * 1000))
            }
            return (lines + notes.map { "note: \($0)" })
                .joined(separator: "\n")
        }
    }
}
