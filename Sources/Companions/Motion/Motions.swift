import Geometry
import Live

/// The motions of the seven actions as functions of time, before the springs. Each begins and ends with the same pose.
struct Motions: Sendable {
    /// The joints.
    let rig: Rig
    /// The amounts.
    let manner: Manner
    /// What a companion does differently: changes the pose at a time from 0 to 1 of an action.
    let accent: @Sendable (CompanionAction, Float, inout Pose) -> Void

    /// The pose of an action at a time from 0 to 1.
    func pose(_ action: CompanionAction, at t: Float) -> Pose {
        var pose = Pose(rig)
        raise(left: -manner.hang, right: -manner.hang, &pose)
        switch action {
        case .idle: idle(t, &pose)
        case .walk: walk(t, &pose)
        case .wave: wave(t, &pose)
        case .dance: dance(t, &pose)
        case .twirl: twirl(t, &pose)
        case .jump: jump(t, &pose)
        case .sparkle: sparkle(t, &pose)
        }
        accent(action, t, &pose)
        return pose
    }

    /// Stretches the body, by the companion's softness.
    func stretch(_ amount: Float, _ pose: inout Pose) { pose[.body].stretch(amount * manner.softness) }

    /// Raises both arms sideways by angles in radians.
    func raise(left: Float, right: Float, _ pose: inout Pose) {
        pose[.leftArm].roll(left)
        pose[.rightArm].roll(-right)
    }

    /// Two breaths, one glance to either side, two blinks.
    private func idle(_ t: Float, _ pose: inout Pose) {
        let breath = Curve.sin(2 * t)
        stretch(0.022 * breath, &pose)
        pose[.body].roll(0.018 * manner.sway * Curve.sin(t))
        let glance = Curve.hold(t, in: 0.12...0.2, out: 0.36...0.44) - Curve.hold(t, in: 0.52...0.6, out: 0.78...0.86)
        pose[.head].yaw(0.26 * glance)
        pose[.head].roll(0.05 * glance - 0.02 * manner.sway * Curve.sin(t))
        pose[.head].pitch(0.015 * (1 - Curve.cos(2 * t)))
        raise(left: 0.07 * breath, right: 0.07 * breath, &pose)
        pose.blink(
            max(
                Curve.bump(t, at: 0.13, width: 0.025),
                max(Curve.bump(t, at: 0.5, width: 0.025), Curve.bump(t, at: 0.83, width: 0.025))))
    }

    /// One cycle: two steps, four small hops, or one wave.
    private func walk(_ t: Float, _ pose: inout Pose) {
        switch manner.gait {
        case .steps: step(t, &pose)
        case .hops: hop(t, &pose)
        case .glide: glide(t, &pose)
        }
    }

    private func step(_ t: Float, _ pose: inout Pose) {
        for (bone, arm, phase, side) in [
            (Bone.leftFoot, Bone.rightArm, t, Float(1)), (.rightFoot, .leftArm, t + 0.5, -1),
        ] {
            let p = phase - phase.rounded(.down)
            if p < 0.5 {
                // On the floor: the foot moves backwards evenly.
                pose[bone].offset.z = manner.stride * (0.5 - 2 * p)
            } else {
                let s = (p - 0.5) * 2
                pose[bone].offset.z = manner.stride * (Curve.smooth(s) - 0.5)
                pose[bone].offset.y = manner.lift * Curve.sin(s / 2)
                pose[bone].pitch(0.55 * Curve.sin(s) * (s < 0.5 ? 1 : 0.6))
            }
            pose[arm].pitch(manner.swing * Curve.cos(p) * -1)
            pose[arm].roll(-side * 0.12)
        }
        let pass = (1 - Curve.cos(2 * t)) / 2
        pose[.body].offset.y = 0.35 * manner.lift * (pass - 0.3)
        stretch(0.06 * (pass - 0.5), &pose)
        pose[.body].pitch(0.07)
        pose[.body].roll(0.075 * manner.sway * Curve.sin(t))
        pose[.body].yaw(0.1 * manner.sway * Curve.cos(t))
        pose[.head].yaw(-0.08 * manner.sway * Curve.cos(t))
        pose[.head].roll(-0.06 * manner.sway * Curve.sin(t))
        pose[.head].pitch(0.035 * Curve.cos(2 * t + 0.1) - 0.04)
    }

    private func hop(_ t: Float, _ pose: inout Pose) {
        let p = 2 * t - (2 * t).rounded(.down)
        let air = Curve.hold(p, in: 0.12...0.4, out: 0.5...0.85)
        pose[.root].offset.y = manner.lift * air
        stretch(0.1 * air - 0.12 * (Curve.bump(p, at: 0.95, width: 0.16) + Curve.bump(p, at: -0.05, width: 0.16)), &pose)
        pose[.body].pitch(0.12 * air + 0.05)
        pose[.head].pitch(-0.1 * air + 0.07 * Curve.bump(p, at: 0.9, width: 0.2))
        raise(left: 0.5 * air, right: 0.5 * air, &pose)
        for bone in [Bone.leftFoot, .rightFoot] {
            pose[bone].pitch(0.5 * Curve.bump(p, at: 0.3, width: 0.25))
            pose[bone].offset.z = 0.012 * (air - 0.5)
        }
        pose[.body].roll(0.05 * manner.sway * Curve.sin(t))
    }

