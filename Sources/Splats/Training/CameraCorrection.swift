import Geometry

/// Where a camera stands instead of where its capture says: small, in the world's axes.
struct CameraCorrection: ImageValues {
    /// In distances from the cameras to the scene: so a shift moves the image about as much as a turn of a radian.
    var shift = SIMD3<Float>(repeating: 0)
    /// Radians about the axis, of the camera about its own position.
    var turn = SIMD3<Float>(repeating: 0)

    static let most: Float = 0.05

    init() {}

    init(shift: SIMD3<Float>, turn: SIMD3<Float>) {
        self.shift = shift
        self.turn = turn
    }

    init(numbers: SIMD8<Float>) { (shift, turn) = numbers.triples }

    var numbers: SIMD8<Float> { SIMD8(shift, turn) }

    /// - Parameter distance: metres from the cameras to the scene.
    func applied(to pose: RigidTransform, distance: Float) -> RigidTransform {
        if self == Self() { return pose }
        var result = pose
        result.translation += shift * distance
        let angle = turn.length
        if angle > 0 { result.rotation = (Quaternion(angle: angle, axis: turn / angle) * pose.rotation).normalized }
        return result
    }
}
