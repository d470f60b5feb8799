import Geometry
import Support

/// The triangles that were added to a mesh to fill its holes: not observed, and reported separately.
public struct FilledPatches: Sendable, Equatable {
    /// One filled hole.
    public struct Patch: Sendable, Equatable {
        /// Its triangles' numbers in the mesh.
        public var triangles: Range<Int>
        /// Length of its boundary loop in metres.
        public var perimeter: Float
        /// m².
        public var area: Float
        /// Centre of the hole in metres.
        public var center: Vector3
    }

    /// The holes in the order in which they were filled. Their triangles are the mesh's last ones, as long as nothing else was done
    /// to it.
    public var patches: [Patch] = []

    /// All added triangles' numbers in the mesh.
    public var triangles: Range<Int> { (patches.first?.triangles.lowerBound ?? 0)..<(patches.last?.triangles.upperBound ?? 0) }
    /// m².
    public var area: Double { patches.reduce(0) { $0 + Double($1.area) } }

    /// No patches.
    public init() {}
}

/// Fills holes in surfaces (Liepa 2003, *Filling holes in meshes*): a minimum-weight triangulation, refined to the size of the
/// triangles around, faired so that it continues the surface, its colours interpolated.
public enum HoleFilling {
    /// Fills the holes whose boundary loop is at most `maximumPerimeter` metres long and whose surroundings say how: the patch has
    /// to go on about where the surface ends. The outer boundary of a sheet or the open end of a tube stays open.
    ///
    /// Triangles must share their vertices, as those of a reconstruction do; `MeshRepair.weld` makes it so. Texture coordinates are
    /// dropped where something is filled.
    /// - Returns: what was added.
    @discardableResult
    public static func fill(_ mesh: inout TriangleMesh, maximumPerimeter: Float) -> FilledPatches {
        guard mesh.triangleCount > 0, maximumPerimeter > 0 else { return FilledPatches() }
        let topology = MeshTopology(indices: mesh.indices, vertexCount: mesh.positions.count)
        var loops: [Loop] = []
        for boundary in topology.boundaryLoops() where boundary.isClosed && boundary.halfEdges.count >= 3 {
            let loop = Loop(boundary.halfEdges, mesh)
            if loop.perimeter <= maximumPerimeter && loop.isSimple { loops.append(loop) }
        }
        return add(loops, to: &mesh) { patch, around in patch.agreement(around) >= 0.35 }
    }

    /// A hole's boundary loop, in the orientation of the triangles that are to fill it.
    struct Loop {
        let vertices: [UInt32]
        /// The triangle of the surface at the edge from each vertex to the next.
        let across: [Int32]
        let perimeter: Float

        /// - Parameter halfEdges: in the surface's own sense, which is the other one.
        init(_ halfEdges: [Int32], _ mesh: TriangleMesh) {
            vertices = halfEdges.reversed().map { mesh.indices[MeshTopology.next(Int($0))] }
            across = halfEdges.reversed().map { $0 / 3 }
            var sum: Float = 0
            for (i, v) in vertices.enumerated() {
                sum += (mesh.positions[Int(v)] - mesh.positions[Int(vertices[(i + 1) % vertices.count])]).length
            }
            perimeter = sum
        }

        /// Whether no vertex occurs twice.
        var isSimple: Bool { Set(vertices).count == vertices.count }
    }

    /// Makes the loops' patches side by side and adds those that `accept` takes.
    static func add(
        _ loops: [Loop], to mesh: inout TriangleMesh, accept: (Patch, Patch.Surroundings) -> Bool
    ) -> FilledPatches {
        guard !loops.isEmpty else { return FilledPatches() }
        let around = VertexTriangles(indices: mesh.indices, vertexCount: mesh.positions.count)
        var patches = [Patch?](repeating: nil, count: loops.count)
        patches.withUnsafeMutableBufferPointer { patches in
            let out = WritableCells(patches)
            let source = mesh
            withoutActuallyEscaping(accept) { accept in
                Parallel.forEach(loops.count) { i in out.base[i] = patch(loops[i], mesh: source, around: around, accept: accept) }
            }
        }
        var filled = FilledPatches()
        // A texture's coordinates cannot be continued over a hole.
        if patches.contains(where: { $0 != nil }) { mesh.textureCoordinates = [] }
        var joined: Set<UInt64> = []
        for (loop, patch) in zip(loops, patches) {
            guard let patch else { continue }
            // Two holes that share corners may want the same new edge; the second then stays open.
            let edges = patch.newEdges(loop.vertices)
            guard joined.isDisjoint(with: edges) else { continue }
            joined.formUnion(edges)
            filled.patches.append(append(patch, loop, to: &mesh))
        }
        return filled
    }

