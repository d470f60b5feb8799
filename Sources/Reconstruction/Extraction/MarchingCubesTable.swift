/// The triangles of each of the 256 sign patterns of a cube (Lorensen and Cline 1987), derived instead of typed in.
///
/// On each face of the cube, segments are laid between the edges where the sign changes, with the inside on their left as seen from
/// outside the cube. A face whose corners alternate is cut so that its inside corners stay apart; both cubes at the face decide by
/// the same four signs, so the surface has no holes. The segments close to loops, and each loop is cut into a fan.
struct MarchingCubesTable: Sendable {
    /// Corner i lies at (i & 1, i >> 1 & 1, i >> 2 & 1).
    /// Edges: 0…3 along x at (y, z) = (0,0) (1,0) (0,1) (1,1); 4…7 along y at (x, z); 8…11 along z at (x, y).
    static let edgeCorners: [(Int, Int)] = [
        (0, 1), (2, 3), (4, 5), (6, 7), (0, 2), (1, 3), (4, 6), (5, 7), (0, 4), (1, 5), (2, 6), (3, 7),
    ]

    /// The faces' corners, counter-clockwise seen from outside: −x, +x, −y, +y, −z, +z.
    private static let faces: [[Int]] = [
        [0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6],
    ]

    /// Bit i set: corner i lies inside. The value: edges of the triangles, three each, counter-clockwise seen from outside the
    /// surface.
    let triangles: [[UInt8]]
    /// For each pattern the edges that its triangles use, one bit each.
    let edges: [UInt16]

    static let shared = MarchingCubesTable()

    private init() {
        var edgeOf = [Int: UInt8]()
        for (i, e) in Self.edgeCorners.enumerated() {
            edgeOf[e.0 * 8 + e.1] = UInt8(i)
            edgeOf[e.1 * 8 + e.0] = UInt8(i)
        }
        triangles = (0..<256).map { pattern in
            // Walking around a cell face, the surface enters the face where the sign goes from outside to inside and
            // leaves it at the next change back. A segment joins them; the neighbour across an edge goes on from there.
            var next = [UInt8?](repeating: nil, count: 12)
            for face in Self.faces {
                let inside = face.map { pattern >> $0 & 1 == 1 }
                for i in 0..<4 where !inside[i] && inside[(i + 1) % 4] {
                    let entry = edgeOf[face[i] * 8 + face[(i + 1) % 4]] ?? 0
                    var j = (i + 1) % 4
                    while inside[(j + 1) % 4] { j = (j + 1) % 4 }
                    let exit = edgeOf[face[j] * 8 + face[(j + 1) % 4]] ?? 0
                    next[Int(entry)] = exit
                }
            }
            var result: [UInt8] = []
            var used = [Bool](repeating: false, count: 12)
            for start in 0..<12 where next[start] != nil && !used[start] {
                var loop: [UInt8] = []
                var e = start
                while !used[e], let n = next[e] {
                    used[e] = true
                    loop.append(UInt8(e))
                    e = Int(n)
                }
                for k in 1..<max(1, loop.count - 1) { result += [loop[0], loop[k], loop[k + 1]] }
            }
            return result
        }
        edges = triangles.map { $0.reduce(0) { $0 | 1 << UInt16($1) } }
    }
}
