import Geometry
import Images

/// What the voxel loop needs of one frame, in plain numbers and pointers.
struct VoxelKernel {
    /// Rows of K·[R|t]: a·p / c·p is the pixel column and b·p / c·p the pixel row of the world point p, c·p its depth.
    private let a: SIMD4<Float>
    private let b: SIMD4<Float>
    private let c: SIMD4<Float>
    private let depth: UnsafePointer<Float>
    private let weight: UnsafePointer<Float>
    private let color: UnsafePointer<SIMD4<UInt8>>?
    private let width: Int32
    private let height: Int32
    private let colorWidth: Int32
    private let colorHeight: Int32
    /// Colour pixel = depth pixel · scale + shift: both cameras look along one axis from one point.
    private let colorScale: Vector2
    private let colorShift: Vector2
    private let voxelSize: Float
    private let truncation: Float

    /// The pointers must outlive the kernel.
    init(
        _ frame: FusionFrame, depth: UnsafePointer<Float>, weight: UnsafePointer<Float>, color: UnsafePointer<SIMD4<UInt8>>?,
        voxelSize: Float, truncation: Float
    ) {
        let k = frame.depthIntrinsics
        let r = frame.worldToCamera.rotation.matrix.columns
        let t = frame.worldToCamera.translation
        let x = SIMD4(r.0.x, r.1.x, r.2.x, t.x)
        let y = SIMD4(r.0.y, r.1.y, r.2.y, t.y)
        let z = SIMD4(r.0.z, r.1.z, r.2.z, t.z)
        // The camera looks along −z with +y up, pixels count along +x and −y.
        c = -z
        a = x * k.fx + c * k.cx
        b = -y * k.fy + c * k.cy
        self.depth = depth
        self.weight = weight
        self.color = color
        width = Int32(k.width)
        height = Int32(k.height)
        let q = frame.colorIntrinsics
        colorWidth = Int32(frame.color?.width ?? 1)
        colorHeight = Int32(frame.color?.height ?? 1)
        colorScale = Vector2(q.fx / k.fx, q.fy / k.fy)
        colorShift = Vector2(q.cx - k.cx * q.fx / k.fx, q.cy - k.cy * q.fy / k.fy)
        self.voxelSize = voxelSize
        self.truncation = truncation
    }

    private typealias V = SIMD8<Float>
    private typealias M = SIMDMask<SIMD8<Int32>>

    /// x rounded to the nearest integer, for |x| < 2²²: after adding 1.5 · 2²³, the low bits of the sum hold it.
    @inline(__always)
    private static func rounded(_ x: V) -> SIMD8<Int32> {
        unsafeBitCast(x + 12_582_912, to: SIMD8<Int32>.self) &- 0x4B40_0000
    }

    @inline(__always)
    private static func any(_ m: M) -> Bool {
        let w = unsafeBitCast(V(repeating: 0).replacing(with: V(repeating: 1), where: m), to: SIMD4<UInt64>.self)
        return (w.x | w.y | w.z | w.w) != 0
    }

    /// Sixteen bits of each word, at `shift`, as floats.
    @inline(__always)
    private static func unpack(_ words: SIMD8<UInt32>, _ shift: UInt32) -> V {
        let bits = ((words &>> SIMD8(repeating: shift)) & SIMD8(repeating: 0xFFFF)) | SIMD8(repeating: 0x4B00_0000)
        return unsafeBitCast(bits, to: V.self) - 8_388_608
    }

    /// Puts `value` (0…65535, rounded) into the sixteen bits at `shift` of the words where `mask` is set.
    @inline(__always)
    private static func pack(_ value: V, _ shift: UInt32, into words: SIMD8<UInt32>, where mask: M) -> SIMD8<UInt32> {
        let bits = unsafeBitCast(value + 8_388_608, to: SIMD8<UInt32>.self) & SIMD8(repeating: 0xFFFF)
        let merged = (words & SIMD8(repeating: 0xFFFF_0000 &>> shift)) | (bits &<< SIMD8(repeating: shift))
        return words.replacing(with: merged, where: mask)
    }

