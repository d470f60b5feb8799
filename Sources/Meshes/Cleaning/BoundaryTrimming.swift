import Geometry

/// Finds what frays the open boundaries of a scanned surface: flakes that hang on single vertices, and flat slivers.
struct BoundaryTrimming {
    private let mesh: TriangleMesh
    private let topology: MeshTopology
    private var isRemoved: [Bool]

    /// - Returns: how many triangles were removed from `mesh`; vertices that none uses go as well.
    static func trim(_ mesh: inout TriangleMesh, _ topology: MeshTopology, options: BoundarySmoothing.Options) -> Int {
        var trimming = BoundaryTrimming(mesh, topology)
        if options.flakeArea > 0 { trimming.markFlakes(smallerThan: options.flakeArea) }
        trimming.markSlivers(maximumHeight: 0.5 * options.maximumMove)
        let isRemoved = trimming.isRemoved
        let removed = isRemoved.count { $0 }
        guard removed > 0, removed < mesh.triangleCount else { return 0 }
        var kept: [UInt32] = []
        kept.reserveCapacity(mesh.indices.count - 3 * removed)
        for t in 0..<mesh.triangleCount where !isRemoved[t] { kept += mesh.indices[3 * t..<3 * t + 3] }
        mesh.indices = kept
        Components.dropUnusedVertices(&mesh)
        return removed
    }

    private init(_ mesh: TriangleMesh, _ topology: MeshTopology) {
        self.mesh = mesh
        self.topology = topology
        isRemoved = [Bool](repeating: false, count: mesh.triangleCount)
    }

    /// Pieces with a boundary that hang together by edges and have little area; the largest piece always stays.
    private mutating func markFlakes(smallerThan limit: Float) {
        let n = mesh.triangleCount
        var piece = [Int32](repeating: -1, count: n)
        var areas: [Float] = []
        var isOpen: [Bool] = []
        var pending: [Int32] = []
        for seed in 0..<n where piece[seed] < 0 {
            let number = Int32(areas.count)
            var area: Float = 0
            var hasBoundary = false
            piece[seed] = number
            pending.append(Int32(seed))
            while let t = pending.popLast() {
                let (a, b, c) = mesh.corners(Int(t))
                area += 0.5 * cross(b - a, c - a).length
                for k in 0..<3 {
                    let o = topology.opposite[3 * Int(t) + k]
                    if o == MeshTopology.boundary { hasBoundary = true }
                    guard o >= 0, piece[Int(o) / 3] < 0 else { continue }
                    piece[Int(o) / 3] = number
                    pending.append(o / 3)
                }
            }
            areas.append(area)
            isOpen.append(hasBoundary)
        }
        let largest = areas.indices.max { areas[$0] < areas[$1] } ?? 0
        for t in 0..<n {
            let p = Int(piece[t])
            if p != largest && isOpen[p] && areas[p] < limit { isRemoved[t] = true }
        }
    }

    /// Triangles with two open edges whose corner between these is no more than `maximumHeight` from the third edge.
    private mutating func markSlivers(maximumHeight: Float) {
        for t in 0..<mesh.triangleCount where !isRemoved[t] {
            var inner = -1
            var count = 0
            for k in 0..<3 where topology.opposite[3 * t + k] != MeshTopology.boundary {
                inner = k
                count += 1
            }
            guard count == 1, topology.opposite[3 * t + inner] >= 0 else { continue }
            let a = mesh.positions[Int(mesh.indices[3 * t + inner])]
            let b = mesh.positions[Int(mesh.indices[3 * t + (inner + 1) % 3])]
            let c = mesh.positions[Int(mesh.indices[3 * t + (inner + 2) % 3])]
            let base = (b - a).length
            guard base > 0 else { continue }
            // The corner is beside the edge that stays, not beyond its ends.
            let along = dot(c - a, b - a)
            let height = cross(b - a, c - a).length / base
            if height <= maximumHeight, along >= 0, along <= base * base { isRemoved[t] = true }
        }
    }
}
