import Capture
import Geometry
import Images
import Support

/// Turns captures into a surface: the camera trajectory is estimated, frames are decoded and fused in small batches, then the
/// surface is extracted and finished.
public enum Reconstructor {
    /// Frames that are decoded side by side and fused together.
    public static let batch = 8

    /// Reconstructs one capture.
    /// - Throws: `ReconstructionError`, `CaptureError` where more than a tenth of the frames is bad, `CancellationError`.
    public static func run(
        _ capture: Capture, options: ReconstructionOptions = ReconstructionOptions(), progress: ProgressReporter = .silent
    ) throws -> ReconstructionResult {
        try run([capture], options: options, progress: progress)
    }

    /// Reconstructs captures of one place (rooms, storeys, another day) together, in the first one's frame.
    /// - Throws: `ReconstructionError`, `notRegistered` among them where a capture's place among the others is not certain;
    ///   `CaptureError` where more than a tenth of the frames is bad; `CancellationError`.
    public static func run(
        _ captures: [Capture], options: ReconstructionOptions = ReconstructionOptions(), progress: ProgressReporter = .silent
    ) throws -> ReconstructionResult {
        try options.check()
        guard !captures.isEmpty else { throw ReconstructionError.badOption("there is no capture to reconstruct") }
        for capture in captures { try capture.requireDepth() }
        let cameras = captures.flatMap { capture in (0..<capture.frameCount).compactMap { capture.pose(at: $0) } }
        guard options.cutsObject, !options.scaleIsKnown, let focus = ViewFocus(cameras) else {
            return try reconstruct(captures, options: options, progress: progress)
        }
        // All limits are for objects at arm's length: the unit becomes the cameras' distance.
        var scaled = options
        scaled.maximumDepth *= focus.distance(share: 0.9) / focus.distance
        var result = try reconstruct(
            captures.map { $0.scaled(by: 1 / focus.distance) }, options: scaled, progress: progress)
        result.scale(by: focus.distance)
        return result
    }

    private static func reconstruct(
        _ captures: [Capture], options: ReconstructionOptions, progress: ProgressReporter
    ) throws -> ReconstructionResult {
        var clock = StageClock()
        var stages = ReconstructionResult.Stages()
        let finding = progress.part(0...0.2)
        var placed = try captures.enumerated().map { i, capture in
            try RegisteredCapture(
                capture, options: options,
                progress: finding.part(Double(i) / Double(captures.count)...Double(i + 1) / Double(captures.count)))
        }
        stages.poses += clock.lap()
        var alignments: [Alignment] = []
        if placed.count > 1 {
            alignments = try register(placed, options: options, progress: progress.part(0.2...0.4))
            placed = [RegisteredCapture(joining: placed, alignments)]
            stages.registration += clock.lap()
        }
        let capture = placed[0].capture
        let path = placed[0].path
        let fused = try FusedCapture(
            capture, options: options, splits: true, progress: progress.part((captures.count > 1 ? 0.4 : 0.2)...0.75))
        stages.decoding = fused.decodingSeconds
        stages.fusion = fused.fusionSeconds
        stages.extraction = fused.extractionSeconds
        var result = ReconstructionResult(
            mesh: fused.mesh, frames: fused.tally.total - fused.tally.skipped, skippedFrames: fused.tally.skipped,
            skipSummary: fused.tally.summary, blocks: fused.blocks, path: path, seconds: stages)
        result.notes = placed[0].notes
        if !path.isTrustworthy {
            let percent = Int((path.confidence * 100).rounded())
            result.notes.append("The camera trajectory is not reliable (confidence \(percent) %): don't measure in this model.")
        }
        // Blocks are found by their distance from the camera in ten bits an axis.
        let reach = 511 * 8 * options.voxelSize
        if reach < options.maximumDepth {
            result.notes.append("With voxels of \(options.voxelSize) m depths beyond \(Int(reach)) m are not used.")
        }
        result.alignments = alignments
        try finish(&result, capture: capture, fused: fused, options: options, progress: progress.part(0.75...1))
        return result
    }

    /// Registers the captures by quick coarse surfaces of each.
    private static func register(
        _ placed: [RegisteredCapture], options: ReconstructionOptions, progress: ProgressReporter
    ) throws -> [Alignment] {
        var coarse = options
        coarse.voxelSize = max(options.voxelSize, 0.03)
        let meshes = try placed.enumerated().map { i, one in
            coarse.stride = max(options.stride, one.capture.frameCount / 400)
            let part = Double(i) / Double(placed.count) * 0.5...Double(i + 1) / Double(placed.count) * 0.5
            return try FusedCapture(one.capture, options: coarse, splits: false, progress: progress.part(part)).mesh
        }
        let alignments = try CaptureRegistration.register(meshes, progress: progress.part(0.5...1))
        for (one, alignment) in zip(placed, alignments) where !alignment.isTrustworthy {
            throw ReconstructionError.notRegistered(
                "\(one.capture.name) can't be registered with the other captures: "
                    + (alignment.reason ?? "its position is ambiguous")
            )
        }
        return alignments
    }
}
