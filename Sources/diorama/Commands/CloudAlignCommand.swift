import ArgumentParser
import Foundation
import Geometry
import PointClouds
import Spaces

struct CloudAlignCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "align",
        abstract: "Align a cloud with another one that it nearly matches.",
        discussion: """
            Iterative closest points (ICP). For clouds in unknown poses use: diorama cloud register

            EXAMPLE
              diorama cloud align new.ply old.ply --method plane --distance 0.05 --output aligned.ply
            """)

    enum Method: String, ExpressibleByArgument, CaseIterable {
        case point, plane, color

        var icp: ICP.Method {
            switch self {
            case .point: .pointToPoint
            case .plane: .pointToPlane
            case .color: .colored
            }
        }
    }

    @OptionGroup var files: CloudFiles

    @Argument(help: "The reference cloud, which keeps its pose.")
    var onto: String

    @Option(help: "point (point to point), plane (point to plane) or color (point to plane and colours).")
    var method: Method = .plane

    @Option(parsing: .number, help: ArgumentHelp("Maximum distance between corresponding points.", valueName: "metres"))
    var distance: Float = 0.05

    @Option(parsing: .number, help: "Maximum number of iterations.")
    var iterations: Int = 50

    @OptionGroup var out: OutputOptions

    func run() async throws {
        let alignment = CloudAlignment(
            source: files.source, reference: URL(fileURLWithPath: onto), target: files.target,
            options: ICP.Options(method: method.icp, maximumDistance: distance, iterations: iterations))
        let reporter = Terminal.progress()
        let start = ContinuousClock.now
        let result = try await cancellable { try alignment.run(progress: reporter) }
        let report = Report(
            input: files.input, onto: onto, output: files.target.path, points: result.points, origin: result.origin,
            transform: result.icp.transform.rows, fitness: result.icp.fitness, rmse: result.icp.rmse,
            iterations: result.icp.iterations, converged: result.icp.converged,
            seconds: (ContinuousClock.now - start) / .seconds(1), notes: result.notes)
        try out.print(report, report.text)
    }

    struct Report: Encodable {
        var input: String
        var onto: String
        var output: String
        var points: Int
        /// Metres, y up: the centre of the transform. Zero except for map coordinates.
        var origin: SIMD3<Double>
        /// Four rows of four.
        var transform: [[Float]]
        /// 0…1: the share of points with a corresponding point.
        var fitness: Double
        /// Metres.
        var rmse: Double
        var iterations: Int
        var converged: Bool
        var seconds: Double
        var notes: [String]

        var text: String {
            let figures = String(format: "%.1f %% of %d points match, RMSE %.2f mm", fitness * 100, points, rmse * 1000)
            let end = converged ? "converged after \(iterations) iterations" : "not converged after \(iterations) iterations"
            return (["\(output): \(figures), \(end) in \(Terminal.duration(seconds))"] + notes.map { "note: \($0)" })
                .joined(separator: "\n")
        }
    }
}

extension RigidTransform {
    /// The rows of the 4x4 matrix.
    var rows: [[Float]] {
        let m = matrix.columns
        return (0..<4).map { [m.0[$0], m.1[$0], m.2[$0], m.3[$0]] }
    }
}
