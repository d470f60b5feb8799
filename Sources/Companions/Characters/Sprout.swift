import Geometry
import Live

extension CompanionDesign {
    /// Fenn, a sprout: a green seed with two leaves on its head, a skirt of leaves and a flower.
    static var sprout: CompanionDesign {
        let green = Vector3.hex(0x9bd66b)
        var design = CompanionDesign(
            name: "Fenn", rig: sproutRig, solids: [sproutBody(green), sproutStem(.hex(0x6fb551)), sproutFeet(.hex(0x8a6a45))])
        design.petals = sproutPetals
        let face = Face(
            center: Vector3(0, 0.198, 0.05), spacing: 0.044, eye: Vector2(0.0185, 0.0245), mouthDrop: 0.031, mouthWidth: 0.032,
            mouth: .open, iris: .hex(0x2f5a41), blush: .hex(0xf79a7c), cheek: Vector2(0.074, 0.031),
            cheekSize: Vector2(0.0155, 0.0105))
        face.add(to: &design)
        let flower = Vector3(-0.062, 0.262, 0.03)
        let outward = Vector3(-0.62, 0.5, 0.75)
        for k in 0..<5 {
            let (s, c) = Trigonometry.sincos((Float(k) / 5 + 0.05) * 2 * .pi)
            let side = cross(Vector3(0, 1, 0), outward.normalized).normalized
            let up = cross(outward.normalized, side)
            design.patches.append(
                Patch(
                    center: flower + (side * c + up * s) * 0.0165, facing: outward, outline: .ellipse(0.0125, 0.0125), lift: 0.003,
                    dome: 0.0045, color: .hex(0xffb3d1), binding: .bone(.head), segments: 12, rings: 2))
        }
        design.patches.append(
            Patch(
                center: flower, facing: outward, outline: .ellipse(0.0095, 0.0095), lift: 0.006, dome: 0.005, color: .hex(0xffd257),
                binding: .bone(.head), segments: 14, rings: 3))
        design.sparkleColors = Palette.tenSparkles
        design.manner = Manner(
            cycle: 1, stride: 0.075, lift: 0.03, softness: 1.15, sway: 1.2, hang: 0.5, reach: 1.4, flap: 0.45, waves: 3,
            swing: 0.5, height: 0.14)
        design.springs = [
            Spring(bone: .crest, tip: Vector3(0, 0.06, 0), frequency: 3, damping: 0.22, limit: 0.45),
            Spring(bone: .leftEar, tip: Vector3(0.09, 0.04, 0), frequency: 3.2, damping: 0.2, limit: 0.6),
            Spring(bone: .rightEar, tip: Vector3(-0.09, 0.04, 0), frequency: 3.2, damping: 0.2, limit: 0.6),
            Spring(bone: .leftEarTip, tip: Vector3(0.06, 0, 0), frequency: 3.4, damping: 0.18, limit: 0.6),
            Spring(bone: .rightEarTip, tip: Vector3(-0.06, 0, 0), frequency: 3.4, damping: 0.18, limit: 0.6),
        ]
        design.soles = Sole.feet(x: 0.042, z: -0.02...0.06, half: 0.026)
        design.accent = { action, t, pose in
            // The leaves on its head are its mood.
            switch action {
            case .idle:
                let breath = 0.08 * Curve.sin(2 * t)
                pose[.leftEar].roll(breath)
                pose[.rightEar].roll(-breath)
            case .wave:
                let up = Curve.hold(t, in: 0.1...0.25, out: 0.75...0.95)
                pose[.leftEar].roll(0.35 * up)
                pose[.rightEar].roll(-0.35 * up)
            case .jump, .sparkle:
                let low = Curve.hold(t, in: 0...0.2, out: 0.28...0.34)
                let high = Curve.hold(t, in: 0.3...0.4, out: 0.62...0.8)
                pose[.leftEar].roll(-0.5 * low + 0.5 * high)
                pose[.rightEar].roll(0.5 * low - 0.5 * high)
            case .twirl:
                // Like the blades of a propeller.
                let open = Curve.hold(t, in: 0.2...0.35, out: 0.7...0.9)
                pose[.leftEar].roll(-0.25 * open)
                pose[.rightEar].roll(0.25 * open)
            case .walk, .dance: break
            }
        }
        return design
    }

