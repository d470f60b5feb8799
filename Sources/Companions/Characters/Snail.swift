import Geometry
import Live

extension CompanionDesign {
    /// Lulu, a snail: lilac with a coral shell, and feelers that do the waving.
    static var snail: CompanionDesign {
        let skin = Vector3.hex(0xc9b2f2)
        let pale = Vector3.hex(0xf0e4ff)
        let shell = Vector3.hex(0xff8f6b)
        var design = CompanionDesign(
            name: "Lulu", rig: snailRig, solids: [snailBody(skin, pale), snailShell(shell, .hex(0xffd29a))])
        let face = Face(
            center: Vector3(0, 0.222, 0.13), spacing: 0.039, eye: Vector2(0.0175, 0.0225), mouthDrop: 0.032, mouthWidth: 0.032,
            iris: .hex(0x4a3f8a), blush: .hex(0xff94b8), cheek: Vector2(0.063, 0.029), cheekSize: Vector2(0.0145, 0.0095))
        face.add(to: &design)
        for side in [Float(1), -1] {
            let points = (0..<36).map { k -> Vector3 in
                let t = Float(k) / 35
                let (s, c) = Trigonometry.sincos((0.08 + 2.3 * t) * 2 * .pi)
                let r = 0.082 * (1 - t) + 0.004
                return Vector3(0, 0.17 + s * r * 0.96, -0.05 - c * r)
            }
            design.strokes.append(
                Stroke(
                    solid: 1, points: points, facing: Vector3(side, 0, 0), radius: 0.0066, taper: Vector2(0.3, 0.8), lift: -0.0028,
                    color: .hex(0xfff0d8), finish: .hard, sides: 5))
        }
        let tip = Ball(
            center: Vector3(0.061, 0.356, 0.131), radii: Vector3(repeating: 0.0225), color: .hex(0xff9fc0), bone: .leftArm)
        design.balls = [tip, tip.mirrored]
        design.sparkleColors = Palette.tenSparkles
        design.sparkleRadius = 0.24
        design.manner = Manner(
            gait: .glide, cycle: 1.6, stride: 0.05, lift: 0.01, softness: 0.8, sway: 0.7, hang: 0, reach: 0.75, flap: 0.4, waves: 3,
            swing: 0,
            height: 0.11)
        design.springs = [
            Spring(bone: .leftArm, tip: Vector3(0.02, 0.08, 0.01), frequency: 3, damping: 0.25, limit: 0.4),
            Spring(bone: .rightArm, tip: Vector3(-0.02, 0.08, 0.01), frequency: 3, damping: 0.25, limit: 0.4),
            Spring(bone: .shell, tip: Vector3(0, 0.12, -0.02), frequency: 3.2, damping: 0.4, limit: 0.16),
        ]
        design.soles = [Sole.underside(of: design.solids[0], bone: .body)]
        design.accent = { action, t, pose in snailAccent(action, t, &pose) }
        return design
    }

    /// A snail has no feet: it rears up, sways its neck, and its shell follows.
    private static func snailAccent(_ action: CompanionAction, _ t: Float, _ pose: inout Pose) {
        // Feelers lean outwards less than arms hang, so that they are spread, not raised.
        switch action {
        case .idle:
            pose[.neck].yaw(0.08 * Curve.sin(t))
            pose[.tailTip].yaw(0.15 * Curve.sin(t))
            pose[.leftArm].pitch(0.25 * Curve.bump(t, at: 0.3, width: 0.05))
            pose[.rightArm].pitch(0.25 * Curve.bump(t, at: 0.7, width: 0.05))
        case .wave:
            let up = Curve.hold(t, in: 0.08...0.24, out: 0.78...0.95)
            pose[.neck].pitch(-0.18 * up)
            pose[.neck].roll(0.1 * up * Curve.sin(3 * (t - 0.24) / 0.52))
            // Undo the common raise to the side: the feeler swings from there to and fro.
            pose[.rightArm].roll(0.95 * up)
        case .dance:
            let sway = Curve.sin(4 * t)
            pose[.neck].roll(-0.2 * sway)
            pose[.neck].pitch(-0.12)
            pose[.shell].roll(0.14 * sway)
            pose[.tail].yaw(0.3 * Curve.sin(4 * t - 0.1))
            pose[.tailTip].yaw(0.3 * Curve.sin(4 * t - 0.2))
            for (arm, side) in [(Bone.leftArm, Float(1)), (.rightArm, -1)] {
                pose[arm].rotation = .identity
                pose[arm].roll(-side * 0.25 * Curve.cos(8 * t) - 0.2 * sway)
            }
        case .twirl:
            let open = Curve.hold(t, in: 0.2...0.36, out: 0.72...0.92)
            pose[.neck].pitch(-0.2 * open)
            pose[.leftArm].roll(-0.6 * 0.75 * open * 2)
            pose[.rightArm].roll(0.6 * 0.75 * open * 2)
        case .jump:
            let low = Curve.hold(t, in: 0.02...0.18, out: 0.24...0.3)
            let air = Curve.hold(t, in: 0.28...0.36, out: 0.6...0.68)
            pose[.neck].pitch(0.14 * low - 0.3 * air)
            pose[.tail].pitch(0.35 * air)
            pose[.tailTip].pitch(0.3 * air)
            for (arm, side) in [(Bone.leftArm, Float(1)), (.rightArm, -1)] {
                pose[arm].rotation = .identity
                pose[arm].roll(-side * (0.15 * low + 0.2 * air))
                pose[arm].pitch(0.12 * low)
            }
        case .sparkle:
            let gather = Curve.hold(t, in: 0...0.22, out: 0.29...0.34)
            let burst = Curve.hold(t, in: 0.3...0.38, out: 0.82...0.97)
            pose[.neck].pitch(0.14 * gather - 0.25 * burst)
            pose[.neck].roll(0.1 * burst * Curve.sin(3 * t))
            for (arm, side) in [(Bone.leftArm, Float(1)), (.rightArm, -1)] {
                pose[arm].rotation = .identity
                pose[arm].roll(-side * 0.35 * burst)
                pose[arm].pitch(0.15 * gather)
            }
        case .walk: break
        }
    }