    private func glide(_ t: Float, _ pose: inout Pose) {
        let wave = Curve.sin(t)
        pose[.body].scale = Vector3(1 - 0.02 * wave, 1 - 0.05 * wave, 1 + 0.06 * wave)
        pose[.neck].pitch(0.1 * Curve.sin(t - 0.15) + 0.05)
        pose[.head].pitch(-0.08 * Curve.sin(t - 0.25))
        pose[.head].roll(0.04 * Curve.sin(t + 0.3))
        pose[.shell].pitch(0.06 * Curve.sin(t - 0.35))
        pose[.shell].roll(0.05 * Curve.sin(t))
        pose[.tail].yaw(0.1 * Curve.sin(t))
        pose[.tailTip].yaw(0.16 * Curve.sin(t - 0.2))
    }

    /// A greeting with the right arm.
    private func wave(_ t: Float, _ pose: inout Pose) {
        let up = Curve.hold(t, in: 0.08...0.24, out: 0.78...0.95)
        let waving = Curve.hold(t, in: 0.2...0.28, out: 0.72...0.82)
        let oscillation = Curve.sin(manner.waves * (t - 0.24) / 0.52)
        stretch(-0.07 * Curve.bump(t, at: 0.07, width: 0.09) + 0.05 * up + 0.02 * waving * oscillation, &pose)
        raise(left: 0.15 * up, right: manner.reach * up - 0.25 * Curve.bump(t, at: 0.07, width: 0.08), &pose)
        pose[.rightArm].roll(manner.flap * waving * oscillation)
        pose[.rightHand].roll(0.9 * manner.flap * waving * Curve.sin(manner.waves * (t - 0.28) / 0.52))
        pose[.rightArm].pitch(0.4 * up)
        pose[.body].roll(-0.09 * manner.sway * up)
        pose[.head].roll(0.15 * up + 0.03 * waving * oscillation)
        pose[.head].yaw(-0.1 * up)
        pose.beam(Curve.hold(t, in: 0.3...0.36, out: 0.7...0.76))
        pose[.mouth].scale *= Vector3(1, 1 + 0.5 * up, 1)
    }

    /// Eight beats: four with the hips and alternating arms, four with a hop and a turn.
    private func dance(_ t: Float, _ pose: inout Pose) {
        let beat = 8 * t
        let sway = Curve.sin(beat / 2)
        let down = Curve.cos(beat)
        stretch(-0.06 * down, &pose)
        pose[.root].offset.x = 0.022 * manner.sway * sway
        pose[.body].roll(-0.16 * manner.sway * sway)
        pose[.body].yaw(0.16 * manner.sway * Curve.sin(beat / 4))
        pose[.head].roll(0.2 * manner.sway * sway)
        pose[.head].pitch(0.08 * down)
        let high = Curve.hold(t, in: 0.02...0.1, out: 0.44...0.5)
        let pump = Curve.hold(t, in: 0.46...0.54, out: 0.92...1)
        raise(
            left: high * 0.45 * manner.reach * (1.1 + sway) + 0.35 * pump,
            right: high * 0.45 * manner.reach * (1.1 - sway) + 0.35 * pump, &pose)
        pose[.leftArm].pitch(-pump * (0.5 + 0.6 * sway))
        pose[.rightArm].pitch(-pump * (0.5 - 0.6 * sway))
        pose[.leftFoot].offset.y = 0.6 * manner.lift * max(-sway, 0)
        pose[.rightFoot].offset.y = 0.6 * manner.lift * max(sway, 0)
        pose[.leftFoot].pitch(-0.25 * max(-sway, 0))
        pose[.rightFoot].pitch(-0.25 * max(sway, 0))
        let turn = Curve.rise(beat, from: 6, to: 7.6)
        pose[.root].yaw(2 * .pi * turn)
        pose[.root].offset.y = 0.25 * manner.height * Curve.bump(beat, at: 6.8, width: 0.8)
        pose[.mouth].scale *= Vector3(1 + 0.1 * abs(sway), 1 + 0.35 * abs(sway), 1)
        pose.beam(max(Curve.hold(beat, in: 2.8...3.1, out: 4.7...5), Curve.hold(beat, in: 6...6.3, out: 7.5...7.9)))
    }

