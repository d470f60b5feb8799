import CVoxels
import Geometry
import Images
import Synchronization
import Support

/// A truncated signed distance field with colour in sparse blocks of 8³ voxels (Curless and Levoy 1996; Nießner et al. 2013).
///
/// Memory grows with the surface: blocks exist only where samples were. Frames are averaged in eight at a time, counted from the
/// first one ever given, and each block takes them in their order while it lies in the cache, one thread a block. So the result
/// depends neither on the number of threads nor on how many frames each call of `integrate` brings.
public final class TSDFVolume {
    /// Metres.
    public let voxelSize: Float
    /// Metres; what samples from near by keep on either side. Those from farther away keep more, as their noise grows.
    public let truncation: Float
    /// Most bytes of voxels that stay in memory; those used longest ago wait in a temporary file. No limit where nil.
    public let memoryLimit: Int?
    /// Whether observations through existing surface clear it.
    public let carves: Bool
    let vectorUnit: VectorUnit

    let cut: Truncation
    var table = BlockTable()
    var coordinates: [BlockCoordinate] = []
    /// Weight and distance of each block.
    let shapes: SlabStore
    /// Colour of the blocks that have some; `colorSlot` says where.
    let colors: SlabStore
    /// Each block's place in `colors`, or −1.
    var colorSlot: [Int32] = []

    /// Frames that wait until a batch is complete, the blocks that they touch, and which of them touches a block, one bit a frame.
    private var waiting: [FusionFrame] = []
    private var active: [Int32] = []
    private var batchMask: [UInt8] = []
    private var framesFused = 0
    private var batches: UInt32 = 0

    /// Frames that are averaged in together.
    private static let batch = 8

    /// - Parameters:
    ///   - voxelSize: metres.
    ///   - truncation: metres.
    ///   - memoryLimit: bytes of voxels that may stay in memory. The table of blocks, some 50 bytes for each, always does.
    ///   - carves: whether observations through existing surface clear it; things that moved during the scan then go from where
    ///     they were. Takes more time, as every block in sight is looked at, not only those near the samples.
    ///   - vectorUnit: has to be available.
    public init(voxelSize: Float, truncation: Float, memoryLimit: Int? = nil, carves: Bool = false, vectorUnit: VectorUnit = .best)
    {
        self.voxelSize = voxelSize
        self.truncation = truncation
        self.memoryLimit = memoryLimit
        self.carves = carves
        self.vectorUnit = vectorUnit.isAvailable ? vectorUnit : .best
        cut = Truncation(near: truncation)
        shapes = SlabStore(itemWords: VoxelBlock.shapeWords)
        colors = SlabStore(itemWords: VoxelBlock.colorWords)
    }

    /// How many blocks hold something.
    public var blockCount: Int { coordinates.count }

    /// Bytes that the blocks take, in memory or outside of it.
    public var blockBytes: Int { (shapes.count * VoxelBlock.shapeWords + colors.count * VoxelBlock.colorWords) * 4 }

    /// Bytes of blocks that are in memory, as far as fusing them tells.
    public var residentBytes: Int { shapes.residentBytes + colors.residentBytes }

    /// Fuses frames in their order. The last few may wait for those that come next; extracting a surface takes them in.
    /// - Throws: `tooLarge` where a sample lies beyond the addressable space (the volume is then as before) or there is no room
    ///   for more voxels.
    public func integrate(_ frames: [FusionFrame]) throws(ReconstructionError) {
        for frame in frames where frame.farthest > 0 && !frame.isAddressable(blockSize: blockSize, reach: cut.range) {
            throw .tooLarge(
                "the camera is too far from the origin for voxels of \(voxelSize) m; use larger voxels")
        }
        var rest = frames.filter { $0.farthest > 0 }[...]
        while !rest.isEmpty {
            let next = rest.prefix(Self.batch - waiting.count)
            rest = rest.dropFirst(next.count)
            try touch(Array(next))
            waiting += next
            if waiting.count == Self.batch { try finishBatch() }
        }
    }

    /// Calls `body` for ranges of 0..<`count` side by side, each of which looks at about as many blocks, and lets go meanwhile of
    /// what comes back from the temporary file.
    func forEachRange(_ count: Int, _ body: (Range<Int>) -> Void) {
        let piece = memoryLimit == nil ? count : 1 << 14
        for start in stride(from: 0, to: count, by: max(1, piece)) {
            Parallel.forEachRange(min(piece, count - start), minimum: 64) { body(start + $0.lowerBound..<start + $0.upperBound) }
            shapes.release()
            colors.release()
        }
    }

    private var field: VoxelField {
        VoxelField(voxelSize: voxelSize, near: cut.near, growth: cut.growth, range: cut.range, carves: carves)
    }
    private var blockSize: Float { voxelSize * Float(VoxelBlock.edge) }

