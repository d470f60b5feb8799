import Geometry
import Live

extension CompanionDesign {
    /// Piri, a plump bird: sky blue with a cream face, a curled crest and wings that flutter.
    static var bird: CompanionDesign {
        let feather = Vector3.hex(0x5cb4ee)
        let dark = Vector3.hex(0x2f7fc4)
        let cream = Vector3.hex(0xfff6e6)
        let beak = Vector3.hex(0xffb03c)
        var design = CompanionDesign(
            name: "Piri", rig: birdRig,
            solids: [birdBody(feather, cream), birdBeak(beak), birdLegs(beak), birdWings(feather, dark)])
        let face = Face(
            center: Vector3(0, 0.268, 0.06), spacing: 0.046, eye: Vector2(0.0185, 0.0235), mouthDrop: 0.03, mouth: .none,
            cheek: Vector2(0.071, 0.031), cheekSize: Vector2(0.015, 0.01))
        face.add(to: &design)
        for side in [Float(1), -1] {
            for (k, y) in [Float(0.125), 0.1, 0.147].enumerated() {
                design.strokes.append(
                    Stroke(
                        points: Stroke.arc(
                            center: Vector3(side * (k == 0 ? 0.022 : k == 1 ? 0 : 0.046), y, 0.06), width: 0.022, sag: -0.008,
                            count: 6),
                        radius: 0.0026, color: .hex(0xe9c98f), sides: 5))
            }
        }
        design.petals = birdFeathers(dark)
        design.sparkleColors = Palette.tenSparkles
        design.manner = Manner(
            gait: .hops, cycle: 1.1, stride: 0.11, lift: 0.035, softness: 1.1, hang: 0, reach: 1.75, flap: 0.5, waves: 4,
            swing: 0.2, height: 0.17)
        design.springs = [
            Spring(bone: .crest, tip: Vector3(0, 0.05, 0.01), frequency: 4, damping: 0.25, limit: 0.6),
            Spring(bone: .tail, tip: Vector3(0, 0.03, -0.08), frequency: 4, damping: 0.3, limit: 0.5),
            Spring(bone: .leftHand, tip: Vector3(0.02, -0.08, 0), frequency: 4.5, damping: 0.35, limit: 0.6),
            Spring(bone: .rightHand, tip: Vector3(-0.02, -0.08, 0), frequency: 4.5, damping: 0.35, limit: 0.6),
        ]
        design.soles = Sole.feet(x: 0.046, z: -0.025...0.055, half: 0.022)
        design.accent = { action, t, pose in
            switch action {
            case .idle:
                // Quick glances and a shake of the tail, as birds do.
                pose[.head].roll(0.18 * Curve.hold(t, in: 0.2...0.225, out: 0.34...0.37))
                pose[.tail].pitch(0.3 * Curve.bump(t, at: 0.9, width: 0.03) + 0.25 * Curve.bump(t, at: 0.95, width: 0.03))
            case .jump, .twirl:
                // Flaps while it is in the air.
                let air = Curve.hold(t, in: 0.26...0.34, out: 0.6...0.72)
                let beat = 0.55 * air * Curve.sin(9 * t)
                pose[.leftArm].roll(beat)
                pose[.rightArm].roll(-beat)
            case .sparkle:
                let burst = Curve.hold(t, in: 0.32...0.4, out: 0.7...0.85)
                let beat = 0.35 * burst * Curve.sin(14 * t)
                pose[.leftArm].roll(beat)
                pose[.rightArm].roll(-beat)
            case .walk, .wave, .dance: break
            }
        }
        return design
    }

    private static var birdRig: Rig {
        var rig = Rig()
        rig.add(.body, at: Vector3(0, 0.075, 0), below: .root)
        rig.add(.head, at: Vector3(0, 0.22, 0), below: .body)
        rig.add(.eyes, at: Vector3(0, 0.268, 0.045), below: .head)
        rig.add(.smile, at: Vector3(0, 0.263, 0.045), below: .head)
        rig.add(.mouth, at: Vector3(0, 0.242, 0.09), below: .head)
        rig.add(.crest, at: Vector3(0, 0.35, 0), below: .head)
        rig.add(.sparkles, at: Vector3(0, 0.19, 0), below: .root)
        rig.addPair(.leftArm, at: Vector3(0.1, 0.215, 0), below: .body)
        rig.addPair(.leftHand, at: Vector3(0.128, 0.155, -0.005), below: .leftArm)
        rig.addPair(.leftFoot, at: Vector3(0.046, 0.05, 0), below: .root)
        rig.add(.tail, at: Vector3(0, 0.12, -0.09), below: .body)
        return rig
    }

