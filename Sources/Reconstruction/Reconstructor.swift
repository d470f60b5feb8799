import Capture
import Geometry
import Images
import Work

/// What came out of a capture.
public struct ReconstructionResult: Sendable {
    /// Metres, world y-up; positions, normals and colours.
    public var mesh: TriangleMesh
    /// Frames that were fused.
    public var frames: Int
    /// Frames that could not be read and were left out.
    public var skippedFrames: Int
    /// What to tell people about them, with the first one's reason; nil where none was left out.
    public var skipSummary: String?
    /// Blocks of 8³ voxels that the surface needed.
    public var blocks: Int
    /// Floating pieces that were removed.
    public var removedPieces = 0
    /// Holes that were filled.
    public var filledHoles = 0
    /// The camera's path that the frames were fused along, where it comes from, and how far to trust it.
    public var path: RefinedPoses
    /// What the finishing steps have to tell, a plain sentence each.
    public var notes: [String] = []
    /// Wall seconds of each stage.
    public var seconds: Stages
    /// What the scan tells of itself; nil where it was not evaluated.
    public var report: ScanReport? = nil
    /// The edges beyond which nothing was seen: each a line of points in metres, world y-up.
    public var rims: [[Vector3]] = []
    /// The base colour picture (sRGB) that the mesh's UVs refer to; nil where the mesh is coloured by its vertices.
    public var texture: ColorImage? = nil

    public struct Stages: Sendable {
        public var poses = 0.0
        public var decoding = 0.0
        public var fusion = 0.0
        public var extraction = 0.0
        public var cleaning = 0.0
        public var texture = 0.0
        public var total: Double { poses + decoding + fusion + extraction + cleaning + texture }
    }
}

/// Turns a capture into a surface: frames are decoded and fused in small batches, then the surface is extracted and cleaned.
public enum Reconstructor {
    /// Frames that are decoded side by side and fused together.
    public static let batch = 8

    /// - Throws: `ReconstructionError`, `CaptureError` where more than a tenth of the frames is bad, `CancellationError`.
    public static func run(
        _ recording: Capture, options: ReconstructionOptions = ReconstructionOptions(), progress: ProgressReporter = .silent
    ) throws -> ReconstructionResult {
        try options.check()
        guard recording.hasDepth else {
            throw ReconstructionError.nothingSeen(
                "\(recording.name): these frames have no depth; photos need photogrammetry before a surface can be fused from them")
        }
        var clock = StageClock()
        var stages = ReconstructionResult.Stages()
        let path = try PoseRefinement.refine(
            recording,
            options: PoseOptions(
                method: options.refinesPoses || !recording.hasPoses ? options.poses : .none, maximumDepth: options.maximumDepth),
            progress: progress.part(0...0.2))
        let capture = path.source == .recorded ? recording : recording.replacingPoses(path.poses)
        stages.poses += clock.lap()
        let volume = TSDFVolume(voxelSize: options.voxelSize, truncation: options.truncation)
        let chosen = Array(stride(from: 0, to: capture.frameCount, by: options.stride))
        var tally = FrameTally(capture, total: chosen.count)
        let fusing = progress.part(0.2...0.7)
        for start in stride(from: 0, to: chosen.count, by: batch) {
            let numbers = Array(chosen[start..<min(start + batch, chosen.count)])
            try fusing.report(Double(start) / Double(chosen.count), "Fusing frame \(start + 1) of \(chosen.count)")
            let frames = try decode(numbers, capture, options, &tally)
            stages.decoding += clock.lap()
            try volume.integrate(frames)
            stages.fusion += clock.lap()
        }
        guard volume.blockCount > 0 else {
            throw ReconstructionError.nothingSeen(
                "\(capture.name): no depth reading within \(options.maximumDepth) m could be used; is the depth scale right?")
        }
        let mesh = try SurfaceExtraction(volume, minimumWeight: options.minimumWeight).mesh(progress: progress.part(0.7...0.75))
        stages.extraction += clock.lap()
        guard mesh.triangleCount > 0 else {
            throw ReconstructionError.nothingSeen(
                "\(capture.name): nothing was seen often enough to make a surface; try larger voxels or a lower minimum weight")
        }
        var result = ReconstructionResult(
            mesh: mesh, frames: chosen.count - tally.skipped, skippedFrames: tally.skipped, skipSummary: tally.summary,
            blocks: volume.blockCount, path: path, seconds: stages)
        try finish(&result, capture, options, progress: progress.part(0.75...1))
        return result
    }

    /// Reads and prepares some frames side by side. Frames that cannot be read are counted and left out.
    private static func decode(
        _ numbers: [Int], _ capture: Capture, _ options: ReconstructionOptions, _ tally: inout FrameTally
    ) throws -> [FusionFrame] {
        var results = [Result<FusionFrame, CaptureError>?](repeating: nil, count: numbers.count)
        results.withUnsafeMutableBufferPointer { results in
            Parallel.forEach(numbers.count) { i in
                do throws(CaptureError) {
                    let frame = try capture.frame(at: numbers[i])
                    results[i] = .success(FusionFrame(frame, maximumDepth: options.maximumDepth))
                } catch {
                    results[i] = .failure(error)
                }
            }
        }
        var frames: [FusionFrame] = []
        for (number, result) in zip(numbers, results) {
            switch result {
            case .success(let frame):
                frames.append(frame)
            case .failure(let error): try tally.skip(number, error)
            case nil: break
            }
        }
        return frames
    }
}

/// Wall time between laps.
struct StageClock {
    private var last = ContinuousClock.now

    /// Seconds since the last lap.
    mutating func lap() -> Double {
        let now = ContinuousClock.now
        let d = (now - last).components
        last = now
        return Double(d.seconds) + Double(d.attoseconds) * 1e-18
    }
}
