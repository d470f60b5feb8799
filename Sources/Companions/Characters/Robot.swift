import Geometry
import Live

extension CompanionDesign {
    /// Tik, a small robot: white with orange ears, a face that glows on a dark screen, and an antenna.
    static var robot: CompanionDesign {
        let white = Vector3.hex(0xe9edf3)
        let orange = Vector3.hex(0xff9d45)
        let glow = Vector3.hex(0x63e6e2)
        var design = CompanionDesign(
            name: "Tik", rig: robotRig,
            solids: [
                robotBody(white, orange), robotHead(white), robotCaps(orange), robotAntenna(.hex(0x8b93a1)),
            ])
        design.patches = [
            Patch(
                solid: 1, center: Vector3(0, 0.268, 0), outline: .rectangle(0.086, 0.056), lift: 0.001, dome: 0.003,
                color: .hex(0x171c26), finish: .glossy, binding: .bone(.head), segments: 40, rings: 5),
            Patch(
                solid: 0, center: Vector3(0, 0.138, 0), outline: .heart(0.021), lift: 0.0012, dome: 0.003, color: .hex(0xff6b7d),
                finish: .glowing, segments: 28, rings: 3),
            Patch(
                solid: 0, center: Vector3(0, 0.095, 0), outline: .rectangle(0.034, 0.006), lift: 0.0006, dome: 0.0008,
                color: .hex(0xaab3c2), finish: .hard, segments: 20, rings: 2),
        ]
        for side in [Float(1), -1] {
            design.patches.append(
                Patch(
                    solid: 1, center: Vector3(side * 0.038, 0.277, 0), outline: .ellipse(0.0145, 0.021), lift: 0.0036, dome: 0.0012,
                    color: glow, finish: .glowing, binding: .bone(.eyes), segments: 20, rings: 3))
            design.strokes.append(
                Stroke(
                    solid: 1,
                    points: Stroke.arc(center: Vector3(side * 0.038, 0.27, 0), width: 0.036, sag: 0.018),
                    radius: 0.0046, lift: 0.0036, color: glow, finish: .glowing, binding: .bone(.smile)))
            design.patches.append(
                Patch(
                    solid: 1, center: Vector3(side * 0.06, 0.249, 0), outline: .ellipse(0.0095, 0.0058), lift: 0.003, dome: 0.0008,
                    color: .hex(0xff7f9a), finish: .glowing, binding: .bone(.head), segments: 14, rings: 2))
        }
        design.strokes.append(
            Stroke(
                solid: 1, points: Stroke.arc(center: Vector3(0, 0.251, 0), width: 0.03, sag: -0.01), radius: 0.0034, lift: 0.0038,
                color: glow, finish: .glowing, binding: .bone(.mouth)))
        design.balls = [
            Ball(
                center: Vector3(0, 0.423, 0), radii: Vector3(repeating: 0.0195), color: .hex(0xffc257), finish: .glowing,
                bone: .crestTip)
        ]
        design.sparkleColors = Palette.tenSparkles
        design.hardRoughness = 0.32
        design.manner = Manner(
            cycle: 0.9, stride: 0.07, lift: 0.028, softness: 0.55, sway: 0.9, hang: 0.6, reach: 1.8, flap: 0.45, waves: 3,
            swing: 0.6, height: 0.14)
        design.springs = [
            Spring(bone: .crest, tip: Vector3(0, 0.06, 0), frequency: 4.5, damping: 0.16, limit: 0.5),
            Spring(bone: .crestTip, tip: Vector3(0, 0.04, 0), frequency: 5, damping: 0.14, limit: 0.6),
            Spring(bone: .leftHand, tip: Vector3(0.045, -0.025, 0), frequency: 4, damping: 0.4, limit: 0.35),
            Spring(bone: .rightHand, tip: Vector3(-0.045, -0.025, 0), frequency: 4, damping: 0.4, limit: 0.35),
        ]
        design.soles = Sole.feet(x: 0.046, z: -0.03...0.055, half: 0.03)
        design.accent = { action, t, pose in
            switch action {
            case .idle:
                // The head turns in small steps.
                pose[.head].roll(0.12 * Curve.hold(t, in: 0.62...0.64, out: 0.74...0.76))
            case .dance:
                // The robot: forearms at right angles.
                let pump = Curve.hold(t, in: 0.46...0.54, out: 0.92...1)
                pose[.leftHand].pitch(-0.9 * pump)
                pose[.rightHand].pitch(-0.9 * pump)
                pose[.head].yaw(0.3 * Curve.sin(2 * t))
            case .twirl:
                // The head turns once more than the body.
                pose[.head].yaw(2 * .pi * Curve.rise(t, from: 0.3, to: 0.95))
            case .sparkle:
                let burst = Curve.hold(t, in: 0.34...0.42, out: 0.8...0.92)
                pose[.crestTip].scale *= 1 + 0.35 * burst * (0.6 + 0.4 * Curve.sin(6 * t))
            case .walk, .wave, .jump: break
            }
        }
        return design
    }

