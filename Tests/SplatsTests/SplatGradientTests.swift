import Foundation
import Geometry
import Images
import Splats
import Support
import Testing

/// Derivatives against differences of the loss, for every value of every splat.
@Suite struct SplatGradientTests {
    static let camera = CameraIntrinsics(width: 16, height: 12, fx: 18, fy: 17, cx: 7.3, cy: 5.9)

    /// Views of large splats that reach every pixel: no alpha is near the limits where it jumps.
    static func trainer(
        degree: Int = 3, antialiasing: SplatAntialiasing = .standard, similarity: Float = 0.2, depth: Float = 0
    ) throws -> SplatTrainer {
        var random = SplitMix64(seed: 11)
        var cloud = SplatCloud(degree: degree)
        for i in 0..<3 {
            cloud.positions.append(Vector3(random.normal() * 0.2, random.normal() * 0.2, -2.2 - 0.4 * Float(i)))
            cloud.rotations.append(Quaternion(random.normal(), random.normal(), random.normal(), random.normal()).normalized)
            cloud.scales.append(Vector3(0.7 + 0.3 * random.unit(), 0.6 + 0.3 * random.unit(), 0.5 + 0.3 * random.unit()))
            cloud.opacities.append(0.4 + 0.3 * random.unit())
            for k in 0..<3 * cloud.coefficientCount { cloud.harmonics.append(k < 3 ? 0.3 * random.unit() : 0.15 * random.normal()) }
        }
        let views = (0..<3).map { i in
            var image = ColorImage(width: 16, height: 12, repeating: SIMD4(0, 0, 0, 255))
            // Brighter than what is drawn, so that no difference changes its sign.
            for k in image.pixels.indices {
                image.pixels[k] = SIMD4(
                    UInt8(200 + 50 * random.unit()), UInt8(200 + 50 * random.unit()), UInt8(200 + 50 * random.unit()), 255)
            }
            image.pixels[5].w = 0
            let pose = RigidTransform(
                rotation: Quaternion(angle: 0.1 * Float(i), axis: Vector3(1, 2, 0.5)), translation: Vector3(0.1 * Float(i), 0.05, 0)
            )
            var depth = DepthImage(width: 16, height: 12, repeating: 5)
            depth.pixels[17] = 0
            return TrainingView(name: "view \(i)", pose: pose, intrinsics: camera, image: image, depth: depth)
        }
        var options = SplatTrainingOptions(iterations: 100, maximumSplats: 8, holdout: 0, degree: degree)
        options.antialiasing = antialiasing
        options.similarityWeight = similarity
        options.depthWeight = depth
        options.isProgressive = false
        options.background = .color(Vector3(0.2, 0.05, 0.1))
        let trainer = try SplatTrainer(views: views, initial: cloud, options: options)
        // Quaternions that aren't of unit length, in a step that trains the full degree.
        for i in 0..<3 { for k in 6..<10 { trainer[i, k] *= 1.3 } }
        try trainer.skip(toIteration: 60)
        return trainer
    }

