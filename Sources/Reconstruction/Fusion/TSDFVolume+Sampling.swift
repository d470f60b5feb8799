import Geometry

/// The distance field between its voxels.
struct FieldSampler {
    private let volume: TSDFVolume
    /// The last block that was looked up: neighbours ask for it again.
    private var last: (key: UInt64, number: Int?) = (.max, nil)

    /// - Throws: `tooLarge` where there is no room for the frames that wait to be fused.
    init(_ volume: TSDFVolume) throws(ReconstructionError) {
        try volume.finishBatch()
        self.volume = volume
    }

    /// The signed distance in metres at a point, positive in front of the surface, by trilinear interpolation; nil where one of the
    /// eight voxels around was not observed.
    mutating func distance(at p: Vector3) -> Float? {
        let q = p / volume.voxelSize
        guard q.isFinite, max(q.x.magnitude, q.y.magnitude, q.z.magnitude) < Float(BlockCoordinate.limit) else { return nil }
        let low = SIMD3<Int32>(q, rounding: .down)
        let f = q - Vector3(low)
        var sum: Float = 0
        for corner in 0..<8 {
            let step = SIMD3(Int32(corner & 1), Int32(corner >> 1 & 1), Int32(corner >> 2))
            guard let value = stored(low &+ step) else { return nil }
            let t = Vector3(step)
            let w = t * f + (1 - t) * (1 - f)
            sum += w.x * w.y * w.z * value
        }
        return (sum - VoxelBlock.surface) / VoxelBlock.surface * volume.cut.range
    }

    /// The stored distance of a voxel; nil where it was not observed.
    private mutating func stored(_ voxel: SIMD3<Int32>) -> Float? {
        let block = voxel &>> 3
        let key = BlockCoordinate(block.x, block.y, block.z).key
        if key != last.key { last = (key, volume.table.find(key)) }
        guard let number = last.number else { return nil }
        let local = voxel &- block &<< 3
        let word = Int((local.z * 4 + local.y >> 1) * 8 + local.x)
        let shift = UInt32(local.y & 1) * 16
        let planes = volume.shapes[number]
        guard planes[VoxelBlock.weightPlane + word] >> shift & 0xFFFF != 0 else { return nil }
        return Float(planes[VoxelBlock.distancePlane + word] >> shift & 0xFFFF)
    }
}
