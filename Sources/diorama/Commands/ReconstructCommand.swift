import ArgumentParser
import Capture
import Foundation
import Formats
import Geometry
import Reconstruction
import Work

struct ReconstructionArguments: ParsableArguments {
    @Option(help: ArgumentHelp("Edge length of a voxel: smaller shows more and takes longer.", valueName: "metres"))
    var voxel: Float = 0.02

    @Option(help: ArgumentHelp("Depths beyond this are not used.", valueName: "metres"))
    var maxDepth: Float = 5

    @Option(help: ArgumentHelp("Use every n-th frame.", valueName: "n"))
    var stride: Int = 1

    @Flag(inversion: .prefixedNo, help: "Take the noise out of the surface, keeping its edges.")
    var smooth = true

    @Flag(help: "Paint the surface with the capture's pictures instead of colouring its vertices.")
    var texture = false

    @Flag(help: "Close the surface wholly, as slicers want it; without, only small holes are filled.")
    var fillHoles = false

    @Option(help: ArgumentHelp("Leave at most about so many triangles.", valueName: "triangles"))
    var simplify: Int?

    @Option(
        help: ArgumentHelp(
            "The camera's path: automatic (correct the recorded one, find one where none was recorded), none (as recorded), refine, odometry.",
            valueName: "how"))
    var poses: PoseOptions.Method = .automatic

    @Option(
        help: ArgumentHelp(
            "The colour camera in pixels, where the capture does not tell it or tells it wrong.", valueName: "fx,fy,cx,cy"))
    var intrinsics: String?

    @Option(
        help: ArgumentHelp("How many steps of the depth pictures make a metre, where the layout's own is wrong.", valueName: "n"))
    var depthUnits: Double?

    func validate() throws {
        if !(voxel >= 0.001 && voxel <= 1) { throw ValidationError("--voxel must lie between 0.001 and 1 metre.") }
        if !(maxDepth > 0 && maxDepth <= 1000) { throw ValidationError("--max-depth must lie between 0 and 1000 metres.") }
        if let simplify, simplify < 1 { throw ValidationError("--simplify must be 1 or more triangles.") }
        if stride < 1 { throw ValidationError("--stride must be 1 or more.") }
        if let intrinsics, Self.camera(intrinsics) == nil {
            throw ValidationError("--intrinsics takes four numbers, such as 525,525,319.5,239.5, the first two above zero.")
        }
        if let depthUnits, !(depthUnits > 0 && depthUnits.isFinite) { throw ValidationError("--depth-units must be above zero.") }
    }

    /// The camera of "fx,fy,cx,cy"; its size is that of the pictures.
    private static func camera(_ text: String) -> CameraIntrinsics? {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false)
            .map { Float($0.trimmingCharacters(in: .whitespaces)) }
        guard numbers.count == 4, let fx = numbers[0], let fy = numbers[1], let cx = numbers[2], let cy = numbers[3],
            fx > 0, fy > 0, [fx, fy, cx, cy].allSatisfy(\.isFinite)
        else { return nil }
        return CameraIntrinsics(width: 0, height: 0, fx: fx, fy: fy, cx: cx, cy: cy)
    }

    var captureOptions: CaptureOptions {
        CaptureOptions(intrinsics: intrinsics.flatMap(Self.camera), depthUnitsPerMetre: depthUnits)
    }

    var options: ReconstructionOptions {
        var options = ReconstructionOptions(
            voxelSize: voxel, maximumDepth: maxDepth, stride: stride, smooths: smooth, poses: poses)
        options.fillHoles = fillHoles
        options.simplifyTo = simplify ?? 0
        options.textureSize = texture ? 4096 : 0
        return options
    }
}

extension PoseOptions.Method: ExpressibleByArgument {}

struct ReconstructCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reconstruct",
        abstract: "Turn a capture into a coloured mesh.",
        discussion: """
            The kind of capture is recognised by looking into the folder; docs/captures.md lists what is read.

            EXAMPLE
              diorama reconstruct ~/scans/office --voxel 0.01 --output office.glb
            """)

    @Argument(help: "The capture's folder, or 'demo' for the built-in demo capture.")
    var capture: String

    @Option(name: .shortAndLong, help: "Where to write; the ending says the format: \(ModelFormat.list(ModelFormat.writable)).")
    var output: String

    @OptionGroup var reconstruction: ReconstructionArguments
    @OptionGroup var out: OutputOptions

    func run() async throws {
        let target = URL(fileURLWithPath: output)
        try checkTarget(target)
        let options = reconstruction.options
        let (path, reading) = (capture, reconstruction.captureOptions)
        let reporter = Terminal.progress()
        let report = try await cancellable {
            let start = ContinuousClock.now
            let source = path == "demo" ? DemoCapture().capture : try Capture.open(URL(fileURLWithPath: path), options: reading)
            let result = try Reconstructor.run(source, options: options, progress: reporter.part(0...0.9))
            let work = (ContinuousClock.now - start) / .seconds(1)
            let losses = try ModelFile.write(
                Model(result.mesh, texture: result.texture), to: target, progress: reporter.part(0.9...1))
            try reporter.report(1, "Done")
            return Report(
                capture: source.kind, frames: result.frames, skippedFrames: result.skippedFrames,
                notes: source.notes + result.path.notes + result.notes + (result.skipSummary.map { [$0] } ?? []) + losses,
                triangles: result.mesh.triangleCount,
                points: result.mesh.positions.count,
                seconds: (ContinuousClock.now - start) / .seconds(1), framesPerSecond: Double(result.frames) / work,
                poses: Report.Poses(result.path),
                stages: [
                    "poses": result.seconds.poses,
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
        /// Wall seconds of each stage.
        var stages: [String: Double]
        var areaSquareMetres: Double
        /// Metres along x, y, z.
        var size: Vector3
        var peakRssBytes: Int64
        var output: String

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
            lines += notes.map { "note: \($0)" }
            return lines.joined(separator: "\n")
        }
    }
}
