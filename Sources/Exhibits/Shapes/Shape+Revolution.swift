import Geometry

/// Lines from which surfaces of revolution and tubes are made.
enum Profile {
    /// An arc about a center; angles in radians from +x (radius) towards +y (height).
    static func arc(_ center: Vector2, radius: Float, from: Float, to: Float, count: Int) -> [Vector2] {
        (0...max(count, 1)).map { i in
            let (s, c) = Trigonometry.sincos(from + (to - from) * Float(i) / Float(max(count, 1)))
            return center + Vector2(c, s) * radius
        }
    }

    /// A cubic Bézier curve, with both ends.
    static func bezier(_ p: [Vector2], count: Int) -> [Vector2] {
        (0...max(count, 1)).map { i in
            let t = Float(i) / Float(max(count, 1))
            let s = 1 - t
            let first = p[0] * (s * s * s) + p[1] * (3 * s * s * t)
            return first + p[2] * (3 * s * t * t) + p[3] * (t * t * t)
        }
    }

    /// A tangent ogive from (radius, y) to (tip radius, y + height).
    static func ogive(radius: Float, tip: Float, from y: Float, height: Float, count: Int) -> [Vector2] {
        // The circle through both ends that is vertical at the base.
        let drop = radius - tip
        let rho = (height * height + drop * drop) / (2 * drop)
        return (0...max(count, 1)).map { i in
            let h = height * Float(i) / Float(max(count, 1))
            return Vector2((rho * rho - h * h).squareRoot() - (rho - radius), y + h)
        }
    }

    /// The same line from its end to its beginning.
    static func reversed(_ points: [Vector2]) -> [Vector2] { points.reversed() }
}

/// How a surface of revolution is divided and textured.
struct RevolutionStyle: Sendable {
    /// Segments of a whole turn.
    var segments: Int
    /// Where it begins, radians from +z towards +x.
    var start: Float = 0
    /// How far it goes, radians.
    var sweep: Float = 2 * .pi
    /// Texture repeats of a whole turn.
    var repeats: Float = 1
    /// Metres along the profile that one texture repeat takes.
    var tile: Float = 1
    /// Corners of the profile beyond this many radians are edges.
    var crease: Float = 0.45

    init(
        _ segments: Int, start: Float = 0, sweep: Float = 2 * .pi, repeats: Float = 1, tile: Float = 1, crease: Float = 0.45
    ) {
        self.segments = segments
        self.start = start
        self.sweep = sweep
        self.repeats = repeats
        self.tile = tile
        self.crease = crease
    }
}

extension Shape {
    /// A surface of revolution about the y axis. The profile is (radius, height); its outside is on the right of its direction: a
    /// body's profile begins at the lower end of the axis and ends at the upper one.
    static func revolution(_ profile: [Vector2], _ style: RevolutionStyle) -> Shape {
        var shape = Shape()
        let columns = max(3, Int((Float(style.segments) * style.sweep / (2 * .pi)).rounded(.up)))
        var along: Float = 0
        var rows: [(point: Vector2, normal: Vector2, along: Float)] = []
        let normals = zip(profile, profile.dropFirst()).map { a, b -> Vector2 in
            let d = b - a
            let length = (d * d).sum().squareRoot()
            return length > 0 ? Vector2(d.y, -d.x) / length : Vector2(1, 0)
        }
        let (_, least) = Trigonometry.sincos(style.crease)
        // Each strip between two points of the profile has its own rows; their normals are shared where the corner is smooth.
        for i in normals.indices {
            let length = ((profile[i + 1] - profile[i]) * (profile[i + 1] - profile[i])).sum().squareRoot()
            guard length > 0 else { continue }
            let before = i > 0 ? normals[i - 1] : normals[i]
            let after = i + 1 < normals.count ? normals[i + 1] : normals[i]
            func smooth(_ other: Vector2) -> Vector2 {
                guard (normals[i] * other).sum() > least else { return normals[i] }
                let sum = normals[i] + other
                return sum / (sum * sum).sum().squareRoot()
            }
            rows.append((profile[i], smooth(before), along))
            along += length / style.tile
            rows.append((profile[i + 1], smooth(after), along))
        }
        var grid: [UInt32] = []
        for (k, row) in rows.enumerated() {
            // The rows of smooth neighbours coincide.
            if k > 0, k % 2 == 0, rows[k - 1].point == row.point, rows[k - 1].normal == row.normal {
                grid += grid.suffix(columns + 1)
                continue
            }
            for column in 0...columns {
                let t = Float(column) / Float(columns)
                let (s, c) =
                    column == columns && style.sweep > 6.283
                    ? Trigonometry.sincos(style.start) : Trigonometry.sincos(style.start + style.sweep * t)
                let position = Vector3(row.point.x * s, row.point.y, row.point.x * c)
                let normal = Vector3(row.normal.x * s, row.normal.y, row.normal.x * c)
                let u = (style.start + style.sweep * t) / (2 * .pi) * style.repeats
                grid.append(shape.vertex(position, normal: normal, at: Vector2(u, -row.along)))
            }
        }
        let width = columns + 1
        for strip in stride(from: 0, to: rows.count, by: 2) {
            for column in 0..<columns {
                let a = grid[strip * width + column]
                let b = grid[strip * width + column + 1]
                let c = grid[(strip + 1) * width + column + 1]
                let d = grid[(strip + 1) * width + column]
                shape.triangle(a, b, c)
                shape.triangle(a, c, d)
            }
        }
        return shape
    }

