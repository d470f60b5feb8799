import CSplats
import Foundation

/// Draws splats on a Vulkan device and differentiates what was drawn. The shaders follow CSplats; results differ from the CPU's by
/// rounding, and are the same for the same input on the same device and driver.
///
/// An image takes two submissions: the number of pairs of splats and tiles, which the first one counts, sets the size of arrays.
final class VulkanRasterizer: SplatBackend {
    /// Edge of a tile, and invocations of a workgroup in the shaders.
    static let tile = 16
    private static let projecting = 128

    let context: VulkanContext
    let trains: Bool
    let sort: VulkanSort
    let camera: DeviceArray
    let values: DeviceArray
    let filters: DeviceArray
    let splats: DeviceArray
    let tilesTouched: DeviceArray
    let firstPairs: DeviceArray
    let pairSplats: DeviceArray
    let ranges: DeviceArray
    let planes: DeviceArray
    private let offsets: DeviceArray
    private let order: (VulkanSort.Pairs, VulkanSort.Pairs)
    private let tiles: (VulkanSort.Pairs, VulkanSort.Pairs)
    /// What the last drawing made, for the derivatives.
    var sortedPairs: VulkanSort.Pairs
    var pairCount = 0
    let arrays: VulkanTrainingArrays
    /// Whether the splats, or the optimizer's state, in memory are newer than those on the device, and the other way around.
    var isStale = true
    var isOptimizerStale = true
    var isDeviceNewer = false

    init(_ context: VulkanContext, trains: Bool) throws(SplatError) {
        self.context = context
        self.trains = trains
        sort = VulkanSort(context)
        func array(_ content: String) -> DeviceArray { DeviceArray(context, content) }
        func pairs(_ content: String) -> VulkanSort.Pairs { VulkanSort.Pairs(keys: array(content), values: array(content)) }
        camera = array("a camera")
        values = array("the splats' values")
        filters = array("the splats' filters")
        splats = array("projected splats")
        tilesTouched = array("the splats' tile counts")
        firstPairs = array("the splats' first tiles")
        offsets = array("the splats' first tiles")
        pairSplats = array("pairs of splats and tiles")
        ranges = array("the tiles' ranges")
        planes = array("the planes of an image")
        order = (pairs("the splats' order"), pairs("the splats' order"))
        tiles = (pairs("pairs of splats and tiles"), pairs("pairs of splats and tiles"))
        sortedPairs = tiles.0
        arrays = VulkanTrainingArrays(context)
        try camera.reserve(64)
    }

    var name: SplatDeviceName { SplatDeviceName(device: .vulkan, model: context.description.name) }

    func memoryChanged() {
        isStale = true
        isOptimizerStale = true
    }

    func draw(_ blocks: SplatBlocks, camera view: SplatCamera, image: ImagePlanes) throws(SplatError) {
        let total = try project(blocks, view)
        try check(total, splats: blocks.count)
        pairCount = total
        let columns = columns(image)
        let tileCount = tileCount(image)
        try pairSplats.reserve(total)
        try tiles.0.reserve(total)
        try tiles.1.reserve(total)
        try ranges.reserve(2 * tileCount)
        try sort.reserve(total)
        let words = image.stride * image.rows * (image.hasDepth ? 5 : 4)
        try planes.reserve(words)
        try context.begin(staging: words * 4)
        context.clear(ranges, words: 2 * tileCount)
        if total > 0 {
            try context.dispatch(
                "listtiles",
                [order.0.values, tilesTouched, offsets, splats, tiles.0.keys, tiles.0.values, pairSplats, firstPairs],
                constants: [UInt32(blocks.count), UInt32(columns), UInt32(tileCount)],
                groups: VulkanSort.groups(blocks.count, of: Self.projecting))
            let bits = Int.bitWidth - tileCount.leadingZeroBitCount
            sortedPairs = try sort.sort(tiles.0, scratch: tiles.1, count: total, bits: bits)
            try context.dispatch(
                "ranges", [sortedPairs.keys, ranges], constants: [UInt32(total), UInt32(tileCount)],
                groups: VulkanSort.groups(total, of: 256))
        }
        try context.dispatch(
            "draw", [ranges, sortedPairs.values, pairSplats, splats, planes],
            constants: tileConstants(image, hasDepth: image.hasDepth),
            groups: tileCount)
        let drawn = context.download(planes, bytes: words * 4)
        try context.run()
        memcpy(image.memory.pointer, drawn, words * 4)
    }

