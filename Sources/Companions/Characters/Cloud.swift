import Geometry
import Live

extension CompanionDesign {
    /// Nimbo, a cloud: soft bumps, short feet, and a star that hovers above its head.
    static var cloud: CompanionDesign {
        let white = Vector3.hex(0xf4f3ff)
        var design = CompanionDesign(name: "Nimbo", rig: cloudRig, solids: [cloudBody(white), cloudStar, cloudLimbs(white)])
        let face = Face(
            center: Vector3(0, 0.2, 0.08), spacing: 0.047, eye: Vector2(0.0195, 0.025), mouthDrop: 0.034, mouthWidth: 0.036,
            mouth: .open, iris: .hex(0x3d4f8f), blush: .hex(0xffa3bd), cheek: Vector2(0.083, 0.033),
            cheekSize: Vector2(0.0175, 0.011))
        face.add(to: &design)
        design.sparkleColors = Palette.tenSparkles
        design.sparkleRadius = 0.25
        design.manner = Manner(
            cycle: 1.1, stride: 0.06, lift: 0.03, softness: 1.4, sway: 1.1, hang: 0.45, reach: 1.4, flap: 0.45, waves: 3,
            swing: 0.4, height: 0.17)
        design.springs = [
            Spring(bone: .crest, tip: Vector3(0, 0.1, 0), frequency: 2, damping: 0.25, limit: 0.5),
            Spring(bone: .leftEar, tip: Vector3(0.07, 0.01, 0), frequency: 3.2, damping: 0.22, limit: 0.35),
            Spring(bone: .rightEar, tip: Vector3(-0.07, 0.01, 0), frequency: 3.2, damping: 0.22, limit: 0.35),
        ]
        design.soles = Sole.feet(x: 0.05, z: -0.015...0.065, half: 0.026)
        design.accent = { action, t, pose in
            // The star hovers, and turns when something happens.
            let bobs: Float = action == .idle ? 2 : action == .dance ? 4 : 1
            pose[.crestTip].offset.y += 0.008 * Curve.sin(bobs * t)
            switch action {
            case .idle, .walk: pose[.crestTip].yaw(0.35 * Curve.sin(t))
            case .sparkle:
                let burst = Curve.hold(t, in: 0.3...0.4, out: 0.85...0.97)
                pose[.crestTip].scale *= 1 + 0.5 * burst + 0.12 * burst * Curve.sin(6 * t)
                pose[.crestTip].offset.y += 0.035 * burst
                pose[.crestTip].yaw(4 * .pi * Curve.rise(t, from: 0.28, to: 0.95))
            case .wave, .dance, .twirl, .jump: pose[.crestTip].yaw(2 * .pi * Curve.rise(t, from: 0.25, to: 0.85))
            }
        }
        return design
    }

    private static var cloudRig: Rig {
        var rig = Rig()
        rig.add(.body, at: Vector3(0, 0.06, 0), below: .root)
        rig.add(.head, at: Vector3(0, 0.2, 0), below: .body)
        rig.add(.eyes, at: Vector3(0, 0.2, 0.06), below: .head)
        rig.add(.smile, at: Vector3(0, 0.195, 0.06), below: .head)
        rig.add(.mouth, at: Vector3(0, 0.166, 0.1), below: .head)
        rig.add(.crest, at: Vector3(0, 0.31, 0), below: .head)
        rig.add(.crestTip, at: Vector3(0, 0.4, 0), below: .crest)
        rig.add(.sparkles, at: Vector3(0, 0.2, 0), below: .root)
        rig.addPair(.leftEar, at: Vector3(0.09, 0.2, -0.01), below: .head)
        rig.addPair(.leftArm, at: Vector3(0.135, 0.15, 0.045), below: .body)
        rig.addPair(.leftFoot, at: Vector3(0.05, 0.05, 0), below: .root)
        return rig
    }

    private static func cloudBody(_ white: Vector3) -> Solid {
        let fluff: Float = 0.017
        func puff(_ bone: Bone, _ x: Float, _ y: Float, _ z: Float, _ r: Float) -> Blob {
            .ellipsoid(bone, at: Vector3(x, y, z), radii: Vector3(r, r * 0.94, r), color: white, blend: fluff)
        }
        var solid = Solid(
            blobs: [
                .ellipsoid(.body, at: Vector3(0, 0.145, 0), radii: Vector3(0.13, 0.085, 0.095), color: white),
                .ellipsoid(.head, at: Vector3(0, 0.2, 0.012), radii: Vector3(0.122, 0.095, 0.1), color: white, blend: 0.05),
                puff(.head, -0.012, 0.262, -0.01, 0.078), puff(.body, 0, 0.125, -0.055, 0.075),
                puff(.head, 0.01, 0.215, -0.07, 0.068),
                puff(.body, 0, 0.105, 0.045, 0.056),
            ]
                + .pair(
                    puff(.leftEar, 0.118, 0.185, -0.015, 0.07), puff(.head, 0.07, 0.262, -0.012, 0.06),
                    puff(.body, 0.105, 0.115, 0.005, 0.057), puff(.body, 0.058, 0.105, 0.04, 0.05),
                    puff(.body, 0.07, 0.13, -0.06, 0.06)),
            cell: 0.0142)
        solid.colorBlend = 0.012
        solid.tints = [
            .init(center: Vector3(0, 0.03, -0.01), radii: Vector3(0.3, 0.15, 0.3), color: .hex(0xb5b0ee), core: 0.15),
            .init(center: Vector3(0, 0.34, -0.02), radii: Vector3(0.18, 0.09, 0.16), color: .hex(0xffffff), core: 0.3),
        ]
        return solid
    }

    /// Bodies of their own, so that raised arms and steps do not stretch the body.
    private static func cloudLimbs(_ white: Vector3) -> Solid {
        Solid(
            blobs: .pair(
                .limb(
                    .leftArm, from: Vector3(0.125, 0.15, 0.048), to: Vector3(0.194, 0.143, 0.07), radii: Vector2(0.025, 0.029),
                    color: white, blend: 0.014),
                .ellipsoid(
                    .leftFoot, at: Vector3(0.05, 0.026, 0.022), radii: Vector3(0.036, 0.034, 0.043), color: .hex(0xb9b3ea),
                    blend: 0.012),
                .limb(
                    .leftFoot, from: Vector3(0.05, 0.03, 0.012), to: Vector3(0.05, 0.085, 0.005), radii: Vector2(0.026, 0.024),
                    color: .hex(0xb9b3ea), blend: 0.012)),
            cell: 0.013, isFlatBelow: true)
    }

    /// The star: five round arms around a thick middle.
    private static var cloudStar: Solid {
        let yellow = Vector3.hex(0xffd25e)
        var arms: [Blob] = [
            .ellipsoid(.crestTip, at: Vector3(0, 0.4, 0), radii: Vector3(0.022, 0.022, 0.014), color: yellow)
        ]
        for k in 0..<5 {
            let (s, c) = Trigonometry.sincos((Float(k) / 5 + 0.25) * 2 * .pi)
            arms.append(
                .limb(
                    .crestTip, from: Vector3(0, 0.4, 0), to: Vector3(c * 0.031, 0.4 + s * 0.031, 0), radii: Vector2(0.014, 0.006),
                    color: yellow, blend: 0.012))
        }
        return Solid(blobs: arms, cell: 0.0075, finish: .glowing)
    }
}
