import Meshes
import SyntheticScenes
import ArgumentParser
import Capture
import Foundation
import ModelFormats
import Geometry
import Measurement
import Reconstruction
import Support

struct ReconstructCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reconstruct",
        abstract: "Turn a capture, or several of one place, into a coloured mesh.",
        discussion: """
            The kind of capture is recognised by looking into the folder; docs/captures.md lists what is read.

            EXAMPLES
              diorama reconstruct ~/scans/office --voxel 0.01 --output office.glb
              diorama reconstruct ~/scans/vase --mode object --texture --output vase.glb
              diorama reconstruct ~/scans/kitchen ~/scans/hall --output flat.glb
              diorama reconstruct --mode exterior --show-settings
            """)

    @Argument(
        help:
            "The capture's folder or file, or 'demo' for the built-in demo capture. Several captures of one place are brought into the frame of the first."
    )
    var captures: [String] = []

    @Option(name: .shortAndLong, help: "Where to write; the ending says the format: \(ModelFormat.list).")
    var output: String?

    @Flag(help: "Also write NAME.noise.json beside the model, from which measure states uncertainties.")
    var noise = false

    @Flag(help: "Only list the settings that would be used, with their meanings.")
    var showSettings = false

    @OptionGroup var reconstruction: ReconstructionArguments
    @OptionGroup var out: OutputOptions

    func validate() throws {
        if showSettings { return }
        if captures.isEmpty { throw ValidationError("Which capture? Give its folder, or 'demo'.") }
        if output == nil { throw ValidationError("Where to? Give --output, such as --output room.glb.") }
    }

    func run() async throws {
        let options = try reconstruction.options()
        guard !showSettings, let output else {
            let settings = options.settings
            try out.print(
                settings.map { SettingReport(name: $0.name, value: $0.value, meaning: $0.meaning) },
                settings.map { "\($0.name)=\($0.value)".padding(toLength: 30, withPad: " ", startingAt: 0) + $0.meaning }
                    .joined(separator: "\n"))
            return
        }
        let target = URL(fileURLWithPath: output)
        try checkTarget(target)
        let (paths, reading, keepsNoise) = (captures, reconstruction.captureOptions, noise)
        let reporter = Terminal.progress()
        let report = try await cancellable {
            let start = ContinuousClock.now
            let sources = try paths.map { path in
                path == "demo" ? DemoCapture().capture : try Capture.open(URL(fileURLWithPath: path), options: reading)
            }
            let result = try Reconstructor.run(sources, options: options, progress: reporter.part(0...0.9))
            let work = (ContinuousClock.now - start) / .seconds(1)
            let losses = try ModelFile.write(
                Model(result.mesh, texture: result.texture), to: target, progress: reporter.part(0.9...1))
            var notes =
                sources.flatMap(\.notes) + result.path.notes + result.notes + (result.skipSummary.map { [$0] } ?? [])
                + losses.map(\.sentence)
            if options.keepsHeading, let place = result.report?.place, place.heading != nil {
                let footprint = try Georeference(
                    latitude: place.latitude, longitude: place.longitude, altitude: place.altitude, accuracy: place.accuracy
                ).write(
                    besides: target, bounds: result.mesh.bounds,
                    recorded: result.report?.recorded.map(Date.init(timeIntervalSince1970:)))
                notes.append("\(footprint.lastPathComponent) says where on the Earth it lies.")
            }
            if keepsNoise {
                try AtomicFile.write(Array(try NoiseModel(result, options: options).json()), to: NoiseFile.url(for: target))
            }
            try reporter.report(1, "Done")
            return Report(
                capture: sources.map(\.kind).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
                    .joined(separator: ", "), frames: result.frames, skippedFrames: result.skippedFrames,
                notes: notes,
                triangles: result.mesh.triangleCount,
                points: result.mesh.positions.count,
                seconds: (ContinuousClock.now - start) / .seconds(1), framesPerSecond: Double(result.frames) / work,
                poses: Report.Poses(result.path), scan: result.report, alignments: result.alignments.map(Report.Placing.init),
                stages: [
                    "poses": result.seconds.poses, "registration": result.seconds.registration,
                    "decoding": result.seconds.decoding, "fusion": result.seconds.fusion,
                    "extraction": result.seconds.extraction, "cleaning": result.seconds.cleaning,
                    "texture": result.seconds.texture,
                ],
                areaSquareMetres: Footprint.area(of: result.mesh), size: result.mesh.bounds.size,
                peakRssBytes: peakResidentBytes(), output: target.path)
        }
        try out.print(report, report.text)
    }

    struct Report: Encodable {
        var capture: String
        var frames: Int
        var skippedFrames: Int
        var notes: [String]
        var triangles: Int
        var points: Int
        var seconds: Double
        var framesPerSecond: Double
        /// Where the camera's path comes from, and how far to trust it.
        var poses: Poses
        /// Coverage, quality and what would improve them.
        var scan: ScanReport?
        /// How each of several captures lies in the frame of the first.
        var alignments: [Placing]
        /// Wall seconds of each stage.
        var stages: [String: Double]
        var areaSquareMetres: Double
        /// Metres along x, y, z.
        var size: Vector3
        var peakRssBytes: Int64
        var output: String

        struct Placing: Encodable {
            /// Four rows of four, to the first capture's frame.
            var transform: [[Float]]
            /// Metres.
            var residual: Double
            /// 0…1.
            var overlap: Double

            init(_ alignment: Alignment) {
                transform = alignment.transform.rows
                residual = alignment.residual
                overlap = alignment.overlap
            }
        }

        struct Poses: Encodable {
            var source: String
            var confidence: Double
            var loops: Int
            /// Metres.
            var correction: Double
            var isTrustworthy: Bool

            init(_ path: RefinedPoses) {
                source = path.source.rawValue
                confidence = path.confidence
                loops = path.loops
                correction = path.correction
                isTrustworthy = path.isTrustworthy
            }
        }

        var text: String {
            var lines = [
                "\(output): \(triangles) triangles, "
                    + String(format: "%.1f × %.1f × %.1f m, ", size.x, size.z, size.y)
                    + "from \(frames) frames in \(Terminal.duration(seconds)) ("
                    + String(format: "%.0f frames/s, ", framesPerSecond) + "\(Terminal.bytes(peakRssBytes)) at most)"
            ]
            if let scan {
                lines.append(
                    String(format: "coverage %.0f %%, quality %.0f %%", scan.coverage * 100, scan.quality * 100)
                        + (scan.advice.first.map { ": \($0)" } ?? ""))
            }
            lines += notes.map { "note: \($0)" }
            return lines.joined(separator: "\n")
        }
    }
}

/// One setting of a mode.
private struct SettingReport: Encodable {
    var name: String
    var value: String
    var meaning: String
}