    /// Projects the splats, sorts them by depth, and finds where the pairs of each begin in that order.
    /// - Returns: the number of pairs of a splat and a tile that it overlaps; UInt32.max where there are more.
    private func project(_ blocks: SplatBlocks, _ view: SplatCamera) throws(SplatError) -> Int {
        let count = blocks.count
        // Shaders that read nothing from them need arrays, too.
        let room = max(count, 1)
        let valueBytes = blocks.blockCount * SplatBlocks.lanes * blocks.planes * 4
        try values.reserve(max(valueBytes / 4, 1))
        try filters.reserve(blocks.blockCount * SplatBlocks.lanes)
        try splats.reserve(room * 16)
        for array in [tilesTouched, firstPairs, offsets] { try array.reserve(room) }
        try order.0.reserve(room)
        try order.1.reserve(room)
        try sort.reserve(room)
        guard count > 0 else { return 0 }
        try context.begin(staging: 4 + (isStale ? valueBytes + blocks.blockCount * SplatBlocks.lanes * 4 : 0))
        if isStale {
            context.upload(blocks.values.pointer, bytes: valueBytes, to: values)
            context.upload(blocks.filters.pointer, bytes: blocks.blockCount * SplatBlocks.lanes * 4, to: filters)
        }
        context.write(Self.words(view, blocks), to: camera)
        try context.dispatch(
            "project", [camera, values, filters, splats, tilesTouched, order.0.keys, order.0.values],
            groups: VulkanSort.groups(count, of: Self.projecting))
        // Four passes: the result is where the keys were.
        _ = try sort.sort(order.0, scratch: order.1, count: count, bits: 32)
        try context.dispatch(
            "counttiles", [order.0.values, tilesTouched, offsets], constants: [UInt32(count)],
            groups: VulkanSort.groups(count, of: 256))
        let total = try sort.sum(offsets, count: count)
        let word = context.download(total.array, from: total.word * 4, bytes: 4)
        try context.run()
        isStale = false
        return Int(word.load(as: UInt32.self))
    }

    private func check(_ pairs: Int, splats: Int) throws(SplatError) {
        guard pairs < UInt32.max else {
            throw .memory(
                "\(splats) splats overlap more than 4 billion tiles of the image; use fewer or smaller splats or a smaller image")
        }
    }

    /// The push constants of the shaders of tiles (tile.glsl).
    func tileConstants(_ image: ImagePlanes, hasDepth: Bool) -> [UInt32] {
        let b = image.background
        return [UInt32(columns(image)), UInt32(tileCount(image)), UInt32(image.stride), UInt32(image.rows)]
            + [b.0, b.1, b.2, image.stop].map { $0.bitPattern } + [hasDepth ? 1 : 0]
    }

    private func columns(_ image: ImagePlanes) -> Int { VulkanSort.groups(image.stride, of: Self.tile) }

    func tileCount(_ image: ImagePlanes) -> Int { columns(image) * VulkanSort.groups(image.rows, of: Self.tile) }

    /// The camera and the layout of the splats (camera.glsl).
    private static func words(_ c: SplatCamera, _ blocks: SplatBlocks) -> [UInt32] {
        let m = c.rotation
        let floats: [Float] = [
            m.0, m.1, m.2, m.3, m.4, m.5, m.6, m.7, m.8, c.translation.0, c.translation.1, c.translation.2, c.eye.0, c.eye.1,
            c.eye.2, c.fx, c.fy, c.cx, c.cy,
        ]
        return floats.map { $0.bitPattern }
            + [
                UInt32(c.width), UInt32(c.height), c.near.bitPattern, c.blur.bitPattern, c.compensates ? 1 : 0, UInt32(c.degree),
                UInt32(blocks.planes), UInt32(blocks.count),
            ]
    }
}
