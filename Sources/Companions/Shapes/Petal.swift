import Geometry

/// A thin, curved, pointed shape with two sides: a leaf, a feather, a petal.
struct Petal: Sendable {
    /// Where it begins.
    var base: Vector3
    /// Where it would end if it were straight.
    var tip: Vector3
    /// The direction of its upper side; made perpendicular to its length.
    var up: Vector3
    /// Half the greatest width, metres.
    var width: Float
    /// Half the greatest thickness, metres.
    var thickness: Float = 0.005
    /// How far the tip is bent downwards, metres.
    var bend: Float = 0
    /// How far the sides are bent downwards, metres.
    var cup: Float = 0
    /// Where it is widest, as a part of its length.
    var belly: Float = 0.5
    /// Linear RGB at the base.
    var color: Vector3
    /// Linear RGB at the tip.
    var tipColor: Vector3
    /// The joint that moves the base.
    var bone: Bone
    /// The joint that moves the tip; nil: the same.
    var tipBone: Bone?
    /// What its surface looks like.
    var finish = Finish.soft
    /// The number of vertices along its outline.
    var segments = 20

    /// The same on the other side of the plane x = 0.
    var mirrored: Petal {
        var other = self
        other.base.x = -base.x
        other.tip.x = -tip.x
        other.up.x = -up.x
        other.bone = bone.opposite
        other.tipBone = tipBone?.opposite
        return other
    }

    /// Its closed surface.
    func shell(rig: Rig) -> Shell {
        let along = (tip - base).normalized
        let length = (tip - base).length
        let normal = (up - along * dot(up, along)).normalized
        let side = cross(normal, along)
        var shell = Shell(finish: finish)
        // t along the length from 0 to 1, u across from −1 to 1, height above (1) or below (−1) the middle plane.
        func add(_ t: Float, _ u: Float, _ height: Float) {
            let shape = t < belly ? t / belly : 1 - (t - belly) / (1 - belly)
            // Round at the base, pointed at the tip.
            let half = width * (t < belly ? (shape * (2 - shape)).squareRoot() : Curve.smooth(shape) * 0.55 + shape * 0.45)
            let drop = bend * t * t + cup * u * u * shape
            let p = base + along * (length * t) + side * (half * u) + normal * (height - drop)
            let share = tipBone == nil ? 0 : Curve.rise(t, from: 0.3, to: 0.8)
            let influences =
                [(bone: bone, weight: 1 - share)] + (tipBone.map { share > 0 ? [(bone: $0, weight: share)] : [] } ?? [])
            let rib = 1 - 0.14 * Curve.smooth(1 - abs(u) * 3)
            shell.add(p, color: (color + (tipColor - color) * t) * rib, influences: influences, rig: rig)
        }
        // The outline goes from the base along one side to the tip and back along the other side.
        func ring(_ scale: Float, _ height: Float) {
            for k in 0..<segments {
                let (s, c) = Trigonometry.sincos(Float(k) / Float(segments) * 2 * .pi)
                let t = 0.5 - 0.5 * c * scale
                add(t, s == 0 ? 0 : (s > 0 ? 1 : -1) * scale * min(abs(s) * 1.6, 1), height)
            }
        }
        add(0.5, 0, thickness)
        ring(0.45, thickness * 0.85)
        ring(0.8, thickness * 0.5)
        ring(1, 0)
        ring(0.8, -thickness * 0.5)
        ring(0.45, -thickness * 0.85)
        add(0.5, 0, -thickness)
        shell.closeRings(rings: 5, segments: segments)
        shell.computeNormals()
        return shell
    }
}

/// A ball or an egg.
struct Ball: Sendable {
    /// The middle.
    var center: Vector3
    /// Metres along the axes.
    var radii: Vector3
    /// Linear RGB.
    var color: Vector3
    /// What its surface looks like.
    var finish = Finish.soft
    /// The joint that moves it.
    var bone: Bone
    /// The number of vertices of a circle of latitude.
    var segments = 16

    /// The same on the other side of the plane x = 0.
    var mirrored: Ball {
        var other = self
        other.center.x = -center.x
        other.bone = bone.opposite
        return other
    }

    /// Its closed surface.
    func shell(rig: Rig) -> Shell {
        var shell = Shell(finish: finish)
        func add(_ unit: Vector3) {
            shell.add(center + unit * radii, color: color, influences: [(bone, 1)], rig: rig)
            shell.normals.append((unit / radii).normalized)
        }
        let rings = segments / 2 - 1
        add(Vector3(0, 1, 0))
        for ring in 1...rings {
            let (s, c) = Trigonometry.sincos(Float(ring) / Float(rings + 1) * .pi)
            for k in 0..<segments {
                // Counter-clockwise seen from above, as the rings of other shells.
                let (z, x) = Trigonometry.sincos(Float(k) / Float(segments) * -2 * .pi)
                add(Vector3(x * s, c, z * s))
            }
        }
        add(Vector3(0, -1, 0))
        shell.closeRings(rings: rings, segments: segments)
        return shell
    }
}
