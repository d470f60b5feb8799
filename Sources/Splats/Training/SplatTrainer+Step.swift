import CSplats
import Foundation
import Geometry
import Support

extension SplatTrainer {
    /// The resolution of the current step: the smallest images first.
    var level: Int {
        let part = Float(iteration) / Float(options.iterations)
        switch levelCount {
        case 3: return part < 0.12 ? 2 : part < 0.4 ? 1 : 0
        case 2: return part < 0.3 ? 1 : 0
        default: return 0
        }
    }

    /// The degree of the harmonics that the current step trains.
    var activeDegree: Int { min(options.degree, iteration * 8 / options.iterations) }

    /// One step on one image; its loss.
    func step() throws(SplatError) -> Double {
        let index = viewIndex(iteration)
        let level = level
        if iteration == 0 || iteration % 200 == 0 || level != self.level(of: iteration - 1) { try updateFilters(level: level) }
        let view = trained[index]
        let correction = corrections[index].values
        let (value, planes, loss) = try lossAndGradient(
            view, correction, level: level, exposure: options.compensatesExposure ? exposures[index].values : Exposure())
        let camera = camera(view, correction, level: level)
        let pose = try backend.step(
            memory, view: DrawnView(camera: camera, image: planes, gradient: loss.gradient(hasDepth: planes.hasDepth)),
            optimizer: optimizer())
        if options.compensatesExposure {
            // An image's turns, few in a short training, have to suffice for a gain of 1.5.
            let turns = Float(options.iterations) / Float(trained.count)
            let rate = min(max(1 / turns, 4e-3), 0.04) * Foundation.pow(0.1, Float(iteration) / Float(options.iterations))
            // A held-out image of a recording has the exposure of the images beside it. One that stands by itself has none, so that
            // what is compensated without need is lost there.
            let pull: Float = view.time == nil ? 0.7 : 0.02
            exposures[index].step(value.exposure.numbers, rate: rate * options.learningRate, pull: pull * unit)
            Trained.center(&exposures, of: trained.indices)
        }
        if view.time != nil, options.refinesCameras, iteration * 20 >= options.iterations {
            let turns = Float(options.iterations) / Float(trained.count)
            let rate = min(max(0.02 / turns, 5e-5), 1e-3) * Foundation.pow(0.1, Float(iteration) / Float(options.iterations))
            corrections[index].step(poseGradient(pose, camera: camera).numbers, rate: rate, pull: 10 * unit)
            Trained.center(&corrections, of: corrected)
        }
        return value.total
    }

    /// Metres from the cameras to the scene: so far a shift of a camera moves its image as much as a turn of a radian.
    var cameraDistance: Float { 100 * nearest }

    /// By the camera's position, and by its turn about it, in the world's axes.
    private func poseGradient(_ total: PoseDerivatives, camera: SplatCamera) -> CameraCorrection {
        let m = camera.rotation
        let x = Float(total[3])
        let y = Float(total[4])
        let z = Float(total[5])
        // A turn of the camera in the world is the opposite one of what it sees.
        return CameraCorrection(
            shift: SIMD3(Float(total[0]), Float(total[1]), Float(total[2])) * cameraDistance,
            turn: -SIMD3(m.0 * x + m.3 * y + m.6 * z, m.1 * x + m.4 * y + m.7 * z, m.2 * x + m.5 * y + m.8 * z))
    }

    /// The derivatives of the loss of trained view `index` by all values, for checks of them.
    func gradient(
        ofView index: Int, level: Int, exposure: Exposure, correction: CameraCorrection
    ) throws(SplatError) -> (loss: SplatLoss.Value, gradient: AlignedMemory<Float>, camera: CameraCorrection) {
        let view = trained[index]
        let (value, planes, loss) = try lossAndGradient(view, correction, level: level, exposure: exposure)
        let result = AlignedMemory<Float>(count: blocks.capacity * blocks.planes)
        let camera = camera(view, correction, level: level)
        let pose = try backend.differentiate(
            blocks, view: DrawnView(camera: camera, image: planes, gradient: loss.gradient(hasDepth: planes.hasDepth)),
            result: result.pointer)
        return (value, result, poseGradient(pose, camera: camera))
    }

    /// Draws a trained view and computes the loss and its derivatives by the image.
    func lossAndGradient(
        _ view: PreparedView, _ correction: CameraCorrection, level: Int, exposure: Exposure
    ) throws(SplatError) -> (SplatLoss.Value, ImagePlanes, SplatLoss) {
        let image = view.levels[level]
        let depthWeight = options.depthWeight * Foundation.pow(0.1, Float(iteration) / Float(options.iterations))
        let (planes, loss) = surface(image, hasDepth: !image.depth.isEmpty && depthWeight > 0)
        switch options.background {
        case .color(let c): planes.background = (c.x, c.y, c.z)
        case .random:
            var random = SplitMix64(seed: options.seed &+ UInt64(iteration) &* 0x9E37_79B9)
            planes.background = (random.unit(), random.unit(), random.unit())
        }
        // What is behind 99.9 % shows less than rounding to 8 bit does.
        planes.stop = 1e-3
        try backend.draw(blocks, camera: camera(view, correction, level: level), image: planes)
        let value = loss.compute(
            planes, target: image, exposure: exposure,
            weights: SplatLoss.Weights(similarity: options.similarityWeight, depth: depthWeight, unit: unit))
        return (value, planes, loss)
    }

