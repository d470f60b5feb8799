import Images
import Support

/// Images for the tests of the codecs.
enum Sample {
    /// A smooth colour image with some noise, opaque.
    static func color(_ width: Int, _ height: Int, seed: UInt64 = 1) -> ColorImage {
        var random = SplitMix64(seed: seed)
        var image = ColorImage(width: width, height: height, repeating: SIMD4(0, 0, 0, 255))
        for y in 0..<height {
            for x in 0..<width {
                let noise = UInt8(random.next() % 8)
                image[x, y] = SIMD4(UInt8(x * 200 / width) + noise, UInt8(y * 200 / height) + noise, 100 + noise, 255)
            }
        }
        return image
    }

    /// A 16-bit image that uses the whole range of codes.
    static func depth(_ width: Int, _ height: Int) -> Image<UInt16> {
        var random = SplitMix64(seed: 7)
        return Image(
            width: width, height: height, pixels: (0..<width * height).map { _ in UInt16(truncatingIfNeeded: random.next()) })
    }
}

/// Builds PNG files of kinds that the encoder does not write, with uncompressed data.
enum HandmadePNG {
    /// - Parameters:
    ///   - type: 0 grey, 2 RGB, 3 palette, 4 grey with alpha, 6 RGBA.
    ///   - rows: The rows' bytes, without filter bytes.
    ///   - before: Chunks to put before the data.
    static func file(
        width: Int, height: Int, bitDepth: UInt8, type: UInt8, interlaced: Bool = false, rows: [[UInt8]],
        before: [(String, [UInt8])] = []
    ) -> [UInt8] {
        let header: [UInt8] = number(width) + number(height) + [bitDepth, type, 0, 0, interlaced ? 1 : 0]
        let raw: [UInt8] = rows.flatMap { row in [UInt8(0)] + row }
        let length = UInt16(raw.count)
        let low = UInt8(length & 255)
        let high = UInt8(length >> 8)
        let data: [UInt8] = [0x78, 0x01, 1, low, high, ~low, ~high] + raw + number(Int(adler(raw)))
        var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        bytes += chunk("IHDR", header)
        for (name, content) in before { bytes += chunk(name, content) }
        return bytes + chunk("IDAT", data) + chunk("IEND", [])
    }

    static func number(_ n: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: n >> $0) } }

    private static func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + bytes
        return number(bytes.count) + body + number(Int(crc(body)))
    }

    private static func crc(_ bytes: [UInt8]) -> UInt32 {
        var crc = ~UInt32(0)
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? (crc >> 1) ^ 0xEDB8_8320 : crc >> 1 }
        }
        return ~crc
    }

    private static func adler(_ bytes: [UInt8]) -> UInt32 {
        var a = UInt32(1)
        var b = UInt32(0)
        for byte in bytes {
            a = (a + UInt32(byte)) % 65521
            b = (b + a) % 65521
        }
        return b << 16 | a
    }
}
