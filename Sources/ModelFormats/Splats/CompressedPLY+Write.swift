import Codecs
import Foundation
import Geometry
import Splats
import Support

extension CompressedPLY {
    /// Writes splats, y down unless asked otherwise. Neighbours share a chunk: splats are written along a Z-order curve.
    /// - Returns: what the format could not hold.
    @discardableResult
    public static func write(
        _ model: Model, to url: URL, options: WriteOptions = WriteOptions(), progress: ProgressReporter = .silent
    ) throws(FormatError) -> [Loss] {
        let frame = SplatFrame(options, else: .yDown)
        let cloud = frame.toFile(try model.splatsOnly("a compressed PLY file"))
        let order = zOrder(cloud.positions)
        let chunks = (cloud.count + chunk - 1) / chunk
        let rest = cloud.coefficientCount - 1
        try progress.step(0, "Quantizing splats")
        var ranges = [Ranges](repeating: Ranges(), count: chunks)
        ranges.withUnsafeMutableBufferPointer { ranges in
            nonisolated(unsafe) let ranges = ranges
            Parallel.forEachRange(chunks, minimum: 64) { part in
                for c in part { ranges[c] = Ranges(cloud, order[c * chunk..<min(cloud.count, (c + 1) * chunk)]) }
            }
        }

        var file = try AtomicFile.begin(url)
        var header = "ply\nformat binary_little_endian 1.0\ncomment Diorama: \(frame), Gaussian splats\nelement chunk \(chunks)\n"
        for name in positionRange + scaleRange + colorRange { header += "property float \(name)\n" }
        header += "element vertex \(cloud.count)\n"
        for name in packed { header += "property uint \(name)\n" }
        if rest > 0 {
            header += "element sh \(cloud.count)\n"
            for i in 0..<3 * rest { header += "property uchar f_rest_\(i)\n" }
        }
        try file.put(header + "end_header\n")
        try file.writeRows(chunks, stride: 72, progress: progress.part(0.2...0.3), what: "Writing splats") { i, row in
            for (k, value) in ranges[i].values.enumerated() {
                for axis in 0..<3 {
                    row.storeBytes(of: value[axis].bitPattern.littleEndian, toByteOffset: 12 * k + 4 * axis, as: UInt32.self)
                }
            }
        }
        try file.writeRows(cloud.count, stride: 16, progress: progress.part(0.3...0.7), what: "Writing splats") { i, row in
            let s = order[i]
            let range = ranges[i / chunk]
            let color = range.color(cloud.baseColor(s))
            let words = SIMD4(
                PackedBits.pack(range.position(cloud.positions[s])), PackedBits.pack(cloud.rotations[s]),
                PackedBits.pack(range.scale(SplatValues.logarithm(cloud.scales[s]))),
                PackedBits.pack(SIMD4(color, cloud.opacities[s])))
            for k in 0..<4 { row.storeBytes(of: words[k].littleEndian, toByteOffset: 4 * k, as: UInt32.self) }
        }
        if rest > 0 {
            try file.writeRows(cloud.count, stride: 3 * rest, progress: progress.part(0.7...1), what: "Writing harmonics") {
                i, row in
                let first = 3 * (rest + 1) * order[i]
                cloud.harmonics.withUnsafeBufferPointer { harmonics in
                    for channel in 0..<3 {
                        for k in 0..<rest {
                            let code = code(harmonics[first + 3 * (k + 1) + channel])
                            row.storeBytes(of: code, toByteOffset: channel * rest + k, as: UInt8.self)
                        }
                    }
                }
            }
        }
        try AtomicFile.end(file)
        return [model.originLoss("A compressed PLY file")].compactMap { $0 } + [
            Loss(
                .precision,
                "Positions and sizes are quantized to 11, 10 and 11 bits of the range of 256 neighbours, "
                    + "rotations in 10 bits per component."),
            Loss(
                .colorDepth,
                rest > 0
                    ? "Colours, opacities and harmonics are quantized to 8 bits." : "Colours and opacities are quantized to 8 bits."
            ),
        ]
    }

    /// The bounds of the splats of one chunk.
    private struct Ranges {
        private var low = (position: Vector3(), scale: Vector3(), color: Vector3())
        private var high = (position: Vector3(), scale: Vector3(), color: Vector3())

        init() {}

        init(_ cloud: SplatCloud, _ numbers: ArraySlice<Int>) {
            let largest = Vector3(repeating: .infinity)
            let least = Vector3(repeating: -.infinity)
            low = (largest, largest, largest)
            high = (least, least, least)
            for i in numbers {
                let p = cloud.positions[i]
                let s = SplatValues.logarithm(cloud.scales[i])
                let c = cloud.baseColor(i)
                low = (low.position.lanewiseMin(p), low.scale.lanewiseMin(s), low.color.lanewiseMin(c))
                high = (high.position.lanewiseMax(p), high.scale.lanewiseMax(s), high.color.lanewiseMax(c))
            }
        }

        /// In the order of the file's columns.
        var values: [Vector3] { [low.position, high.position, low.scale, high.scale, low.color, high.color] }

        func position(_ v: Vector3) -> Vector3 { Self.fraction(v, low: low.position, high: high.position) }
        func scale(_ v: Vector3) -> Vector3 { Self.fraction(v, low: low.scale, high: high.scale) }
        func color(_ v: Vector3) -> Vector3 { Self.fraction(v, low: low.color, high: high.color) }

        @inline(__always) private static func fraction(_ v: Vector3, low: Vector3, high: Vector3) -> Vector3 {
            let size = high - low
            return ((v - low) / size).replacing(with: 0, where: size .<= 0)
        }
    }

    /// The splats' numbers along a Z-order curve through a grid of 1024³ cells; those of one cell keep their order.
    private static func zOrder(_ positions: [Vector3]) -> [Int] {
        let box = Bounds(positions)
        let scale = Vector3(repeating: 1023) / box.size.lanewiseMax(Vector3(repeating: .leastNormalMagnitude))
        func spread(_ x: Float) -> UInt64 {
            var n = UInt64(min(max(x, 0), 1023))
            n = (n | n << 16) & 0x0300_00FF
            n = (n | n << 8) & 0x0300_F00F
            n = (n | n << 4) & 0x030C_30C3
            n = (n | n << 2) & 0x0924_9249
            return n
        }
        // The number behind the key makes all keys differ.
        var keys = [UInt64](repeating: 0, count: positions.count)
        for (i, p) in positions.enumerated() {
            let cell = (p - box.min) * scale
            keys[i] = (spread(cell.x) | spread(cell.y) << 1 | spread(cell.z) << 2) << 32 | UInt64(i)
        }
        keys.sort()
        return keys.map { Int($0 & 0xFFFF_FFFF) }
    }
}
