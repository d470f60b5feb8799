import Geometry

/// Sixty photos of the demo's flat as guides to photogrammetry recommend them: in rows along the walls, each a step beside the one
/// before and looking across the room, by turns a little down and a little up.
enum DemoPhotos {
    /// Photos from `from` to `to` (x and z, metres), all looking the same way.
    private struct Row {
        let from: Vector2
        let to: Vector2
        /// 0 looks along −z, and grows to the right; degrees.
        let yaw: Float
        let count: Int
    }

    private static let rows: [Row] = [
        // The living room: from each side across it.
        Row(from: Vector2(0.70, 2.95), to: Vector2(4.40, 2.95), yaw: 0, count: 9),
        Row(from: Vector2(4.35, 1.15), to: Vector2(4.35, 4.10), yaw: -90, count: 7),
        Row(from: Vector2(3.95, 1.42), to: Vector2(0.80, 1.42), yaw: 180, count: 8),
        Row(from: Vector2(0.75, 1.40), to: Vector2(0.75, 3.05), yaw: 90, count: 5),
        // Through the door and back.
        Row(from: Vector2(4.00, 3.20), to: Vector2(5.80, 3.20), yaw: 90, count: 5),
        Row(from: Vector2(5.60, 3.20), to: Vector2(5.05, 3.20), yaw: -90, count: 2),
        // The bedroom.
        Row(from: Vector2(5.90, 3.05), to: Vector2(8.00, 3.05), yaw: 0, count: 7),
        Row(from: Vector2(8.35, 2.40), to: Vector2(8.35, 0.90), yaw: -90, count: 5),
        Row(from: Vector2(6.05, 0.80), to: Vector2(6.05, 3.00), yaw: 90, count: 6),
        Row(from: Vector2(5.90, 2.30), to: Vector2(8.20, 2.30), yaw: 180, count: 6),
    ]

    /// Where the photos are taken, camera to world: hand-held, so none is quite level or at quite the same height.
    static let poses: [RigidTransform] = rows.flatMap { row in
        (0..<row.count).map { i in
            let place = row.from + (row.to - row.from) * (Float(i) / Float(row.count - 1))
            let time = 7 * place.x + 5 * place.y + row.yaw
            let yaw = row.yaw + 3 * Trigonometry.sin(1.7 * time)
            let pitch = (i.isMultiple(of: 2) ? -18 : 2) + 2 * Trigonometry.sin(2.3 * time)
            let turn = Quaternion(angle: -yaw * .pi / 180, axis: Vector3(0, 1, 0))
            let tilt = Quaternion(angle: pitch * .pi / 180, axis: Vector3(1, 0, 0))
            let lean = Quaternion(angle: 0.02 * Trigonometry.sin(3.1 * time), axis: Vector3(0, 0, 1))
            return RigidTransform(
                rotation: (turn * tilt * lean).normalized,
                translation: Vector3(place.x, 1.48 + 0.04 * Trigonometry.sin(1.3 * time), place.y))
        }
    }
}
