import Geometry

/// How far keyframes were moved and turned, carried over to the frames between them.
///
/// The shift of the camera's place and the turn of its axes are interpolated, not the whole transform, whose shift would depend on
/// where the world's origin lies.
struct TrajectoryCorrection {
    private let keyframes: [Int]
    /// A turn and a shift for each keyframe.
    private let changes: [Motion]

    init(keyframes: [Int], before: [Motion], after: [Motion]) {
        self.keyframes = keyframes
        changes = zip(before, after).map { old, new in
            let turn =
                Motion(rotation: new.rotation, translation: .zero) * Motion(rotation: old.inverse.rotation, translation: .zero)
            return Motion(rotation: turn.rotation, translation: new.translation - old.translation)
        }
    }

    /// - Parameter jumps: frames before which the recorded path jumps: no correction is interpolated across.
    func applied(to recorded: [RigidTransform?], jumps: Set<Int>) -> [RigidTransform?] {
        guard !keyframes.isEmpty else { return recorded }
        var k = 0
        return recorded.indices.map { i in
            guard let pose = recorded[i] else { return nil }
            while k + 1 < keyframes.count && keyframes[k + 1] <= i { k += 1 }
            var change = changes[k]
            if k + 1 < keyframes.count, i > keyframes[k] {
                let a = keyframes[k]
                let b = keyframes[k + 1]
                let jump = jumps.filter { $0 > a && $0 <= b }.min()
                if let jump {
                    if i >= jump { change = changes[k + 1] }
                } else {
                    change = .interpolate(changes[k], changes[k + 1], Double(i - a) / Double(b - a))
                }
            }
            let turned =
                Motion(rotation: change.rotation, translation: .zero) * Motion(rotation: Motion(pose).rotation, translation: .zero)
            return Motion(rotation: turned.rotation, translation: Motion(pose).translation + change.translation).transform
        }
    }
}
