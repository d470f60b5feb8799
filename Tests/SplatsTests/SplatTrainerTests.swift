import Foundation
import Geometry
import Images
import Splats
import Support
import TestSupport
import Testing

@Suite struct SplatTrainerTests {
    static let size = 40

    /// Images of a scene of splats from around it, exact.
    static func views(_ count: Int = 12, blank: Bool = false) throws -> [TrainingView] {
        let renderer = try SplatRenderer(SplatRendererTests.scene(120, seed: 3, degree: 1))
        let camera = CameraIntrinsics(width: size, height: size - 8, fx: 45, fy: 45, cx: 19.5, cy: 15.5)
        return try (0..<count).map { i in
            let (s, c) = Trigonometry.sincos(Float(i) / Float(count) * 2 * .pi)
            let pose = RigidTransform.lookingAt(
                Vector3(0, 0, 0), from: Vector3(2.2 * Float(s), i % 2 == 0 ? 0.5 : -0.4, 2.2 * Float(c)))
            let drawn = try renderer.render(pose: pose, intrinsics: camera)
            return TrainingView(name: "view \(i)", pose: pose, intrinsics: camera, image: drawn.color, depth: drawn.depth)
        }
    }

    static func start(_ count: Int = 60) -> SplatCloud {
        var random = SplitMix64(seed: 8)
        var points = PointCloud()
        for _ in 0..<count { points.positions.append(Vector3(random.normal(), random.normal(), random.normal()) * 0.3) }
        return (try? SplatSeeds.points(points)) ?? SplatCloud()
    }

    static func options(_ iterations: Int = 60) -> SplatTrainingOptions {
        var options = SplatTrainingOptions(iterations: iterations, maximumSplats: 150, holdout: 4, imageEdge: size, degree: 1)
        options.evaluationInterval = 0
        return options
    }

