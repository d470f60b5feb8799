import Geometry

/// A truncated cone or cylinder about the y axis, onto which flat shapes are wrapped: windows, seams, thrusters.
struct Cone: Sendable {
    /// Radius and height of the lower edge, metres.
    let bottom: Vector2
    /// Radius and height of the upper edge.
    let top: Vector2

    init(bottom: Vector2, top: Vector2) {
        self.bottom = bottom
        self.top = top
    }

    /// A cylinder.
    init(radius: Float, from low: Float, to high: Float) {
        bottom = Vector2(radius, low)
        top = Vector2(radius, high)
    }

    /// Metres along its side.
    var slant: Float { ((top - bottom) * (top - bottom)).sum().squareRoot() }

    private var along: Vector2 { (top - bottom) / slant }

    /// The radius at a height.
    func radius(at y: Float) -> Float {
        bottom.x + (top.x - bottom.x) * (y - bottom.y) / (top.y - bottom.y)
    }

    /// A point at an azimuth (radians from +z towards +x) and a height, `above` metres off the surface.
    func point(_ angle: Float, y: Float, above: Float = 0) -> Vector3 {
        let (s, c) = Trigonometry.sincos(angle)
        let r = radius(at: y) + above * along.y
        return Vector3(r * s, y - above * along.x, r * c)
    }

    /// The outward normal at an azimuth.
    func normal(_ angle: Float) -> Vector3 {
        let (s, c) = Trigonometry.sincos(angle)
        return Vector3(along.y * s, -along.x, along.y * c)
    }

    /// A shape in the xy plane, z outwards, wrapped around the cone: its origin comes to an azimuth and a height.
    func wrap(_ shape: Shape, angle: Float, y: Float) -> Shape {
        var copy = shape
        for i in shape.positions.indices {
            let p = shape.positions[i]
            let height = y + p.y * along.y
            // Beyond its edges the cone goes on.
            let r = max(bottom.x + (top.x - bottom.x) * (height - bottom.y) / (top.y - bottom.y), 0.05)
            let (s, c) = Trigonometry.sincos(angle + p.x / r)
            let out = r + p.z * along.y
            copy.positions[i] = Vector3(out * s, height - p.z * along.x, out * c)
            let n = shape.normals[i]
            let radial = n.y * along.x + n.z * along.y
            let vertical = n.y * along.y - n.z * along.x
            copy.normals[i] = Vector3(radial * s + n.x * c, vertical, radial * c - n.x * s).normalized
        }
        return copy
    }
}