    /// Updates all voxels of a block that the frame sees within truncation distance of its surface, or in front of it.
    ///
    /// Curless and Levoy 1996: running weighted averages of the truncated signed distance along the viewing axis and of colour.
    func integrate(into block: UnsafeMutablePointer<UInt32>, at coordinate: BlockCoordinate) {
        let edge = Float(VoxelBlock.edge) * voxelSize
        let corner = SIMD4<Float>(Float(coordinate.x) * edge, Float(coordinate.y) * edge, Float(coordinate.z) * edge, 1)
        let lanes = V(0, 1, 2, 3, 4, 5, 6, 7)
        let (a0, b0, c0) = ((a * corner).sum(), (b * corner).sum(), (c * corner).sum())
        let (ax, bx, cx) = (lanes * (a.x * voxelSize), lanes * (b.x * voxelSize), lanes * (c.x * voxelSize))
        let (ay, by, cy) = (a.y * voxelSize, b.y * voxelSize, c.y * voxelSize)
        let (az, bz, cz) = (a.z * voxelSize, b.z * voxelSize, c.z * voxelSize)
        let inverseTruncation = 1 / truncation
        let rightEdge = Float(width) - 0.5
        let lowerEdge = Float(height) - 0.5
        let zero = V(repeating: 0)
        let one = V(repeating: 1)

        for z in 0..<8 {
            for y in 0..<8 {
                let (fy, fz) = (Float(y), Float(z))
                let pc = cx + (c0 + cy * fy + cz * fz)
                let inverse = one / pc
                let u = (ax + (a0 + ay * fy + az * fz)) * inverse
                let v = (bx + (b0 + by * fy + bz * fz)) * inverse
                let inside =
                    (pc .> 0.05) .& (u .> -0.5) .& (v .> -0.5) .& (u .< rightEdge) .& (v .< lowerEdge)
                if !Self.any(inside) { continue }

                let column = Self.rounded(zero.replacing(with: u, where: inside))
                let row = Self.rounded(zero.replacing(with: v, where: inside))
                let pixel = row &* SIMD8(repeating: width) &+ column
                let d = V(
                    depth[Int(pixel[0])], depth[Int(pixel[1])], depth[Int(pixel[2])], depth[Int(pixel[3])],
                    depth[Int(pixel[4])], depth[Int(pixel[5])], depth[Int(pixel[6])], depth[Int(pixel[7])])
                let distance = (d - pc) * inverseTruncation
                let seen = inside .& (d .> 0) .& (distance .> -1)
                if !Self.any(seen) { continue }

                var w = V(
                    weight[Int(pixel[0])], weight[Int(pixel[1])], weight[Int(pixel[2])], weight[Int(pixel[3])],
                    weight[Int(pixel[4])], weight[Int(pixel[5])], weight[Int(pixel[6])], weight[Int(pixel[7])])
                // Behind the surface the weight falls to nothing at truncation distance (Bylow et al. 2013), so that the far sides of
                // thin things do not fight.
                w = (w * (one + distance).replacing(with: one, where: distance .> 0)) * VoxelBlock.weightScale
                w.replace(with: one, where: w .< one)
                let clamped = distance.replacing(with: one, where: distance .> one)

                let shift = UInt32((y & 1) * 16)
                let slot = (z * 4 + y >> 1) * 8
                let planes = UnsafeMutableRawPointer(block + slot).assumingMemoryBound(to: SIMD8<UInt32>.self)
                let plane = VoxelBlock.planeWords / 8
                let oldWeight = Self.unpack(planes[0], shift)
                let total = oldWeight + w
                let share = w / total
                planes[0] = Self.pack(
                    total.replacing(with: V(repeating: VoxelBlock.weightLimit), where: total .> VoxelBlock.weightLimit), shift,
                    into: planes[0], where: seen)
                let old = Self.unpack(planes[plane], shift)
                let new = (clamped + one) * VoxelBlock.distanceScale
                planes[plane] = Self.pack(old + (new - old) * share, shift, into: planes[plane], where: seen)

                guard let color else { continue }
                // Free space before the surface has no colour of its own.
                let near = seen .& (distance .< 1)
                if !Self.any(near) { continue }
                blend(color, u, v, near, share, planes, shift)
            }
        }
    }

    @inline(__always)
    private func blend(
        _ color: UnsafePointer<SIMD4<UInt8>>, _ u: V, _ v: V, _ near: M, _ share: V,
        _ planes: UnsafeMutablePointer<SIMD8<UInt32>>, _ shift: UInt32
    ) {
        let zero = V(repeating: 0)
        let (right, bottom) = (Float(colorWidth) - 1, Float(colorHeight) - 1)
        var x = zero.replacing(with: u * colorScale.x + colorShift.x, where: near)
        var y = zero.replacing(with: v * colorScale.y + colorShift.y, where: near)
        // The colour picture may end half a depth pixel before the depth picture does.
        x.replace(with: zero, where: x .< 0)
        y.replace(with: zero, where: y .< 0)
        x.replace(with: V(repeating: right), where: x .> right)
        y.replace(with: V(repeating: bottom), where: y .> bottom)
        let column = Self.rounded(x)
        let row = Self.rounded(y)
        let pixel = row &* SIMD8(repeating: colorWidth) &+ column
        let words = UnsafeRawPointer(color).assumingMemoryBound(to: UInt32.self)
        let rgba = SIMD8<UInt32>(
            words[Int(pixel[0])], words[Int(pixel[1])], words[Int(pixel[2])], words[Int(pixel[3])],
            words[Int(pixel[4])], words[Int(pixel[5])], words[Int(pixel[6])], words[Int(pixel[7])])
        let plane = VoxelBlock.planeWords / 8
        // A voxel that was only seen as free space so far has weight but no colour: the first colour counts whole.
        let all = planes[plane * 2] | planes[plane * 3] | planes[plane * 4]
        let held = (all &>> SIMD8(repeating: shift)) & SIMD8(repeating: 0xFFFF)
        let colorShare = share.replacing(with: V(repeating: 1), where: held .== SIMD8(repeating: 0))
        for channel in 0..<3 {
            let code = (rgba &>> SIMD8(repeating: UInt32(channel * 8))) & SIMD8(repeating: 0xFF)
            let new =
                (unsafeBitCast(code | SIMD8(repeating: 0x4B00_0000), to: V.self) - 8_388_608) * VoxelBlock.colorScale
            let old = Self.unpack(planes[plane * (2 + channel)], shift)
            planes[plane * (2 + channel)] = Self.pack(
                old + (new - old) * colorShare, shift, into: planes[plane * (2 + channel)], where: near)
        }
    }
}
