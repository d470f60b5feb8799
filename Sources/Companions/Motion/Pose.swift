import Geometry
import Models

/// What each joint of a rig differs by from the rest pose.
struct Pose: Sendable {
    /// The difference of one joint.
    struct Change: Sendable, Equatable {
        /// Added to the position relative to the parent, metres.
        var offset = Vector3(repeating: 0)
        /// The rotation.
        var rotation = Quaternion.identity
        /// Factors along the axes.
        var scale = Vector3(repeating: 1)

        /// Rotates further about an axis of the parent, radians.
        mutating func turn(_ angle: Float, about axis: Vector3) {
            rotation = (Quaternion(angle: angle, axis: axis) * rotation).normalized
        }

        /// Rotates about the x axis: nods forwards.
        mutating func pitch(_ angle: Float) { turn(angle, about: Vector3(1, 0, 0)) }
        /// Rotates about the y axis: turns to the companion's left.
        mutating func yaw(_ angle: Float) { turn(angle, about: Vector3(0, 1, 0)) }
        /// Rotates about the z axis: tilts to the companion's right.
        mutating func roll(_ angle: Float) { turn(angle, about: Vector3(0, 0, 1)) }

        /// Stretches along y by 1 + `amount` and narrows so that the volume stays the same.
        mutating func stretch(_ amount: Float) {
            let side = 1 / (1 + amount).squareRoot()
            scale *= Vector3(side, 1 + amount, side)
        }
    }

    /// The rig.
    let rig: Rig
    /// The differences, in the order of the rig's joints.
    var changes: [Change]

    /// The rest pose: the happy eyes and the sparkles are hidden inside the body.
    init(_ rig: Rig) {
        self.rig = rig
        changes = rig.joints.map { joint in
            var change = Change()
            if joint.bone == .smile || joint.bone == .sparkles { change.scale = Vector3(repeating: Self.hidden) }
            return change
        }
    }

    /// The scale of what is hidden.
    static let hidden: Float = 0.001

    /// The difference of a bone. Of bones that the rig lacks it is none, and setting it has no effect.
    subscript(bone: Bone) -> Change {
        get { rig.has(bone) ? changes[rig.index(bone)] : Change() }
        set { if rig.has(bone) { changes[rig.index(bone)] = newValue } }
    }

    /// From each joint's coordinates to the world's.
    var world: [AffineMap] {
        var maps: [AffineMap] = []
        maps.reserveCapacity(changes.count)
        for (i, change) in changes.enumerated() {
            let local = AffineMap(
                translation: SIMD3<Double>(rig.offset(i) + change.offset), rotation: SIMD4<Double>(change.rotation.vector),
                scale: SIMD3<Double>(change.scale))
            maps.append(rig.joints[i].parent.map { maps[$0] * local } ?? local)
        }
        return maps
    }

    /// Closes the eyes by a fraction.
    mutating func blink(_ amount: Float) { self[.eyes].scale.y *= 1 - 0.93 * min(max(amount, 0), 1) }

    /// Changes the open eyes into happy, closed ones by a fraction.
    mutating func beam(_ amount: Float) {
        let a = min(max(amount, 0), 1)
        // The eyes close first, then the closed ones appear and the flat ones sink into the head.
        let sink = Curve.rise(a, from: 0.55, to: 0.75)
        self[.eyes].scale *= Vector3(1 - 0.4 * sink, 1 - 0.94 * Curve.rise(a, from: 0, to: 0.6), 1 - 0.55 * sink)
        let appears = max(Curve.rise(a, from: 0.38, to: 0.52), Self.hidden)
        self[.smile].scale = Vector3(1, 0.4 + 0.6 * Curve.rise(a, from: 0.45, to: 0.8), 1) * appears
    }
}
