import Foundation
import Geometry
import Images
import Support

/// Images and EXIF data for the tests.
enum TestImages {
    /// Random rectangles: many edges.
    static func rectangles(width: Int = 320, height: Int = 240, seed: UInt64 = 1, count: Int = 120) -> ColorImage {
        var random = SplitMix64(seed: seed)
        var image = ColorImage(width: width, height: height, repeating: SIMD4(128, 128, 128, 255))
        for _ in 0..<count {
            let x = Int(random.unit() * Float(width))
            let y = Int(random.unit() * Float(height))
            let w = 4 + Int(random.unit() * Float(width) / 6)
            let h = 4 + Int(random.unit() * Float(height) / 6)
            let color = SIMD4(UInt8(random.unit() * 255), UInt8(random.unit() * 255), UInt8(random.unit() * 255), 255)
            for v in y..<min(height, y + h) { for u in x..<min(width, x + w) { image[u, v] = color } }
        }
        return image
    }

    /// A box blur of `radius` pixels in both directions.
    static func blurred(_ image: ColorImage, radius: Int) -> ColorImage {
        var result = image
        for pass in 0..<2 {
            let source = result
            for y in 0..<image.height {
                for x in 0..<image.width {
                    var sum = SIMD4<Int>.zero
                    for k in -radius...radius {
                        let u = pass == 0 ? min(max(x + k, 0), image.width - 1) : x
                        let v = pass == 1 ? min(max(y + k, 0), image.height - 1) : y
                        sum &+= SIMD4<Int>(truncatingIfNeeded: source[u, v])
                    }
                    result[x, y] = SIMD4<UInt8>(truncatingIfNeeded: sum / (2 * radius + 1))
                }
            }
        }
        return result
    }

    /// A JPEG file with EXIF data behind its first marker.
    static func jpeg(_ image: ColorImage, exif: [UInt8]? = nil) throws -> [UInt8] {
        let bytes = try JPEG.encode(image, quality: 92)
        guard let exif else { return bytes }
        let content = Array("Exif\0\0".utf8) + exif
        let length = content.count + 2
        return Array(bytes[..<2]) + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + content + bytes[2...]
    }
}

/// Builds EXIF data, big endian.
struct ExifBuilder {
    var orientation: UInt16 = 1
    var make: String?
    var model: String?
    var focalLength35: UInt16?
    /// The accelerometer in Apple's maker note, in thousandths of g.
    var acceleration: SIMD3<Int32>?

    private func big16(_ v: UInt16) -> [UInt8] { [UInt8(v >> 8), UInt8(v & 255)] }
    private func big32(_ v: UInt32) -> [UInt8] { big16(UInt16(v >> 16)) + big16(UInt16(v & 0xFFFF)) }

    /// A directory at `offset` and the values that don't fit into it.
    private func directory(_ entries: [(tag: UInt16, type: UInt16, count: UInt32, value: [UInt8])], at offset: Int) -> [UInt8] {
        var head = big16(UInt16(entries.count))
        var tail: [UInt8] = []
        let tailStart = offset + 2 + 12 * entries.count + 4
        for entry in entries.sorted(by: { $0.tag < $1.tag }) {
            head += big16(entry.tag) + big16(entry.type) + big32(entry.count)
            if entry.value.count <= 4 {
                head += entry.value + [UInt8](repeating: 0, count: 4 - entry.value.count)
            } else {
                head += big32(UInt32(tailStart + tail.count))
                tail += entry.value
            }
        }
        return head + big32(0) + tail
    }

    private func text(_ tag: UInt16, _ text: String) -> (tag: UInt16, type: UInt16, count: UInt32, value: [UInt8]) {
        let bytes = Array(text.utf8) + [0]
        return (tag, 2, UInt32(bytes.count), bytes)
    }

    /// A TIFF structure.
    var bytes: [UInt8] {
        var first: [(tag: UInt16, type: UInt16, count: UInt32, value: [UInt8])] = [(0x0112, 3, 1, big16(orientation))]
        if let make { first.append(text(0x010F, make)) }
        if let model { first.append(text(0x0110, model)) }
        var exif: [(tag: UInt16, type: UInt16, count: UInt32, value: [UInt8])] = []
        if let focalLength35 { exif.append((0xA405, 3, 1, big16(focalLength35))) }
        if let a = acceleration {
            let vector = (0..<3).flatMap { big32(UInt32(bitPattern: a[$0])) + big32(1000) }
            let note = Array("Apple iOS\0".utf8) + [0, 1] + Array("MM".utf8) + directory([(8, 10, 3, vector)], at: 14)
            exif.append((0x927C, 7, UInt32(note.count), note))
        }
        first.append((0x8769, 4, 1, big32(0)))
        // The length of the first directory does not depend on the pointer in it.
        let length = 8 + directory(first, at: 8).count
        first[first.count - 1].value = big32(UInt32(length))
        return Array("MM".utf8) + [0, 42] + big32(8) + directory(first, at: 8) + directory(exif, at: length)
    }
}
