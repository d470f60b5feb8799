import CVoxels
import Geometry

/// Which blocks a frame's samples can change: those that rays pass within truncation distance before and behind their samples.
struct BlockAllocation {
    /// Rows of the depth image that one call looks at; fixed, so that the order of blocks never depends on the number of threads.
    static let stripRows = 32

    private let frame: VoxelFrame
    private let field: VoxelField
    private let unit: VoxelUnit
    /// The block that the camera is in; codes count from it.
    private let home: SIMD3<Int32>
    private let eye: Vector3
    /// A ray with depth d is at eye + d · (look.0 + column · look.1 + row · look.2), in blocks from `home`.
    private let look: (Vector3, Vector3, Vector3)
    /// Step between the columns and rows that are evaluated.
    private let step: Int
    /// Which of the pixels in that grid: shifts from frame to frame, so that thin things are not always missed.
    private let phase: Int

    /// - Parameter view: the same frame as the voxel loop sees it.
    init(_ frame: FusionFrame, view: VoxelFrame, field: VoxelField, unit: VoxelUnit, phase: Int) {
        self.frame = view
        self.field = field
        self.unit = unit
        self.phase = phase
        let blockSize = field.voxelSize * Float(VoxelBlock.edge)
        let at = frame.cameraToWorld.translation / blockSize
        home = SIMD3(Int32(at.x.rounded(.down)), Int32(at.y.rounded(.down)), Int32(at.z.rounded(.down)))
        eye = at - Vector3(Float(home.x), Float(home.y), Float(home.z)) + Float(VoxelCodeCenter)
        let k = frame.depthIntrinsics
        let rotation = frame.cameraToWorld.rotation.matrix
        look = (
            rotation * k.unproject(Vector2(0, 0), depth: 1) / blockSize, rotation * Vector3(1 / k.fx, 0, 0) / blockSize,
            rotation * Vector3(0, -1 / k.fy, 0) / blockSize
        )
        // Samples lie at most half a block apart on the farthest surface.
        step = max(1, min(4, Int(blockSize / 2 * min(k.fx, k.fy) / max(frame.farthest, 0.1))))
    }

    var stripCount: Int { (Int(frame.height) + Self.stripRows - 1) / Self.stripRows }

    /// The keys of the blocks that rows `strip * 32 ..< strip * 32 + 32` touch, each once, in the order of their first touch.
    func keys(strip: Int) -> [UInt64] {
        let rows = (strip * Self.stripRows)..<min(Int(frame.height), (strip + 1) * Self.stripRows)
        var capacity = 1 << 13
        while true {
            if let keys = keys(rows, capacity: capacity) { return keys }
            capacity *= 4
        }
    }

    /// - Returns: nil where there are more than half of `capacity`.
    private func keys(_ rows: Range<Int>, capacity: Int) -> [UInt64]? {
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: capacity + capacity / 2) { room in
            guard let base = room.baseAddress else { return nil }
            base.initialize(repeating: 0, count: capacity)
            var codes = VoxelCodes(slots: base, capacity: UInt32(capacity), codes: base + capacity, count: 0)
            let eye = [eye.x, eye.y, eye.z]
            let look = [look.0, look.1, look.2].flatMap { [$0.x, $0.y, $0.z] }
            for y in rows where y % step == phase % step {
                let isDone = withUnsafePointer(to: field) { field in
                    withUnsafePointer(to: frame) { frame in
                        VoxelsCollectBlocks(unit, field, frame, eye, look, Int32(y), Int32((phase / 2) % step), Int32(step), &codes)
                    }
                }
                guard isDone else { return nil }
            }
            return (0..<Int(codes.count)).map { i in
                let code = Int32(bitPattern: codes.codes[i])
                let center = Int32(VoxelCodeCenter)
                return BlockCoordinate(
                    home.x + (code & 1023) - center, home.y + (code >> 10 & 1023) - center, home.z + (code >> 20 & 1023) - center
                ).key
            }
        }
    }
}
