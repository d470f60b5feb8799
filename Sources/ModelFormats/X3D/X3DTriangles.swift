import Geometry

/// Splits faces that are listed with −1 behind each into triangles: fans, or where they may be concave by cutting ears.
struct X3DTriangles {
    /// For each corner of a triangle its place in the list.
    private(set) var entries: [UInt32] = []
    /// For each triangle the number of its face.
    private(set) var faces: [UInt32] = []
    /// Whether a concave face was too large to be cut.
    private(set) var isLimited = false

    private let isConvex: Bool
    private let isReversed: Bool

    /// The largest number of corners of a concave face: cutting takes their square.
    static let limit = 500

    init(convex: Bool, isReversed: Bool) {
        isConvex = convex
        self.isReversed = isReversed
    }

    mutating func add(_ index: [Int32], _ positions: [Vector3]) {
        var start = 0
        var face: UInt32 = 0
        for i in 0...index.count where i == index.count || index[i] < 0 {
            defer { start = i + 1 }
            if i == index.count, start == i { break }
            add(start..<i, face, index, positions)
            face += 1
        }
    }

    private mutating func add(_ range: Range<Int>, _ face: UInt32, _ index: [Int32], _ positions: [Vector3]) {
        guard range.count >= 3 else { return }
        if !isConvex, range.count > 3 {
            if range.count > Self.limit {
                isLimited = true
            } else if let cut = Self.cut(range.map { positions[Int(index[$0])] }) {
                for triangle in cut {
                    append(range.lowerBound + triangle.x, range.lowerBound + triangle.y, range.lowerBound + triangle.z, face)
                }
                return
            }
        }
        for k in 2..<range.count { append(range.lowerBound, range.lowerBound + k - 1, range.lowerBound + k, face) }
    }

    private mutating func append(_ a: Int, _ b: Int, _ c: Int, _ face: UInt32) {
        entries.append(UInt32(a))
        entries.append(UInt32(isReversed ? c : b))
        entries.append(UInt32(isReversed ? b : c))
        faces.append(face)
    }

    /// Triangles of a simple polygon that may be concave; nil where it has no area or can't be cut.
    static func cut(_ points: [Vector3]) -> [SIMD3<Int>]? {
        // Newell's normal, and the polygon in the plane across its largest part.
        var normal = Vector3.zero
        for (i, p) in points.enumerated() {
            let q = points[(i + 1) % points.count]
            normal += cross(p - points[0], q - points[0])
        }
        guard normal.lengthSquared > 0, normal.isFinite else { return nil }
        let a = abs(normal.x) > max(abs(normal.y), abs(normal.z)) ? 0 : abs(normal.y) > abs(normal.z) ? 1 : 2
        let isFlipped = normal[a] < 0
        let flat = points.map { p in
            let q = Vector2(p[(a + 1) % 3], p[(a + 2) % 3])
            return isFlipped ? Vector2(q.y, q.x) : q
        }
        func area(_ p: Vector2, _ q: Vector2, r: Vector2) -> Float { (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x) }
        var left = Array(points.indices)
        var triangles: [SIMD3<Int>] = []
        while left.count > 3 {
            let ear = left.indices.first { k in
                let p = left[(k + left.count - 1) % left.count]
                let q = left[k]
                let r = left[(k + 1) % left.count]
                guard area(flat[p], flat[q], r: flat[r]) > 0 else { return false }
                return left.allSatisfy { s in
                    guard s != p, s != q, s != r, flat[s] != flat[p], flat[s] != flat[q], flat[s] != flat[r] else { return true }
                    return area(flat[p], flat[q], r: flat[s]) < 0 || area(flat[q], flat[r], r: flat[s]) < 0
                        || area(flat[r], flat[p], r: flat[s]) < 0
                }
            }
            guard let ear else { return nil }
            triangles.append(SIMD3(left[(ear + left.count - 1) % left.count], left[ear], left[(ear + 1) % left.count]))
            left.remove(at: ear)
        }
        return triangles + [SIMD3(left[0], left[1], left[2])]
    }
}
