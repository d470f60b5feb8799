import Geometry

extension Shape {
    /// A box about the origin with beveled edges; without bevel 12 triangles.
    static func box(_ size: Vector3, bevel: Float = 0) -> Shape {
        var shape = Shape()
        let h = size * 0.5
        let b = min(bevel, 0.5 * size.min())
        let axes = [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)]
        for k in 0..<3 {
            for sign in [Float(1), -1] {
                let n = axes[k] * sign
                let u = axes[(k + 1) % 3] * (sign * (h[(k + 1) % 3] - b))
                let v = axes[(k + 2) % 3] * (h[(k + 2) % 3] - b)
                let c = n * h[k]
                shape.quad([c - u - v, c + u - v, c + u + v, c - u + v])
            }
        }
        guard b > 0 else { return shape }
        func corner(_ signs: Vector3, _ outward: Int) -> Vector3 {
            var p = signs * (h - Vector3(repeating: b))
            p[outward] = signs[outward] * h[outward]
            return p
        }
        shape.bevelEdges(axes, corner: corner)
        return shape
    }

    private mutating func bevelEdges(_ axes: [Vector3], corner: (Vector3, Int) -> Vector3) {
        for k in 0..<3 {
            let i = (k + 1) % 3
            let j = (k + 2) % 3
            for a in [Float(-1), 1] {
                for c in [Float(-1), 1] {
                    let low = axes[i] * a + axes[j] * c - axes[k]
                    let high = axes[i] * a + axes[j] * c + axes[k]
                    let edge = [corner(low, i), corner(low, j), corner(high, j), corner(high, i)]
                    quad(a * c > 0 ? edge : edge.reversed())
                }
            }
        }
        for x in [Float(-1), 1] {
            for y in [Float(-1), 1] {
                for z in [Float(-1), 1] {
                    let signs = Vector3(x, y, z)
                    let p = [corner(signs, 0), corner(signs, 1), corner(signs, 2)]
                    let order = x * y * z > 0 ? p : p.reversed()
                    let normal = cross(order[1] - order[0], order[2] - order[0]).normalized
                    let numbers = order.map { vertex($0, normal: normal, at: Vector2(0, 0)) }
                    triangle(numbers[0], numbers[1], numbers[2])
                }
            }
        }
    }

    /// A flat plate in the xy plane from z = 0 to `height`, with a beveled upper edge. The outline is star-shaped about its
    /// centroid and counter-clockwise seen from +z.
    static func plate(_ outline: [Vector2], height: Float, bevel: Float = 0, hasBack: Bool = false) -> Shape {
        var shape = Shape()
        let n = outline.count
        let center = outline.reduce(Vector2(0, 0), +) / Float(n)
        let inner = bevel > 0 ? inset(outline, by: bevel) : outline
        func lid(_ points: [Vector2], z: Float, up: Bool) {
            let normal = Vector3(0, 0, up ? 1 : -1)
            let middle = shape.vertex(Vector3(center.x, center.y, z), normal: normal, at: Vector2(center.x, -center.y))
            let ring = points.map { shape.vertex(Vector3($0.x, $0.y, z), normal: normal, at: Vector2($0.x, -$0.y)) }
            for i in 0..<n {
                up ? shape.triangle(middle, ring[i], ring[(i + 1) % n]) : shape.triangle(middle, ring[(i + 1) % n], ring[i])
            }
        }
        lid(inner, z: height, up: true)
        if hasBack { lid(outline, z: 0, up: false) }
        for i in 0..<n {
            let k = (i + 1) % n
            func at(_ p: Vector2, _ z: Float) -> Vector3 { Vector3(p.x, p.y, z) }
            let edge = max(height - bevel, 0)
            if edge > 0 { shape.quad([at(outline[i], 0), at(outline[k], 0), at(outline[k], edge), at(outline[i], edge)]) }
            if bevel > 0 { shape.quad([at(outline[i], edge), at(outline[k], edge), at(inner[k], height), at(inner[i], height)]) }
        }
        return shape
    }

    /// A frame in the xy plane between an outline and the same one inset by `width`, from z = 0 to `height`.
    static func frame(_ outline: [Vector2], width: Float, height: Float) -> Shape {
        var shape = Shape()
        let inner = inset(outline, by: width)
        for i in outline.indices {
            let k = (i + 1) % outline.count
            func at(_ p: Vector2, _ z: Float) -> Vector3 { Vector3(p.x, p.y, z) }
            shape.quad([at(outline[i], 0), at(outline[k], 0), at(outline[k], height), at(outline[i], height)])
            shape.quad([at(outline[i], height), at(outline[k], height), at(inner[k], height), at(inner[i], height)])
            shape.quad([at(inner[i], height), at(inner[k], height), at(inner[k], 0), at(inner[i], 0)])
        }
        return shape
    }

    /// The outline moved inwards; for convex outlines, counter-clockwise.
    private static func inset(_ outline: [Vector2], by width: Float) -> [Vector2] {
        let n = outline.count
        func inward(_ i: Int) -> Vector2 {
            let d = outline[(i + 1) % n] - outline[i]
            return Vector2(-d.y, d.x) / (d * d).sum().squareRoot()
        }
        return outline.indices.map { i in
            let a = inward((i + n - 1) % n)
            let b = inward(i)
            let sum = a + b
            // Both neighbouring sides move by the width.
            return outline[i] + sum * (width / max(0.2, (sum * b).sum()))
        }
    }

    /// A tube along a path with rounded joints left to the eye: circles at the path's points, turned as little as possible.
    static func tube(_ path: [Vector3], radius: Float, segments: Int, tile: Float = 1) -> Shape {
        var shape = Shape()
        guard path.count > 1 else { return shape }
        func direction(_ i: Int) -> Vector3 {
            let a = i > 0 ? (path[i] - path[i - 1]).normalized : Vector3(repeating: 0)
            let b = i + 1 < path.count ? (path[i + 1] - path[i]).normalized : Vector3(repeating: 0)
            return (a + b).normalized
        }
        var side = cross(direction(0), abs(direction(0).y) < 0.9 ? Vector3(0, 1, 0) : Vector3(1, 0, 0)).normalized
        var along: Float = 0
        var rings: [[UInt32]] = []
        for i in path.indices {
            let d = direction(i)
            side = (side - d * dot(side, d)).normalized
            let other = cross(d, side)
            if i > 0 { along += (path[i] - path[i - 1]).length / tile }
            rings.append(
                (0...segments).map { k in
                    let (s, c) = Trigonometry.sincos(k == segments ? 0 : Float(k) / Float(segments) * 2 * .pi)
                    let n = side * c + other * s
                    return shape.vertex(path[i] + n * radius, normal: n, at: Vector2(Float(k) / Float(segments), -along))
                })
        }
        for i in 0..<path.count - 1 {
            for k in 0..<segments {
                shape.triangle(rings[i][k], rings[i][k + 1], rings[i + 1][k + 1])
                shape.triangle(rings[i][k], rings[i + 1][k + 1], rings[i + 1][k])
            }
        }
        for (i, sign) in [(0, Float(-1)), (path.count - 1, 1)] {
            let normal = direction(i) * sign
            let middle = shape.vertex(path[i], normal: normal, at: Vector2(0, 0))
            let ring = rings[i].map { shape.vertex(shape.positions[Int($0)], normal: normal, at: Vector2(0, 0)) }
            for k in 0..<segments {
                sign > 0 ? shape.triangle(middle, ring[k], ring[k + 1]) : shape.triangle(middle, ring[k + 1], ring[k])
            }
        }
        return shape
    }
}

