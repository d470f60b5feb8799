import Meshes
import Geometry

/// Cuts the thing that the cameras look at out of a scan: what it stands on and all the rest are removed, and it is closed below.
public enum ObjectCut {
    /// What was cut out.
    public struct Result: Sendable {
        /// Closed, each edge has two triangles, where no opening was observed.
        public var mesh: TriangleMesh
        /// What the thing stood on, facing up.
        public var support: FittedPlane
        /// The point that the cameras look at.
        public var center: Vector3
        /// Patches of the mesh that were not observed, the ground that the thing stands on among them.
        public var filled: FilledPatches
        /// m² of openings that stay open, because frames saw through them.
        public var opened: Float = 0
    }

    /// - Parameters:
    ///   - mesh: the whole scan, y-up.
    ///   - cameras: the frames' poses.
    ///   - voxelSize: of the fusion, metres; what lies lower than about two of them above the support counts as support.
    ///   - free: the space that frames looked through, which stays empty; nil: the object is closed everywhere.
    /// - Throws: `nothingSeen` where the cameras do not look at one place, nothing to stand on is below it, or nothing stands
    ///   there.
    public static func cut(
        _ mesh: TriangleMesh, cameras: [RigidTransform], voxelSize: Float, free: ObservedFreeSpace? = nil
    ) throws(ReconstructionError) -> Result {
        guard let center = middle(of: cameras) else {
            throw .nothingSeen("the cameras do not point at a common object; walk around it with the camera pointed at it")
        }
        guard let support = support(in: mesh, below: center, cameras, voxelSize) else {
            throw .nothingSeen(
                "no level supporting surface was found below the centre of the views; "
                    + "scan part of the table or floor too"
            )
        }
        let height = max(2 * voxelSize, 0.006)
        var thing = above(mesh, plane: support, height: height)
        guard keepNearest(&thing, to: center, joinedWithin: max(4 * voxelSize, 0.02)) else {
            throw .nothingSeen("no object stands on the surface at the centre of the views")
        }
        extend(&thing, down: support, from: height)
        var filled = HoleFilling.close(&thing)
        let opened = free?.open(&thing, &filled, spacing: voxelSize) ?? 0
        // What is closed below does not bulge into what it stands on.
        for v in thing.positions.indices {
            let depth = support.distance(thing.positions[v])
            if depth < 0 { thing.positions[v] -= support.normal * depth }
        }
        thing.computeNormals()
        return Result(mesh: thing, support: support, center: center, filled: filled, opened: opened)
    }

    /// The point nearest to all viewing axes (least squares, then again with those left out that pass it by); nil for axes that are
    /// nearly parallel.
    static func middle(of cameras: [RigidTransform]) -> Vector3? {
        var weights = cameras.map { $0.isFinite ? Float(1) : 0 }
        var found: Vector3?
        for _ in 0..<6 {
            // Sums of I − d·dᵀ and of it times the cameras' places.
            var d = Vector3.zero
            var o = Vector3.zero
            var right = Vector3.zero
            var total: Float = 0
            for (camera, w) in zip(cameras, weights) where w > 0 {
                let axis = camera.rotation.rotate(Vector3(0, 0, -1))
                d += (Vector3(repeating: 1) - axis * axis) * w
                o -= axis * Vector3(axis.y, axis.z, axis.x) * w
                right += (camera.translation - axis * dot(axis, camera.translation)) * w
                total += w
            }
            let a = Vector3(d.x, o.x, o.z)
            let b = Vector3(o.x, d.y, o.y)
            let c = Vector3(o.z, o.y, d.z)
            let determinant = dot(a, cross(b, c))
            guard total >= 2, determinant > 1e-3 * total * total * total else { return found }
            let p = Vector3(dot(right, cross(b, c)), dot(a, cross(right, c)), dot(a, cross(b, right))) / determinant
            found = p
            for (i, camera) in cameras.enumerated() where camera.isFinite {
                let axis = camera.rotation.rotate(Vector3(0, 0, -1))
                let off = (p - camera.translation) - axis * dot(axis, p - camera.translation)
                weights[i] = dot(axis, p - camera.translation) > 0 ? 1 / (1 + off.lengthSquared / 0.01) : 0
            }
        }
        return found
    }

