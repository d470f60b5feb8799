import Geometry

/// What a vertex of a decoration moves with.
enum Binding: Sendable {
    /// The surface that it is on.
    case surface
    /// One bone alone.
    case bone(Bone)
}

/// A thin domed shape on the surface of a solid, with a sharp outline: an eye, a spot, a button.
struct Patch: Sendable {
    /// The number of the solid that it is on.
    var solid = 0
    /// A point inside the solid, in the middle of the patch.
    var center: Vector3
    /// The direction from which the outline is projected, out of the solid.
    var facing = Vector3(0, 0, 1)
    /// Rotation of the outline about `facing`, radians.
    var turn: Float = 0
    /// The outline.
    var outline: Outline
    /// Height in metres of the rim above the surface.
    var lift: Float = 0.0008
    /// Height in metres of the middle above the rim.
    var dome: Float = 0.002
    /// Linear RGB.
    var color: Vector3
    /// Linear RGB at the lower end of the outline; nil for one colour.
    var lowerColor: Vector3?
    /// What its surface looks like.
    var finish = Finish.soft
    /// What it moves with.
    var binding = Binding.surface
    /// The number of vertices along the outline.
    var segments = 24
    /// The number of rings.
    var rings = 4

    /// The same on the other side of the plane x = 0.
    var mirrored: Patch {
        var other = self
        other.center.x = -center.x
        other.facing.x = -facing.x
        other.turn = -turn
        if case .bone(let bone) = binding { other.binding = .bone(bone.opposite) }
        return other
    }
}

/// The outline of a patch around its centre.
enum Outline: Sendable {
    /// An ellipse with these radii.
    case ellipse(Float, Float)
    /// A rectangle with rounded corners; half width and half height.
    case rectangle(Float, Float)
    /// A heart of this size.
    case heart(Float)
    /// A star with this many tips and outer radius.
    case star(Int, Float)
    /// A half ellipse that is straight above: an open mouth.
    case grin(Float, Float)
    /// A leaf with a tip above; half width and half height.
    case leaf(Float, Float)

    /// The outline's point at an angle, 0 to the right, π/2 up.
    func point(_ angle: Float) -> Vector2 {
        let (s, c) = Trigonometry.sincos(angle)
        switch self {
        case .ellipse(let width, let height): return Vector2(c * width, s * height)
        case .rectangle(let width, let height):
            // A superellipse of exponent 5: r = (|c|^5 + |s|^5)^(-1/5).
            func fifth(_ x: Float) -> Float { abs(x * x * x * x * x) }
            var r: Float = 1
            let target = 1 / (fifth(c) + fifth(s))
            for _ in 0..<24 { r -= (r * r * r * r * r - target) / (5 * r * r * r * r) }
            return Vector2(c * r * width, s * r * height)
        case .heart(let size):
            let x = c * abs(c)
            let dip = 0.36 * (1 - min(abs(c) * 1.7, 1))
            let y = s > 0 ? s * (0.78 - dip) + 0.06 : s * 1.05
            return Vector2((c * 0.75 + x * 0.28) * size * (s < 0 ? 1 + 0.28 * s : 1), y * size)
        case .star(let tips, let radius):
            let phase = Trigonometry.cos(Float(tips) * (angle - .pi / 2))
            let r = radius * (0.68 + 0.32 * phase * (0.75 + 0.25 * phase))
            return Vector2(c * r, s * r)
        case .grin(let width, let height):
            return Vector2(c * width, s > 0 ? s * height * 0.22 : s * height)
        case .leaf(let width, let height):
            return Vector2(c * width * (s > 0 ? 1 - 0.45 * s * s : 1), s * height)
        }
    }
}

extension Patch {
    /// Its closed surface; `occlusion` darkens colours.
    func shell(on solid: Solid, rig: Rig) -> Shell {
        let forward = facing.normalized
        let reference = abs(forward.y) > 0.9 ? Vector3(0, 0, -forward.y) : Vector3(0, 1, 0)
        let side = cross(reference, forward).normalized
        let up = cross(forward, side)
        let (s, c) = Trigonometry.sincos(turn)
        func base(_ q: Vector2) -> Vector3 {
            let r = Vector2(c * q.x - s * q.y, s * q.x + c * q.y)
            return solid.hit(from: center + side * r.x + up * r.y + forward * 0.4, along: -forward)
        }
        let rim = (0..<segments).map { outline.point(Float($0) / Float(segments) * 2 * .pi) }
        let bottom = rim.map(\.y).min() ?? 0
        let top = rim.map(\.y).max() ?? 1
        var shell = Shell(finish: finish)
        func add(_ q: Vector2, height: Float) {
            let p = base(q)
            let t = Curve.smooth((q.y - bottom) / max(top - bottom, 1e-6) * 1.25)
            let shade = lowerColor.map { $0 + (color - $0) * t } ?? color
            shell.add(p + solid.normal(p) * height, color: shade, influences: influences(p, solid), rig: rig)
        }
        add(Vector2(0, 0), height: lift + dome)
        for ring in 1...rings {
            // Rings are closer to each other at the rim, where the dome falls steeply.
            let u = Float(ring) / Float(rings)
            let share = u * (2 - u) * 0.5 + u * 0.5
            let height = lift + dome * max(1 - share * share, 0).squareRoot()
            for q in rim { add(q * share, height: height) }
        }
        for q in rim { add(q, height: -0.004) }
        add(Vector2(0, 0), height: -0.006)
        shell.closeRings(rings: rings + 1, segments: segments)
        shell.computeNormals()
        return shell
    }

    private func influences(_ p: Vector3, _ solid: Solid) -> [(bone: Bone, weight: Float)] {
        switch binding {
        case .surface: solid.influences(p)
        case .bone(let bone): [(bone, 1)]
        }
    }
}
