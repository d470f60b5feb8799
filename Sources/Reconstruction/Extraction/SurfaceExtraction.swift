import Geometry
import Work

/// Marching cubes over the blocks of a volume, with each vertex shared by all its triangles.
///
/// A vertex belongs to the block of its edge's lower corner. First every block marks the edges that its own cells use, also those of its
/// neighbours; then the vertices are numbered block by block, made, and joined. Blocks go in the order of their coordinates, so the
/// mesh does not depend on the order of fusion or on the number of threads.
public struct SurfaceExtraction {
    let volume: TSDFVolume
    let minimumWeight: UInt32

    /// A block's cells that hold surface: cell number (z · 8 + y) · 8 + x and sign pattern.
    private struct Crossing {
        var cell: UInt16
        var pattern: UInt8
    }

    /// - Parameter minimumWeight: in units of one clean frontal look from one metre.
    public init(_ volume: TSDFVolume, minimumWeight: Float) {
        self.volume = volume
        self.minimumWeight = max(1, VoxelBlock.storedWeight(minimumWeight))
    }

    public func mesh(progress: ProgressReporter) throws -> TriangleMesh {
        try volume.finishBatch()
        let order = volume.coordinates.indices.sorted { volume.coordinates[$0].key < volume.coordinates[$1].key }
        var rank = [Int32](repeating: 0, count: order.count)
        for (i, number) in order.enumerated() { rank[number] = Int32(i) }

        try progress.report(0, "Finding the surface")
        let crossings = findCrossings(order)
        try progress.report(0.4, "Finding the surface")
        var bits = markEdges(order, rank, crossings)
        var vertexCount = 0
        var triangleCount = 0
        var firstIndex = [Int](repeating: 0, count: order.count)
        for i in order.indices {
            bits[i].seal()
            bits[i].first = UInt32(truncatingIfNeeded: vertexCount)
            vertexCount += bits[i].count
            firstIndex[i] = triangleCount * 3
            for c in crossings[i] { triangleCount += MarchingCubesTable.shared.triangles[Int(c.pattern)].count / 3 }
        }
        guard vertexCount < Int(UInt32.max) else {
            throw ReconstructionError.tooLarge("the surface has more vertices than a mesh can number; use larger voxels")
        }
        try progress.report(0.6, "Making the mesh")
        var mesh = makeVertices(order, bits, vertexCount)
        mesh.indices = makeTriangles(order, rank, crossings, bits, firstIndex, triangleCount)
        try progress.report(1, "Making the mesh")
        return mesh
    }

    private func findCrossings(_ order: [Int]) -> [[Crossing]] {
        var result = [[Crossing]](repeating: [], count: order.count)
        result.withUnsafeMutableBufferPointer { result in
            Parallel.forEachRange(order.count, minimum: 64) { range in
                var cells = BlockCells()
                for i in range {
                    guard cells.load(order[i], volume, minimumWeight: minimumWeight) else { continue }
                    result[i] = crossings(cells.values)
                }
            }
        }
        return result
    }

    private func crossings(_ values: [UInt32]) -> [Crossing] {
        var found: [Crossing] = []
        values.withUnsafeBufferPointer { v in
            for z in 0..<8 {
                for y in 0..<8 {
                    for x in 0..<8 {
                        let o = (z * 9 + y) * 9 + x
                        var pattern = 0
                        var seen = true
                        for (i, d) in [0, 1, 9, 10, 81, 82, 90, 91].enumerated() {
                            let value = v[o + d]
                            if value == BlockCells.unseen { seen = false }
                            if value < BlockCells.surface { pattern |= 1 << i }
                        }
                        if seen && pattern != 0 && pattern != 255 {
                            found.append(Crossing(cell: UInt16((z * 8 + y) * 8 + x), pattern: UInt8(pattern)))
                        }
                    }
                }
            }
        }
        return found
    }

    /// The block (by rank, or −1) and edge number 0..<1536 that hold edge `e` of a cell.
    @inline(__always)
    private func owner(_ cell: UInt16, _ e: Int, _ neighbours: [Int32]) -> (rank: Int32, edge: Int) {
        let corner = MarchingCubesTable.edgeCorners[e].0
        let x = Int(cell & 7) + (corner & 1)
        let y = Int(cell >> 3 & 7) + (corner >> 1 & 1)
        let z = Int(cell >> 6) + (corner >> 2 & 1)
        let part = (x >> 3) | (y >> 3) << 1 | (z >> 3) << 2
        return (neighbours[part], (((z & 7) * 8 + (y & 7)) * 8 + (x & 7)) * 3 + e / 4)
    }

    private func neighbours(_ number: Int, _ rank: [Int32]) -> [Int32] {
        let at = volume.coordinates[number]
        return (0..<8).map { part in
            let key = BlockCoordinate(
                at.x + Int32(part & 1), at.y + Int32(part >> 1 & 1), at.z + Int32(part >> 2 & 1)
            ).key
            return volume.table.find(key).map { rank[$0] } ?? -1
        }
    }

