import Codecs
import Foundation
import Geometry
import Splats
import Support

/// Niantic's SPZ: splats in about 20 bytes, or 65 with harmonics of degree 3, one kind of number after another, compressed.
/// Versions 1 to 3 are one gzip stream; version 4 has a zstd stream for each kind.
///
/// Axes are y up by its specification ("RUB"), as ours are.
public enum SPZ {
    static let magic: UInt32 = 0x5053_474E
    /// Colours are kept for constant coefficients of ±0.5 / 0.15.
    static let colorScale: Float = 0.15

    /// The header of a file.
    struct Header {
        var version: Int
        var count: Int
        /// Of the file: 0 to 4.
        var degree: Int
        /// Bits behind the point of a coordinate.
        var fractionalBits: Int

        /// The 16 bytes that all versions begin with.
        init(_ bytes: UnsafeRawBufferPointer) throws(FormatError) {
            guard bytes.count >= 16 else { throw .unreadable("ends inside its header; the file is truncated") }
            func word(_ at: Int) -> UInt32 { UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self)) }
            guard word(0) == magic else { throw .unreadable("is not an SPZ file: it does not begin with ‘NGSP’") }
            version = Int(word(4))
            count = Int(word(8))
            degree = Int(bytes[12])
            fractionalBits = Int(bytes[13])
            guard (1...4).contains(version) else { throw .unreadable("has SPZ version \(version); versions 1 to 4 are read") }
            guard degree <= 4 else {
                throw .unreadable("has harmonics of degree \(degree), more than the format has; the file is damaged")
            }
            guard fractionalBits <= 24 else {
                throw .unreadable("has \(fractionalBits) fractional bits in a 24-bit number; the file is damaged")
            }
            guard count > 0 else { throw .unreadable("contains no splats") }
        }

        /// Bytes a splat: positions, opacities, colours, sizes, rotations, harmonics.
        var sections: [Int] { [version == 1 ? 6 : 9, 1, 3, 3, version < 3 ? 3 : 4, 3 * (SphericalHarmonics.count(degree) - 1)] }
        /// Bytes of all splats; at most 2³² times 89.
        var size: Int { sections.reduce(0, +) * count }
    }

    /// Whether the bytes are an SPZ, in gzip's compression or bare.
    static func isSPZ(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let sign = Array("NGSP".utf8)
        guard Gzip.isGzip(bytes) else { return bytes.starts(with: sign) }
        return (try? Gzip.decompress(bytes, count: 4)) == sign
    }

    /// - Throws: where the file is damaged or of an unknown version.
    public static func read(_ bytes: UnsafeRawBufferPointer, progress: ProgressReporter = .silent) throws(FormatError) -> Model {
        try progress.step(0, "Decompressing splats")
        let isGzip = Gzip.isGzip(bytes)
        let header: Header
        let payload: [UInt8]
        if isGzip {
            let head = try Gzip.decompress(bytes, count: 16)
            header = try head.withBytes { (head) throws(FormatError) in try Header(head) }
            guard header.version < 4 else {
                throw .unreadable("is an SPZ of version 4 inside gzip, which that version does not have")
            }
            try check(header, bytes.count)
            payload = try Gzip.decompress(bytes, count: 16 + header.size)
            guard payload.count == 16 + header.size else { throw Self.short(header, payload.count - 16) }
        } else {
            header = try Header(bytes)
            guard header.version == 4 else {
                throw .unreadable("is an SPZ of version \(header.version) without its gzip compression")
            }
            try check(header, bytes.count)
            payload = try streams(header, bytes)
        }
        let notes = header.degree > 3 ? ["Harmonics of degree 4 are not read, only those of degrees 0 to 3."] : []
        let cloud = try payload.withBytes { (payload) throws(FormatError) in
            try unpack(
                header, payload: UnsafeRawBufferPointer(rebasing: payload[(isGzip ? 16 : 0)...]), progress: progress.part(0.3...1))
        }
        return try Model.finish(consume cloud, .ours, customary: .yUp, notes: notes)
    }

    /// Refuses what so few bytes cannot honestly hold, before anything is allocated for it.
    private static func check(_ header: Header, _ size: Int) throws(FormatError) {
        guard header.size <= Gzip.limit(size) else {
            throw .unreadable(
                "declares \(header.count) splats, more than its \(Text.bytes(size)) can contain; the file is damaged or malicious")
        }
    }

    private static func short(_ header: Header, _ got: Int) -> FormatError {
        .unreadable(
            "declares \(header.count) splats in \(Text.bytes(header.size)), but contains \(Text.bytes(max(got, 0))); "
                + "the file is truncated"
        )
    }

    /// The streams of version 4: a table of their sizes, then one behind the other. Kinds without bytes have none.
    private static func streams(_ header: Header, _ bytes: UnsafeRawBufferPointer) throws(FormatError) -> [UInt8] {
        guard bytes.count >= 32 else { throw .unreadable("ends inside its header; the file is truncated") }
        func long(_ at: Int) -> UInt64 { UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self)) }
        let sizes = header.sections.map { $0 * header.count }.filter { $0 > 0 }
        let table = Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 16, as: UInt32.self)))
        guard Int(bytes[15]) == sizes.count, table >= 32, table <= bytes.count, 16 * sizes.count <= bytes.count - table else {
            throw .unreadable("has an invalid table of its \(sizes.count) streams; the file is damaged")
        }
        var place = table + 16 * sizes.count
        var payload: [UInt8] = []
        payload.reserveCapacity(header.size)
        for (i, size) in sizes.enumerated() {
            guard let packed = Int(exactly: long(table + 16 * i)), packed <= bytes.count - place,
                long(table + 16 * i + 8) == UInt64(size)
            else {
                throw .unreadable(
                    "stream \(i + 1) of \(sizes.count) does not fit the file or its splats; the file is truncated or damaged")
            }
            payload += try Zstandard.decompress(UnsafeRawBufferPointer(rebasing: bytes[place..<place + packed]), count: size)
            place += packed
        }
        return payload
    }

    /// - Parameter payload: of `header.size` bytes.
    private static func unpack(
        _ header: Header, payload: UnsafeRawBufferPointer, progress: ProgressReporter
    ) throws(FormatError) -> SplatCloud {
        var starts = [0]
        for size in header.sections { starts.append(starts[starts.count - 1] + size * header.count) }
        let positions = starts[0]
        let alphas = starts[1]
        let colors = starts[2]
        let scales = starts[3]
        let rotations = starts[4]
        let bands = starts[5]
        let positionSize = header.sections[0]
        let rotationSize = header.sections[4]
        let bandSize = header.sections[5]
        func bytes3(_ at: Int) -> Vector3 { Vector3(Float(payload[at]), Float(payload[at + 1]), Float(payload[at + 2])) }
        let step = 1 / Float(1 << header.fractionalBits)
        let degree = min(header.degree, 3)
        let rest = 3 * (SphericalHarmonics.count(degree) - 1)
        return try SplatBuilder.build(header.count, degree: degree, frame: .ours, progress) { i, harmonics in
            let base = (bytes3(colors + 3 * i) / 255 - 0.5) / colorScale
            for k in 0..<3 { harmonics[k] = base[k] }
            let first = bands + bandSize * i
            for k in 0..<rest { harmonics[3 + k] = (Float(payload[first + k]) - 128) / 128 }

            var position = Vector3()
            let start = positions + positionSize * i
            for k in 0..<3 {
                if header.version == 1 {
                    position[k] = half(UInt16(payload[start + 2 * k]) | UInt16(payload[start + 2 * k + 1]) << 8)
                } else {
                    let at = start + 3 * k
                    let bits = UInt32(payload[at]) << 8 | UInt32(payload[at + 1]) << 16 | UInt32(payload[at + 2]) << 24
                    position[k] = Float(Int32(bitPattern: bits) >> 8) * step
                }
            }
            let turn = rotations + rotationSize * i
            var rotation: Quaternion
            if header.version < 3 {
                let v = bytes3(turn) / 127.5 - 1
                rotation = Quaternion(v.x, v.y, v.z, max(0, 1 - v.lengthSquared).squareRoot())
            } else {
                var bits = UInt32(0)
                for k in 0..<4 { bits |= UInt32(payload[turn + k]) << (8 * k) }
                rotation = Self.rotation(bits)
            }
            return SplatBuilder.Splat(
                position: position, rotation: rotation, scale: SplatValues.exponential(bytes3(scales + 3 * i) / 16 - 10),
                opacity: Float(payload[alphas + i]) / 255)
        }
    }

    /// The largest of x, y, z, w by its number in two bits; the others as a sign and nine bits of ±√½, the first in the highest
    /// bits.
    @inline(__always) private static func rotation(_ bits: UInt32) -> Quaternion {
        let root = Float(0.5).squareRoot()
        func part(_ shift: UInt32) -> Float {
            let size = Float(bits >> shift & 511) / 511 * root
            return bits >> shift & 512 == 0 ? size : -size
        }
        let v = PackedBits.completed(Vector3(part(20), part(10), part(0)), Int(bits >> 30))
        return Quaternion(v.x, v.y, v.z, v.w)
    }

    @inline(__always) static func pack(_ q: Quaternion) -> UInt32 {
        let (largest, rest) = PackedBits.parts(q.vector)
        var bits = UInt32(largest)
        for k in 0..<3 {
            bits = bits << 10 | (rest[k] < 0 ? 512 : 0) | SplatValues.quantized(abs(rest[k]) * Float(2).squareRoot(), 511)
        }
        return bits
    }

    /// An IEEE 754 half, by hand: not all platforms have the type.
    private static func half(_ bits: UInt16) -> Float {
        let sign: Float = bits & 0x8000 == 0 ? 1 : -1
        let (exponent, fraction) = (Int(bits >> 10 & 31), Float(bits & 1023))
        switch exponent {
        case 0: return sign * fraction * 0x1p-24
        case 31: return fraction == 0 ? sign * .infinity : .nan
        default: return sign * (1 + fraction / 1024) * Float(sign: .plus, exponent: exponent - 15, significand: 1)
        }
    }
}
