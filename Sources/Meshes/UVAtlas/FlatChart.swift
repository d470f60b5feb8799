import Geometry

/// A chart laid flat: its vertices in metres in a plane, x to the right and y downwards as in a texture.
package struct FlatChart {
    /// Numbers of the mesh's triangles.
    package let triangles: [Int32]
    /// Numbers of the mesh's vertices that the chart uses, each once.
    package private(set) var vertices: [UInt32] = []
    /// Three numbers into `vertices` a triangle.
    package private(set) var corners: [UInt32] = []
    /// Metres from the upper left corner of the chart's box, one a vertex.
    package private(set) var points: [Vector2] = []
    /// Metres.
    package private(set) var size = Vector2(0, 0)

    /// Looks at the triangles from their mean direction, and turns the texture so that its box is smallest.
    /// - Parameter stamps: for each vertex of the mesh a chart's number and the vertex's place in it; work space of all charts.
    package init(_ triangles: [Int32], _ mesh: TriangleMesh, number: Int, stamps: inout [SIMD2<UInt32>]) {
        self.triangles = triangles
        var direction = Vector3(repeating: 0)
        for t in triangles {
            for k in 0..<3 {
                let v = mesh.indices[3 * Int(t) + k]
                if stamps[Int(v)].x != UInt32(number) + 1 {
                    stamps[Int(v)] = SIMD2(UInt32(number) + 1, UInt32(vertices.count))
                    vertices.append(v)
                }
                corners.append(stamps[Int(v)].y)
            }
            let (a, b, c) = mesh.corners(Int(t))
            direction += cross(b - a, c - a)
        }
        let normal = direction.lengthSquared > 0 ? direction.normalized : Vector3(0, 1, 0)
        let helper = normal.y.magnitude < 0.9 ? Vector3(0, 1, 0) : Vector3(0, 0, 1)
        let right = cross(helper, normal).normalized
        let down = cross(right, normal)
        guard let origin = vertices.first.map({ mesh.positions[Int($0)] }) else { return }
        points = vertices.map { v in
            let p = mesh.positions[Int(v)] - origin
            return Vector2(dot(p, right), dot(p, down))
        }
        let turn = smallestTurn()
        let (s, c) = Trigonometry.sincos(turn)
        var low = Vector2(repeating: .infinity)
        var high = Vector2(repeating: -.infinity)
        for i in points.indices {
            let p = Vector2(c * points[i].x - s * points[i].y, s * points[i].x + c * points[i].y)
            points[i] = p
            low = Vector2(min(low.x, p.x), min(low.y, p.y))
            high = Vector2(max(high.x, p.x), max(high.y, p.y))
        }
        for i in points.indices { points[i] -= low }
        size = high - low
    }

    /// The turn in radians, 0 to 90°, at which the box is smallest; to half a degree.
    private func smallestTurn() -> Float {
        var best: (angle: Float, area: Float) = (0, .infinity)
        func attempt(_ angle: Float) {
            let (s, c) = Trigonometry.sincos(angle)
            var x0 = Float.infinity
            var x1 = -Float.infinity
            var y0 = Float.infinity
            var y1 = -Float.infinity
            for p in points {
                let x = c * p.x - s * p.y
                let y = s * p.x + c * p.y
                x0 = min(x0, x)
                x1 = max(x1, x)
                y0 = min(y0, y)
                y1 = max(y1, y)
            }
            let area = (x1 - x0) * (y1 - y0)
            if area < best.area * 0.9999 { best = (angle, area) }
        }
        let degree = Float.pi / 180
        for i in 0..<18 { attempt(Float(i) * 5 * degree) }
        let coarse = best.angle
        for i in -8...8 { attempt(coarse + Float(i) * 0.5 * degree) }
        return best.angle
    }

    /// The chart's triangles, parted in two.
    package func keeping(_ isKept: (Int) -> Bool) -> (kept: [Int32], others: [Int32]) {
        var kept: [Int32] = []
        var others: [Int32] = []
        for (i, t) in triangles.enumerated() { if isKept(i) { kept.append(t) } else { others.append(t) } }
        return (kept, others)
    }

    /// The triangles that lie on top of others: numbers into `triangles`.
    ///
    /// Drawn with about a dozen texels a triangle, at most 2048 texels wide. Exact: corners are brought to 1/256 texel, and a
    /// texel's centre on an edge belongs to one side of it only.
    package func overlaps() -> [Int] {
        let fine = (12 * Float(triangles.count) / max(size.x * size.y, 1e-30)).squareRoot()
        let scale = min(max(fine, 16 / max(size.x, max(size.y, 1e-20))), 2048 / max(size.x, max(size.y, 1e-20)))
        let width = Int(size.x * scale) + 2
        let height = Int(size.y * scale) + 2
        let stride = (width + 63) / 64
        var claimed = [UInt64](repeating: 0, count: stride * height)
        var found: [Int] = []
        for i in triangles.indices {
            let p = fixed(3 * i, scale)
            let q = fixed(3 * i + 1, scale)
            let r = fixed(3 * i + 2, scale)
            var isFree = true
            Self.spans(p, q: q, r: r, width: width, height: height) { y, from, to in
                if isFree && BitRow.last(in: claimed, row: y * stride, from: from, to: to) != nil { isFree = false }
            }
            if isFree {
                Self.spans(p, q: q, r: r, width: width, height: height) { y, from, to in
                    BitRow.fill(&claimed, row: y * stride, from: from, to: to)
                }
            } else {
                found.append(i)
            }
        }
        return found
    }

    /// A corner in 1/256 texels, such that texel centres are multiples of 256.
    @inline(__always)
    private func fixed(_ corner: Int, _ scale: Float) -> SIMD2<Int> {
        let p = points[Int(corners[corner])] * scale
        return SIMD2(Int(p.x * 256), Int(p.y * 256))
    }

    /// The texel centres inside a triangle of positive orientation (clockwise on the texture's rows), by rows.
    @inline(__always)
    private static func spans(
        _ p: SIMD2<Int>, q: SIMD2<Int>, r: SIMD2<Int>, width: Int, height: Int, body: (Int, Int, Int) -> Void
    ) {
        // Laid flat with y downwards, a triangle seen from outside has a negative determinant.
        guard (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x) < 0 else { return }
        let top = max(0, (min(p.y, min(q.y, r.y)) + 255) >> 8)
        let bottom = min(height - 1, max(p.y, max(q.y, r.y)) >> 8)
        guard top <= bottom else { return }
        for y in top...bottom {
            var from = 0
            var to = width - 1
            for (a, b) in [(p, q), (q, r), (r, p)] {
                // Inside where (b − a) × (s − a) < 0, or = 0 for one of the two directions of an edge.
                let d = b &- a
                // f(x) = d.x·(256y − a.y) − d.y·(256x − a.x), to be negative.
                let constant = d.x * (256 * y - a.y) + d.y * a.x
                let slope = 256 * d.y
                let includesZero = d.y > 0 || (d.y == 0 && d.x > 0)
                // slope·x > constant (or ≥).
                if slope > 0 {
                    let least = floorDivide(constant, slope)
                    let isExact = least * slope == constant
                    from = max(from, isExact && includesZero ? least : least + 1)
                } else if slope < 0 {
                    let most = floorDivide(constant, slope)
                    let isExact = most * slope == constant
                    to = min(to, isExact && !includesZero ? most - 1 : most)
                } else if !(constant < 0 || (constant == 0 && includesZero)) {
                    to = -1
                }
            }
            if from <= to { body(y, from, to) }
        }
    }

    @inline(__always)
    private static func floorDivide(_ a: Int, _ b: Int) -> Int {
        let q = a / b
        return a % b != 0 && (a < 0) != (b < 0) ? q - 1 : q
    }
}

