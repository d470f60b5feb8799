import Geometry
import Support

/// Makes the open boundaries of a scanned surface smooth: voxels leave stair-steps, slivers and flakes there.
///
/// Each boundary loop is smoothed as a curve without shrinking (Taubin 1995), within the surface: vertices move along the surface
/// and never farther than a given distance, so that the boundary stays where the scan ended.
public enum BoundarySmoothing {
    /// How far boundary vertices move and what is removed.
    public struct Options: Sendable, Equatable {
        /// Maximum distance in metres that a boundary vertex moves, and that the boundary moves where a sliver is removed.
        public var maximumMove: Float
        /// Pieces that are connected to the others by single vertices at most and have less area than this many m² are removed; 0
        /// keeps them.
        public var flakeArea: Float
        /// Iterations of the smoothing; each passes over all loops twice.
        public var rounds: Int

        /// Options for a surface that was fused with voxels of `voxelSize` metres: half a voxel, flakes of less than ten voxel
        /// faces.
        public init(voxelSize: Float, rounds: Int = 12) {
            maximumMove = 0.5 * voxelSize
            flakeArea = 10 * voxelSize * voxelSize
            self.rounds = rounds
        }
    }

    /// What was changed.
    public struct Result: Sendable, Equatable {
        /// Boundary vertices that moved.
        public var movedVertices = 0
        /// Triangles of flakes and slivers that were removed.
        public var removedTriangles = 0

        /// Nothing changed.
        public init() {}
    }

    /// Changes the boundaries of `mesh`; a mesh without open edges stays as it is. Normals are computed anew where there are some.
    /// - Throws: `MeshError.badOption` for options that are negative or not finite.
    @discardableResult
    public static func smooth(_ mesh: inout TriangleMesh, options: Options) throws(MeshError) -> Result {
        guard options.maximumMove.isFinite, options.maximumMove >= 0 else {
            throw .badOption("the maximum move of a boundary is \(options.maximumMove) m; it must be 0 or more")
        }
        guard options.flakeArea.isFinite, options.flakeArea >= 0 else {
            throw .badOption("the area of flakes is \(options.flakeArea) m²; it must be 0 or more")
        }
        guard (0...1000).contains(options.rounds) else {
            throw .badOption("\(options.rounds) rounds of boundary smoothing were asked for; it must be 0 to 1000")
        }
        var result = Result()
        guard mesh.triangleCount > 0 else { return result }
        var topology = MeshTopology(indices: mesh.indices, vertexCount: mesh.positions.count)
        guard topology.opposite.contains(MeshTopology.boundary) else { return result }
        result.removedTriangles = BoundaryTrimming.trim(&mesh, topology, options: options)
        if result.removedTriangles > 0 {
            topology = MeshTopology(indices: mesh.indices, vertexCount: mesh.positions.count)
            if !mesh.normals.isEmpty { mesh.computeNormals() }
        }
        let curves = Curves(mesh, topology)
        guard !curves.points.isEmpty, options.maximumMove > 0, options.rounds > 0 else { return result }
        let moves = curves.moves(mesh, options)
        result.movedVertices = apply(moves, of: curves, to: &mesh)
        if !mesh.normals.isEmpty { mesh.computeNormals() }
        return result
    }

    /// The boundary vertices with their neighbours along the boundary.
    private struct Curves {
        /// Numbers in the mesh, each once.
        private(set) var vertices: [Int32] = []
        private(set) var points: [Vector3] = []
        /// Numbers into `vertices`; -1 where a vertex stays: at the end of an open curve, or where curves meet.
        private var before: [Int32] = []
        private var after: [Int32] = []
        private var normals: [Vector3] = []
        /// The place in `vertices` of each vertex of the mesh; -1 for those inside the surface.
        private(set) var number: [Int32]

