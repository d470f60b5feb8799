import CSplats
import Support

/// Projects splats and draws them, forward and backward, on all cores. Splats are projected in chunks and rows are drawn in bands,
/// each by one thread, and sums are added in a fixed order: results don't depend on the number of threads.
final class SplatRasterizer: SplatBackend {
    /// Splats that are projected together.
    private static let chunk = 512

    let unit = SplatUnits.best
    private let capacity: Int
    private let projected: AlignedMemory<SplatProjected>
    private let numbers: AlignedMemory<UInt32>
    private let visible: AlignedMemory<UInt32>
    private let room: AlignedMemory<UInt32>
    private let sums: AlignedMemory<Float>?
    let flags: AlignedMemory<UInt8>
    private var bands: [SplatBand] = []
    private(set) var visibleCount = 0

    var name: SplatDeviceName { .cpu }

    /// - Parameter trains: whether `drawBackward` will be called.
    init(capacity: Int, trains: Bool) {
        let padded = (capacity + Self.chunk - 1) / Self.chunk * Self.chunk
        self.capacity = padded
        projected = AlignedMemory(count: padded)
        numbers = AlignedMemory(count: padded)
        visible = AlignedMemory(count: padded)
        room = AlignedMemory(count: 4 * padded)
        flags = AlignedMemory(count: padded)
        sums = trains ? AlignedMemory(count: padded * Int(SplatSums)) : nil
    }

    deinit { for i in bands.indices { SplatsFree(&bands[i]) } }

    /// Bytes for each splat of the capacity; bands need about `bandBytes` for each visible one besides.
    static let bytesPerSplat = MemoryLayout<SplatProjected>.stride + 6 * 4 + 1 + Int(SplatSums) * 4
    static let bandBytes = 2 * (MemoryLayout<SplatProjected>.stride + Int(SplatSums) * 4 + 4 * 4 + 4 + 10 * 4)

    /// Draws the splats into `image`; what is needed for `drawBackward` is kept.
    /// - Throws: `SplatError.memory`.
    func draw(_ blocks: SplatBlocks, camera: SplatCamera, image: ImagePlanes) throws(SplatError) {
        precondition(blocks.count <= capacity)
        setUpBands(image)
        let chunks = (blocks.count + Self.chunk - 1) / Self.chunk
        let found = AlignedMemory<Int32>(count: chunks)
        let table = blocks.table
        var camera = camera
        nonisolated(unsafe) let me = self
        withUnsafePointer(to: &camera) { camera in
            nonisolated(unsafe) let camera = camera
            nonisolated(unsafe) let table = table
            Parallel.forEach(chunks) { chunk in
                let first = chunk * Self.chunk / SplatBlocks.lanes
                let end = min(first + Self.chunk / SplatBlocks.lanes, blocks.blockCount)
                var table = table
                found.pointer[chunk] = SplatsProject(
                    me.unit, camera, &table, Int32(first), Int32(end), me.projected.pointer,
                    me.numbers.pointer + chunk * Self.chunk, me.flags.pointer)
            }
        }
        var total = 0
        for chunk in 0..<chunks {
            for i in 0..<Int(found.pointer[chunk]) {
                visible.pointer[total] = numbers.pointer[chunk * Self.chunk + i]
                total += 1
            }
        }
        visibleCount = total
        SplatsSort(projected.pointer, visible.pointer, UInt32(total), room.pointer)
        let bandCount = bands.count
        let isStored = AlignedMemory<Bool>(count: bandCount + 1)
        bands.withUnsafeMutableBufferPointer { bands in
            nonisolated(unsafe) let bands = bands.baseAddress!
            isStored.pointer[bandCount] = SplatsDistribute(
                projected.pointer, visible.pointer, UInt32(total), bands, Int32(bandCount))
            guard isStored.pointer[bandCount] else { return }
            nonisolated(unsafe) let target = image.target
            Parallel.forEach(bandCount) { b in
                isStored.pointer[b] = SplatsBin(me.unit, bands + b, me.projected.pointer)
                guard isStored.pointer[b] else { return }
                var target = target
                SplatsDraw(me.unit, bands + b, &target)
            }
        }
        if (0...bandCount).contains(where: { !isStored.pointer[$0] }) {
            throw .memory("not enough memory to draw \(blocks.count) splats; use fewer splats or a smaller image")
        }
    }

    /// The sums of the derivatives of what `draw` drew last: SplatSums floats a splat, valid where `flags` is 1.
    func drawBackward(image: ImagePlanes, gradient: SplatImageGradient) -> UnsafePointer<Float> {
        guard let sums else { preconditionFailure("made without trains") }
        let bandCount = bands.count
        nonisolated(unsafe) let me = self
        bands.withUnsafeMutableBufferPointer { bands in
            nonisolated(unsafe) let bands = bands.baseAddress!
            nonisolated(unsafe) let target = image.target
            nonisolated(unsafe) let gradient = gradient
            Parallel.forEach(bandCount) { b in
                var target = target
                var gradient = gradient
                SplatsDrawBackward(me.unit, bands + b, &target, &gradient)
            }
            SplatsGather(bands, Int32(bandCount), visible.pointer, UInt32(visibleCount), sums.pointer)
        }
        return UnsafePointer(sums.pointer)
    }

    private func setUpBands(_ image: ImagePlanes) {
        let rows = Int(SplatBandRows)
        let count = image.rows / rows
        for i in bands.indices where i >= count { SplatsFree(&bands[i]) }
        if bands.count > count { bands.removeLast(bands.count - count) }
        while bands.count < count { bands.append(SplatBand()) }
        for i in 0..<count {
            bands[i].firstRow = Int32(i * rows)
            bands[i].tileRows = Int32(rows / Int(SplatTileHeight))
            bands[i].tileColumns = Int32(image.stride / Int(SplatTileWidth))
        }
    }
}

/// The planes of an image that splats are drawn into.
final class ImagePlanes {
    let width: Int
    let height: Int
    let stride: Int
    let rows: Int
    let hasDepth: Bool
    let memory: AlignedMemory<Float>
    var background: (Float, Float, Float) = (0, 0, 0)
    var stop: Float = 1e-4

    init(width: Int, height: Int, hasDepth: Bool) {
        self.width = width
        self.height = height
        stride = (width + Int(SplatTileWidth) - 1) / Int(SplatTileWidth) * Int(SplatTileWidth)
        rows = (height + Int(SplatBandRows) - 1) / Int(SplatBandRows) * Int(SplatBandRows)
        self.hasDepth = hasDepth
        memory = AlignedMemory(count: stride * rows * (hasDepth ? 5 : 4))
    }

    /// Red, green, blue, transmittance, depth.
    func plane(_ i: Int) -> UnsafeMutablePointer<Float> { memory.pointer + i * stride * rows }

    var target: SplatImage {
        SplatImage(
            width: Int32(width), height: Int32(height), stride: Int32(stride), rows: Int32(rows), red: plane(0), green: plane(1),
            blue: plane(2), transmittance: plane(3), depth: hasDepth ? plane(4) : nil, background: background, stop: stop)
    }
}