    /// The level plane below `center` with the most surface near it.
    private static func support(
        in mesh: TriangleMesh, below center: Vector3, _ cameras: [RigidTransform], _ voxelSize: Float
    ) -> FittedPlane? {
        let distances = cameras.map { ($0.translation - center).length }.sorted()
        let reach = distances.isEmpty ? 1 : distances[distances.count / 2] * 0.8
        let bin = max(voxelSize, 0.005)
        // Level surface by height, near the axis through the middle, and not above it by more than a little.
        var areas: [Int: Float] = [:]
        func isLevel(_ t: Int) -> (area: Float, center: Vector3)? {
            let (a, b, c) = mesh.corners(t)
            let n = cross(b - a, c - a)
            let p = (a + b + c) / 3
            let off = Vector2(p.x - center.x, p.z - center.z)
            guard n.y > 0.9 * n.length, n.y > 0, off.x * off.x + off.y * off.y < reach * reach, p.y < center.y + 0.1 * reach,
                p.y > center.y - reach
            else { return nil }
            return (n.length * 0.5, p)
        }
        for t in 0..<mesh.triangleCount {
            if let level = isLevel(t) { areas[Int((level.center.y / bin).rounded(.down)), default: 0] += level.area }
        }
        guard let best = areas.keys.max(by: { (areas[$0] ?? 0, -$0) < (areas[$1] ?? 0, -$1) }) else { return nil }
        var plane: FittedPlane?
        var normal = Vector3(0, 1, 0)
        var offset = (Float(best) + 0.5) * bin
        for width in [2 * bin, 1.5 * bin, 1.5 * bin] {
            var fit = PlaneFit(around: center)
            for t in 0..<mesh.triangleCount {
                guard let level = isLevel(t), (dot(normal, level.center) - offset).magnitude < width else { continue }
                fit.add(level.center, weight: level.area)
            }
            guard let fitted = fit.plane(facing: Vector3(0, 1, 0)), fitted.normal.y > 0.95 else { break }
            normal = fitted.normal
            offset = fitted.offset
            plane = fitted
        }
        guard let plane, plane.area > 0.005 * reach * reach else { return nil }
        return plane
    }

    /// What of the mesh lies more than `height` above the plane; triangles across that height are cut there.
    static func above(_ mesh: TriangleMesh, plane: FittedPlane, height: Float) -> TriangleMesh {
        var result = mesh
        result.indices = []
        result.textureCoordinates = []
        let side = mesh.positions.map { plane.distance($0) - height }
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
    private static func keepNearest(_ mesh: inout TriangleMesh, to center: Vector3, joinedWithin gap: Float) -> Bool {
        let pieces = Pieces(mesh)
        guard !pieces.areas.isEmpty else { return false }
        // Of the pieces of some size, the one nearest to the middle; its surface may lie a little off it.
        var nearest = [Float](repeating: .infinity, count: pieces.areas.count)
        var boxes = [Bounds](repeating: .empty, count: pieces.areas.count)
        for t in 0..<mesh.triangleCount {
            let (a, b, c) = mesh.corners(t)
            let k = Int(pieces.piece[t])
            nearest[k] = min(nearest[k], ((a + b + c) / 3 - center).length)
            boxes[k].insert(a)
            boxes[k].insert(b)
            boxes[k].insert(c)
        }
        func merit(_ k: Int) -> Float { pieces.areas[k] / (0.0025 + nearest[k] * nearest[k]) }
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
            guard !isNear[k], pieces.areas[k] >= 0.002 * pieces.areas[main], reach.contains(boxes[k].min),
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
