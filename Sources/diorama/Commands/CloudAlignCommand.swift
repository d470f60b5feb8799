import PointClouds
import ArgumentParser
import Foundation
import ModelFormats
import Geometry
import Reconstruction

struct CloudAlignCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "align",
        abstract: "Move a cloud onto another one that it lies near to.",
        discussion: """
            Iterative closest points. For clouds at any place and turn use: diorama cloud register

            EXAMPLE
              diorama cloud align new.ply old.ply --method plane --distance 0.05 --output aligned.ply
            """)

    enum Method: String, ExpressibleByArgument, CaseIterable { case point, plane, color }

    @OptionGroup var files: CloudFiles

    @Argument(help: "The cloud that stays where it is.")
    var onto: String

    @Option(help: "point (distances between points), plane (from tangent planes), color (and colours).")
    var method: Method = .plane

    @Option(help: ArgumentHelp("How far a point may lie from its counterpart.", valueName: "metres"))
    var distance: Float = 0.05

    @Option(help: "How many steps at most.")
    var iterations: Int = 50

    @OptionGroup var out: OutputOptions

    func run() async throws {
        let target = files.target
        try checkTarget(target)
        let kind: ICP.Method = method == .point ? .pointToPoint : method == .plane ? .pointToPlane : .colored
        let options = ICP.Options(method: kind, maximumDistance: distance, iterations: iterations)
        let reporter = Terminal.progress()
        let (input, other) = (files.input, onto)
        let report = try await cancellable {
            let start = ContinuousClock.now
            var source = try CloudWork.read(input, reporter.part(0...0.2))
            var base = try CloudWork.read(other, reporter.part(0.2...0.4))
            // Map coordinates: each cloud lies near an origin of its own.
            let offset = source.model.offset(to: base.model)
            source.cloud = source.cloud.transformed(by: RigidTransform(translation: offset))
            if kind != .pointToPoint && base.cloud.normals.isEmpty {
                try Normals.estimate(&base.cloud, orientation: .along(Vector3(0, 1, 0)), progress: reporter.part(0.4...0.5))
            }
            let result = try ICP.align(source.cloud, to: base.cloud, options: options, progress: reporter.part(0.5...0.9))
            let moved = source.cloud.transformed(by: result.transform)
            let losses = try ModelFile.write(base.model.placing(.cloud(moved)), to: target, progress: reporter.part(0.9...1))
            try reporter.report(1, "Done")
            return Report(
                input: input, onto: other, output: target.path, points: moved.positions.count,
                origin: base.model.origin, transform: result.transform.rows, fitness: result.fitness, rmse: result.rmse,
                iterations: result.iterations,
                converged: result.converged, seconds: (ContinuousClock.now - start) / .seconds(1),
                notes: source.model.notes + base.model.notes + losses.map(\.sentence))
        }
        try out.print(report, report.text)
    }

    struct Report: Encodable {
        var input: String
        var onto: String
        var output: String
        var points: Int
        /// Metres, y up: the middle of the transform. Zero but for map coordinates.
        var origin: SIMD3<Double>
        /// Four rows of four.
        var transform: [[Float]]
        /// 0…1: the share of points with a counterpart.
        var fitness: Double
        /// Metres.
        var rmse: Double
        var iterations: Int
        var converged: Bool
        var seconds: Double
        var notes: [String]

        var text: String {
            let figures = String(format: "%.1f %% of %d points meet, %.2f mm apart", fitness * 100, points, rmse * 1000)
            let end = converged ? "after \(iterations) steps" : "not at rest after \(iterations) steps"
            return (["\(output): \(figures), \(end) in \(Terminal.duration(seconds))"] + notes.map { "note: \($0)" })
                .joined(separator: "\n")
        }
    }
}

extension RigidTransform {
    /// The rows of the 4x4 matrix, as people and other programs write it.
    var rows: [[Float]] {
        let m = matrix.columns
        return (0..<4).map { [m.0[$0], m.1[$0], m.2[$0], m.3[$0]] }
    }
}
