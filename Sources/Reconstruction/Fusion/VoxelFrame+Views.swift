import CVoxels
import Geometry
import Images

extension VoxelFrame {
    private init(_ frame: FusionFrame, samples: UnsafePointer<UInt32>, color: UnsafePointer<UInt32>?) {
        let k = frame.depthIntrinsics
        let q = frame.colorIntrinsics
        let r = frame.worldToCamera.rotation.matrix.columns
        let t = frame.worldToCamera.translation
        let x = SIMD4(r.0.x, r.1.x, r.2.x, t.x)
        let y = SIMD4(r.0.y, r.1.y, r.2.y, t.y)
        // The camera looks along −z with +y up, pixels count along +x and −y.
        let c = -SIMD4(r.0.z, r.1.z, r.2.z, t.z)
        let a = x * k.fx + c * k.cx
        let b = -y * k.fy + c * k.cy
        self.init(
            a: (a.x, a.y, a.z, a.w), b: (b.x, b.y, b.z, b.w), c: (c.x, c.y, c.z, c.w), samples: samples,
            depthStep: frame.depthStep, width: Int32(k.width), height: Int32(k.height), color: color,
            colorWidth: Int32(frame.color?.width ?? 1), colorHeight: Int32(frame.color?.height ?? 1),
            // Both cameras look along one axis from one point.
            colorScaleX: q.fx / k.fx, colorScaleY: q.fy / k.fy,
            colorShiftX: q.cx - k.cx * q.fx / k.fx, colorShiftY: q.cy - k.cy * q.fy / k.fy)
    }

    /// Whether the sample in the direction of a block's middle lies well behind the whole block.
    func looksThrough(_ block: BlockCoordinate, _ field: VoxelField) -> Bool {
        let edge = field.voxelSize * Float(VoxelBlock.edge)
        let middle = SIMD4((Float(block.x) + 0.5) * edge, (Float(block.y) + 0.5) * edge, (Float(block.z) + 0.5) * edge, 1)
        func along(_ row: (Float, Float, Float, Float)) -> Float { (SIMD4(row.0, row.1, row.2, row.3) * middle).sum() }
        let depth = along(c)
        guard depth > edge else { return false }
        let x = along(a) / depth + 0.5
        let y = along(b) / depth + 0.5
        guard x >= 0, y >= 0, x < Float(width), y < Float(height) else { return false }
        let reading = samples[Int(y) * Int(width) + Int(x)]
        return Float(reading >> 14) * depthStep > depth + edge + 2 * field.range
    }

    /// Calls `body` with the frames as the voxel loop sees them; their pointers are good meanwhile.
    static func with(_ frames: [FusionFrame], _ body: ([VoxelFrame]) -> Void) {
        func descend(_ views: [VoxelFrame]) {
            guard views.count < frames.count else { return body(views) }
            let frame = frames[views.count]
            frame.samples.withUnsafeBufferPointer { samples in
                guard let samples = samples.baseAddress else { return }
                guard let color = frame.color else { return descend(views + [VoxelFrame(frame, samples: samples, color: nil)]) }
                color.pixels.withUnsafeBytes { pixels in
                    descend(
                        views + [
                            VoxelFrame(frame, samples: samples, color: pixels.assumingMemoryBound(to: UInt32.self).baseAddress)
                        ])
                }
            }
        }
        descend([])
    }
}