    @Test func `training makes the held-out images better`() throws {
        var before: HeldOutQuality?
        var options = Self.options(240)
        options.evaluationInterval = 20
        var states: [SplatTrainingState] = []
        let trainer = try SplatTrainer(views: Self.views(), initial: Self.start(), options: options)
        let result = try trainer.run { state in
            if before == nil { before = state.heldOut }
            states.append(state)
        }
        let first = try #require(before)
        let last = try #require(result.heldOut)
        #expect(last.images == 3 && result.iterations == 240 && result.cpuSeconds > 0)
        #expect(last.psnr > first.psnr + 2 && last.psnr > 24, "\(first.psnr) to \(last.psnr) dB")
        #expect(last.ssim > first.ssim)
        #expect(result.cloud.flaw == nil && result.cloud.count > 60 && result.cloud.count <= 150)
        #expect(states.last?.preview?.width == Self.size)
        // What is exported draws what was measured.
        let view = try Self.views()[0]
        let drawn = try SplatRenderer(result.cloud).render(pose: view.pose, intrinsics: view.intrinsics, near: 1e-3)
        let preview = try #require(states.last?.preview)
        for (a, b) in zip(drawn.color.pixels, preview.pixels) { for k in 0..<3 { #expect(abs(Int(a[k]) - Int(b[k])) <= 3) } }
    }

    @Test func `the same seed gives the same bits, another one others`() throws {
        let views = try Self.views()
        func run(_ seed: UInt64) throws -> SplatCloud {
            var options = Self.options()
            options.seed = seed
            return try SplatTrainer(views: views, initial: Self.start(), options: options).run().cloud
        }
        let a = try run(1)
        #expect(try run(1) == a)
        #expect(try run(2) != a)
    }

    @Test func `a training that was cancelled continues from its checkpoint to the same bits`() async throws {
        let views = try Self.views()
        let whole = try SplatTrainer(views: views, initial: Self.start(), options: Self.options()).run()
        try await TestData.withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("state")
            var options = Self.options()
            options.checkpoint = file
            options.checkpointInterval = 7
            options.evaluationInterval = 20
            let set = options
            let task = Task {
                try SplatTrainer(views: views, initial: Self.start(), options: set).run { state in
                    if state.iteration == 40 { withUnsafeCurrentTask { $0?.cancel() } }
                }
            }
            await #expect(throws: CancellationError.self) { _ = try await task.value }
            #expect(FileManager.default.fileExists(atPath: file.path))
            // Other options don't fit.
            var other = options
            other.seed = 5
            #expect(throws: SplatError.self) { try SplatTrainer(views: views, initial: Self.start(), options: other).run() }
            // Nor does a damaged file.
            let bytes = try Data(contentsOf: file)
            other = options
            other.checkpoint = folder.appendingPathComponent("half")
            try bytes.prefix(bytes.count / 2).write(to: folder.appendingPathComponent("half"))
            #expect(throws: SplatError.self) { try SplatTrainer(views: views, initial: Self.start(), options: other).run() }
            let result = try SplatTrainer(views: views, initial: Self.start(), options: options).run()
            #expect(result.cloud == whole.cloud)
            #expect(!FileManager.default.fileExists(atPath: file.path))
        }
    }

    @Test func `no splat is left at a camera`() throws {
        let views = try Self.views()
        var start = Self.start()
        for (i, view) in views.enumerated() {
            // In the camera, or before it; the scene is ten times as far away.
            start.positions[i] = view.pose.apply(Vector3(0, 0, i % 2 == 0 ? 0 : -0.15))
            start.scales[i] = Vector3(0.05, 0.02, 0.01)
            start.opacities[i] = 0.9
        }
        let cloud = try SplatTrainer(views: views, initial: start, options: Self.options(100)).run().cloud
        #expect(cloud.count > 60)
        let renderer = try SplatRenderer(cloud)
        for view in views {
            let whole = try renderer.render(pose: view.pose, intrinsics: view.intrinsics, near: 1e-4)
            let usual = try renderer.render(pose: view.pose, intrinsics: view.intrinsics, near: 0.2)
            #expect(whole.color == usual.color, "\(view.name)")
        }
    }

    @Test(arguments: [3, 30]) func `what a camera was held close to stays, a few points in the air don't`(count: Int) throws {
        let views = try Self.views()
        let pose = views[1].pose
        var start = Self.start()
        for i in 0..<count {
            start.positions[i] = pose.apply(Vector3(Float(i % 6) * 0.01 - 0.03, Float(i / 6) * 0.01 - 0.03, -0.25))
            start.scales[i] = Vector3(0.005, 0.005, 0.001)
            start.opacities[i] = 0.9
        }
        var options = Self.options(1)
        options.densifies = false
        let cloud = try SplatTrainer(views: views, initial: start, options: options).run().cloud
        let near = cloud.positions.count { ($0 - pose.translation).length < 0.28 }
        #expect(near == (count == 3 ? 0 : count), "\(near) of \(count)")
    }

    @Test func `exposures that differ between the images are compensated`() throws {
        var views = try Self.views(24)
        for i in views.indices where i % 4 != 0 {
            let gain: Float = [0.7, 1, 1.3][i % 3]
            for k in views[i].image.pixels.indices {
                for c in 0..<3 { views[i].image.pixels[k][c] = UInt8(min(Float(views[i].image.pixels[k][c]) * gain, 255)) }
            }
        }
        func quality(_ compensates: Bool) throws -> Double {
            var options = Self.options(600)
            options.compensatesExposure = compensates
            return try SplatTrainer(views: views, initial: Self.start(), options: options).run().heldOut?.psnr ?? 0
        }
        let with = try quality(true)
        let without = try quality(false)
        #expect(with > without + 0.3, "\(with) and \(without) dB")
    }

    @Test func `wrong camera poses of a recording are corrected`() throws {
        let truth = try Self.views(24)
        var views = truth
        let angle: Float = 0.012
        for i in views.indices where i % 4 != 0 {
            views[i].time = Double(i)
            // Half a pixel, to another side each time.
            let turn = Quaternion(angle: i % 2 == 0 ? angle : -angle, axis: i % 3 == 0 ? Vector3(0, 1, 0) : Vector3(1, 0, 0))
            views[i].pose.rotation = (turn * views[i].pose.rotation).normalized
        }
        /// The mean error of the cameras after the training, radians.
        func error(_ refines: Bool) throws -> Float {
            var options = Self.options(900)
            options.refinesCameras = refines
            let trainer = try SplatTrainer(views: views, initial: Self.start(), options: options)
            _ = try trainer.run()
            let trained = truth.indices.filter { $0 % 4 != 0 }
            let errors = trained.enumerated().map { number, view in
                // |sin| of half of the angle between two rotations is that of the vector part of their quotient.
                let a = trainer.camera(ofView: number).rotation
                let b = truth[view].pose.rotation
                let between = a * Quaternion(-b.vector.x, -b.vector.y, -b.vector.z, b.vector.w)
                return 2 * Vector3(between.vector.x, between.vector.y, between.vector.z).length
            }
            return errors.reduce(0, +) / Float(errors.count)
        }
        let before = try error(false)
        let after = try error(true)
        #expect(abs(before - angle) < 0.0005 && after < 0.8 * before, "\(before) to \(after)")
    }

    @Test func `a held-out image of a recording has the exposure of its neighbours`() throws {
        // Twice around the scene, brighter at first and darker then: not as if the scene were brighter from one side.
        var views = try Self.views(16) + Self.views(16)
        for i in views.indices {
            views[i].time = Double(i)
            let gain = 1 + 0.3 * Trigonometry.sincos(Float(i) / 32 * 2 * .pi).0
            for k in views[i].image.pixels.indices {
                for c in 0..<3 { views[i].image.pixels[k][c] = UInt8(min(Float(views[i].image.pixels[k][c]) * gain, 255)) }
            }
        }
        func quality(_ views: [TrainingView]) throws -> Double {
            var options = Self.options(400)
            options.refinesCameras = false
            return try SplatTrainer(views: views, initial: Self.start(), options: options).run().heldOut?.psnr ?? 0
        }
        let timed = try quality(views)
        for i in views.indices { views[i].time = nil }
        let untimed = try quality(views)
        #expect(timed > untimed + 0.5, "\(timed) and \(untimed) dB")
    }

    @Test func `splats begin on the surfaces that depth images show`() throws {
        let views = try Self.views()
        let cloud = try SplatSeeds.depth(of: views, maximumCount: 500)
        #expect(cloud.flaw == nil && cloud.count > 100 && cloud.count <= 500)
        // Flat, and near the scene.
        #expect(cloud.scales.allSatisfy { $0.z < $0.x && $0.x == $0.y })
        #expect(cloud.positions.allSatisfy { $0.length < 2 })
    }

    @Test func `input that can't be trained on is refused with a reason`() throws {
        let views = try Self.views()
        func fails(_ views: [TrainingView], _ cloud: SplatCloud, with options: SplatTrainingOptions = Self.options()) -> String {
            do throws(SplatError) {
                _ = try SplatTrainer(views: views, initial: cloud, options: options)
                return ""
            } catch {
                return error.description
            }
        }
        #expect(fails(Array(views.prefix(3)), Self.start()).contains("too few"))
        #expect(fails(views, SplatCloud()).contains("no points"))
        var bad = views
        bad[2].intrinsics.fx = .nan
        #expect(fails(bad, Self.start()).contains("view 2"))
        bad = views
        bad[3].pose.translation.y = .infinity
        #expect(fails(bad, Self.start()).contains("pose"))
        var away = Self.start()
        for i in away.positions.indices { away.positions[i] = Vector3(.nan, 0, 0) }
        #expect(fails(views, away).contains("not finite"))
        var small = Self.options()
        small.memoryMegabytes = 16
        small.maximumSplats = 1_000_000
        small.imageEdge = 8192
        let large = views.map { view in
            TrainingView(
                name: view.name, pose: view.pose, intrinsics: view.intrinsics.scaled(toWidth: 800, height: 600),
                image: view.image.resizedNearest(toWidth: 800, height: 600))
        }
        #expect(fails(large, Self.start(), with: small).contains("MB"))
        small = Self.options()
        small.maximumSplats = 1_000_000
        small.memoryMegabytes = 32
        let trainer = try SplatTrainer(views: views, initial: Self.start(), options: small)
        #expect(try trainer.run().notes.contains { $0.contains("memory") })
        for change in [
            { (o: inout SplatTrainingOptions) in o.iterations = 0 }, { $0.holdout = 1 }, { $0.degree = 4 }, { $0.imageEdge = 2 },
            { $0.similarityWeight = 2 }, { $0.learningRate = .nan }, { $0.maximumSplats = 0 },
        ] {
            var options = Self.options()
            change(&options)
            #expect(!fails(views, Self.start(), with: options).isEmpty)
        }
        #expect(throws: SplatError.self) { try SplatSeeds.points(PointCloud(positions: [Vector3(.nan, 0, 0)])) }
    }
}