    private static var sproutRig: Rig {
        var rig = Rig()
        rig.add(.body, at: Vector3(0, 0.05, 0), below: .root)
        rig.add(.head, at: Vector3(0, 0.15, 0), below: .body)
        rig.add(.eyes, at: Vector3(0, 0.198, 0.05), below: .head)
        rig.add(.smile, at: Vector3(0, 0.193, 0.05), below: .head)
        rig.add(.mouth, at: Vector3(0, 0.167, 0.075), below: .head)
        rig.add(.crest, at: Vector3(0, 0.285, 0), below: .head)
        rig.add(.sparkles, at: Vector3(0, 0.17, 0), below: .root)
        rig.addPair(.leftEar, at: Vector3(0.012, 0.345, 0), below: .crest)
        rig.addPair(.leftEarTip, at: Vector3(0.085, 0.382, 0), below: .leftEar)
        rig.addPair(.leftArm, at: Vector3(0.092, 0.15, 0.012), below: .body)
        rig.addPair(.leftFoot, at: Vector3(0.042, 0.045, 0), below: .root)
        return rig
    }

    private static func sproutBody(_ green: Vector3) -> Solid {
        var solid = Solid(
            blobs: [
                .ellipsoid(.body, at: Vector3(0, 0.125, 0), radii: Vector3(0.108, 0.088, 0.098), color: green),
                .ellipsoid(.head, at: Vector3(0, 0.2, 0), radii: Vector3(0.104, 0.092, 0.095), color: green, blend: 0.06),
                .limb(
                    .head, from: Vector3(0, 0.25, 0), to: Vector3(0, 0.292, 0), radii: Vector2(0.05, 0.012), color: green,
                    blend: 0.05),
            ]
                + .pair(
                    .limb(
                        .leftArm, from: Vector3(0.095, 0.15, 0.015), to: Vector3(0.158, 0.134, 0.028),
                        radii: Vector2(0.0175, 0.0225),
                        color: green, blend: 0.018)), cell: 0.0142)
        solid.tints = [
            .init(center: Vector3(0, 0.31, 0), radii: Vector3(0.12, 0.09, 0.12), color: .hex(0x6fb84f), core: 0.1),
            .init(center: Vector3(0, 0.155, 0.1), radii: Vector3(0.1, 0.09, 0.07), color: .hex(0xd6f0a4), core: 0.35),
        ]
        return solid
    }

    /// Bodies of their own, so that steps do not stretch the body.
    private static func sproutFeet(_ root: Vector3) -> Solid {
        Solid(
            blobs: .pair(
                .ellipsoid(.leftFoot, at: Vector3(0.042, 0.022, 0.016), radii: Vector3(0.036, 0.034, 0.046), color: root),
                .limb(
                    .leftFoot, from: Vector3(0.042, 0.03, 0.008), to: Vector3(0.04, 0.075, 0.002), radii: Vector2(0.027, 0.025),
                    color: root, blend: 0.012)), cell: 0.0132, isFlatBelow: true)
    }

    private static func sproutStem(_ color: Vector3) -> Solid {
        Solid(
            blobs: [
                .limb(.head, from: Vector3(0, 0.272, 0), to: Vector3(0, 0.29, 0), radii: Vector2(0.018, 0.012), color: color),
                .limb(.crest, from: Vector3(0, 0.285, 0), to: Vector3(0, 0.35, 0), radii: Vector2(0.011, 0.0105), color: color),
            ], cell: 0.0088)
    }

    private static var sproutPetals: [Petal] {
        let leaf = Petal(
            base: Vector3(0.002, 0.345, 0), tip: Vector3(0.15, 0.425, 0), up: Vector3(-0.4, 1, 0.12), width: 0.04,
            thickness: 0.0075,
            bend: 0.03, cup: -0.012, belly: 0.5, color: .hex(0x4fa64c), tipColor: .hex(0x9adf62), bone: .leftEar,
            tipBone: .leftEarTip, segments: 24)
        let skirt = (0..<9).map { k -> Petal in
            let (s, c) = Trigonometry.sincos(Float(k) / 9 * 2 * .pi + .pi / 2)
            let out = Vector3(c, 0, s * 0.92)
            return Petal(
                base: out * 0.078 + Vector3(0, 0.122, 0), tip: out * 0.146 + Vector3(0, 0.05, 0), up: out + Vector3(0, 0.9, 0),
                width: 0.043, thickness: 0.005, bend: -0.006, cup: 0.009, belly: 0.55,
                color: k % 2 == 0 ? .hex(0x3f9a50) : .hex(0x52ad57), tipColor: k % 2 == 0 ? .hex(0x6cc463) : .hex(0x84d271),
                bone: .body, segments: 14)
        }
        return [leaf, leaf.mirrored] + skirt
    }
}
