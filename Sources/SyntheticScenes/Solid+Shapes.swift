import Geometry

extension Solid {
    /// A box around the origin with rounded edges, in cells of at most `cell` metres.
    static func box(_ size: Vector3, round: Float = 0, segments: Int = 2, cell: Float = 0.25) -> Solid {
        let half = size * 0.5
        let radius = min(round, half.min())
        let inner = half - radius
        /// Places along an axis on the side of a sharp box; those in its rounded rim are spaced so that the arc is even.
        func marks(_ k: Int) -> [Float] {
            let n = max(1, Int((2 * inner[k] / cell).rounded(.up)))
            var list = inner[k] > 0 ? (0...n).map { inner[k] * (2 * Float($0) / Float(n) - 1) } : [0]
            if radius > 0 {
                // The last one is the sharp box's edge itself: neighbouring sides have to meet exactly.
                let rim = (1...segments).map { i in
                    inner[k] + radius * (i == segments ? 1 : Trigonometry.tan(Float(i) / Float(segments) * .pi / 4))
                }
                list = rim.reversed().map { -$0 } + list + rim
            }
            return list
        }
        let lists = [marks(0), marks(1), marks(2)]
        var solid = Solid()
        for a in 0..<3 {
            let b = (a + 1) % 3
            let c = (a + 2) % 3
            for side: Float in [1, -1] {
                let (u, v) = side > 0 ? (b, c) : (c, b)
                solid.addGrid(lists[u].count - 1, rows: lists[v].count - 1) { i, j in
                    var p = Vector3(repeating: 0)
                    p[a] = side * (inner[a] + radius)
                    p[u] = lists[u][i]
                    p[v] = lists[v][j]
                    guard radius > 0 else { return p }
                    let q = p.lanewiseMax(-inner).lanewiseMin(inner)
                    return q + (p - q).normalized * radius
                }
            }
        }
        return solid
    }

    /// A box around the origin whose side towards +`axis` is divided into cells of at most `cell` metres, and the others no more
    /// than that asks for: for boards, rugs and canvases, of which one sees just one side.
    static func slab(_ size: Vector3, axis: Int = 1, cell: Float) -> Solid {
        let half = size * 0.5
        let b = (axis + 1) % 3
        let c = (axis + 2) % 3
        let columns = max(1, Int((size[b] / cell).rounded(.up)))
        let rows = max(1, Int((size[c] / cell).rounded(.up)))
        func point(_ i: Int, j: Int, side: Float) -> Vector3 {
            var p = Vector3(repeating: 0)
            p[axis] = side * half[axis]
            p[b] = half[b] * (2 * Float(i) / Float(columns) - 1)
            p[c] = half[c] * (2 * Float(j) / Float(rows) - 1)
            return p
        }
        // Once around, counter-clockwise seen from +axis.
        var rim: [(Int, Int)] = (0..<columns).map { ($0, 0) } + (0..<rows).map { (columns, $0) }
        rim += (0..<columns).map { (columns - $0, rows) } + (0..<rows).map { (0, rows - $0) }
        var solid = Solid()
        solid.addGrid(columns, rows: rows) { point($0, j: $1, side: 1) }
        solid.addGrid(rim.count, rows: 1) { i, j in point(rim[i % rim.count].0, j: rim[i % rim.count].1, side: j == 0 ? -1 : 1) }
        solid.addFan(rim.reversed().map { point($0.0, j: $0.1, side: -1) })
        return solid
    }

    /// The box between two corners.
    static func box(from low: Vector3, to high: Vector3, round: Float = 0, segments: Int = 2, cell: Float = 0.25) -> Solid {
        box(high - low, round: round, segments: segments, cell: cell).placed((low + high) * 0.5)
    }

    /// A pillow around the origin: thick in the middle, thin at the seam; y is its thickness.
    static func cushion(_ size: Vector3, puff: Float = 0.45, cell: Float = 0.055) -> Solid {
        let half = size * 0.5
        return box(size, round: half.y * 0.9, segments: 3, cell: cell).bent { p in
            let u = p.x / half.x
            let v = p.z / half.z
            let bulge = (1 - u * u * u * u) * (1 - v * v * v * v)
            // The seams draw in between the corners.
            let waist = 1 - 0.05 * (1 - u * u) * v * v
            let side = 1 - 0.05 * (1 - v * v) * u * u
            return Vector3(p.x * side, p.y * (1 - puff + puff * bulge), p.z * waist)
        }
    }

