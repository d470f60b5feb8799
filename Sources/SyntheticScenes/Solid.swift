import Geometry

/// A closed surface under construction: what the furniture of the demo is made of. Triangles run counter-clockwise seen from
/// outside.
struct Solid: Sendable {
    var positions: [Vector3] = []
    /// Where each vertex lies in the thing's own axes, in metres: the place that its material is evaluated at. Stays when the thing
    /// is moved.
    var texture: [Vector3] = []
    var indices: [UInt32] = []

    /// Adds a grid of (columns + 1) x (rows + 1) points; outside is where cross(along columns, along rows) points. Points may
    /// coincide.
    mutating func addGrid(_ columns: Int, rows: Int, point: (Int, Int) -> Vector3) {
        let base = UInt32(positions.count)
        for i in 0...columns {
            for j in 0...rows { positions.append(point(i, j)) }
        }
        let stride = UInt32(rows + 1)
        for i in 0..<UInt32(columns) {
            for j in 0..<UInt32(rows) {
                let a = base + i * stride + j
                addTriangle(a, a + stride, a + stride + 1)
                addTriangle(a, a + stride + 1, a + 1)
            }
        }
        texture += positions[Int(base)...]
    }

    /// Adds a triangle unless two of its corners coincide.
    private mutating func addTriangle(_ a: UInt32, _ b: UInt32, _ c: UInt32) {
        let p = positions[Int(a)]
        let q = positions[Int(b)]
        let r = positions[Int(c)]
        if p != q && q != r && r != p { indices += [a, b, c] }
    }

    /// Adds a disc of triangles around the mean of a closed loop of points, which runs counter-clockwise seen from outside.
    mutating func addFan(_ loop: [Vector3]) {
        let base = UInt32(positions.count)
        positions.append(loop.reduce(Vector3(repeating: 0), +) / Float(loop.count))
        positions += loop
        texture += positions[Int(base)...]
        let n = UInt32(loop.count)
        for i in 0..<n { addTriangle(base, base + 1 + i, base + 1 + (i + 1) % n) }
    }

    /// Turned about the vertical axis by `turn` radians, then moved.
    func placed(_ offset: Vector3, turn: Float = 0) -> Solid {
        placed(RigidTransform(rotation: Quaternion(angle: turn, axis: Vector3(0, 1, 0)), translation: offset))
    }

    func placed(_ pose: RigidTransform) -> Solid {
        var moved = self
        let (a, b, c) = pose.rotation.matrix.columns
        let isTurned = pose.rotation != .identity
        for i in positions.indices {
            let p = positions[i]
            moved.positions[i] = (isTurned ? a * p.x + b * p.y + c * p.z : p) + pose.translation
        }
        return moved
    }

    /// Bent: `bend` gives the new place of each point. Points that coincide must stay together, so it may depend on the point
    /// alone.
    func bent(_ bend: (Vector3) -> Vector3) -> Solid {
        var bent = self
        for i in positions.indices { bent.positions[i] = bend(positions[i]) }
        return bent
    }
}

extension Solid {
    /// A mesh with normals: corners whose faces meet at less than about 48° are smooth, sharper ones get a vertex for each side.
    /// `texture` is returned beside it, one place a vertex.
    func finished() -> (mesh: TriangleMesh, texture: [Vector3]) {
        let joined = joinedPositions()
        let triangles = indices.count / 3
        var faceNormals = [Vector3]()
        faceNormals.reserveCapacity(triangles)
        // Triangles around each joined position, as linked lists of corners.
        var head = [Int32](repeating: -1, count: positions.count)
        var next = [Int32](repeating: -1, count: indices.count)
        for t in 0..<triangles {
            let a = Int(indices[3 * t])
            let b = Int(indices[3 * t + 1])
            let c = Int(indices[3 * t + 2])
            faceNormals.append(cross(positions[b] - positions[a], positions[c] - positions[a]))
            for k in 0..<3 {
                let p = Int(joined[Int(indices[3 * t + k])])
                next[3 * t + k] = head[p]
                head[p] = Int32(3 * t + k)
            }
        }
        let units = faceNormals.map(\.normalized)
        var mesh = TriangleMesh()
        var places = [Vector3]()
        // The vertices made so far at each joined position, as a linked list.
        var first = [Int32](repeating: -1, count: positions.count)
        var following = [Int32]()
        for corner in indices.indices {
            let original = Int(joined[Int(indices[corner])])
            var sum = Vector3(repeating: 0)
            var other = head[original]
            while other >= 0 {
                let t = Int(other) / 3
                if dot(units[t], units[corner / 3]) > 0.67 { sum += faceNormals[t] }
                other = next[Int(other)]
            }
            let normal = sum.normalized
            var vertex = first[original]
            while vertex >= 0, dot(mesh.normals[Int(vertex)], normal) < 0.9999 { vertex = following[Int(vertex)] }
            if vertex < 0 {
                vertex = Int32(mesh.positions.count)
                mesh.positions.append(positions[original])
                mesh.normals.append(normal)
                places.append(texture[original])
                following.append(first[original])
                first[original] = vertex
            }
            mesh.indices.append(UInt32(vertex))
        }
        return (mesh, places)
    }

    /// For each vertex the first one at exactly the same position.
    private func joinedPositions() -> [UInt32] {
        var seen = [Vector3: UInt32](minimumCapacity: positions.count)
        return positions.indices.map { i in
            let p = positions[i] + 0  // −0 becomes 0
            if let j = seen[p] { return j }
            seen[p] = UInt32(i)
            return UInt32(i)
        }
    }
}
