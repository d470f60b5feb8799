import Geometry

/// Access to the inside of a training for checks of its derivatives.
extension SplatTrainer {
    /// Values of a splat: position, logarithms of sizes, quaternion x y z w, logit of the opacity, harmonics.
    package var valueCount: Int { blocks.planes }

    /// Value `plane` of splat `i`; before the first step.
    package subscript(_ i: Int, _ plane: Int) -> Float {
        get { blocks[i, plane] }
        set {
            blocks[i, plane] = newValue
            backend.memoryChanged()
        }
    }

    /// Goes to a step without making those before, for the degree and the resolution that it has.
    package func skip(toIteration iteration: Int) throws(SplatError) {
        self.iteration = iteration
        try updateFilters(level: level)
    }

    /// Where the camera of a trained view stands after its correction.
    package func camera(ofView index: Int) -> RigidTransform {
        corrections[index].values.applied(to: trained[index].pose, distance: cameraDistance)
    }

    /// The loss of a trained view, and its derivatives by the splats' values (`valueCount` of each splat), by the logarithms of the
    /// exposure's three gains and its three offsets, and by the camera's shift in metres and turn in the world's axes.
    package func loss(
        ofView index: Int, logGains: SIMD3<Float> = SIMD3(repeating: 0), offsets: SIMD3<Float> = SIMD3(repeating: 0),
        shift: SIMD3<Float> = SIMD3(repeating: 0), turn: SIMD3<Float> = SIMD3(repeating: 0)
    ) throws(SplatError) -> (value: Double, gradient: [Float], exposure: [Float], camera: [Float]) {
        let exposure = Exposure(logGains: logGains, offsets: offsets)
        let (value, gradient, camera) = try gradient(
            ofView: index, level: level, exposure: exposure, correction: CameraCorrection(shift: shift / cameraDistance, turn: turn)
        )
        var list: [Float] = []
        for i in 0..<blocks.count {
            for p in 0..<blocks.planes { list.append(gradient.pointer[((i >> 3) * blocks.planes + p) * 8 + (i & 7)] / unit) }
        }
        let e = value.exposure
        return (
            value.total, list,
            (0..<6).map { e.numbers[$0] / unit },
            (0..<6).map { camera.numbers[$0] / unit / ($0 < 3 ? cameraDistance : 1) }
        )
    }
}