    func camera(_ view: PreparedView, _ correction: CameraCorrection, level: Int) -> SplatCamera {
        SplatCamera(
            pose: correction.applied(to: view.pose, distance: cameraDistance), intrinsics: view.levels[level].intrinsics,
            near: nearest, antialiasing: options.antialiasing, degree: activeDegree)
    }

    /// Planes to draw into and the loss of images of this size; made once for each size.
    func surface(_ image: ImageLevel, hasDepth: Bool) -> (planes: ImagePlanes, loss: SplatLoss) {
        let key = (image.width << 20 | image.height) << 1 | (hasDepth ? 1 : 0)
        if let known = surfaces[key] { return known }
        let planes = ImagePlanes(width: image.width, height: image.height, hasDepth: hasDepth)
        let made = (planes, SplatLoss(planes: planes))
        if surfaces.count > 16 { surfaces.removeAll() }
        surfaces[key] = made
        return made
    }

    private func level(of iteration: Int) -> Int {
        let now = self.iteration
        self.iteration = iteration
        defer { self.iteration = now }
        return level
    }

    /// All images once in a random order, then again in another one.
    private func viewIndex(_ iteration: Int) -> Int {
        let epoch = iteration / trained.count
        var random = SplitMix64(seed: options.seed &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(epoch))
        var order = Array(trained.indices)
        order.shuffle(using: &random)
        return order[iteration % trained.count]
    }

    /// Learning rates after Kerbl et al., higher in short trainings; that of positions falls to a hundredth. The backend adds what
    /// it changes.
    private func optimizer() -> SplatOptimizer {
        let part = Float(iteration) / Float(options.iterations)
        let position = extent * 1.6e-4 * options.rate * Foundation.pow(0.01, part)
        let rate = options.rate
        var o = SplatOptimizer()
        withUnsafeMutableBytes(of: &o.rates) { raw in
            let rates = raw.bindMemory(to: Float.self)
            for p in 0..<Int(SplatMost) {
                switch p {
                case 0..<3: rates[p] = position
                case 3..<6: rates[p] = 5e-3 * rate
                case 6..<10: rates[p] = 1e-3 * rate
                case 10: rates[p] = 5e-2 * rate
                case 11..<14: rates[p] = 2.5e-3 * rate
                default: rates[p] = 2.5e-3 / 20 * rate
                }
            }
        }
        o.beta1 = 0.9
        o.beta2 = 0.999
        o.epsilon = 1e-15 * unit
        let t = Float(iteration + 1)
        o.correction1 = 1 / (1 - Foundation.pow(0.9, t))
        o.correction2 = 1 / (1 - Foundation.pow(0.999, t))
        o.opacityWeight = options.opacityWeight * unit / Float(blocks.count)
        o.scaleWeight = options.sizeWeight * unit / Float(blocks.count) / extent
        o.noise = options.densifies ? 5e5 * position * 25 / (extent * extent) : 0
        o.seed = UInt32(truncatingIfNeeded: options.seed &* 0x632B_E5AB &+ UInt64(iteration) &* 0x85EB_CA77)
        return o
    }

    /// The 3D filter: no splat is smaller than what the nearest camera that sees it resolves (Yu et al. 2024, eq. 7).
    func updateFilters(level: Int) throws(SplatError) {
        guard options.filtersInSpace else { return }
        try backend.collect(memory)
        defer { backend.memoryChanged() }
        let step = max(trained.count / 64, 1)
        let cameras = stride(from: 0, to: trained.count, by: step).map { i in
            (camera: camera(trained[i], corrections[i].values, level: level), size: trained[i].levels[level])
        }
        nonisolated(unsafe) let me = self
        let nearest = nearest
        Parallel.forEachRange(blocks.count) { range in
            for i in range {
                let p = me.blocks.position(i)
                var least = Float.infinity
                for (camera, size) in cameras {
                    let m = camera.rotation
                    let z = m.6 * p.x + m.7 * p.y + m.8 * p.z + camera.translation.2
                    guard z > nearest else { continue }
                    let x = (m.0 * p.x + m.1 * p.y + m.2 * p.z + camera.translation.0) / z * camera.fx + camera.cx
                    let y = (m.3 * p.x + m.4 * p.y + m.5 * p.z + camera.translation.1) / z * camera.fy + camera.cy
                    let w = Float(size.width)
                    let h = Float(size.height)
                    if x > -0.15 * w, x < 1.15 * w, y > -0.15 * h, y < 1.15 * h { least = min(least, z / camera.fx) }
                }
                if least.isFinite { me.blocks.filters.pointer[i] = 0.2 * least * least }
            }
        }
    }
}
