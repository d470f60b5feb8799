import Geometry

/// Which vertices of a mesh share a position, and which of those share every attribute as well.
///
/// Vertices at one position form a *class*; within a class, vertices with equal attributes are one *wedge* (Hoppe 1999). A class
/// with several wedges is on a seam: the border of a UV chart, a hard edge or a sharp border of colours.
struct VertexClasses {
    /// The wedge of each vertex.
    let wedges: [UInt32]
    /// The first vertex of each wedge.
    let firstOfWedge: [UInt32]
    /// The class of each wedge.
    let classes: [UInt32]
    /// The first vertex of each class.
    let firstOfClass: [UInt32]

    /// Whether a position has several wedges.
    var hasSeams: Bool { firstOfWedge.count > firstOfClass.count }

    init(_ mesh: TriangleMesh) {
        let seed = UInt64.random(in: .min ... .max)
        let positions = Self.numbered(mesh.positions.count, hash: { Self.hash(mesh.positions[$0], seed) }) { i, j in
            mesh.positions[i] == mesh.positions[j]
        }
        firstOfClass = positions.first
        guard !mesh.normals.isEmpty || !mesh.colors.isEmpty || !mesh.textureCoordinates.isEmpty else {
            wedges = positions.numbers
            firstOfWedge = positions.first
            classes = Array(0..<UInt32(positions.first.count))
            return
        }
        let all = Self.numbered(mesh.positions.count, hash: { Self.hash(mesh, vertex: $0, Self.hash(mesh.positions[$0], seed)) }) {
            (i, j) in
            positions.numbers[i] == positions.numbers[j] && Self.haveEqualAttributes(mesh, i, and: j)
        }
        wedges = all.numbers
        firstOfWedge = all.first
        classes = all.first.map { positions.numbers[Int($0)] }
    }

    /// Numbers equal elements alike, in the order of their first appearance, by a hash table with open addressing.
    /// - Returns: the number of each element, and the first element of each number.
    private static func numbered(
        _ count: Int, hash: (Int) -> UInt64, areEqual: (Int, Int) -> Bool
    ) -> (numbers: [UInt32], first: [UInt32]) {
        var capacity = 16
        while capacity < 2 * count { capacity *= 2 }
        var table = [UInt32](repeating: .max, count: capacity)
        var numbers = [UInt32](repeating: 0, count: count)
        var first: [UInt32] = []
        first.reserveCapacity(count)
        for i in 0..<count {
            var slot = Int(truncatingIfNeeded: hash(i)) & (capacity - 1)
            while table[slot] != .max, !areEqual(i, Int(first[Int(table[slot])])) { slot = (slot + 1) & (capacity - 1) }
            if table[slot] == .max {
                table[slot] = UInt32(first.count)
                first.append(UInt32(i))
            }
            numbers[i] = table[slot]
        }
        return (numbers, first)
    }

    /// Compares bits, so that a NaN equals itself; -0 equals 0.
    private static func haveEqualAttributes(_ mesh: TriangleMesh, _ i: Int, and j: Int) -> Bool {
        (mesh.normals.isEmpty || isEqual(mesh.normals[i], mesh.normals[j]))
            && (mesh.colors.isEmpty || isEqual(mesh.colors[i], mesh.colors[j]))
            && (mesh.textureCoordinates.isEmpty
                || (bits(mesh.textureCoordinates[i].x) == bits(mesh.textureCoordinates[j].x)
                    && bits(mesh.textureCoordinates[i].y) == bits(mesh.textureCoordinates[j].y)))
    }

    private static func isEqual(_ a: Vector3, _ b: Vector3) -> Bool {
        bits(a.x) == bits(b.x) && bits(a.y) == bits(b.y) && bits(a.z) == bits(b.z)
    }

    private static func hash(_ mesh: TriangleMesh, vertex i: Int, _ start: UInt64) -> UInt64 {
        var value = start
        if !mesh.normals.isEmpty { value = hash(mesh.normals[i], value) }
        if !mesh.colors.isEmpty { value = hash(mesh.colors[i], value) }
        if !mesh.textureCoordinates.isEmpty {
            let uv = mesh.textureCoordinates[i]
            value = mixed(value ^ (UInt64(bits(uv.x)) << 32 | UInt64(bits(uv.y))))
        }
        return value
    }

    @inline(__always)
    private static func hash(_ v: Vector3, _ start: UInt64) -> UInt64 {
        mixed(mixed(start ^ (UInt64(bits(v.x)) << 32 | UInt64(bits(v.y)))) ^ UInt64(bits(v.z)))
    }

    /// The bits of a number, the same for -0 and 0.
    @inline(__always)
    private static func bits(_ x: Float) -> UInt32 { x == 0 ? 0 : x.bitPattern }

    /// Spreads all bits over all others: xor with a shift and multiplication by odd constants, twice.
    @inline(__always)
    private static func mixed(_ x: UInt64) -> UInt64 {
        var x = x
        x ^= x >> 32
        x &*= 0x9E37_79B9_7F4A_7C15
        x ^= x >> 29
        x &*= 0xD6E8_FEB8_6659_FD93
        return x ^ x >> 32
    }
}