    static func check(_ trainer: SplatTrainer, planes: Range<Int>, view: Int, _ name: String) throws {
        let gradient = try trainer.loss(ofView: view).gradient
        // The largest derivative of the group says how exact a small one has to be.
        var largest: Float = 1e-6
        for i in 0..<3 { for p in planes { largest = max(largest, abs(gradient[i * trainer.valueCount + p])) } }
        for i in 0..<3 {
            for p in planes {
                let old = trainer[i, p]
                let step: Float = 4e-3
                trainer[i, p] = old + step
                let high = try trainer.loss(ofView: view).value
                trainer[i, p] = old - step
                let low = try trainer.loss(ofView: view).value
                trainer[i, p] = old
                let expected = Float((high - low) / Double(2 * step))
                let found = gradient[i * trainer.valueCount + p]
                #expect(
                    abs(found - expected) < 0.01 * abs(expected) + 0.01 * largest,
                    "\(name), splat \(i), value \(p): \(found), not \(expected)")
            }
        }
    }

    static let groups = [
        ("position", 0..<3), ("size", 3..<6), ("rotation", 6..<10), ("opacity", 10..<11), ("harmonics of degree 0", 11..<14),
        ("harmonics of degree 1", 14..<23), ("harmonics of degree 2", 23..<38), ("harmonics of degree 3", 38..<59),
    ]

    @Test(arguments: [0, 1, 2, 3, 4]) func `every derivative is that of the loss`(variant: Int) throws {
        let trainer =
            switch variant {
            case 0: try Self.trainer(similarity: 0)
            case 1: try Self.trainer(similarity: 1)
            case 2: try Self.trainer(antialiasing: .mip)
            case 3: try Self.trainer(depth: 2)
            default: try Self.trainer()
            }
        for (name, planes) in Self.groups { try Self.check(trainer, planes: planes, view: variant % 3, "\(variant) \(name)") }
    }

    @Test(arguments: 0...2) func `lower degrees have derivatives for their own harmonics only`(degree: Int) throws {
        let trainer = try Self.trainer(degree: degree)
        #expect(trainer.valueCount == 11 + 3 * (degree + 1) * (degree + 1))
        try Self.check(trainer, planes: 0..<trainer.valueCount, view: 1, "degree \(degree)")
        // At the beginning only the constant harmonics are trained.
        try trainer.skip(toIteration: 0)
        let gradient = try trainer.loss(ofView: 0).gradient
        for p in 14..<max(trainer.valueCount, 14) { #expect(gradient[p] == 0) }
        #expect(gradient[11] != 0)
    }

    @Test func `the exposure's derivatives are those of the loss`() throws {
        let trainer = try Self.trainer()
        let gains = SIMD3<Float>(0.1, -0.05, 0.02)
        let offsets = SIMD3<Float>(0.01, 0.02, -0.03)
        let found = try trainer.loss(ofView: 2, logGains: gains, offsets: offsets).exposure
        for k in 0..<6 {
            func value(_ step: Float) throws -> Double {
                var g = gains
                var o = offsets
                if k < 3 { g[k] += step } else { o[k - 3] += step }
                return try trainer.loss(ofView: 2, logGains: g, offsets: o).value
            }
            let expected = Float((try value(2e-3) - value(-2e-3)) / 4e-3)
            #expect(abs(found[k] - expected) < 0.01 * abs(expected) + 1e-4, "\(k): \(found[k]), not \(expected)")
        }
        // And those of the splats behind an exposure.
        let gradient = try trainer.loss(ofView: 2, logGains: gains, offsets: offsets).gradient
        let old = trainer[0, 11]
        trainer[0, 11] = old + 4e-3
        let high = try trainer.loss(ofView: 2, logGains: gains, offsets: offsets).value
        trainer[0, 11] = old - 4e-3
        let low = try trainer.loss(ofView: 2, logGains: gains, offsets: offsets).value
        #expect(abs(gradient[11] - Float((high - low) / 8e-3)) < 0.01 * abs(gradient[11]) + 1e-5)
    }

    @Test(arguments: [SplatAntialiasing.standard, .mip])
    func `the camera's derivatives are those of the loss`(antialiasing: SplatAntialiasing) throws {
        let trainer = try Self.trainer(antialiasing: antialiasing, depth: 1)
        let shift = SIMD3<Float>(0.01, -0.02, 0.005)
        let found = try trainer.loss(ofView: 1, shift: shift).camera
        for k in 0..<6 {
            func value(_ step: Float) throws -> Double {
                var s = shift
                var t = SIMD3<Float>(repeating: 0)
                if k < 3 { s[k] += step } else { t[k - 3] += step }
                return try trainer.loss(ofView: 1, shift: s, turn: t).value
            }
            let expected = Float((try value(2e-3) - value(-2e-3)) / 4e-3)
            #expect(abs(found[k] - expected) < 0.02 * abs(expected) + 2e-3, "\(k): \(found[k]), not \(expected)")
        }
    }
}