/// Outlines of plates, counter-clockwise.
enum Outline {
    /// A rectangle about the origin with rounded corners of `steps` segments each.
    static func roundedRectangle(_ width: Float, _ height: Float, radius: Float, steps: Int = 4) -> [Vector2] {
        let r = min(radius, 0.499 * min(width, height))
        let x = width / 2 - r
        let y = height / 2 - r
        let centers = [Vector2(x, -y), Vector2(x, y), Vector2(-x, y), Vector2(-x, -y)]
        return centers.enumerated().flatMap { k, center in
            Profile.arc(
                center, radius: r, from: .pi / 2 * Float(k - 1), to: .pi / 2 * Float(k), count: max(steps, 1))
        }
    }

    /// The same outline with further points, so that no side is longer: for outlines that are bent around a cone.
    static func divided(_ outline: [Vector2], longest: Float) -> [Vector2] {
        outline.indices.flatMap { i -> [Vector2] in
            let a = outline[i]
            let d = outline[(i + 1) % outline.count] - a
            let count = max(1, Int(((d * d).sum().squareRoot() / longest).rounded(.up)))
            return (0..<count).map { a + d * (Float($0) / Float(count)) }
        }
    }

    /// A trapezium about the origin with rounded corners.
    static func roundedTrapezium(bottom: Float, top: Float, height: Float, radius: Float, steps: Int = 4) -> [Vector2] {
        roundedRectangle(1, height, radius: radius, steps: steps).map { p in
            let t = p.y / height + 0.5
            let width = bottom + (top - bottom) * t
            let side: Float = p.x < 0 ? -1 : 1
            // The corners keep their radius; the middle is stretched.
            return Vector2(side * (width / 2 - (0.5 - abs(p.x))), p.y)
        }
    }
}
