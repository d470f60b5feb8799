import ArgumentParser
import Foundation
import Spaces

struct CloudRegisterCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "register",
        abstract: "Register scans of one place in the frame of the first, whatever their poses.",
        discussion: """
            The scans must be upright (y up) and overlap. They are written as one model. If a scan can't be registered with
            certainty, nothing is written and the error says why.

            EXAMPLE
              diorama cloud register living-room.ply bedroom.ply --output flat.ply
            """)

    @Argument(help: "Two or more meshes, or two or more clouds.")
    var inputs: [String]

    @Option(name: .shortAndLong, help: "The file to write all scans to; its extension sets the format.")
    var output: String

    @OptionGroup var out: OutputOptions

    func validate() throws {
        if inputs.count < 2 { throw ValidationError("Registration needs two or more files.") }
    }

    func run() async throws {
        let target = URL(fileURLWithPath: output)
        let registration = ScanRegistration(sources: inputs.map { URL(fileURLWithPath: $0) }, target: target)
        let reporter = Terminal.progress()
        let start = ContinuousClock.now
        let result = try await cancellable { try registration.run(progress: reporter) }
        let report = Report(
            output: target.path, points: result.points, triangles: result.triangles, origin: result.origin,
            scans: zip(inputs, result.alignments).map { input, alignment in
                Report.Scan(
                    input: input, transform: alignment.transform.rows, residual: alignment.residual, rms: alignment.rms,
                    overlap: alignment.overlap)
            }, seconds: (ContinuousClock.now - start) / .seconds(1), notes: result.notes)
        try out.print(report, report.text)
    }

    struct Report: Encodable {
        struct Scan: Encodable {
            var input: String
            /// Four rows of four, to the first scan's frame.
            var transform: [[Float]]
            /// Metres.
            var residual: Double
            var rms: Double
            /// 0…1.
            var overlap: Double
        }

        var output: String
        var points: Int
        var triangles: Int
        /// Metres, y up: the centre of the first scan's frame. Zero except for map coordinates.
        var origin: SIMD3<Double>
        var scans: [Scan]
        var seconds: Double
        var notes: [String]

        var text: String {
            let lines = scans.dropFirst().map {
                String(format: "%@: %.0f %% overlap, residual %.1f mm", $0.input, $0.overlap * 100, $0.residual * 1000)
            }
            return
                (["\(output): \(scans.count) scans, \(points) points in \(Terminal.duration(seconds))"] + lines
                + notes.map { "note: \($0)" }).joined(separator: "\n")
        }
    }
}