    private static func birdBody(_ feather: Vector3, _ cream: Vector3) -> Solid {
        var solid = Solid(
            blobs: [
                .ellipsoid(.body, at: Vector3(0, 0.155, -0.004), radii: Vector3(0.118, 0.115, 0.112), color: feather),
                .ellipsoid(.head, at: Vector3(0, 0.268, 0.008), radii: Vector3(0.1, 0.09, 0.094), color: feather, blend: 0.07),
            ], cell: 0.0149)
        solid.colorBlend = 0.005
        solid.tints = [
            .init(center: Vector3(0, 0.13, 0.12), radii: Vector3(0.1, 0.115, 0.08), color: cream, core: 0.78),
            .init(center: Vector3(0.042, 0.262, 0.095), radii: Vector3(0.06, 0.058, 0.07), color: cream, core: 0.78),
            .init(center: Vector3(-0.042, 0.262, 0.095), radii: Vector3(0.06, 0.058, 0.07), color: cream, core: 0.78),
        ]
        return solid
    }

    /// Bodies of their own, so that raising a wing does not stretch the body.
    private static func birdWings(_ feather: Vector3, _ dark: Vector3) -> Solid {
        var solid = Solid(
            blobs: .pair(
                .ellipsoid(
                    .leftArm, at: Vector3(0.117, 0.186, -0.004), radii: Vector3(0.024, 0.052, 0.052),
                    tilt: Quaternion(angle: 0.34, axis: Vector3(0, 0, 1)), color: feather),
                .ellipsoid(
                    .leftHand, at: Vector3(0.14, 0.132, -0.016), radii: Vector3(0.019, 0.058, 0.041),
                    tilt: Quaternion(angle: 0.38, axis: Vector3(0, 0, 1)) * Quaternion(angle: 0.25, axis: Vector3(1, 0, 0)),
                    color: dark, blend: 0.02)), cell: 0.0142)
        solid.colorBlend = 0.006
        return solid
    }

    private static func birdFeathers(_ dark: Vector3) -> [Petal] {
        let light = Vector3.hex(0x7cc9f5)
        let outerTail = Petal(
            base: Vector3(0.01, 0.118, -0.08), tip: Vector3(0.05, 0.165, -0.195), up: Vector3(0.2, 1, 0.3), width: 0.021,
            thickness: 0.008, bend: 0.004, belly: 0.62, color: dark, tipColor: light, bone: .tail, segments: 18)
        var middleTail = outerTail
        middleTail.base.x = 0
        middleTail.tip = Vector3(0, 0.178, -0.208)
        middleTail.up = Vector3(0, 1, 0.3)
        let crest: [(Vector3, Vector3, Float)] = [
            (Vector3(0, 0.345, 0.012), Vector3(0, 0.436, -0.014), -0.016),
            (Vector3(0.009, 0.343, 0), Vector3(0.047, 0.412, -0.034), -0.012),
            (Vector3(-0.009, 0.343, 0), Vector3(-0.047, 0.412, -0.034), -0.012),
        ]
        let crests = crest.map { base, tip, bend in
            Petal(
                base: base, tip: tip, up: Vector3(0, 0, 1), width: 0.02, thickness: 0.011, bend: bend, belly: 0.58, color: dark,
                tipColor: light, bone: .crest, segments: 16)
        }
        return [outerTail, outerTail.mirrored, middleTail] + crests
    }

    private static func birdBeak(_ color: Vector3) -> Solid {
        var solid = Solid(
            blobs: [
                .limb(
                    .head, from: Vector3(0, 0.25, 0.09), to: Vector3(0, 0.244, 0.128), radii: Vector2(0.021, 0.006), color: color,
                    blend: 0),
                .limb(
                    .mouth, from: Vector3(0, 0.237, 0.088), to: Vector3(0, 0.232, 0.114), radii: Vector2(0.015, 0.006),
                    color: color * 0.8, blend: 0.004),
            ], cell: 0.0062, finish: .hard)
        solid.skinBlend = 0.006
        return solid
    }

    private static func birdLegs(_ color: Vector3) -> Solid {
        var toes: [Blob] = []
        for (dx, dz) in [(Float(0), Float(0.045)), (0.02, 0.036), (-0.02, 0.036), (0, -0.018)] {
            toes += .pair(
                .limb(
                    .leftFoot, from: Vector3(0.046, 0.01, 0.004), to: Vector3(0.046 + dx, 0.007, 0.004 + dz),
                    radii: Vector2(0.0095, 0.0085), color: color, blend: 0.006))
        }
        let leg: [Blob] = .pair(
            .limb(
                .leftFoot, from: Vector3(0.046, 0.075, -0.005), to: Vector3(0.046, 0.012, 0.002), radii: Vector2(0.0105, 0.0095),
                color: color, blend: 0.008))
        return Solid(blobs: leg + toes, cell: 0.0094, finish: .hard, isFlatBelow: true)
    }
}
