import CSplats
import Capture
import Foundation
import Geometry
import Images
import Support

/// Trains Gaussian splats on posed images, on the CPU or a Vulkan device (Kerbl et al. 2023).
///
/// In each step the splats are drawn as one image's camera sees them, the difference from the image is differentiated by every
/// value of every splat, and Adam changes the values. Faint splats are moved to where others are, and splats are added, as in "3D
/// Gaussian Splatting as Markov Chain Monte Carlo" (Kheradmand et al. 2024). Images are small at first. Results are the same for
/// the same input, options and seed, whatever the number of threads and the vector unit; those of a Vulkan device differ from the
/// CPU's by rounding.
///
/// A trainer is used by one thread at a time.
public final class SplatTrainer {
    let options: SplatTrainingOptions
    /// Names of the images that are trained on; and of those that are only measured.
    let trained: [PreparedView]
    let heldOut: [PreparedView]
    let memory: SplatTrainingMemory
    let backend: any SplatBackend
    var exposures: [Trained<Exposure>]
    var corrections: [Trained<CameraCorrection>]
    /// The trained views whose cameras are corrected.
    let corrected: [Int]
    /// The air about the cameras of all views.
    let surroundings: [CameraSurroundings]
    /// For each held-out view the trained ones beside it in time.
    let neighbours: [Neighbours?]
    var iteration = 0
    var surfaces: [Int: (planes: ImagePlanes, loss: SplatLoss)] = [:]
    /// How far the cameras are apart, or a part of how far away the splats are; metres.
    let extent: Float
    let nearest: Float
    let maximumSplats: Int
    let initialCount: Int
    /// Pixels of a full image.
    let unit: Float
    let levelCount: Int
    private(set) var notes: [String] = []
    private var spentSeconds = 0.0
    private var spentCPU = 0.0

    var blocks: SplatBlocks { memory.blocks }

    /// Prepares a training.
    /// - Parameters:
    ///   - views: the images; at least three that aren't held out.
    ///   - initial: where the splats begin (`SplatSeeds`).
    /// - Throws: `SplatError`: bad options; images, cameras or splats that can't be used; more memory than `memoryMegabytes`; no
    ///   usable device.
    public init(views: [TrainingView], initial: SplatCloud, options: SplatTrainingOptions = SplatTrainingOptions())
        throws(SplatError)
    {
        try options.check()
        self.options = options
        if let flaw = initial.flaw { throw .badInput("the initial splats can't be used: \(flaw)") }
        if initial.count == 0 {
            throw .badInput("there are no points to begin with; give a capture with depth or a model with sparse points")
        }
        for view in views {
            if let flaw = view.flaw { throw .badInput("\(view.name): \(flaw); remove the image or correct its camera") }
        }
        let isHeldOut = views.indices.map { options.holdout > 0 && $0 % options.holdout == 0 }
        let trainedCount = isHeldOut.count { !$0 }
        if trainedCount < 3 {
            throw .badInput(
                "\(views.count) images, \(views.count - trainedCount) of them held out, are too few to train on; "
                    + "use at least 3, better 30 or more")
        }
        let sizes = views.map { ImageLevel.size(width: $0.image.width, height: $0.image.height, edge: options.imageEdge) }
        let largest = sizes.map { $0.width * $0.height }.max() ?? 1
        unit = Float(largest)
        let shortest = sizes.map { min($0.width, $0.height) }.min() ?? 1
        levelCount = options.isProgressive ? (shortest >= 320 ? 3 : shortest >= 96 ? 2 : 1) : 1
        let pixels = sizes.reduce(0) { $0 + $1.width * $1.height }
        let budget = try MemoryBudget(
            options: options, pixels: pixels, largest: largest, hasDepth: views.contains { $0.depth != nil }, initial: initial.count
        )
        maximumSplats = budget.splats
        notes = budget.notes
        var start = initial
        if initial.count > maximumSplats {
            start = SplatSeeds.thinned(initial, to: maximumSplats, seed: options.seed)
            notes.append("\(initial.count) initial splats are more than \(maximumSplats); a random choice of them is used.")
        }
        initialCount = start.count

        let levelCount = levelCount
        let prepared = zip(views, sizes).map { PreparedView($0, size: $1, levels: levelCount) }
        trained = prepared.indices.filter { !isHeldOut[$0] }.map { prepared[$0] }
        heldOut = prepared.indices.filter { isHeldOut[$0] }.map { prepared[$0] }
        let scale = try SceneScale(poses: trained.map(\.pose), points: start.positions)
        extent = scale.extent
        nearest = scale.nearest
        surroundings = prepared.map {
            CameraSurroundings(pose: $0.pose, image: $0.levels[0], points: start.positions, otherwise: 100 * scale.nearest)
        }
        let capacity = options.densifies ? max(maximumSplats, start.count) : start.count
        let blocks = SplatBlocks(start, capacity: capacity, degree: options.degree)
        memory = SplatTrainingMemory(
            blocks: blocks, first: AlignedMemory(count: blocks.capacity * blocks.planes),
            second: AlignedMemory(count: blocks.capacity * blocks.planes), motion: AlignedMemory(count: blocks.capacity))
        backend = try options.device.makeBackend(capacity: blocks.capacity, trains: true)
        exposures = Array(repeating: Trained(), count: trained.count)
        corrections = Array(repeating: Trained(), count: trained.count)
        let trained = trained
        corrected = options.refinesCameras ? trained.indices.filter { trained[$0].time != nil } : []
        neighbours = heldOut.map { Neighbours(of: $0.time, among: trained) }
    }

