import CVoxels
import Geometry
import Support

/// Marching cubes over the blocks of a volume, with each vertex shared by all its triangles.
///
/// A vertex belongs to the block of its edge's lower corner. First every block marks the edges that its own cells use, also those
/// of its neighbours; then the vertices are numbered block by block, made, and joined. Blocks go in the order of their coordinates,
/// so the mesh does not depend on the order of fusion or on the number of threads.
public struct SurfaceExtraction {
    let volume: TSDFVolume
    let minimumWeight: UInt32

    /// - Parameters:
    ///   - volume: the fused signed distance field.
    ///   - minimumWeight: in units of one clean frontal look from one metre.
    public init(_ volume: TSDFVolume, minimumWeight: Float) {
        self.volume = volume
        self.minimumWeight = max(1, VoxelBlock.storedWeight(minimumWeight))
    }

    /// - Throws: `tooLarge` where the mesh could not be numbered, or there is no room for the last frames; `CancellationError`.
    public func mesh(progress: ProgressReporter) throws -> TriangleMesh {
        try volume.finishBatch()
        try progress.report(0, "Finding the surface")
        let blocks = OrderedBlocks(volume)
        let crossings = findCrossings(blocks)
        try progress.report(0.4, "Finding the surface")
        var edges = EdgeNumbers(blocks: blocks.count)
        markEdges(blocks, crossings: crossings, edges: &edges)
        let vertexCount = edges.number()
        var firstIndex = [Int](repeating: 0, count: blocks.count)
        var indexCount = 0
        for (i, cells) in crossings.enumerated() {
            firstIndex[i] = indexCount
            for cell in cells { indexCount += MarchingCubesTable.shared.triangles[cell.pattern].count }
        }
        guard vertexCount < Int(UInt32.max) else {
            throw ReconstructionError.tooLarge("the surface has more vertices than a mesh can number; use larger voxels")
        }
        try progress.report(0.6, "Making the mesh")
        var mesh = edges.read { SurfaceVertices(volume, blocks: blocks, edges: $0).make(vertexCount) }
        mesh.indices = edges.read {
            makeTriangles(blocks, crossings: crossings, edges: $0, firstIndex: firstIndex, count: indexCount)
        }
        try progress.report(1, "Making the mesh")
        return mesh
    }

    /// The cells that hold surface, for each block.
    private func findCrossings(_ blocks: OrderedBlocks) -> [[Crossing]] {
        var result = [[Crossing]](repeating: [], count: blocks.count)
        result.withUnsafeMutableBufferPointer { result in
            volume.forEachRange(blocks.count) { range in
                withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 512) { found in
                    guard let base = found.baseAddress else { return }
                    for i in range {
                        let around = blocks.around(i)
                        let shapes = (0..<8).map { part in
                            around[part] < 0 ? nil : UnsafePointer(volume.shapes[Int(blocks.numbers[Int(around[part])])])
                        }
                        let count = VoxelsCrossings(volume.vectorUnit.unit, shapes, minimumWeight, base)
                        if count > 0 { result[i] = (0..<Int(count)).map { Crossing(word: base[$0]) } }
                    }
                }
            }
        }
        return result
    }

    private func markEdges(_ blocks: OrderedBlocks, crossings: [[Crossing]], edges: inout EdgeNumbers) {
        edges.mark { marker in
            // Blocks of one parity are at least two apart along some axis: they and their neighbours above have no block in common.
            for parity in 0..<8 {
                let some = blocks.indices.filter { !crossings[$0].isEmpty && blocks.parity($0) == parity }
                Parallel.forEachRange(some.count, minimum: 64) { range in
                    for i in some[range] {
                        let around = blocks.around(i)
                        for cell in crossings[i] {
                            var rest = MarchingCubesTable.shared.edges[cell.pattern]
                            while rest != 0 {
                                let owner = cell.owner(ofEdge: rest.trailingZeroBitCount, around)
                                marker.insert(owner.block, owner.edge)
                                rest &= rest - 1
                            }
                        }
                    }
                }
            }
        }
    }

    private func makeTriangles(
        _ blocks: OrderedBlocks, crossings: [[Crossing]], edges: EdgeNumbers.Reader, firstIndex: [Int], count: Int
    ) -> [UInt32] {
        [UInt32](unsafeUninitializedCapacity: count) { indices, filled in
            filled = count
            guard let indices = indices.baseAddress else { return }
            Parallel.forEachRange(blocks.count, minimum: 64) { range in
                for i in range where !crossings[i].isEmpty {
                    let around = blocks.around(i)
                    var slot = firstIndex[i]
                    for cell in crossings[i] {
                        for e in MarchingCubesTable.shared.triangles[cell.pattern] {
                            let owner = cell.owner(ofEdge: Int(e), around)
                            (indices + slot).initialize(to: edges.vertex(owner.block, owner.edge))
                            slot += 1
                        }
                    }
                }
            }
        }
    }
}

/// A cell that holds surface.
struct Crossing {
    /// As `VoxelsCrossings` gives it.
    let word: UInt32

    /// Which of its corners lie behind the surface, one bit each.
    @inline(__always)
    var pattern: Int { Int(word >> 16) }

    /// The block (of those `around` the cell's) and the edge number 0..<1536 there that hold edge `e` of the cell.
    @inline(__always)
    func owner(ofEdge e: Int, _ around: SIMD8<Int32>) -> (block: Int, edge: Int) {
        // Its lower corner; the edges along an axis come in the order of their corners.
        let corner = e < 4 ? e << 1 : e < 8 ? (e & 1) | (e & 2) << 1 : e & 3
        let x = Int(word & 7) + (corner & 1)
        let y = Int(word >> 3 & 7) + (corner >> 1 & 1)
        let z = Int(word >> 6 & 7) + (corner >> 2 & 1)
        let part = x >> 3 | (y >> 3) << 1 | (z >> 3) << 2
        return (Int(around[part]), ((z & 7) << 6 | (y & 7) << 3 | (x & 7)) * 3 + e >> 2)
    }
}
