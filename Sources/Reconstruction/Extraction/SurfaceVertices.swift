import Geometry
import Images

/// Makes the vertices where the surface crosses the edges of the voxel grid.
struct SurfaceVertices {
    private let volume: TSDFVolume
    private let blocks: OrderedBlocks
    private let edges: EdgeNumbers.Reader

    init(_ volume: TSDFVolume, blocks: OrderedBlocks, edges: EdgeNumbers.Reader) {
        self.volume = volume
        self.blocks = blocks
        self.edges = edges
    }

    /// - Returns: a mesh of vertices alone.
    func make(_ count: Int) -> TriangleMesh {
        var positions = [Vector3](repeating: .zero, count: count)
        var colors = [Vector3](repeating: .zero, count: count)
        positions.withUnsafeMutableBufferPointer { positions in
            colors.withUnsafeMutableBufferPointer { colors in
                volume.forEachRange(blocks.count) { range in
                    for i in range {
                        var around: SIMD8<Int32>?
                        edges.forEach(i) { edge, vertex in
                            let known = around ?? blocks.around(i)
                            around = known
                            (positions[vertex], colors[vertex]) = self.vertex(i, edge: edge, around: known)
                        }
                    }
                }
            }
        }
        return TriangleMesh(positions: positions, colors: colors)
    }

    /// Where the surface crosses an edge of the block's voxel grid, and its colour there.
    private func vertex(_ block: Int, edge: Int, around: SIMD8<Int32>) -> (Vector3, Vector3) {
        let axis = edge % 3
        let voxel = edge / 3
        let shift = axis * 3
        let isLast = voxel >> shift & 7 == 7
        let a = Voxel(volume, block: Int(blocks.numbers[block]), voxel: voxel)
        let neighbour = isLast ? around[1 << axis] : Int32(truncatingIfNeeded: block)
        // An edge is marked only where both of its voxels were seen.
        let b =
            neighbour < 0
            ? a
            : Voxel(volume, block: Int(blocks.numbers[Int(neighbour)]), voxel: isLast ? voxel & ~(7 << shift) : voxel + 1 << shift)
        let t = a.distance == b.distance ? 0.5 : min(max((VoxelBlock.surface - 0.5 - a.distance) / (b.distance - a.distance), 0), 1)
        let at = blocks.coordinate(block)
        var p = Vector3(
            Float(at.x) * 8 + Float(voxel & 7), Float(at.y) * 8 + Float(voxel >> 3 & 7), Float(at.z) * 8 + Float(voxel >> 6))
        p[axis] += t
        // A voxel that was only ever seen as free space has no colour; its neighbour's counts then.
        let from = a.color == .zero ? b.color : a.color
        let to = b.color == .zero ? a.color : b.color
        return (p * volume.voxelSize, SRGB.linear(between: (from + (to - from) * t) / VoxelBlock.colorScale))
    }

    private struct Voxel {
        /// As stored.
        let distance: Float
        let color: Vector3

        @inline(__always)
        init(_ volume: TSDFVolume, block number: Int, voxel: Int) {
            let word = ((voxel >> 6) * 4 + (voxel >> 4 & 3)) * 8 + (voxel & 7)
            let shift = UInt32(voxel >> 3 & 1) * 16
            func value(_ plane: UnsafeMutablePointer<UInt32>) -> Float { Float(plane[word] >> shift & 0xFFFF) }
            distance = value(volume.shapes[number] + VoxelBlock.distancePlane)
            let slot = Int(volume.colorSlot[number])
            guard slot >= 0 else {
                color = .zero
                return
            }
            let planes = volume.colors[slot]
            let plane = VoxelBlock.planeWords
            color = Vector3(value(planes), value(planes + plane), value(planes + plane * 2))
        }
    }
}

extension SRGB {
    /// Linear colour of sRGB codes 0…255, between whole codes by linear interpolation.
    @inline(__always)
    fileprivate static func linear(between codes: Vector3) -> Vector3 {
        var result = Vector3.zero
        linear.withUnsafeBufferPointer { table in
            for i in 0..<3 {
                let x = min(max(codes[i], 0), 255)
                let low = min(Int(x), 254)
                result[i] = table[low] + (table[low + 1] - table[low]) * (x - Float(low))
            }
        }
        return result
    }
}