    /// Prepares a training on the frames of a capture. The splats begin at `surface` (points with normals and colours, such as the
    /// vertices of a reconstruction) where it is given, else at the frames' depth, else at the capture's sparse points.
    /// - Throws: `SplatError`, `CancellationError`.
    public convenience init(
        capture: Capture, surface: PointCloud? = nil, options: SplatTrainingOptions = SplatTrainingOptions(),
        progress: ProgressReporter = .silent
    ) throws {
        try options.check()
        let views = try TrainingView.views(of: capture, imageEdge: options.imageEdge, progress: progress)
        let count = max(options.maximumSplats / 2, 1)
        let initial: SplatCloud
        if let surface {
            initial = try SplatSeeds.points(surface, maximumCount: count, seed: options.seed)
        } else if views.contains(where: { $0.depth != nil }) {
            initial = try SplatSeeds.depth(of: views, maximumCount: count, seed: options.seed)
        } else if !capture.sparsePoints.positions.isEmpty {
            initial = try SplatSeeds.points(capture.sparsePoints, maximumCount: count, seed: options.seed)
        } else {
            throw SplatError.badInput(
                "\(capture.name) has neither depth nor sparse points to begin with; find its cameras with photogrammetry first")
        }
        try self.init(views: views, initial: initial, options: options)
    }

    /// Trains.
    /// - Parameters:
    ///   - progress: receives the share of the steps that are done; cancelling its task ends the training after the running step,
    ///     with a checkpoint where `options.checkpoint` is set.
    ///   - observe: receives the state after every measurement, and every hundredth step.
    /// - Throws: `SplatError`, `CancellationError`, `FileError` for checkpoints.
    public func run(
        progress: ProgressReporter = .silent, observe: (SplatTrainingState) -> Void = { _ in }
    ) throws -> SplatTrainingResult {
        if let file = options.checkpoint, iteration == 0, FileManager.default.fileExists(atPath: file.path) {
            (spentSeconds, spentCPU) = try readCheckpoint(file)
        }
        let wall = Date()
        let cpu = Self.cpuSeconds()
        func spent() -> (seconds: Double, cpu: Double) {
            (spentSeconds + Date().timeIntervalSince(wall), spentCPU + Self.cpuSeconds() - cpu)
        }
        var sum = 0.0
        var count = 0
        do {
            while iteration < options.iterations {
                if iteration % 10 == 0 { try progress.report(Double(iteration) / Double(options.iterations), "Training splats") }
                let loss = try step()
                guard loss.isFinite else {
                    throw SplatError.badInput("the training diverged at step \(iteration); use a smaller learning rate")
                }
                sum += loss
                count += 1
                iteration += 1
                try densifyIfDue()
                let isLast = iteration == options.iterations
                let measures = options.evaluationInterval > 0 && iteration % options.evaluationInterval == 0 && !isLast
                if measures || iteration % 100 == 0 {
                    let state = try state(loss: sum / Double(count), measures: measures, cpu: spent().cpu)
                    observe(state)
                    sum = 0
                    count = 0
                }
                if let file = options.checkpoint, iteration % options.checkpointInterval == 0, !isLast {
                    try writeCheckpoint(file, seconds: spent().seconds, cpu: spent().cpu)
                }
            }
        } catch let error as CancellationError {
            if let file = options.checkpoint, iteration > 0 {
                try writeCheckpoint(file, seconds: spent().seconds, cpu: spent().cpu)
            }
            throw error
        }
        let quality = try measureHeldOut()
        var last = SplatTrainingState(
            iteration: iteration, iterations: options.iterations, splats: blocks.count, loss: sum / Double(max(count, 1)),
            cpuSeconds: spent().cpu)
        last.heldOut = quality
        last.preview = try preview()
        observe(last)
        let cloud = try finishedCloud()
        let time = spent()
        if let file = options.checkpoint { try? FileManager.default.removeItem(at: file) }
        return SplatTrainingResult(
            cloud: cloud, device: backend.name, iterations: iteration, seconds: time.seconds, cpuSeconds: time.cpu,
            heldOut: quality, notes: notes)
    }

    /// The splats as they are now, without those that no pixel would show and those at a camera.
    public var cloud: SplatCloud {
        get throws(SplatError) {
            try backend.collect(memory)
            let isMisplaced = areAtCameras()
            return blocks.cloud((0..<blocks.count).filter { blocks.opacity($0) >= 1.0 / 255 && !isMisplaced[$0] })
        }
    }

    private func finishedCloud() throws(SplatError) -> SplatCloud {
        let cloud = try cloud
        if let flaw = cloud.flaw { throw .badInput("the training diverged: \(flaw); use a smaller learning rate") }
        return cloud.picked(SplatOrder.byImportance(cloud))
    }

    private func state(loss: Double, measures: Bool, cpu: Double) throws(SplatError) -> SplatTrainingState {
        var state = SplatTrainingState(
            iteration: iteration, iterations: options.iterations, splats: blocks.count, loss: loss, cpuSeconds: cpu)
        if measures {
            state.heldOut = try measureHeldOut()
            state.preview = try preview()
        }
        return state
    }

    /// Seconds that the process has computed, all threads together.
    static func cpuSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
}
