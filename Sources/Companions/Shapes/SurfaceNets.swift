import Geometry

/// Extracts the surface of a signed distance field as triangles: one vertex for each piece of surface in a cell of a grid (surface
/// nets, Gibson 1998; with several pieces in a cell, Nielson 2004), then moved to even out the triangles and put onto the surface
/// again.
struct SurfaceNets {
    private let solid: Solid
    private let origin: Vector3
    private let size: SIMD3<Int>
    private var values: [Float]
    private var positions: [Vector3] = []
    private var indices: [UInt32] = []

    /// The closed surface of a solid.
    static func mesh(_ solid: Solid) -> TriangleMesh {
        var nets = SurfaceNets(solid)
        let vertices = nets.makeVertices()
        nets.makeFaces(vertices)
        nets.relax()
        return TriangleMesh(positions: nets.positions, normals: nets.positions.map { solid.normal($0) }, indices: nets.indices)
    }

    private init(_ solid: Solid) {
        self.solid = solid
        let box = solid.bounds
        origin = box.min
        let count = (box.max - box.min) / solid.cell
        size = SIMD3(Int(count.x) + 2, Int(count.y) + 2, Int(count.z) + 2)
        values = []
        values.reserveCapacity(size.x * size.y * size.z)
        for z in 0..<size.z {
            for y in 0..<size.y {
                for x in 0..<size.x {
                    // A corner exactly on the surface would belong to both sides.
                    let d = solid.distance(origin + Vector3(Float(x), Float(y), Float(z)) * solid.cell)
                    values.append(d == 0 ? 1e-9 : d)
                }
            }
        }
    }

    private func at(_ x: Int, _ y: Int, _ z: Int) -> Int { x + size.x * (y + size.y * z) }

    /// A vertex for each piece of surface in a cell, found by the cell's edges that the piece crosses. A cell that two sheets of
    /// the surface pass has two vertices, so that the sheets remain separate.
    private mutating func makeVertices() -> [Int: UInt32] {
        var vertices: [Int: UInt32] = [:]
        for z in 0..<size.z - 1 {
            for y in 0..<size.y - 1 {
                for x in 0..<size.x - 1 {
                    let distances = CellEdges.corners.map { values[at(x + $0.x, y + $0.y, z + $0.z)] }
                    let inside = distances.filter { $0 < 0 }.count
                    guard inside > 0, inside < 8 else { continue }
                    let low = Vector3(Float(x), Float(y), Float(z))
                    for piece in CellEdges.pieces(distances) {
                        var sum = Vector3(repeating: 0)
                        for edge in piece {
                            let (a, b) = CellEdges.ends[edge]
                            let t = distances[a] / (distances[a] - distances[b])
                            let p = Vector3(CellEdges.corners[a])
                            sum += p + (Vector3(CellEdges.corners[b]) - p) * t
                            vertices[at(x, y, z) * 12 + edge] = UInt32(positions.count)
                        }
                        positions.append(origin + (low + sum / Float(piece.count)) * solid.cell)
                    }
                }
            }
        }
        return vertices
    }

    /// Two triangles for each edge of the grid that crosses the surface, from the four cells around it.
    private mutating func makeFaces(_ vertices: [Int: UInt32]) {
        for z in 1..<size.z - 1 {
            for y in 1..<size.y - 1 {
                for x in 1..<size.x - 1 {
                    let isInside = values[at(x, y, z)] < 0
                    for axis in 0..<3 {
                        var next = SIMD3(x, y, z)
                        next[axis] += 1
                        guard isInside != (values[at(next.x, next.y, next.z)] < 0) else { continue }
                        // The edge as the four cells see it: from a corner 0 or 1 along both other axes.
                        let quad = [SIMD2(1, 1), SIMD2(0, 1), SIMD2(0, 0), SIMD2(1, 0)].compactMap { away -> UInt32? in
                            var cell = SIMD3(x, y, z)
                            cell[(axis + 1) % 3] -= away.x
                            cell[(axis + 2) % 3] -= away.y
                            let corner = away.x << ((axis + 1) % 3) | away.y << ((axis + 2) % 3)
                            return vertices[at(cell.x, cell.y, cell.z) * 12 + CellEdges.number(from: corner, along: axis)]
                        }
                        guard quad.count == 4 else { continue }
                        add(isInside ? quad : quad.reversed())
                    }
                }
            }
        }
    }