/// Runs of bits in rows of 64-bit words.
package enum BitRow {
    /// The highest set bit among `from...to` of the row that begins at word `row`; nil where none is set.
    @inline(__always)
    package static func last(in bits: [UInt64], row: Int, from: Int, to: Int) -> Int? {
        bits.withUnsafeBufferPointer { last(in: $0, row: row, from: from, to: to) }
    }

    @inline(__always)
    package static func last(in bits: UnsafeBufferPointer<UInt64>, row: Int, from: Int, to: Int) -> Int? {
        var word = to >> 6
        let first = from >> 6
        var value = bits[row + word] & (~0 >> UInt64(63 - to & 63))
        while word > first {
            if value != 0 { return word << 6 + 63 - value.leadingZeroBitCount }
            word -= 1
            value = bits[row + word]
        }
        value &= ~0 << UInt64(from & 63)
        return value != 0 ? word << 6 + 63 - value.leadingZeroBitCount : nil
    }

    /// Sets the bits `from...to`.
    @inline(__always)
    package static func fill(_ bits: inout [UInt64], row: Int, from: Int, to: Int) {
        bits.withUnsafeMutableBufferPointer { bits in
            let (first, final) = (from >> 6, to >> 6)
            let low = ~UInt64(0) << UInt64(from & 63)
            let high = ~UInt64(0) >> UInt64(63 - to & 63)
            if first == final {
                bits[row + first] |= low & high
            } else {
                bits[row + first] |= low
                for w in first + 1..<final { bits[row + w] = ~0 }
                bits[row + final] |= high
            }
        }
    }
}
