import ArgumentParser
import Foundation
import ModelFormats
import Spaces
import Support

struct CloudCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cloud",
        abstract: "Downsample, clean, segment and align point clouds.",
        discussion: """
            Reads any model file; of a mesh it uses the vertices. Attributes of points (intensity, classification, …) are kept.

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

    @Option(name: .shortAndLong, help: "The file to write; its extension sets the format.")
    var output: String

    var source: URL { URL(fileURLWithPath: input) }
    var target: URL { URL(fileURLWithPath: output) }

    /// Applies an operation and prints what was written.
    func run(_ operation: CloudOperation, out: OutputOptions) async throws {
        let pipeline = CloudPipeline(source: source, target: target)
        let reporter = Terminal.progress()
        let start = ContinuousClock.now
        let result = try await cancellable { try pipeline.run(operation, progress: reporter) }
        let report = CloudReport(result, input: input, seconds: (ContinuousClock.now - start) / .seconds(1))
        try out.print(report, report.text)
    }
}

/// What an operation on a cloud prints.
struct CloudReport: Encodable {
    var input: String
    var output: [String]
    var pointsBefore: Int
    var points: Int
    var parts: [CloudPart]?
    var attributes: [CloudAttribute]
    var seconds: Double
    var notes: [String]

    init(_ result: CloudPipeline.Result, input: String, seconds: Double) {
        self.input = input
        output = result.files.map(\.path)
        pointsBefore = result.pointsBefore
        points = result.points
        parts = result.parts
        attributes = result.attributes
        self.seconds = seconds
        notes = result.notes
    }

    var text: String {
        var line = "\(output.joined(separator: ", ")): \(points) of \(pointsBefore) points"
        if let parts {
            let sizes = parts.map(\.points).sorted(by: >)
            line += sizes.count == 1 ? ", 1 part with " : ", \(sizes.count) parts with "
            line += sizes.prefix(8).map { String($0) }.joined(separator: ", ") + (sizes.count > 8 ? ", …" : "") + " points"
        }
        var lines = [line + " in \(Terminal.duration(seconds))"]
        if !attributes.isEmpty { lines.append("attributes: " + attributes.map(Self.text).joined(separator: ", ")) }
        return (lines + notes.map { "note: \($0)" }).joined(separator: "\n")
    }

    /// "intensity 0…255".
    private static func text(_ attribute: CloudAttribute) -> String {
        guard let low = attribute.minimum, let high = attribute.maximum else { return attribute.name }
        func number(_ x: Double) -> String { String(format: "%.10g", x) }
        return low == high ? "\(attribute.name) \(number(low))" : "\(attribute.name) \(number(low))…\(number(high))"
    }
}