    /// Finds or makes the blocks that the frames touch and notes who touches them.
    private func touch(_ frames: [FusionFrame]) throws(ReconstructionError) {
        var jobs: [(frame: Int, strip: Int)] = []
        var found: [[UInt64]] = []
        VoxelFrame.with(frames) { views in
            let touches = views.indices.map {
                BlockAllocation(frames[$0], view: views[$0], field: field, unit: vectorUnit.unit, phase: framesFused + $0)
            }
            for (i, touch) in touches.enumerated() { for strip in 0..<touch.stripCount { jobs.append((i, strip)) } }
            found = Array(repeating: [], count: jobs.count)
            found.withUnsafeMutableBufferPointer { found in
                Parallel.forEach(jobs.count) { i in found[i] = touches[jobs[i].frame].keys(strip: jobs[i].strip) }
            }
        }
        for (job, keys) in zip(jobs, found) {
            let bit = UInt8(1) << UInt8(waiting.count + job.frame)
            for key in keys {
                let (number, isNew) = table.findOrInsert(key)
                if isNew {
                    coordinates.append(BlockCoordinate(key: key))
                    batchMask.append(0)
                    colorSlot.append(-1)
                }
                if batchMask[number] == 0 { active.append(Int32(number)) }
                batchMask[number] |= bit
            }
        }
        framesFused += frames.count
        try shapes.grow(to: coordinates.count, time: batches + 1)
    }

    /// Has the waiting frames look at the blocks, too, through which they see something farther away.
    private func carve() {
        var seenThrough = [UInt8](repeating: 0, count: coordinates.count)
        VoxelFrame.with(waiting) { views in
            seenThrough.withUnsafeMutableBufferPointer { seenThrough in
                Parallel.forEachRange(coordinates.count) { range in
                    for i in range {
                        for (bit, view) in views.enumerated() where view.looksThrough(coordinates[i], field) {
                            seenThrough[i] |= 1 << bit
                        }
                    }
                }
            }
        }
        for (i, mask) in seenThrough.enumerated() where mask != 0 {
            if batchMask[i] == 0 { active.append(Int32(truncatingIfNeeded: i)) }
            batchMask[i] |= mask
        }
    }

    /// Averages the waiting frames into the blocks that they touch.
    func finishBatch() throws(ReconstructionError) {
        guard !waiting.isEmpty else { return }
        batches += 1
        if carves { carve() }
        for number in active {
            shapes.use(Int(number), time: batches)
            if colorSlot[Int(number)] >= 0 { colors.use(Int(colorSlot[Int(number)]), time: batches) }
        }
        let slots = ColorSlots(colors, time: batches)
        let field = field
        let unit = vectorUnit.unit
        VoxelFrame.with(waiting) { views in
            colorSlot.withUnsafeMutableBufferPointer { colorSlot in
                // Some sixteen blocks a step: enough to hide the cost of handing out work, few enough to even out.
                let step = 16
                Parallel.forEach((active.count + step - 1) / step) { chunk in
                    withSums { sums in
                        for i in (chunk * step)..<min(active.count, (chunk + 1) * step) {
                            let number = Int(active[i])
                            let at = coordinates[number]
                            let shape = shapes[number]
                            let held = colorSlot[number] < 0 ? nil : slots[colorSlot[number]]
                            withUnsafePointer(to: field) {
                                VoxelsAdd(unit, $0, views, UInt32(batchMask[number]), at.x, at.y, at.z, &sums, shape, held)
                            }
                            if sums.colored != 0 && colorSlot[number] < 0 { colorSlot[number] = slots.take() }
                            let color = held ?? (colorSlot[number] < 0 ? nil : slots[colorSlot[number]])
                            withUnsafePointer(to: field) { VoxelsMerge(unit, $0, &sums, shape, color) }
                        }
                    }
                }
            }
        }
        for number in active { batchMask[Int(number)] = 0 }
        active.removeAll(keepingCapacity: true)
        for frame in waiting { DepthSampleArrays.give(frame.samples) }
        waiting.removeAll()
        if let failure = slots.failure { throw failure }
        if let memoryLimit {
            let share = Double(VoxelBlock.shapeWords) / Double(VoxelBlock.shapeWords + VoxelBlock.colorWords)
            try shapes.trim(to: Int(Double(memoryLimit) * share), before: batches)
            try colors.trim(to: Int(Double(memoryLimit) * (1 - share)), before: batches)
        }
    }
}

/// Calls `body` with room for the sums of one block, all zero.
private func withSums(_ body: (inout VoxelSums) -> Void) {
    let bytes = VoxelSumFloats * 4
    withUnsafeTemporaryAllocation(byteCount: bytes, alignment: 64) { buffer in
        guard let base = buffer.baseAddress else { return }
        base.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
        var sums = VoxelSums(sums: base.assumingMemoryBound(to: Float.self), touched: 0, colored: 0)
        body(&sums)
    }
}

/// Places for the colours of blocks that come near the surface for the first time. Which block gets which place depends on the
/// threads; nothing that comes out does.
private final class ColorSlots: Sendable {
    private struct State: @unchecked Sendable {
        let store: SlabStore
        var failure: ReconstructionError?
    }
    private let state: Mutex<State>
    private let time: UInt32

    init(_ store: SlabStore, time: UInt32) {
        nonisolated(unsafe) let store = store
        state = Mutex(State(store: store))
        self.time = time
    }

    /// The number of a new place, or −1 where there is no room.
    func take() -> Int32 {
        state.withLock { state in
            let number = state.store.count
            do throws(ReconstructionError) {
                try state.store.grow(to: number + 1, time: time)
                state.store.use(number, time: time)
                return Int32(number)
            } catch {
                state.failure = error
                return -1
            }
        }
    }

    subscript(_ slot: Int32) -> UnsafeMutablePointer<UInt32> { state.withLock { $0.store[Int(slot)] } }

    var failure: ReconstructionError? { state.withLock { $0.failure } }
}
