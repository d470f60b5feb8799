import Foundation
import Support

extension SplatTrainer {
    private static let magic = Array("DioramaSplats3\n".utf8)

    /// What a checkpoint has to agree in with the trainer that continues it.
    private var fingerprint: UInt64 {
        var o = options
        o.checkpoint = nil
        o.checkpointInterval = 1
        o.evaluationInterval = 0
        o.memoryMegabytes = 0
        o.device = backend.name.device
        var text = "\(o) \(maximumSplats) \(initialCount) \(blocks.capacity) \(unit)"
        for view in trained + heldOut { text += "\(view.name) \(view.levels[0].width) \(view.levels[0].height) \(view.pose)" }
        // FNV-1a.
        return text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    /// Numbers of splat state in use: values, both averages, filters, motion.
    private var parts: [(memory: AlignedMemory<Float>, count: Int)] {
        let n = blocks.blockCount * SplatBlocks.lanes
        return [
            (blocks.values, n * blocks.planes), (memory.first, n * blocks.planes), (memory.second, n * blocks.planes),
            (blocks.filters, n), (memory.motion, n),
        ]
    }

    /// Writes the whole state, atomically.
    func writeCheckpoint(_ url: URL, seconds: Double, cpu: Double) throws {
        try backend.collect(memory)
        var file = try AtomicFile(url)
        try file.write(Self.magic)
        let header: [UInt64] = [
            fingerprint, UInt64(iteration), UInt64(blocks.count), seconds.bitPattern, cpu.bitPattern, UInt64(exposures.count),
        ]
        try file.write(header.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64(8 * $0)) } })
        for part in parts {
            try file.write(UnsafeRawBufferPointer(start: part.memory.pointer, count: part.count * 4))
        }
        for exposure in exposures {
            try file.write(Self.bytes(exposure.state))
        }
        for correction in corrections { try file.write(Self.bytes(correction.state)) }
        try file.commit()
    }

    private static func bytes(_ numbers: [Float]) -> [UInt8] {
        numbers.flatMap { f in (0..<4).map { UInt8(truncatingIfNeeded: f.bitPattern >> (8 * $0)) } }
    }

    /// Continues with the state in a file; the time it took so far.
    func readCheckpoint(_ url: URL) throws(SplatError) -> (seconds: Double, cpu: Double) {
        func fail(_ reason: String) -> SplatError { .checkpoint(path: url.path, reason: reason) }
        guard let data = try? Data(contentsOf: url, options: .mappedIfSafe) else { throw fail("the checkpoint can't be read") }
        let start = Self.magic.count + 48
        guard data.count >= start, Array(data.prefix(Self.magic.count)) == Self.magic else {
            throw fail("this is not a checkpoint of a splat training; remove it or choose another file")
        }
        func word(_ i: Int) -> UInt64 {
            (0..<8).reduce(0) { $0 | UInt64(data[data.startIndex + Self.magic.count + 8 * i + $1]) << UInt64(8 * $1) }
        }
        guard word(0) == fingerprint else {
            throw fail("the checkpoint belongs to other images or options; remove it or choose another file")
        }
        let count = word(2)
        guard word(1) <= UInt64(options.iterations), count <= UInt64(blocks.capacity), word(5) == UInt64(exposures.count) else {
            throw fail("the checkpoint is damaged; remove it")
        }
        let before = blocks.count
        blocks.count = Int(count)
        let size = start + parts.reduce(0) { $0 + $1.count * 4 }
        let images = (exposures.count + corrections.count) * Trained<Exposure>.stateCount * 4
        guard data.count == size + images else {
            blocks.count = before
            throw fail("the checkpoint is incomplete; remove it")
        }
        iteration = Int(word(1))
        defer { backend.memoryChanged() }
        var at = start
        data.withUnsafeBytes { raw in
            for part in parts {
                memcpy(part.memory.pointer, raw.baseAddress! + at, part.count * 4)
                at += part.count * 4
            }
            func next() -> [Float] {
                defer { at += 4 * Trained<Exposure>.stateCount }
                return (0..<Trained<Exposure>.stateCount).map { raw.loadUnaligned(fromByteOffset: at + 4 * $0, as: Float.self) }
            }
            for i in exposures.indices { exposures[i] = Trained(state: next()) }
            for i in corrections.indices { corrections[i] = Trained(state: next()) }
        }
        return (Double(bitPattern: word(3)), Double(bitPattern: word(4)))
    }
}