    private static func patch(
        _ loop: Loop, mesh: TriangleMesh, around: VertexTriangles, accept: (Patch, Patch.Surroundings) -> Bool
    ) -> Patch? {
        let surroundings = surroundings(loop, mesh: mesh, around: around)
        var patch = Patch(
            filling: loop.vertices.map { mesh.positions[Int($0)] },
            colors: mesh.colors.isEmpty ? [] : loop.vertices.map { mesh.colors[Int($0)] }, surroundings)
        guard accept(patch, surroundings) else { return nil }
        // As fine as the surface around; wide gaps coarser, for nothing is known of them.
        let edge = loop.perimeter / Float(loop.vertices.count)
        patch.refine(edge: max(edge, loop.perimeter / 120), surroundings)
        patch.fair(surroundings, bends: loop.vertices.count <= LoopTriangulation.limit * 2)
        return patch
    }

    private static func surroundings(_ loop: Loop, mesh: TriangleMesh, around: VertexTriangles) -> Patch.Surroundings {
        func cut(_ t: Int) -> Vector3 {
            let (a, b, c) = mesh.corners(t)
            return cross(b - a, c - a)
        }
        var numbers: [UInt32: Int] = [:]
        for (i, v) in loop.vertices.enumerated() { numbers[v] = i }
        var taken: Set<Int> = []
        var normals: [Vector3] = []
        for (i, v) in loop.vertices.enumerated() {
            var sum = Vector3.zero
            around.forEach(Int(v)) { t in
                sum += cut(t)
                for k in 0..<3 {
                    if let j = numbers[mesh.indices[3 * t + k]], j > i { taken.insert(i * loop.vertices.count + j) }
                }
            }
            normals.append(sum.normalized)
        }
        return Patch.Surroundings(normals: normals, across: loop.across.map { cut(Int($0)).normalized }, taken: taken)
    }

    private static func append(_ patch: Patch, _ loop: Loop, to mesh: inout TriangleMesh) -> FilledPatches.Patch {
        let first = mesh.triangleCount
        let base = UInt32(mesh.positions.count)
        func number(_ v: Int32) -> UInt32 {
            Int(v) < patch.loopCount ? loop.vertices[Int(v)] : base + UInt32(Int(v) - patch.loopCount)
        }
        for t in patch.triangles { mesh.indices += [number(t.x), number(t.y), number(t.z)] }
        mesh.positions += patch.points[patch.loopCount...]
        if !mesh.colors.isEmpty { mesh.colors += patch.colors[patch.loopCount...] }
        if !mesh.normals.isEmpty { mesh.normals += patch.vertexNormals()[patch.loopCount...] }
        var area = Float(0)
        var center = Vector3.zero
        for t in first..<mesh.triangleCount {
            let (a, b, c) = mesh.corners(t)
            let size = cross(b - a, c - a).length * 0.5
            area += size
            center += (a + b + c) * (size / 3)
        }
        if area > 0 { center /= area }
        return FilledPatches.Patch(triangles: first..<mesh.triangleCount, perimeter: loop.perimeter, area: area, center: center)
    }
}

extension Patch {
    /// The edges between two corners of the loop that are not edges of the loop, as pairs of the mesh's vertices.
    fileprivate func newEdges(_ vertices: [UInt32]) -> [UInt64] {
        var result: [UInt64] = []
        for t in triangles {
            for k in 0..<3 {
                let a = Int(t[k])
                let b = Int(t[(k + 1) % 3])
                guard a < b, b < loopCount, b - a > 1, b - a < loopCount - 1 else { continue }
                let low = min(vertices[a], vertices[b])
                let high = max(vertices[a], vertices[b])
                result.append(UInt64(low) << 32 | UInt64(high))
            }
        }
        return result
    }

    /// Unit vectors, one a point.
    fileprivate func vertexNormals() -> [Vector3] {
        var sums = [Vector3](repeating: .zero, count: points.count)
        for t in triangles {
            let a = points[Int(t.x)]
            let b = points[Int(t.y)]
            let c = points[Int(t.z)]
            for k in 0..<3 { sums[Int(t[k])] += cross(b - a, c - a) }
        }
        return sums.map { $0 == .zero ? Vector3(0, 1, 0) : $0.normalized }
    }
}
