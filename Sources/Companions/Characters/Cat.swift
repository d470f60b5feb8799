import Geometry
import Live

extension CompanionDesign {
    /// Momo, a round cat: apricot with a cream belly and a tail with a mind of its own.
    static var cat: CompanionDesign {
        let fur = Vector3.hex(0xf6a54c)
        let cream = Vector3.hex(0xfff0d6)
        let stripe = Vector3.hex(0xc9722c)
        var design = CompanionDesign(name: "Momo", rig: catRig, solids: [catBody(fur, cream), catFeet(fur, cream)])
        let face = Face(
            center: Vector3(0, 0.252, 0.06), spacing: 0.052, eye: Vector2(0.0205, 0.027), mouthDrop: 0.043, mouthWidth: 0.036,
            mouth: .muzzle, cheek: Vector2(0.088, 0.034))
        face.add(to: &design)
        design.patches.append(
            Patch(
                center: Vector3(0, 0.222, 0.06), turn: .pi, outline: .star(3, 0.0095), lift: 0.001, dome: 0.004,
                color: .hex(0xe8707c), finish: .hard, binding: .bone(.head), segments: 18, rings: 3))
        let ear = Patch(
            center: Vector3(0.0965, 0.357, 0), facing: Vector3(0.18, 0, 1), turn: -0.36, outline: .leaf(0.0175, 0.029), dome: 0.001,
            color: .hex(0xffb9ae), segments: 18, rings: 3)
        design.patches += [ear, ear.mirrored]
        for (x, length) in [(Float(0), Float(0.034)), (0.03, 0.026), (-0.03, 0.026)] {
            let top = Vector3(x, 0.352 - abs(x) * 0.25, 0.05)
            design.strokes.append(
                Stroke(
                    points: (0..<6).map { top - Vector3(x * 0.03 * Float($0), length * Float($0) / 5, 0) },
                    facing: Vector3(0, 0.55, 1), radius: 0.0062, taper: Vector2(0.75, 0.2), lift: -0.003, color: stripe))
        }
        for (y, slant) in [(Float(0.226), Float(0.004)), (0.21, -0.003)] {
            let whisker = Stroke(
                points: (0..<6).map { Vector3(0.1 + 0.007 * Float($0), y + slant * Float($0) / 5 * 1.5, 0.05) },
                facing: Vector3(0.5, 0, 1), radius: 0.0016, taper: Vector2(0.6, 0.3), color: cream, sides: 5)
            design.strokes += [whisker, whisker.mirrored]
        }
        design.sparkleColors = Palette.tenSparkles
        design.sparkleRadius = 0.22
        design.manner = Manner(hang: 0.6, reach: 1.6, swing: 0.55)
        design.springs = [
            Spring(bone: .leftEar, tip: Vector3(0.02, 0.07, 0), frequency: 5, damping: 0.3, limit: 0.5),
            Spring(bone: .rightEar, tip: Vector3(-0.02, 0.07, 0), frequency: 5, damping: 0.3, limit: 0.5),
            Spring(bone: .tail, tip: Vector3(0.03, 0.02, -0.07), frequency: 2.4, damping: 0.35, limit: 0.5),
            Spring(bone: .tailMiddle, tip: Vector3(0.02, 0.07, -0.02), frequency: 2.2, damping: 0.3, limit: 0.6),
            Spring(bone: .tailTip, tip: Vector3(-0.005, 0.07, 0), frequency: 2, damping: 0.25, limit: 0.8),
        ]
        design.soles = Sole.feet(x: 0.056, z: -0.02...0.085, half: 0.03)
        design.accent = { action, t, pose in
            // The tail always moves a little; ears twitch while it idles.
            let sway: Float = action == .dance ? 0.45 : action == .walk ? 0.3 : 0.22
            let turns: Float = action == .idle ? 2 : action == .dance ? 4 : action == .walk ? 1 : 2
            pose[.tail].roll(sway * Curve.sin(turns * t))
            pose[.tailMiddle].roll(0.7 * sway * (Curve.sin(turns * t - 0.12) + Curve.sin(0.12)))
            pose[.tailTip].roll(sway * (Curve.sin(turns * t - 0.25) + 1))
            if action == .idle {
                pose[.leftEar].roll(-0.4 * Curve.bump(t, at: 0.66, width: 0.02) - 0.3 * Curve.bump(t, at: 0.7, width: 0.02))
                pose[.rightEar].roll(0.35 * Curve.bump(t, at: 0.3, width: 0.025))
            }
            if action == .sparkle || action == .jump {
                let back = Curve.hold(t, in: 0...0.2, out: 0.28...0.36)
                pose[.leftEar].pitch(-0.5 * back)
                pose[.rightEar].pitch(-0.5 * back)
            }
        }
        return design
    }