    /// Turned on a lathe about the y axis: pieces of a profile (radius, height) that runs from the axis at the bottom, along the
    /// outside, to the axis at the top.
    static func lathe(_ profile: [Vector2], sides: Int = 24) -> Solid {
        var solid = Solid()
        let circle = (0..<sides).map { Trigonometry.sincos(Float($0) / Float(sides) * 2 * .pi) }
        solid.addGrid(profile.count - 1, rows: sides) { i, j in
            let (s, c) = circle[j % sides]
            return Vector3(profile[i].x * c, profile[i].y, profile[i].x * s)
        }
        return solid
    }

    /// A closed cone or cylinder standing on the origin.
    static func column(bottom: Float, top: Float, height: Float, sides: Int = 16, rows: Int = 1) -> Solid {
        let side = (0...rows).map { i in
            Vector2(bottom + (top - bottom) * Float(i) / Float(rows), height * Float(i) / Float(rows))
        }
        return lathe([Vector2(0, 0)] + side + [Vector2(0, height)], sides: sides)
    }

    /// A ball around the origin, with half axes.
    static func ball(_ radii: Vector3, rows: Int = 12) -> Solid {
        let profile = (0...rows).map { i in
            let (s, c) = Trigonometry.sincos(Float(i) / Float(rows) * .pi)
            return Vector2(i == 0 || i == rows ? 0 : s, -c)
        }
        return lathe(profile, sides: rows * 2).bent { $0 * radii }
    }

    /// A tube along a path, with flat ends.
    static func tube(_ path: [Vector3], radius: Float, endRadius: Float? = nil, sides: Int = 10) -> Solid {
        let last = path.count - 1
        func direction(_ i: Int) -> Vector3 { (path[min(i + 1, last)] - path[max(i - 1, 0)]).normalized }
        var side = cross(direction(0), Vector3(0, 1, 0))
        if side.lengthSquared < 0.01 { side = cross(direction(0), Vector3(1, 0, 0)) }
        var rings: [[Vector3]] = []
        for i in 0...last {
            let along = direction(i)
            side = (side - along * dot(side, along)).normalized
            let up = cross(along, side)
            let r = radius + ((endRadius ?? radius) - radius) * Float(i) / Float(last)
            rings.append(
                (0..<sides).map { k in
                    let (s, c) = Trigonometry.sincos(-Float(k) / Float(sides) * 2 * .pi)
                    return path[i] + (side * c + up * s) * r
                })
        }
        var solid = Solid()
        solid.addGrid(last, rows: sides) { i, j in rings[i][j % sides] }
        solid.addFan(rings[0])
        solid.addFan(rings[last].reversed())
        return solid
    }

    /// A thick sheet along a surface: `surface` gives the middle of it at (u, v), each 0…1. Its outside is where cross(∂u, ∂v)
    /// points.
    static func sheet(
        columns: Int, rows: Int, thickness: Float, surface: (Float, Float) -> Vector3
    ) -> Solid {
        var middle = [Vector3]()
        for i in 0...columns {
            for j in 0...rows { middle.append(surface(Float(i) / Float(columns), Float(j) / Float(rows))) }
        }
        func at(_ i: Int, _ j: Int) -> Vector3 { middle[min(max(i, 0), columns) * (rows + 1) + min(max(j, 0), rows)] }
        func offset(_ i: Int, j: Int, side: Float) -> Vector3 {
            let n = cross(at(i + 1, j) - at(i - 1, j), at(i, j + 1) - at(i, j - 1)).normalized
            return at(i, j) + n * (side * thickness / 2)
        }
        var solid = Solid()
        solid.addGrid(columns, rows: rows) { offset($0, j: $1, side: 1) }
        solid.addGrid(rows, rows: columns) { offset($1, j: $0, side: -1) }
        solid.addGrid(1, rows: rows) { offset(0, j: $1, side: $0 == 0 ? -1 : 1) }
        solid.addGrid(rows, rows: 1) { offset(columns, j: $0, side: $1 == 0 ? -1 : 1) }
        solid.addGrid(columns, rows: 1) { offset($0, j: 0, side: $1 == 0 ? -1 : 1) }
        solid.addGrid(1, rows: columns) { offset($1, j: rows, side: $0 == 0 ? -1 : 1) }
        return solid
    }
}