        init(_ mesh: TriangleMesh, _ topology: MeshTopology) {
            number = [Int32](repeating: -1, count: mesh.positions.count)
            for loop in topology.boundaryLoops() {
                for h in loop.halfEdges {
                    let a = enter(Int32(bitPattern: mesh.indices[Int(h)]), mesh)
                    let b = enter(Int32(bitPattern: mesh.indices[MeshTopology.next(Int(h))]), mesh)
                    after[Int(a)] = after[Int(a)] == -1 ? b : -2
                    before[Int(b)] = before[Int(b)] == -1 ? a : -2
                }
            }
            // The surface's direction at each of them, by area.
            for t in 0..<mesh.triangleCount {
                var normal: Vector3?
                for k in 0..<3 {
                    let i = number[Int(mesh.indices[3 * t + k])]
                    guard i >= 0 else { continue }
                    let (a, b, c) = mesh.corners(t)
                    let n = normal ?? cross(b - a, c - a)
                    normal = n
                    normals[Int(i)] += n
                }
            }
            for i in normals.indices { normals[i] = normals[i].lengthSquared > 0 ? normals[i].normalized : normals[i] }
        }

        private mutating func enter(_ vertex: Int32, _ mesh: TriangleMesh) -> Int32 {
            if number[Int(vertex)] >= 0 { return number[Int(vertex)] }
            let new = Int32(vertices.count)
            number[Int(vertex)] = new
            vertices.append(vertex)
            points.append(mesh.positions[Int(vertex)])
            before.append(-1)
            after.append(-1)
            normals.append(Vector3(repeating: 0))
            return new
        }

        /// Where each vertex moves.
        func moves(_ mesh: TriangleMesh, _ options: Options) -> [Vector3] {
            var moves = [Vector3](repeating: Vector3(repeating: 0), count: points.count)
            var next = moves
            // The second factor takes back what the first one shrinks.
            for _ in 0..<options.rounds {
                for factor: Float in [0.5, -0.52] {
                    for i in points.indices {
                        guard before[i] >= 0, after[i] >= 0 else { continue }
                        let a = points[Int(before[i])] + moves[Int(before[i])]
                        let b = points[Int(after[i])] + moves[Int(after[i])]
                        var move = moves[i] + ((a + b) * 0.5 - points[i] - moves[i]) * factor
                        move -= normals[i] * dot(normals[i], move)
                        // A little less than allowed, for rounding.
                        let limit = options.maximumMove * 0.999
                        let length = move.length
                        next[i] = length > limit ? move * (limit / length) : move
                    }
                    swap(&moves, &next)
                }
            }
            return moves
        }
    }

    /// Moves the vertices, less so where a triangle would turn over or become a sliver.
    /// - Returns: how many moved.
    private static func apply(_ moves: [Vector3], of curves: Curves, to mesh: inout TriangleMesh) -> Int {
        var shares = [Float](repeating: 1, count: moves.count)
        let number = curves.number
        let touched = (0..<mesh.triangleCount).filter { t in
            number[Int(mesh.indices[3 * t])] >= 0 || number[Int(mesh.indices[3 * t + 1])] >= 0
                || number[Int(mesh.indices[3 * t + 2])] >= 0
        }
        func place(_ v: UInt32) -> Vector3 {
            let i = Int(number[Int(v)])
            return i < 0 ? mesh.positions[Int(v)] : mesh.positions[Int(v)] + moves[i] * shares[i]
        }
        // Halved shares move neighbours' triangles: some rounds, and the last one keeps what still turns where it was.
        for round in 0..<8 {
            var isBad = false
            for t in touched {
                let corners = SIMD3(mesh.indices[3 * t], mesh.indices[3 * t + 1], mesh.indices[3 * t + 2])
                let (a, b, c) = mesh.corners(t)
                let old = cross(b - a, c - a)
                let p = place(corners.x)
                let new = cross(place(corners.y) - p, place(corners.z) - p)
                guard dot(old, new) < 0.2 * old.lengthSquared else { continue }
                for k in 0..<3 {
                    let n = Int(number[Int(corners[k])])
                    guard n >= 0, shares[n] > 0 else { continue }
                    shares[n] = round < 4 ? shares[n] * 0.5 : 0
                    isBad = true
                }
            }
            if !isBad { break }
        }
        var count = 0
        for (i, v) in curves.vertices.enumerated() {
            let move = moves[i] * shares[i]
            guard move.lengthSquared > 0 else { continue }
            mesh.positions[Int(v)] += move
            count += 1
        }
        return count
    }
}
