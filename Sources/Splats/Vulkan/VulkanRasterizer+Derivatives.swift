import CSplats
import Foundation

/// What a training needs on the device besides what drawing does.
struct VulkanTrainingArrays {
    /// Derivatives by the image; ten sums for each pair of a splat and a tile; sums by the camera of each workgroup.
    let gradients: DeviceArray
    let pairSums: DeviceArray
    let poses: DeviceArray
    /// Derivatives by the values, where they are asked for.
    let result: DeviceArray
    /// The optimizer's state and settings.
    let first: DeviceArray
    let second: DeviceArray
    let motion: DeviceArray
    let optimizer: DeviceArray

    init(_ context: VulkanContext) {
        gradients = DeviceArray(context, "the derivatives by an image")
        pairSums = DeviceArray(context, "the derivatives of pairs of splats and tiles")
        poses = DeviceArray(context, "the derivatives by a camera")
        result = DeviceArray(context, "the derivatives by the splats' values")
        first = DeviceArray(context, "the optimizer's averages")
        second = DeviceArray(context, "the optimizer's averages")
        motion = DeviceArray(context, "the splats' motion")
        optimizer = DeviceArray(context, "the optimizer's settings")
    }
}

extension VulkanRasterizer {
    /// Splats of a workgroup of `gradient` and `step`.
    private static let splatsAtOnce = 64
    /// Sums of a pair of a splat and a tile (drawback.comp).
    private static let sumsOfPair = 10

    func differentiate(
        _ blocks: SplatBlocks, view: DrawnView, result: UnsafeMutablePointer<Float>
    ) throws(SplatError) -> PoseDerivatives {
        let words = blocks.blockCount * SplatBlocks.lanes * blocks.planes
        try arrays.result.reserve(max(words, 1))
        let derivatives = try record(blocks, view, staging: words * 4) { () throws(SplatError) in
            context.clear(arrays.result, words: words)
            try context.dispatch(
                "gradient", derivativeArrays + [arrays.result], groups: VulkanSort.groups(blocks.count, of: Self.splatsAtOnce))
        }
        let found = context.download(arrays.result, bytes: words * 4)
        try context.run()
        memcpy(result, found, words * 4)
        return Self.total(derivatives, groups: VulkanSort.groups(blocks.count, of: Self.splatsAtOnce))
    }

    func step(
        _ state: SplatTrainingMemory, view: DrawnView, optimizer: SplatOptimizer
    ) throws(SplatError) -> PoseDerivatives {
        let blocks = state.blocks
        let padded = blocks.blockCount * SplatBlocks.lanes
        let bytes = padded * blocks.planes * 4
        for array in [arrays.first, arrays.second] { try array.reserve(bytes / 4) }
        try arrays.motion.reserve(padded)
        let settings = Self.words(optimizer)
        try arrays.optimizer.reserve(settings.count)
        let staging = isOptimizerStale ? 2 * bytes + padded * 4 : 0
        let derivatives = try record(blocks, view, staging: staging) { () throws(SplatError) in
            if isOptimizerStale {
                context.upload(state.first.pointer, bytes: bytes, to: arrays.first)
                context.upload(state.second.pointer, bytes: bytes, to: arrays.second)
                context.upload(state.motion.pointer, bytes: padded * 4, to: arrays.motion)
            }
            context.write(settings, to: arrays.optimizer)
            try context.dispatch(
                "step", derivativeArrays + [arrays.first, arrays.second, arrays.motion, arrays.optimizer],
                groups: VulkanSort.groups(blocks.count, of: Self.splatsAtOnce))
        }
        try context.run()
        isOptimizerStale = false
        isDeviceNewer = true
        return Self.total(derivatives, groups: VulkanSort.groups(blocks.count, of: Self.splatsAtOnce))
    }

    func collect(_ state: SplatTrainingMemory) throws(SplatError) {
        guard isDeviceNewer else { return }
        let padded = state.blocks.blockCount * SplatBlocks.lanes
        let bytes = padded * state.blocks.planes * 4
        try context.begin(staging: 3 * bytes + padded * 4)
        let parts = [(values, state.blocks.values), (arrays.first, state.first), (arrays.second, state.second)].map {
            (from: context.download($0, bytes: bytes), to: $1, bytes: bytes)
        }
        let motion = context.download(arrays.motion, bytes: padded * 4)
        try context.run()
        for part in parts { memcpy(part.to.pointer, part.from, part.bytes) }
        memcpy(state.motion.pointer, motion, padded * 4)
        isDeviceNewer = false
    }

    /// The arrays of derivatives.glsl, with the values.
    private var derivativeArrays: [DeviceArray] {
        [camera, values, filters, tilesTouched, firstPairs, arrays.pairSums, arrays.poses]
    }

    /// Records the derivatives by what is in the image, then `body`, which uses them.
    /// - Returns: the derivatives by the camera of each workgroup, after `run`.
    private func record(
        _ blocks: SplatBlocks, _ view: DrawnView, staging: Int, body: () throws(SplatError) -> Void
    ) throws(SplatError) -> UnsafeRawPointer {
        precondition(trains, "made without trains")
        let image = view.image
        let plane = image.stride * image.rows
        let hasDepth = view.gradient.depth != nil
        let planeCount = hasDepth ? 5 : 3
        let sums = pairCount * Self.sumsOfPair
        let poseBytes = VulkanSort.groups(blocks.count, of: Self.splatsAtOnce) * 6 * 4
        try arrays.gradients.reserve(planeCount * plane)
        try arrays.pairSums.reserve(sums)
        try arrays.poses.reserve(poseBytes / 4)
        try context.begin(staging: planeCount * plane * 4 + poseBytes + staging)
        // The planes are one behind the other.
        context.upload(view.gradient.red, bytes: planeCount * plane * 4, to: arrays.gradients)
        context.clear(arrays.pairSums, words: sums)
        if pairCount > 0 {
            try context.dispatch(
                "drawback", [ranges, sortedPairs.values, pairSplats, splats, planes, arrays.gradients, arrays.pairSums],
                constants: tileConstants(image, hasDepth: hasDepth), groups: tileCount(image))
        }
        try body()
        return context.download(arrays.poses, bytes: poseBytes)
    }

    /// The sums of all workgroups, in their order.
    private static func total(_ derivatives: UnsafeRawPointer, groups: Int) -> PoseDerivatives {
        let sums = derivatives.assumingMemoryBound(to: Float.self)
        var total = PoseDerivatives(repeating: 0)
        for group in 0..<groups { for k in 0..<6 { total[k] += Double(sums[6 * group + k]) } }
        return total
    }

    /// The settings of step.comp.
    private static func words(_ o: SplatOptimizer) -> [UInt32] {
        let rates = withUnsafeBytes(of: o.rates) { Array($0.bindMemory(to: UInt32.self)) }
        let floats = [
            o.beta1, o.beta2, o.epsilon, o.correction1, o.correction2, o.opacityWeight, o.scaleWeight, o.noise,
        ]
        return rates + floats.map { $0.bitPattern } + [o.seed]
    }
}