    /// Winds up, turns twice on the spot, overshoots and settles.
    private func twirl(_ t: Float, _ pose: inout Pose) {
        let turn = Curve.keys(
            t, [(0, 0), (0.17, -0.5), (0.74, 4 * .pi + 0.28), (0.86, 4 * .pi - 0.1), (0.95, 4 * .pi)])
        pose[.root].yaw(turn)
        let spinning = Curve.hold(t, in: 0.2...0.34, out: 0.6...0.76)
        stretch(
            -0.12 * Curve.bump(t, at: 0.16, width: 0.14) + 0.12 * spinning - 0.1 * Curve.bump(t, at: 0.8, width: 0.1), &pose)
        pose[.root].offset.y = 0.3 * manner.height * Curve.hold(t, in: 0.22...0.4, out: 0.55...0.72)
        let open = Curve.hold(t, in: 0.2...0.36, out: 0.72...0.92)
        raise(left: 0.6 * manner.reach * open, right: 0.6 * manner.reach * open, &pose)
        let wound = Curve.hold(t, in: 0...0.15, out: 0.2...0.3)
        pose[.leftArm].pitch(-0.5 * wound)
        pose[.rightArm].pitch(0.5 * wound)
        pose[.head].yaw(-0.35 * wound)
        pose[.head].pitch(-0.12 * spinning)
        let dizzy = Curve.hold(t, in: 0.76...0.8, out: 0.86...1)
        pose[.head].roll(0.12 * dizzy * Curve.sin(4 * t))
        for bone in [Bone.leftFoot, .rightFoot] { pose[bone].pitch(0.3 * spinning) }
        pose.beam(Curve.hold(t, in: 0.24...0.3, out: 0.78...0.86))
    }

    /// Crouches, takes off, and lands softly.
    private func jump(_ t: Float, _ pose: inout Pose) {
        let air = min(max((t - 0.28) / 0.38, 0), 1)
        let height = 4 * air * (1 - air)
        pose[.root].offset.y = manner.height * height
        stretch(
            Curve.keys(
                t,
                [
                    (0, 0), (0.2, -0.2), (0.3, 0.17), (0.46, 0.02), (0.62, 0.1), (0.71, -0.22), (0.82, 0.06), (0.91, -0.02),
                    (1, 0),
                ]),
            &pose)
        let arms = Curve.keys(t, [(0, 0), (0.2, -0.3), (0.34, 0.75), (0.6, 0.85), (0.74, 0.1), (1, 0)]) * manner.reach
        raise(left: arms, right: arms, &pose)
        pose[.leftArm].pitch(0.5 * Curve.bump(t, at: 0.2, width: 0.12))
        pose[.rightArm].pitch(0.5 * Curve.bump(t, at: 0.2, width: 0.12))
        pose[.head].pitch(0.14 * Curve.bump(t, at: 0.2, width: 0.14) - 0.14 * height + 0.14 * Curve.bump(t, at: 0.72, width: 0.1))
        pose[.body].pitch(0.06 * Curve.bump(t, at: 0.2, width: 0.14))
        for (bone, side) in [(Bone.leftFoot, Float(1)), (.rightFoot, -1)] {
            pose[bone].pitch(0.7 * Curve.hold(t, in: 0.27...0.36, out: 0.56...0.66))
            pose[bone].offset.y = 0.012 * height
            pose[bone].offset.x = side * 0.008 * height
        }
        pose.beam(Curve.hold(t, in: 0.34...0.4, out: 0.62...0.68))
        pose[.mouth].scale *= Vector3(1, 1 + 0.6 * height, 1)
    }

    /// Gathers itself with closed eyes, then bursts into sparkles.
    private func sparkle(_ t: Float, _ pose: inout Pose) {
        let gather = Curve.hold(t, in: 0...0.22, out: 0.29...0.34)
        let burst = Curve.hold(t, in: 0.3...0.38, out: 0.82...0.97)
        let tremble = gather * Curve.sin(22 * t)
        stretch(-0.15 * gather + 0.1 * burst + 0.1 * Curve.bump(t, at: 0.37, width: 0.07) + 0.012 * burst * Curve.sin(7 * t), &pose)
        pose[.body].roll(0.018 * tremble)
        pose[.root].offset.y = 0.35 * manner.height * Curve.hold(t, in: 0.3...0.37, out: 0.38...0.46)
        let open = 0.72 * manner.reach * burst
        raise(
            left: open - 0.1 * gather + 0.1 * burst * Curve.sin(5 * t), right: open - 0.1 * gather - 0.1 * burst * Curve.sin(5 * t),
            &pose)
        pose[.leftArm].pitch(-0.9 * gather)
        pose[.rightArm].pitch(-0.9 * gather)
        pose[.head].pitch(0.2 * gather - 0.16 * burst)
        pose[.head].roll(0.06 * burst * Curve.sin(3 * t))
        pose.beam(Curve.hold(t, in: 0.04...0.1, out: 0.82...0.9))
        pose[.mouth].scale *= Vector3(1, 1 + 0.6 * burst, 1)
        let shown = Curve.keys(
            t, [(0, Pose.hidden), (0.29, Pose.hidden), (0.42, 1.15), (0.5, 1), (0.84, 0.95), (0.97, Pose.hidden)])
        pose[.sparkles].scale = Vector3(repeating: max(shown, Pose.hidden))
        pose[.sparkles].yaw(2 * .pi * Curve.rise(t, from: 0.26, to: 1))
        pose[.sparkles].offset.y = 0.05 * Curve.hold(t, in: 0.3...0.6, out: 0.8...1)
    }
}
