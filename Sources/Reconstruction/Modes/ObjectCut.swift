import Meshes
import Geometry

/// Cuts the thing that the cameras look at out of a scan: what it stands on and all the rest are removed, and it is closed.
///
/// Where a supporting surface is found (`SupportSearch`), what is above it counts. Otherwise the object is what is connected at the
/// focus of the cameras, within a sphere that the cameras surround, cut off at the sphere or at a level plane above its lower part.
public enum ObjectCut {
    /// What was cut out.
    public struct Result: Sendable {
        /// Closed, each edge has two triangles, where no opening was observed.
        public var mesh: TriangleMesh
        /// What the thing stood on, facing the cameras; nil where nothing was found.
        public var support: FittedPlane?
        /// The point that the cameras look at.
        public var center: Vector3
        /// Patches of the mesh that were not observed, the ground that the thing stands on among them.
        public var filled: FilledPatches
        /// m² of openings that stay open, because frames saw through them.
        public var opened: Float = 0
        /// What was done where no supporting surface was found, a sentence each.
        public var notes: [String] = []
    }

    /// Pieces beside the object with less than this share of its surface don't belong to it.
    private static let smallestShare: Float = 0.01

    /// An object that is cut out and not yet closed.
    private struct Piece {
        var mesh: TriangleMesh
        var support: FittedPlane?
        var notes: [String] = []
    }

    /// - Parameters:
    ///   - mesh: the whole scan, y-up.
    ///   - cameras: the frames' poses.
    ///   - voxelSize: of the fusion, metres; what lies lower than about two of them above the support counts as support.
    ///   - free: the space that frames looked through, which stays empty; nil: the object is closed everywhere.
    /// - Throws: `nothingSeen` where the cameras do not look at one place, or there is no object.
    public static func cut(
        _ mesh: TriangleMesh, cameras: [RigidTransform], voxelSize: Float, free: ObservedFreeSpace? = nil
    ) throws(ReconstructionError) -> Result {
        guard let focus = ViewFocus(cameras) else {
            throw .nothingSeen("the cameras do not point at a common object; walk around it with the camera pointed at it")
        }
        var piece = try piece(of: mesh, focus: focus, cameras: cameras, voxelSize: voxelSize)
        var filled = HoleFilling.close(&piece.mesh)
        dropFlakes(from: &piece.mesh, &filled)
        let opened = free?.open(&piece.mesh, &filled, spacing: voxelSize) ?? 0
        if let support = piece.support {
            // What is closed below does not bulge into what it stands on.
            for v in piece.mesh.positions.indices {
                let depth = support.distance(piece.mesh.positions[v])
                if depth < 0 { piece.mesh.positions[v] -= support.normal * depth }
            }
        }
        piece.mesh.computeNormals()
        return Result(
            mesh: piece.mesh, support: piece.support, center: focus.center, filled: filled, opened: opened, notes: piece.notes)
    }

    private static func piece(
        of mesh: TriangleMesh, focus: ViewFocus, cameras: [RigidTransform], voxelSize: Float
    ) throws(ReconstructionError) -> Piece {
        let search = SupportSearch(mesh, focus: focus, cameras: cameras, voxelSize: voxelSize)
        let height = max(2 * voxelSize, 0.006)
        let gap = max(4 * voxelSize, 0.02)
        let candidates = search.candidates()
        for support in candidates {
            var thing = above(mesh, plane: support, height: height)
            guard keepNearest(&thing, to: focus, joinedWithin: gap) else {
                guard search.isLarge(support), SupportSearch.isLevel(support) else { continue }
                throw .nothingSeen("no object stands on the surface at the centre of the views")
            }
            if search.continues(below: support, thing) { continue }
            // A wall or a ceiling with everything in front of it is no support.
            if !SupportSearch.isLevel(support), ObjectRegion(focus).shareOutside(thing) > 0.2 { continue }
            extend(&thing, down: support, from: height)
            return Piece(mesh: thing, support: support)
        }
        let region = ObjectRegion(focus)
        var thing = region.clipped(mesh)
        guard keepNearest(&thing, to: focus, joinedWithin: gap) else {
            throw .nothingSeen("no surface was found where the cameras point; take sharp, overlapping images of the object")
        }
        var notes = ["No supporting surface was found; the object is what is connected at the centre of the views."]
        if let height = region.lowerEnd(of: thing, voxelSize: voxelSize) {
            var upper = above(thing, sides: thing.positions.map { $0.y - height })
            if keepNearest(&upper, to: focus, joinedWithin: gap) {
                thing = upper
                notes.append("The object continues out of the region that the images surround; it was cut level there.")
            }
        }
        return Piece(mesh: thing, notes: notes)
    }

    /// What of the mesh lies more than `height` above the plane; triangles across that height are cut there.
    static func above(_ mesh: TriangleMesh, plane: FittedPlane, height: Float) -> TriangleMesh {
        above(mesh, sides: mesh.positions.map { plane.distance($0) - height })
    }

