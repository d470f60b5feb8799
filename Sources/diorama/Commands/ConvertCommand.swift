import ArgumentParser
import Foundation
import Formats
import Work

struct ConvertCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Turn one model file into another format.",
        discussion: """
            EXAMPLE
              diorama convert room.ply room.usdz
            """)

    @Argument(help: "The file to read: \(ModelFormat.list(ModelFormat.readable)).")
    var input: String

    @Argument(help: "The file to write; its ending says the format: \(ModelFormat.list(ModelFormat.writable)).")
    var output: String

    @OptionGroup var out: OutputOptions

    func run() async throws {
        let source = URL(fileURLWithPath: input)
        let target = URL(fileURLWithPath: output)
        try checkTarget(target)
        let reporter = Terminal.progress()
        let report = try await cancellable {
            let start = ContinuousClock.now
            let model = try ModelFile.read(source, progress: reporter.part(0...0.5))
            let losses = try ModelFile.write(model, to: target, progress: reporter.part(0.5...1))
            try reporter.report(1, "Done")
            let size = try FileManager.default.attributesOfItem(atPath: target.path)[.size] as? Int64 ?? 0
            var report = Report(
                input: source.path, output: target.path, triangles: 0, points: 0, bytes: size,
                seconds: (ContinuousClock.now - start) / .seconds(1), notes: model.notes + losses)
            switch model.shape {
            case .mesh(let mesh):
                report.triangles = mesh.triangleCount
                report.points = mesh.positions.count
            case .cloud(let cloud): report.points = cloud.positions.count
            }
            return report
        }
        try out.print(report, report.text)
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

        var text: String {
            let what = triangles > 0 ? "\(triangles) triangles" : "\(points) points"
            return (["\(output): \(what), \(Terminal.bytes(bytes)) in \(Terminal.duration(seconds))"] + notes.map { "note: \($0)" })
                .joined(separator: "\n")
        }
    }
}