    private static var snailRig: Rig {
        var rig = Rig()
        rig.add(.body, at: Vector3(0, 0, 0), below: .root)
        rig.add(.neck, at: Vector3(0, 0.06, 0.09), below: .body)
        rig.add(.head, at: Vector3(0, 0.16, 0.12), below: .neck)
        rig.add(.eyes, at: Vector3(0, 0.222, 0.155), below: .head)
        rig.add(.smile, at: Vector3(0, 0.218, 0.155), below: .head)
        rig.add(.mouth, at: Vector3(0, 0.19, 0.18), below: .head)
        rig.addPair(.leftArm, at: Vector3(0.035, 0.275, 0.125), below: .head)
        rig.add(.shell, at: Vector3(0, 0.065, -0.04), below: .body)
        rig.add(.tail, at: Vector3(0, 0.03, -0.12), below: .body)
        rig.add(.tailTip, at: Vector3(0, 0.022, -0.18), below: .tail)
        rig.add(.sparkles, at: Vector3(0, 0.15, 0), below: .root)
        return rig
    }

    private static func snailBody(_ skin: Vector3, _ pale: Vector3) -> Solid {
        var solid = Solid(
            blobs: [
                .ellipsoid(.body, at: Vector3(0, 0.035, 0), radii: Vector3(0.07, 0.045, 0.15), color: skin),
                .limb(
                    .tail, from: Vector3(0, 0.03, -0.11), to: Vector3(0, 0.02, -0.175), radii: Vector2(0.038, 0.025), color: skin,
                    blend: 0.03),
                .limb(
                    .tailTip, from: Vector3(0, 0.02, -0.175), to: Vector3(0, 0.016, -0.215), radii: Vector2(0.025, 0.013),
                    color: skin,
                    blend: 0.01),
                .limb(
                    .neck, from: Vector3(0, 0.045, 0.095), to: Vector3(0, 0.15, 0.125), radii: Vector2(0.056, 0.052), color: skin,
                    blend: 0.05),
                .ellipsoid(.head, at: Vector3(0, 0.218, 0.132), radii: Vector3(0.088, 0.074, 0.076), color: skin, blend: 0.035),
            ]
                + .pair(
                    .limb(
                        .leftArm, from: Vector3(0.035, 0.275, 0.125), to: Vector3(0.058, 0.345, 0.13),
                        radii: Vector2(0.014, 0.0115),
                        color: skin, blend: 0.02)), cell: 0.0128, isFlatBelow: true)
        solid.skinBlend = 0.03
        solid.tints = [
            .init(center: Vector3(0, 0.09, 0.19), radii: Vector3(0.06, 0.1, 0.07), color: pale, core: 0.55),
            .init(center: Vector3(0, 0.0, 0.02), radii: Vector3(0.3, 0.035, 0.4), color: pale, core: 0.35),
        ]
        return solid
    }

    private static func snailShell(_ color: Vector3, _ light: Vector3) -> Solid {
        var solid = Solid(
            blobs: [
                .ellipsoid(.shell, at: Vector3(0, 0.17, -0.05), radii: Vector3(0.078, 0.116, 0.118), color: color),
                .ellipsoid(.shell, at: Vector3(0, 0.115, 0.03), radii: Vector3(0.06, 0.06, 0.05), color: color, blend: 0.04),
            ], cell: 0.0165, finish: .hard)
        solid.tints = [
            .init(center: Vector3(0, 0.06, -0.04), radii: Vector3(0.14, 0.1, 0.17), color: light, core: 0.3),
            .init(center: Vector3(0, 0.3, -0.07), radii: Vector3(0.1, 0.08, 0.13), color: .hex(0xf2678a), core: 0.1),
        ]
        return solid
    }
}
