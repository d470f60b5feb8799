import CSplats
import Support

extension SplatRasterizer {
    /// Blocks that one thread differentiates together.
    private static let blocksAtOnce = 32

    func differentiate(
        _ blocks: SplatBlocks, view: DrawnView, result: UnsafeMutablePointer<Float>
    ) throws(SplatError) -> PoseDerivatives {
        let sums = drawBackward(image: view.image, gradient: view.gradient)
        var camera = view.camera
        var table = blocks.table
        let pose = AlignedMemory<Float>(count: 6)
        SplatsBackward(unit, &camera, &table, sums, flags.pointer, 0, Int32(blocks.blockCount), result, nil, pose.pointer)
        return Self.total(pose, chunks: 1)
    }

    func step(
        _ state: SplatTrainingMemory, view: DrawnView, optimizer: SplatOptimizer
    ) throws(SplatError) -> PoseDerivatives {
        let sums = drawBackward(image: view.image, gradient: view.gradient)
        var camera = view.camera
        var optimizer = optimizer
        optimizer.first = state.first.pointer
        optimizer.second = state.second.pointer
        optimizer.motion = state.motion.pointer
        let blocks = state.blocks
        let chunks = (blocks.blockCount + Self.blocksAtOnce - 1) / Self.blocksAtOnce
        let poses = AlignedMemory<Float>(count: 6 * chunks)
        withUnsafePointer(to: &camera) { camera in
            withUnsafePointer(to: &optimizer) { optimizer in
                nonisolated(unsafe) let me = self
                nonisolated(unsafe) let camera = camera
                nonisolated(unsafe) let optimizer = optimizer
                nonisolated(unsafe) let sums = sums
                Parallel.forEach(chunks) { chunk in
                    var table = blocks.table
                    SplatsBackward(
                        me.unit, camera, &table, sums, me.flags.pointer, Int32(chunk * Self.blocksAtOnce),
                        Int32(min((chunk + 1) * Self.blocksAtOnce, blocks.blockCount)), nil, optimizer, poses.pointer + 6 * chunk)
                }
            }
        }
        return Self.total(poses, chunks: chunks)
    }

    /// The sums of all chunks, in their order.
    private static func total(_ sums: AlignedMemory<Float>, chunks: Int) -> PoseDerivatives {
        var total = PoseDerivatives(repeating: 0)
        for chunk in 0..<chunks { for k in 0..<6 { total[k] += Double(sums.pointer[6 * chunk + k]) } }
        return total
    }

    // The splats are only in memory.
    func collect(_ state: SplatTrainingMemory) throws(SplatError) {}
    func memoryChanged() {}
}