    /// A shell of constant wall thickness between two azimuths: a curved panel with its inner side and all four edges.
    static func shell(_ outside: [Vector2], thickness: Float, _ style: RevolutionStyle) -> Shape {
        var inside = outside
        for i in outside.indices {
            let a = outside[max(i - 1, 0)]
            let b = outside[min(i + 1, outside.count - 1)]
            let d = b - a
            let normal = Vector2(d.y, -d.x) / (d * d).sum().squareRoot()
            inside[i] = outside[i] - normal * thickness
        }
        var shape = revolution(outside + inside.reversed() + [outside[0]], style)
        guard style.sweep < 6.283 else { return shape }
        for (angle, isEnd) in [(style.start, false), (style.start + style.sweep, true)] {
            let (s, c) = Trigonometry.sincos(angle)
            func place(_ p: Vector2) -> Vector3 { Vector3(p.x * s, p.y, p.x * c) }
            for i in 0..<outside.count - 1 {
                let corners = [place(inside[i]), place(outside[i]), place(outside[i + 1]), place(inside[i + 1])]
                shape.quad(isEnd ? corners.reversed() : corners)
            }
        }
        return shape
    }

    /// A cylinder or truncated cone along y from y = 0 with both lids.
    static func cylinder(_ radius: Float, top: Float? = nil, height: Float, segments: Int, bevel: Float = 0) -> Shape {
        let upper = top ?? radius
        var profile = [Vector2(0, 0)]
        profile += bevel > 0 ? [Vector2(radius - bevel, 0), Vector2(radius, bevel)] : [Vector2(radius, 0)]
        profile += bevel > 0 ? [Vector2(upper, height - bevel), Vector2(upper - bevel, height)] : [Vector2(upper, height)]
        profile.append(Vector2(0, height))
        return revolution(profile, RevolutionStyle(segments, repeats: 1))
    }

    /// A rod between two points.
    static func rod(from a: Vector3, to b: Vector3, radius: Float, end: Float? = nil, segments: Int = 8) -> Shape {
        cylinder(radius, top: end, height: (b - a).length, segments: segments).aimed(b - a).translated(a.x, a.y, a.z)
    }

    /// A sphere, or an ellipsoid with another half height.
    static func sphere(_ radius: Float, halfHeight: Float? = nil, segments: Int) -> Shape {
        let count = max(segments / 2, 4)
        let half = halfHeight ?? radius
        let profile = Profile.arc(Vector2(0, 0), radius: 1, from: -.pi / 2, to: .pi / 2, count: count).enumerated().map { i, p in
            Vector2(i == 0 || i == count ? 0 : p.x * radius, p.y * half)
        }
        return revolution(profile, RevolutionStyle(segments, crease: 1.5))
    }

    /// A ring whose cross-section is a circle, about the y axis.
    static func torus(_ radius: Float, thickness: Float, segments: Int, sides: Int = 8) -> Shape {
        let profile = Profile.arc(Vector2(radius, 0), radius: thickness, from: -.pi, to: .pi, count: sides)
        return revolution(profile, RevolutionStyle(segments, crease: 1.5))
    }

    /// A ring of rectangular cross-section about the y axis, from y to y + height, with beveled outer edges.
    static func band(_ inner: Float, _ outer: Float, y: Float, height: Float, style: RevolutionStyle) -> Shape {
        let bevel = min(0.25 * height, 0.25 * (outer - inner))
        let profile = [
            Vector2(inner, y), Vector2(outer - bevel, y), Vector2(outer, y + bevel), Vector2(outer, y + height - bevel),
            Vector2(outer - bevel, y + height), Vector2(inner, y + height),
        ]
        return revolution(profile, style)
    }
}
