import ArgumentParser
import Foundation
import ModelFormats
import Geometry
import Reconstruction

struct CloudRegisterCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "register",
        abstract: "Bring scans of one place into the frame of the first, wherever they lie.",
        discussion: """
            The scans must be upright (y up) and overlap. They are written as one model; where a place is not to be trusted nothing is written,
            and the reason is told.

            EXAMPLE
              diorama cloud register living-room.ply bedroom.ply --output flat.ply
            """)

    @Argument(help: "Two or more meshes, or two or more clouds.")
    var inputs: [String]

    @Option(name: .shortAndLong, help: "Where to write all of them together; the ending says the format.")
    var output: String

    @OptionGroup var out: OutputOptions

    func validate() throws {
        if inputs.count < 2 { throw ValidationError("Registration takes two or more files.") }
    }

    func run() async throws {
        let target = URL(fileURLWithPath: output)
        try checkTarget(target)
        let paths = inputs
        let reporter = Terminal.progress()
        let report = try await cancellable {
            let start = ContinuousClock.now
            let models = try paths.enumerated().map { i, path in
                let part = Double(i) / Double(paths.count) * 0.2...Double(i + 1) / Double(paths.count) * 0.2
                return try ModelFile.read(URL(fileURLWithPath: path), progress: reporter.part(part))
            }
            let meshes = models.compactMap { $0.mesh }
            let clouds = models.compactMap { $0.cloud }
            guard meshes.isEmpty || clouds.isEmpty else {
                throw CommandFailure("some of the files are meshes and some are clouds; give all of one kind")
            }
            let work = reporter.part(0.2...0.9)
            let alignments =
                try meshes.isEmpty
                ? CaptureRegistration.register(clouds, progress: work) : CaptureRegistration.register(meshes, progress: work)
            for (path, alignment) in zip(paths, alignments) where !alignment.isTrustworthy {
                throw CommandFailure("\(path) can't be registered: \(alignment.reason ?? "its place is not certain")")
            }
            let whole = join(models, alignments)
            let losses = try ModelFile.write(whole, to: target, progress: reporter.part(0.9...1))
            try reporter.report(1, "Done")
            return Report(
                output: target.path, points: whole.positions.count, triangles: whole.triangleCount, origin: whole.origin,
                scans: zip(paths, alignments).map { path, alignment in
                    Report.Scan(
                        input: path, transform: alignment.transform.rows, residual: alignment.residual, rms: alignment.rms,
                        overlap: alignment.overlap)
                }, seconds: (ContinuousClock.now - start) / .seconds(1),
                notes: models.flatMap { $0.notes } + losses.map(\.sentence))
        }
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
        /// Metres, y up: the middle of the first scan's frame. Zero but for map coordinates.
        var origin: SIMD3<Double>
        var scans: [Scan]
        var seconds: Double
        var notes: [String]

        var text: String {
            let lines = scans.dropFirst().map {
                String(format: "%@: %.0f %% overlap, %.1f mm apart", $0.input, $0.overlap * 100, $0.residual * 1000)
            }
            return
                (["\(output): \(scans.count) scans, \(points) points in \(Terminal.duration(seconds))"] + lines
                + notes.map { "note: \($0)" }).joined(separator: "\n")
        }
    }
}

/// All models together, each moved to its place in the first one's frame, map coordinates among it.
private func join(_ models: [Model], _ alignments: [Alignment]) -> Model {
    var mesh = TriangleMesh()
    for (model, alignment) in zip(models, alignments) {
        let cloud = PointCloud(positions: model.positions, normals: model.normals, colors: model.colors)
            .transformed(by: alignment.transform)
        mesh.append(
            TriangleMesh(
                positions: cloud.positions, normals: cloud.normals, colors: cloud.colors, indices: model.mesh?.indices ?? []))
    }
    if mesh.indices.isEmpty {
        return models[0].placing(.cloud(PointCloud(positions: mesh.positions, normals: mesh.normals, colors: mesh.colors)))
    }
    return models[0].placing(.mesh(mesh))
}