    private static var catRig: Rig {
        var rig = Rig()
        rig.add(.body, at: Vector3(0, 0.05, 0), below: .root)
        rig.add(.head, at: Vector3(0, 0.185, 0), below: .body)
        rig.add(.eyes, at: Vector3(0, 0.252, 0.05), below: .head)
        rig.add(.smile, at: Vector3(0, 0.247, 0.05), below: .head)
        rig.add(.mouth, at: Vector3(0, 0.212, 0.08), below: .head)
        rig.add(.sparkles, at: Vector3(0, 0.2, 0), below: .root)
        rig.addPair(.leftArm, at: Vector3(0.076, 0.147, 0.022), below: .body)
        rig.addPair(.leftFoot, at: Vector3(0.056, 0.045, 0.01), below: .root)
        rig.addPair(.leftEar, at: Vector3(0.085, 0.32, 0), below: .head)
        rig.add(.tail, at: Vector3(0, 0.08, -0.07), below: .body)
        rig.add(.tailMiddle, at: Vector3(0.02, 0.085, -0.12), below: .tail)
        rig.add(.tailTip, at: Vector3(0.054, 0.16, -0.17), below: .tailMiddle)
        return rig
    }

    private static func catBody(_ fur: Vector3, _ cream: Vector3) -> Solid {
        var solid = Solid(
            blobs: [
                .ellipsoid(.body, at: Vector3(0, 0.112, 0), radii: Vector3(0.098, 0.098, 0.086), color: fur),
                .ellipsoid(.head, at: Vector3(0, 0.262, 0.008), radii: Vector3(0.128, 0.104, 0.11), color: fur, blend: 0.035),
            ]
                + .pair(
                    .ellipsoid(
                        .head, at: Vector3(0.082, 0.228, 0.035), radii: Vector3(0.058, 0.046, 0.055), color: fur, blend: 0.05),
                    .limb(
                        .leftEar, from: Vector3(0.08, 0.325, 0), to: Vector3(0.107, 0.388, -0.004), radii: Vector2(0.046, 0.0195),
                        color: fur, blend: 0.03),
                    .limb(
                        .leftArm, from: Vector3(0.078, 0.146, 0.025), to: Vector3(0.152, 0.122, 0.036),
                        radii: Vector2(0.029, 0.034),
                        color: fur, blend: 0.018))
                + [
                    .ellipsoid(
                        .head, at: Vector3(0, 0.215, 0.093), radii: Vector3(0.042, 0.028, 0.03), color: cream, blend: 0.03),
                    .limb(
                        .tail, from: Vector3(0, 0.08, -0.065), to: Vector3(0.02, 0.083, -0.12), radii: Vector2(0.031, 0.028),
                        color: fur, blend: 0.03),
                    .limb(
                        .tailMiddle, from: Vector3(0.02, 0.083, -0.12), to: Vector3(0.043, 0.112, -0.158),
                        radii: Vector2(0.028, 0.0285), color: fur, blend: 0.004),
                    .limb(
                        .tailMiddle, from: Vector3(0.043, 0.112, -0.158), to: Vector3(0.055, 0.165, -0.172),
                        radii: Vector2(0.0285, 0.031), color: fur, blend: 0.004),
                    .limb(
                        .tailTip, from: Vector3(0.055, 0.165, -0.172), to: Vector3(0.046, 0.235, -0.158),
                        radii: Vector2(0.031, 0.035), color: fur, blend: 0.004),
                ], cell: 0.015, isFlatBelow: true)
        solid.tints = [
            .init(center: Vector3(0, 0.105, 0.09), radii: Vector3(0.085, 0.095, 0.06), color: cream, core: 0.72),
            .init(center: Vector3(0.17, 0.115, 0.04), radii: Vector3(0.055, 0.055, 0.06), color: cream, core: 0.6),
            .init(center: Vector3(-0.17, 0.115, 0.04), radii: Vector3(0.055, 0.055, 0.06), color: cream, core: 0.6),
            .init(center: Vector3(0.046, 0.27, -0.162), radii: Vector3(0.07, 0.065, 0.07), color: cream, core: 0.7),
        ]
        return solid
    }

    /// Bodies of their own, so that steps do not stretch the body.
    private static func catFeet(_ fur: Vector3, _ cream: Vector3) -> Solid {
        var solid = Solid(
            blobs: .pair(
                .limb(
                    .leftFoot, from: Vector3(0.05, 0.085, 0.005), to: Vector3(0.054, 0.035, 0.012), radii: Vector2(0.034, 0.036),
                    color: fur),
                .ellipsoid(
                    .leftFoot, at: Vector3(0.056, 0.026, 0.034), radii: Vector3(0.042, 0.036, 0.056), color: fur, blend: 0.02)),
            cell: 0.0158, isFlatBelow: true)
        solid.tints = [
            .init(center: Vector3(0.056, 0.012, 0.09), radii: Vector3(0.06, 0.05, 0.06), color: cream, core: 0.6),
            .init(center: Vector3(-0.056, 0.012, 0.09), radii: Vector3(0.06, 0.05, 0.06), color: cream, core: 0.6),
        ]
        return solid
    }
}