    private static var robotRig: Rig {
        var rig = Rig()
        rig.add(.body, at: Vector3(0, 0.06, 0), below: .root)
        rig.add(.head, at: Vector3(0, 0.195, 0), below: .body)
        rig.add(.eyes, at: Vector3(0, 0.277, 0.05), below: .head)
        rig.add(.smile, at: Vector3(0, 0.274, 0.04), below: .head)
        rig.add(.mouth, at: Vector3(0, 0.249, 0.075), below: .head)
        rig.add(.crest, at: Vector3(0, 0.345, 0), below: .head)
        rig.add(.crestTip, at: Vector3(0, 0.385, 0), below: .crest)
        rig.add(.sparkles, at: Vector3(0, 0.19, 0), below: .root)
        rig.addPair(.leftArm, at: Vector3(0.086, 0.165, 0), below: .body)
        rig.addPair(.leftHand, at: Vector3(0.124, 0.147, 0.003), below: .leftArm)
        rig.addPair(.leftFoot, at: Vector3(0.046, 0.05, 0), below: .root)
        return rig
    }

    private static func robotBody(_ white: Vector3, _ orange: Vector3) -> Solid {
        let gray = Vector3.hex(0x717b8c)
        var solid = Solid(
            blobs: [
                .box(.body, at: Vector3(0, 0.128, 0), half: Vector3(0.078, 0.064, 0.066), rounding: 0.046, color: white),
                .limb(.body, from: Vector3(0, 0.18, 0), to: Vector3(0, 0.205, 0), radii: Vector2(0.03, 0.03), color: gray),
            ]
                + .pair(
                    .limb(
                        .leftArm, from: Vector3(0.078, 0.165, 0), to: Vector3(0.126, 0.147, 0.003), radii: Vector2(0.0165, 0.0155),
                        color: gray, blend: 0.008),
                    .limb(
                        .leftHand, from: Vector3(0.126, 0.147, 0.003), to: Vector3(0.155, 0.132, 0.01),
                        radii: Vector2(0.017, 0.016),
                        color: gray, blend: 0.006),
                    .ellipsoid(
                        .leftHand, at: Vector3(0.167, 0.126, 0.013), radii: Vector3(0.029, 0.029, 0.029), color: orange,
                        blend: 0.006),
                    .limb(
                        .leftFoot, from: Vector3(0.046, 0.075, 0), to: Vector3(0.046, 0.03, 0), radii: Vector2(0.019, 0.019),
                        color: gray,
                        blend: 0.008),
                    .ellipsoid(
                        .leftFoot, at: Vector3(0.046, 0.018, 0.014), radii: Vector3(0.039, 0.034, 0.05), color: orange, blend: 0.008
                    )),
            cell: 0.0118, finish: .hard, isFlatBelow: true)
        solid.colorBlend = 0.0035
        solid.skinBlend = 0.012
        return solid
    }

    private static func robotHead(_ white: Vector3) -> Solid {
        Solid(
            blobs: [.box(.head, at: Vector3(0, 0.27, 0), half: Vector3(0.11, 0.082, 0.088), rounding: 0.062, color: white)],
            cell: 0.0158, finish: .hard)
    }

    private static func robotCaps(_ orange: Vector3) -> Solid {
        Solid(
            blobs: .pair(
                .ellipsoid(.head, at: Vector3(0.108, 0.268, 0), radii: Vector3(0.022, 0.034, 0.034), color: orange, blend: 0)),
            cell: 0.0105, finish: .hard)
    }

    private static func robotAntenna(_ color: Vector3) -> Solid {
        Solid(
            blobs: [
                .limb(.head, from: Vector3(0, 0.335, 0), to: Vector3(0, 0.352, 0), radii: Vector2(0.022, 0.016), color: color),
                .limb(
                    .crest, from: Vector3(0, 0.35, 0), to: Vector3(0, 0.385, 0), radii: Vector2(0.009, 0.0085), color: color,
                    blend: 0.01),
                .limb(
                    .crestTip, from: Vector3(0, 0.385, 0), to: Vector3(0, 0.415, 0), radii: Vector2(0.0085, 0.0085), color: color,
                    blend: 0.004),
            ], cell: 0.0073, finish: .hard)
    }
}