    /// What of the mesh has positive values at its vertices, which change linearly along edges.
    private static func above(_ mesh: TriangleMesh, sides side: [Float]) -> TriangleMesh {
        var result = mesh
        result.indices = []
        result.textureCoordinates = []
        var cuts: [UInt64: UInt32] = [:]
        func cut(_ a: UInt32, _ b: UInt32) -> UInt32 {
            let key = UInt64(min(a, b)) << 32 | UInt64(max(a, b))
            if let known = cuts[key] { return known }
            let low = Int(min(a, b))
            let high = Int(max(a, b))
            let t = side[low] / (side[low] - side[high])
            let number = UInt32(truncatingIfNeeded: result.positions.count)
            func between(_ v: [Vector3]) -> Vector3 { v[low] + (v[high] - v[low]) * t }
            result.positions.append(between(mesh.positions))
            if !mesh.normals.isEmpty { result.normals.append(between(mesh.normals)) }
            if !mesh.colors.isEmpty { result.colors.append(between(mesh.colors)) }
            cuts[key] = number
            return number
        }
        for t in 0..<mesh.triangleCount {
            var a = mesh.indices[3 * t]
            var b = mesh.indices[3 * t + 1]
            var c = mesh.indices[3 * t + 2]
            let count = [a, b, c].count { side[Int($0)] > 0 }
            if count == 3 { result.indices += [a, b, c] }
            guard count == 1 || count == 2 else { continue }
            // The corner that is alone on its side comes first.
            while (side[Int(a)] > 0) != (count == 1) { (a, b, c) = (b, c, a) }
            let ab = cut(a, b)
            let ca = cut(c, a)
            if count == 1 { result.indices += [a, ab, ca] } else { result.indices += [ab, b, c, ab, c, ca] }
        }
        Components.dropUnusedVertices(&result)
        return result
    }

    /// Keeps the piece that stands in the middle and what lies close to it.
    private static func keepNearest(_ mesh: inout TriangleMesh, to focus: ViewFocus, joinedWithin gap: Float) -> Bool {
        let pieces = Pieces(mesh)
        guard !pieces.areas.isEmpty else { return false }
        // Of the pieces of some size, the one nearest to the middle; its surface may lie a little off it.
        var nearest = [Float](repeating: .infinity, count: pieces.areas.count)
        var boxes = [Bounds](repeating: .empty, count: pieces.areas.count)
        for t in 0..<mesh.triangleCount {
            let (a, b, c) = mesh.corners(t)
            let k = Int(pieces.piece[t])
            nearest[k] = min(nearest[k], ((a + b + c) / 3 - focus.center).length)
            boxes[k].insert(a)
            boxes[k].insert(b)
            boxes[k].insert(c)
        }
        let near = 0.08 * focus.distance
        func merit(_ k: Int) -> Float { pieces.areas[k] / (near * near + nearest[k] * nearest[k]) }
        guard let main = pieces.areas.indices.max(by: { merit($0) < merit($1) }) else { return false }
        var part = mesh
        part.indices = []
        for t in 0..<mesh.triangleCount where Int(pieces.piece[t]) == main { part.indices += mesh.indices[3 * t..<3 * t + 3] }
        let surface = BVH(part)
        let reach = Bounds(min: boxes[main].min - Vector3(repeating: gap), max: boxes[main].max + Vector3(repeating: gap))
        var isNear = [Bool](repeating: false, count: pieces.areas.count)
        isNear[main] = true
        for t in 0..<mesh.triangleCount {
            let k = Int(pieces.piece[t])
            guard !isNear[k], pieces.areas[k] >= smallestShare * pieces.areas[main], reach.contains(boxes[k].min),
                reach.contains(boxes[k].max)
            else { continue }
            let (a, b, c) = mesh.corners(t)
            if surface.nearest(to: (a + b + c) / 3, within: gap) != nil { isNear[k] = true }
        }
        var kept: [UInt32] = []
        for t in 0..<mesh.triangleCount where isNear[Int(pieces.piece[t])] { kept += mesh.indices[3 * t..<3 * t + 3] }
        mesh.indices = kept
        Components.dropUnusedVertices(&mesh)
        return true
    }

    /// Removes closed pieces that are too small to belong to the object: noise, and what was cut apart to make edges manifold.
    private static func dropFlakes(from mesh: inout TriangleMesh, _ filled: inout FilledPatches) {
        let pieces = Pieces(mesh)
        guard pieces.areas.count > 1, let largest = pieces.areas.max() else { return }
        var kept: [UInt32] = []
        // How many of the triangles before each one are kept.
        var numbers = [0]
        for t in 0..<mesh.triangleCount {
            if pieces.areas[Int(pieces.piece[t])] >= smallestShare * largest { kept += mesh.indices[3 * t..<3 * t + 3] }
            numbers.append(kept.count / 3)
        }
        for i in filled.patches.indices {
            let triangles = filled.patches[i].triangles
            filled.patches[i].triangles = numbers[triangles.lowerBound]..<numbers[triangles.upperBound]
        }
        filled.patches.removeAll { $0.triangles.isEmpty }
        mesh.indices = kept
        Components.dropUnusedVertices(&mesh)
    }

    /// Draws the boundary loops that the cut left, `height` above the plane, down to the plane.
    private static func extend(_ mesh: inout TriangleMesh, down plane: FittedPlane, from height: Float) {
        let topology = MeshTopology(indices: mesh.indices, vertexCount: mesh.positions.count)
        for rim in topology.boundaryLoops() where rim.isClosed {
            let vertices = rim.halfEdges.map { mesh.indices[Int($0)] }
            guard vertices.allSatisfy({ (plane.distance(mesh.positions[Int($0)]) - height).magnitude < 0.1 * height }) else {
                continue
            }
            let base = UInt32(truncatingIfNeeded: mesh.positions.count)
            let count = UInt32(vertices.count)
            for v in vertices {
                mesh.positions.append(mesh.positions[Int(v)] - plane.normal * plane.distance(mesh.positions[Int(v)]))
                if !mesh.normals.isEmpty { mesh.normals.append(mesh.normals[Int(v)]) }
                if !mesh.colors.isEmpty { mesh.colors.append(mesh.colors[Int(v)]) }
            }
            for i in 0..<count {
                let a = vertices[Int(i)]
                let b = vertices[Int((i + 1) % count)]
                let c = base + i
                let d = base + (i + 1) % count
                mesh.indices += [b, a, c, b, c, d]
            }
        }
    }
}
