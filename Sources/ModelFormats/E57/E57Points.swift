import Codecs
import Geometry
import Support

/// The points of one scan as stored in an E57 file: data packets of at most 64 KiB, each with a piece of every field's values
/// (ASTM E2807, section 9).
struct E57Points {
    let cloud: PointCloud
    let range: Range<Int>
    /// Smallest and largest coordinates in the scan's own axes, z up.
    let low: SIMD3<Double>
    let high: SIMD3<Double>
    let isPlain: Bool
    /// Attributes with the names of their fields.
    let columns: [AttributeColumn]
    private let numbers: [AttributeNumbers]
    private let pose: E57Pose
    private let origin: SIMD3<Double>
    /// Bytes of the values of each field.
    private let sizes: [Int]
    /// Points in a packet.
    private let batch: Int

    private static let frame = CoordinateFrame(.metre, .z)

    init(
        _ cloud: PointCloud, columns: [AttributeColumn], range: Range<Int>, pose: E57Pose, origin: SIMD3<Double>, isPlain: Bool
    ) {
        self.columns = columns
        numbers = columns.map(\.numbers)
        self.cloud = cloud
        self.range = range
        self.pose = pose
        self.isPlain = isPlain
        self.origin = Self.frame.toFile(origin)
        let coordinate = isPlain ? 4 : 8
        sizes =
            [coordinate, coordinate, coordinate] + (cloud.colors.isEmpty ? [] : [1, 1, 1])
            + (cloud.normals.isEmpty ? [] : [4, 4, 4]) + columns.map(\.size)
        let head = 6 + 2 * sizes.count
        batch = (65536 - head - 3) / sizes.reduce(0, +) / 8 * 8
        var low = SIMD3<Double>(repeating: .infinity)
        var high = -low
        for i in range {
            let p = Self.place(cloud.positions[i], isPlain: isPlain, pose: pose, origin: self.origin)
            low.replace(with: p, where: p .< low)
            high.replace(with: p, where: p .> high)
        }
        self.low = low
        self.high = high
    }

    @inline(__always) private static func place(
        _ p: Vector3, isPlain: Bool, pose: E57Pose, origin: SIMD3<Double>
    ) -> SIMD3<Double> {
        let q = frame.toFile(SIMD3<Double>(p))
        return isPlain ? q : pose.undo(q + origin)
    }

    /// Bytes of a packet of so many points: a multiple of four.
    private func packetSize(_ count: Int) -> Int {
        let head = 6 + 2 * sizes.count
        return (head + sizes.reduce(0) { $0 + $1 * count } + 3) / 4 * 4
    }

    /// Writes the section: its header, an index of one entry, and the packets, made on all cores.
    func write(to file: inout E57PageWriter, _ progress: ProgressReporter) throws(FormatError) {
        let packets = (range.count + batch - 1) / batch
        let last = range.count - (packets - 1) * batch
        let whole = packetSize(batch)
        let rest = packetSize(last)
        let start = file.count
        let index = start + 32
        let data = index + 32
        var head = LittleEndianWriter()
        head.uint64(1)
        head.uint64(32 + 32 + (packets - 1) * whole + rest)
        head.uint64(E57Pages.physical(data))
        head.uint64(E57Pages.physical(index))
        // An index packet of 32 bytes with one entry: the first point stands in the first packet.
        head.uint16(0)
        head.uint16(31)
        head.uint16(1)
        head.bytes += [UInt8](repeating: 0, count: 10)
        head.uint64(0)
        head.uint64(E57Pages.physical(data))
        try file.put(head.bytes)
        let group = max(Parallel.threads * 8, 1)
        for first in stride(from: 0, to: packets, by: group) {
            try progress.step(Double(first) / Double(packets), "Writing points")
            let n = min(group, packets - first)
            let isEnd = first + n == packets
            var bytes = [UInt8](repeating: 0, count: (n - 1) * whole + (isEnd ? rest : whole))
            bytes.withUnsafeMutableBytes { bytes in
                nonisolated(unsafe) let base = bytes.baseAddress!
                Parallel.forEach(n) { k in
                    let begin = range.lowerBound + (first + k) * batch
                    fill(base + k * whole, begin..<min(begin + batch, range.upperBound))
                }
            }
            try file.put(bytes)
        }
    }

    private func fill(_ packet: UnsafeMutableRawPointer, _ points: Range<Int>) {
        func put(_ value: Int, at place: Int) {
            packet.storeBytes(of: UInt16(truncatingIfNeeded: value).littleEndian, toByteOffset: place, as: UInt16.self)
        }
        let n = points.count
        put(1, at: 0)
        put(packetSize(n) - 1, at: 2)
        put(sizes.count, at: 4)
        var starts: [Int] = []
        var place = 6 + 2 * sizes.count
        for (i, size) in sizes.enumerated() {
            put(size * n, at: 6 + 2 * i)
            starts.append(place)
            place += size * n
        }
        func put(_ x: Float, field: Int, at i: Int) {
            packet.storeBytes(of: x.bitPattern.littleEndian, toByteOffset: starts[field] + 4 * i, as: UInt32.self)
        }
        for (i, k) in points.enumerated() {
            let p = Self.place(cloud.positions[k], isPlain: isPlain, pose: pose, origin: origin)
            for axis in 0..<3 {
                if isPlain {
                    put(Float(p[axis]), field: axis, at: i)
                } else {
                    packet.storeBytes(of: p[axis].bitPattern.littleEndian, toByteOffset: starts[axis] + 8 * i, as: UInt64.self)
                }
            }
        }
        var field = 3
        if !cloud.colors.isEmpty {
            let coder = ColorCoder.shared
            for (i, k) in points.enumerated() {
                let c = coder.codes(cloud.colors[k])
                for channel in 0..<3 {
                    packet.storeBytes(of: c[channel], toByteOffset: starts[field + channel] + i, as: UInt8.self)
                }
            }
            field += 3
        }
        if !cloud.normals.isEmpty {
            for (i, k) in points.enumerated() {
                let n = pose.undoTurn(SIMD3<Double>(Self.frame.toFile(direction: cloud.normals[k])))
                for axis in 0..<3 { put(Float(n[axis]), field: field + axis, at: i) }
            }
            field += 3
        }
        for (k, numbers) in numbers.enumerated() {
            let size = numbers.type.size
            let target = packet + starts[field + k]
            for (i, point) in points.enumerated() { numbers.store(point, target + size * i) }
            // Integers are stored as their distance from the smallest one.
            if numbers.type.isSigned, !numbers.type.isFloatingPoint {
                for i in 0..<n { (target + size * i + size - 1).assumingMemoryBound(to: UInt8.self).pointee ^= 0x80 }
            }
        }
    }
}