    private func markEdges(_ order: [Int], _ rank: [Int32], _ crossings: [[Crossing]]) -> [EdgeBits] {
        var bits = [EdgeBits](repeating: EdgeBits(), count: order.count)
        for i in order.indices where !crossings[i].isEmpty {
            let around = neighbours(order[i], rank)
            for c in crossings[i] {
                for e in MarchingCubesTable.shared.triangles[Int(c.pattern)] {
                    let (owner, edge) = owner(c.cell, Int(e), around)
                    bits[Int(owner)].insert(edge)
                }
            }
        }
        return bits
    }

    private func makeVertices(_ order: [Int], _ bits: [EdgeBits], _ count: Int) -> TriangleMesh {
        var positions = [Vector3](repeating: Vector3(repeating: 0), count: count)
        var colors = [Vector3](repeating: Vector3(repeating: 0), count: count)
        positions.withUnsafeMutableBufferPointer { positions in
            colors.withUnsafeMutableBufferPointer { colors in
                Parallel.forEachRange(order.count, minimum: 64) { range in
                    for i in range where bits[i].count > 0 {
                        var slot = Int(bits[i].first)
                        bits[i].forEach { edge in
                            (positions[slot], colors[slot]) = vertex(order[i], edge)
                            slot += 1
                        }
                    }
                }
            }
        }
        return TriangleMesh(positions: positions, colors: colors)
    }

    /// Where the surface crosses an edge of the block's voxel grid, and its colour there.
    private func vertex(_ number: Int, _ edge: Int) -> (Vector3, Vector3) {
        let at = volume.coordinates[number]
        let axis = edge % 3
        let voxel = SIMD3<Int32>(Int32(edge / 3 & 7), Int32(edge / 24 & 7), Int32(edge / 192))
        var other = voxel
        other[axis] += 1
        var block = at
        if other[axis] == 8 {
            other[axis] = 0
            switch axis {
            case 0: block.x += 1
            case 1: block.y += 1
            default: block.z += 1
            }
        }
        let a = sample(number, voxel)
        let b = block == at ? sample(number, other) : volume.table.find(block.key).map { sample($0, other) } ?? a
        let surface = Float(BlockCells.surface)
        let t = a.distance == b.distance ? 0.5 : (surface - 0.5 - a.distance) / (b.distance - a.distance)
        var p = Vector3(Float(at.x) * 8 + Float(voxel.x), Float(at.y) * 8 + Float(voxel.y), Float(at.z) * 8 + Float(voxel.z))
        p[axis] += min(max(t, 0), 1)
        // A voxel that was only ever seen as free space has no colour; its neighbour's counts then.
        let (from, to) = (a.color == .zero ? b.color : a.color, b.color == .zero ? a.color : b.color)
        let code = from + (to - from) * min(max(t, 0), 1)
        return (p * volume.voxelSize, Self.linear(code / (VoxelBlock.colorScale * 255)))
    }

    private func sample(_ number: Int, _ v: SIMD3<Int32>) -> (distance: Float, color: Vector3) {
        func value(_ plane: UnsafeMutablePointer<UInt32>) -> Float {
            Float(VoxelBlock.value(plane, Int(v.x), Int(v.y), Int(v.z)))
        }
        let distance = value(volume.shapes[number] + VoxelBlock.distancePlane)
        let slot = volume.colorSlot[number]
        guard slot >= 0 else { return (distance, .zero) }
        let planes = volume.colors[Int(slot)]
        let plane = VoxelBlock.planeWords
        return (distance, Vector3(value(planes), value(planes + plane), value(planes + plane * 2)))
    }

    /// Linear colour of an sRGB-encoded one, both 0…1, between the 256 codes by linear interpolation.
    private static func linear(_ encoded: Vector3) -> Vector3 {
        var result = Vector3(repeating: 0)
        for i in 0..<3 {
            let x = min(max(encoded[i], 0), 1) * 255
            let low = min(Int(x), 254)
            result[i] = SRGB.linear[low] + (SRGB.linear[low + 1] - SRGB.linear[low]) * (x - Float(low))
        }
        return result
    }

    private func makeTriangles(
        _ order: [Int], _ rank: [Int32], _ crossings: [[Crossing]], _ bits: [EdgeBits], _ firstIndex: [Int], _ count: Int
    ) -> [UInt32] {
        var indices = [UInt32](repeating: 0, count: count * 3)
        indices.withUnsafeMutableBufferPointer { indices in
            Parallel.forEachRange(order.count, minimum: 64) { range in
                for i in range where !crossings[i].isEmpty {
                    let around = neighbours(order[i], rank)
                    var slot = firstIndex[i]
                    for c in crossings[i] {
                        for e in MarchingCubesTable.shared.triangles[Int(c.pattern)] {
                            let (owner, edge) = owner(c.cell, Int(e), around)
                            indices[slot] = bits[Int(owner)].vertex(edge)
                            slot += 1
                        }
                    }
                }
            }
        }
        return indices
    }
}
