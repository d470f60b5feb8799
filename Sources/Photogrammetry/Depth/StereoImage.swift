import CStereo

/// A grey image as the matching loops read it: padded by copies of its border, and as squares of four pixels in a word.
final class StereoImage: @unchecked Sendable {
    let width: Int
    let height: Int
    /// Bytes of a padded row.
    let stride: Int
    private let padded: UnsafeMutablePointer<UInt8>
    /// width · height words.
    let quads: UnsafeMutablePointer<UInt32>

    /// Memory in bytes.
    var byteCount: Int { stride * (height + 2 * Self.padding) + 4 * width * height }

    private static let padding = Int(StereoPadding)

    init(_ image: LumaImage) {
        let pad = Self.padding
        width = image.width
        height = image.height
        stride = width + 2 * pad
        padded = .allocate(capacity: stride * (height + 2 * pad))
        quads = .allocate(capacity: max(1, width * height))
        for y in 0..<height + 2 * pad {
            let row = min(max(y - pad, 0), height - 1) * width
            for x in 0..<stride { padded[y * stride + x] = image.pixels[row + min(max(x - pad, 0), width - 1)] }
        }
        image.pixels.withUnsafeBufferPointer {
            StereoMakeQuads($0.baseAddress, Int32(width), Int32(height), Int32(width), Int32(width), quads)
        }
    }

    deinit {
        padded.deallocate()
        quads.deallocate()
    }

    /// The image's first pixel within the padding.
    var pixels: UnsafePointer<UInt8> { UnsafePointer(padded + Self.padding * stride + Self.padding) }
}
