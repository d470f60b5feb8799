import Capture
import Geometry
import Support

/// The raw surface of a capture: its frames decoded, their bad samples taken out, fused and extracted.
struct FusedCapture {
    let mesh: TriangleMesh
    /// What the frames saw.
    private(set) var quality: ScanQuality
    private(set) var tally: FrameTally
    /// What the frames looked through; nil where no object is cut out.
    private(set) var free: ObservedFreeSpace?
    /// Coarse surfaces of both halves of the frames; nil where they were not asked for.
    private(set) var halves: SplitHalves?
    /// Blocks of 8³ voxels.
    let blocks: Int
    /// Wall seconds.
    private(set) var decodingSeconds = 0.0
    private(set) var fusionSeconds = 0.0
    private(set) var extractionSeconds = 0.0

    /// - Parameter splits: whether both halves of the frames are also fused by themselves.
    init(_ capture: Capture, options: ReconstructionOptions, splits: Bool, progress: ProgressReporter) throws {
        var clock = StageClock()
        quality = ScanQuality(depthIsMeasured: options.depthIsMeasured, scaleIsKnown: options.scaleIsKnown)
        let volume = TSDFVolume(
            voxelSize: options.voxelSize, truncation: options.truncation, memoryLimit: options.voxelMegabytes << 20,
            carves: options.carves)
        if splits { halves = SplitHalves(options) }
        if options.cutsObject, options.keepsOpenings { free = ObservedFreeSpace(voxelSize: options.voxelSize) }
        let chosen = Array(stride(from: 0, to: capture.frameCount, by: options.stride))
        tally = FrameTally(capture, total: chosen.count)
        let fusing = progress.part(0...0.9)
        for start in stride(from: 0, to: chosen.count, by: Reconstructor.batch) {
            let numbers = Array(chosen[start..<min(start + Reconstructor.batch, chosen.count)])
            try fusing.report(Double(start) / Double(chosen.count), "Fusing frame \(start + 1) of \(chosen.count)")
            let frames = try Self.decode(numbers, capture: capture, options: options, tally: &tally)
            for frame in frames {
                quality.add(frame.quality)
                if let view = frame.view { free?.add(view) }
            }
            decodingSeconds += clock.lap()
            try halves?.add(frames.map(\.samples))
            try volume.integrate(frames.map(\.samples))
            fusionSeconds += clock.lap()
        }
        guard volume.blockCount > 0 else {
            let limit = options.scaleIsKnown ? "\(options.maximumDepth) m" : "the maximum depth"
            throw ReconstructionError.nothingSeen(
                "\(capture.name): no depth sample within \(limit) is usable; check the depth scale")
        }
        blocks = volume.blockCount
        mesh = try SurfaceExtraction(volume, minimumWeight: options.minimumWeight).mesh(progress: progress.part(0.9...1))
        extractionSeconds += clock.lap()
        guard mesh.triangleCount > 0 else {
            throw ReconstructionError.nothingSeen(
                "\(capture.name): no voxel reached the minimum weight; use larger voxels or a lower minimum weight")
        }
    }

    /// A frame that is ready to be fused, and what it contributes to the quality of the scan.
    private struct Prepared: Sendable {
        let samples: FusionFrame
        let quality: FrameQuality
        let view: ObservedFreeSpace.View?

        init(_ frame: Frame, _ options: ReconstructionOptions) {
            var frame = frame
            // What the filter removes is not precise enough for a surface, but was seen through the space in front of it.
            view = options.cutsObject && options.keepsOpenings ? ObservedFreeSpace.View(frame) : nil
            if options.filtersDepth { frame.depth = DepthFilter(maximumDepth: options.maximumDepth).filtered(frame) }
            samples = FusionFrame(frame, maximumDepth: options.maximumDepth)
            quality = FrameQuality(frame, maximumDepth: options.maximumDepth)
        }
    }

    /// Reads and prepares some frames side by side. Frames that cannot be read are counted and left out.
    private static func decode(
        _ numbers: [Int], capture: Capture, options: ReconstructionOptions, tally: inout FrameTally
    ) throws -> [Prepared] {
        var results = [Result<Prepared, CaptureError>?](repeating: nil, count: numbers.count)
        results.withUnsafeMutableBufferPointer { results in
            Parallel.forEach(numbers.count) { i in
                do throws(CaptureError) {
                    results[i] = .success(Prepared(try capture.frame(at: numbers[i]), options))
                } catch {
                    results[i] = .failure(error)
                }
            }
        }
        var frames: [Prepared] = []
        for (number, result) in zip(numbers, results) {
            switch result {
            case .success(let frame): frames.append(frame)
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
