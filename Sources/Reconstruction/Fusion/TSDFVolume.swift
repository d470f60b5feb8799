import Geometry
import Images
import Work

/// A truncated signed distance field with colour in sparse blocks of 8³ voxels (Curless and Levoy 1996; Nießner et al. 2013).
///
/// Memory grows with the surface: blocks exist only where readings were. Frames are fused in batches, and each block takes all frames of
/// a batch in their order while it lies in the cache, one thread a block. So the result does not depend on the number of threads.
public final class TSDFVolume {
    /// Metres.
    public let voxelSize: Float
    /// Metres.
    public let truncation: Float

    var table = BlockTable()
    var coordinates: [BlockCoordinate] = []
    let store = BlockStore()
    /// Which frames of the batch in hand touch a block, one bit a frame.
    private var batchMask: [UInt32] = []
    private var framesFused = 0

    /// Most frames that one batch may hold.
    public static let batchLimit = 16

    /// - Parameters: metres both.
    public init(voxelSize: Float, truncation: Float) {
        self.voxelSize = voxelSize
        self.truncation = truncation
    }

    /// How many blocks hold something.
    public var blockCount: Int { coordinates.count }

    /// Bytes held by the blocks.
    public var blockBytes: Int { coordinates.count * VoxelBlock.words * 4 }

    /// Fuses up to `batchLimit` frames in their order.
    /// - Throws: `tooLarge` where a reading lies beyond the addressable space; the volume is then as before.
    public func integrate(_ frames: [FusionFrame]) throws(ReconstructionError) {
        guard !frames.isEmpty else { return }
        precondition(frames.count <= Self.batchLimit)
        let active = try touch(frames)
        withKernels(frames) { kernels in
            let store = self.store
            let coordinates = self.coordinates
            let masks = self.batchMask
            // Some eight blocks a step: enough to hide the cost of handing out work, few enough to even out.
            Parallel.forEach((active.count + 7) / 8) { chunk in
                for i in (chunk * 8)..<min(active.count, chunk * 8 + 8) {
                    let number = Int(active[i])
                    var mask = masks[number]
                    while mask != 0 {
                        kernels[mask.trailingZeroBitCount].integrate(into: store[number], at: coordinates[number])
                        mask &= mask - 1
                    }
                }
            }
        }
        for number in active { batchMask[Int(number)] = 0 }
        framesFused += frames.count
    }

    /// Finds or makes the blocks that the frames touch, marks them in `batchMask` and returns their numbers in the order of first touch.
    private func touch(_ frames: [FusionFrame]) throws(ReconstructionError) -> [Int32] {
        let touches = frames.enumerated().map { i, frame in
            BlockTouch(
                frame: frame, blockSize: voxelSize * Float(VoxelBlock.edge), truncation: truncation, phase: framesFused + i)
        }
        var jobs: [(frame: Int, strip: Int)] = []
        for (i, touch) in touches.enumerated() { for strip in 0..<touch.stripCount { jobs.append((i, strip)) } }
        var found = [[UInt64]?](repeating: nil, count: jobs.count)
        found.withUnsafeMutableBufferPointer { found in
            Parallel.forEach(jobs.count) { i in found[i] = touches[jobs[i].frame].keys(strip: jobs[i].strip) }
        }
        if found.contains(where: { $0 == nil }) {
            throw .tooLarge(
                "the camera lies so far from the origin that \(voxelSize) m voxels cannot address it; use larger voxels")
        }
        var active: [Int32] = []
        for (job, keys) in zip(jobs, found) {
            for key in keys ?? [] {
                let (number, isNew) = table.findOrInsert(key)
                if isNew {
                    coordinates.append(BlockCoordinate(key: key))
                    batchMask.append(0)
                }
                if batchMask[number] == 0 { active.append(Int32(number)) }
                batchMask[number] |= 1 << UInt32(job.frame)
            }
        }
        store.grow(to: coordinates.count)
        return active
    }

    /// Calls `body` with a kernel for each frame whose pointers are good meanwhile.
    private func withKernels(_ frames: [FusionFrame], _ body: ([VoxelKernel]) -> Void) {
        func descend(_ kernels: [VoxelKernel]) {
            guard kernels.count < frames.count else {
                body(kernels)
                return
            }
            let frame = frames[kernels.count]
            frame.depth.withUnsafeBufferPointer { depth in
                frame.weight.withUnsafeBufferPointer { weight in
                    func add(_ color: UnsafePointer<SIMD4<UInt8>>?) {
                        descend(
                            kernels + [
                                VoxelKernel(
                                    frame, depth: depth.baseAddress!, weight: weight.baseAddress!, color: color,
                                    voxelSize: voxelSize, truncation: truncation)
                            ])
                    }
                    if let color = frame.color {
                        color.pixels.withUnsafeBufferPointer { add($0.baseAddress) }
                    } else {
                        add(nil)
                    }
                }
            }
        }
        descend([])
    }
}
