import Geometry

/// A line with a round profile on the surface of a solid: a mouth, a closed eye, a whisker, a spiral.
struct Stroke: Sendable {
    /// The number of the solid that it is on.
    var solid = 0
    /// Points that are projected onto the surface along `facing`.
    var points: [Vector3]
    /// The direction from which the points are projected, out of the solid.
    var facing = Vector3(0, 0, 1)
    /// Half the width in the middle, metres.
    var radius: Float = 0.003
    /// The part of the radius that is left at each end.
    var taper = Vector2(0.45, 0.45)
    /// Height in metres of the axis above the surface.
    var lift: Float = 0.0005
    /// Linear RGB.
    var color: Vector3
    /// What its surface looks like.
    var finish = Finish.soft
    /// What it moves with.
    var binding = Binding.surface
    /// The number of vertices around it.
    var sides = 6

    /// A circular arc in the plane z = 0 moved to `center`: `sag` above 0 curves upwards in the middle.
    static func arc(center: Vector3, width: Float, sag: Float, count: Int = 9, slant: Float = 0) -> [Vector3] {
        (0..<count).map { i in
            let x = Float(i) / Float(count - 1) * 2 - 1
            return center + Vector3(x * width / 2, sag * (1 - x * x) + slant * x, 0)
        }
    }

    /// The same on the other side of the plane x = 0.
    var mirrored: Stroke {
        var other = self
        other.points = points.map { Vector3(-$0.x, $0.y, $0.z) }
        other.facing.x = -facing.x
        if case .bone(let bone) = binding { other.binding = .bone(bone.opposite) }
        return other
    }

    /// Its closed surface.
    func shell(on solid: Solid, rig: Rig) -> Shell {
        let forward = facing.normalized
        let bases = points.map { solid.hit(from: $0 + forward * 0.4, along: -forward) }
        var shell = Shell(finish: finish)
        func ends(_ i: Int) -> Vector3 {
            (bases[min(i + 1, bases.count - 1)] - bases[max(i - 1, 0)]).normalized
        }
        func influences(_ p: Vector3) -> [(bone: Bone, weight: Float)] {
            switch binding {
            case .surface: solid.influences(p)
            case .bone(let bone): [(bone, 1)]
            }
        }
        func add(_ p: Vector3, _ i: Int) { shell.add(p, color: color, influences: influences(bases[i]), rig: rig) }
        let last = bases.count - 1
        func width(_ i: Int) -> Float {
            let t = Float(i) / Float(last)
            let end = t < 0.5 ? taper.x : taper.y
            return radius * (end + (1 - end) * Curve.smooth((1 - abs(2 * t - 1)) * 2.2))
        }
        add(bases[0] + solid.normal(bases[0]) * lift - ends(0) * (0.7 * width(0)), 0)
        for i in bases.indices {
            let n = solid.normal(bases[i])
            let side = cross(ends(i), n).normalized
            for k in 0..<sides {
                let (s, c) = Trigonometry.sincos(Float(k) / Float(sides) * 2 * .pi)
                add(bases[i] + n * (lift + s * width(i)) + side * (c * width(i)), i)
            }
        }
        add(bases[last] + solid.normal(bases[last]) * lift + ends(last) * (0.7 * width(last)), last)
        shell.closeRings(rings: bases.count, segments: sides)
        shell.computeNormals()
        return shell
    }
}