    /// The quad along its shorter diagonal.
    private mutating func add(_ q: [UInt32]) {
        let first = (positions[Int(q[0])] - positions[Int(q[2])]).lengthSquared
        let second = (positions[Int(q[1])] - positions[Int(q[3])]).lengthSquared
        indices += first <= second ? [q[0], q[1], q[2], q[0], q[2], q[3]] : [q[0], q[1], q[3], q[1], q[2], q[3]]
    }

    /// Moves each vertex towards the middle of its neighbours along the surface, some times.
    private mutating func relax() {
        var neighbours = [[Int]](repeating: [], count: positions.count)
        for i in stride(from: 0, to: indices.count, by: 3) {
            for k in 0..<3 {
                let a = Int(indices[i + k])
                let b = Int(indices[i + (k + 1) % 3])
                if !neighbours[a].contains(b) { neighbours[a].append(b) }
                if !neighbours[b].contains(a) { neighbours[b].append(a) }
            }
        }
        for _ in 0..<5 {
            var moved = positions
            for i in positions.indices where !neighbours[i].isEmpty {
                let middle = neighbours[i].reduce(Vector3(repeating: 0)) { $0 + positions[$1] } / Float(neighbours[i].count)
                let n = solid.normal(positions[i])
                let step = middle - positions[i]
                moved[i] = positions[i] + 0.5 * (step - n * dot(step, n))
            }
            for i in positions.indices { positions[i] = solid.snapped(moved[i], limit: 0.4 * solid.cell) }
        }
    }
}

/// The twelve edges of a cell and which of them a piece of the surface crosses together. Bit k of a corner's number is its
/// coordinate along axis k.
private enum CellEdges {
    static let corners = (0..<8).map { SIMD3($0 & 1, ($0 >> 1) & 1, ($0 >> 2) & 1) }

    /// The two corners of each edge, the lower one first.
    static let ends: [(Int, Int)] = (0..<3).flatMap { axis in
        (0..<8).filter { $0 & (1 << axis) == 0 }.map { ($0, $0 | 1 << axis) }
    }

    private static let numbers: [Int] = (0..<24).map { key in
        ends.firstIndex { $0.0 == key / 3 && $0.1 == key / 3 | 1 << (key % 3) } ?? -1
    }

    /// The number of an edge by its lower corner and its axis.
    static func number(from corner: Int, along axis: Int) -> Int { numbers[corner * 3 + axis] }

    /// The edges of each connected piece of surface: edges that cross the surface are connected over the faces of the cell. On a
    /// face with two opposite corners inside, the surface separates these two; both cells of the face decide so.
    static func pieces(_ distances: [Float]) -> [[Int]] {
        var group = Array(0..<12)
        func crosses(_ edge: Int) -> Bool { (distances[ends[edge].0] < 0) != (distances[ends[edge].1] < 0) }
        func connect(_ edges: [Int]) {
            guard edges.count == 2, group[edges[0]] != group[edges[1]] else { return }
            let old = group[edges[1]]
            let new = group[edges[0]]
            for i in group.indices where group[i] == old { group[i] = new }
        }
        for axis in 0..<3 {
            for side in [0, 1 << axis] {
                let face = ends.indices.filter {
                    ends[$0].0 & 1 << axis == side && ends[$0].1 & 1 << axis == side && crosses($0)
                }
                if face.count == 4 {
                    for corner in 0..<8 where corner & 1 << axis == side && distances[corner] < 0 {
                        connect(face.filter { ends[$0].0 == corner || ends[$0].1 == corner })
                    }
                } else {
                    connect(face)
                }
            }
        }
        let crossing = (0..<12).filter(crosses)
        return crossing.filter { edge in crossing.first { group[$0] == group[edge] } == edge }.map { first in
            crossing.filter { group[$0] == group[first] }
        }
    }
}

extension Vector3 {
    fileprivate init(_ p: SIMD3<Int>) { self.init(Float(p.x), Float(p.y), Float(p.z)) }
}
