import Images

/// An image of grey values, 8 bits.
struct LumaImage: Sendable {
    let width: Int
    let height: Int
    var pixels: [UInt8]

    init(width: Int, height: Int, pixels: [UInt8]) {
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    /// The luma of an image at a smaller or equal size; each pixel is the mean over the area that it covers.
    init(_ image: ColorImage, width newWidth: Int, height newHeight: Int) {
        width = newWidth
        height = newHeight
        pixels = [UInt8](repeating: 0, count: newWidth * newHeight)
        guard image.width > 0, image.height > 0, newWidth > 0, newHeight > 0 else { return }
        let columns = Self.shares(from: image.width, to: newWidth)
        let rows = Self.shares(from: image.height, to: newHeight)
        var line = [Float](repeating: 0, count: image.width)
        image.pixels.withUnsafeBufferPointer { source in
            for (y, row) in rows.enumerated() {
                for x in line.indices { line[x] = 0 }
                for (k, weight) in row.weights.enumerated() {
                    let start = (row.first + k) * image.width
                    for x in line.indices {
                        let p = source[start + x]
                        line[x] += weight * (0.299 * Float(p.x) + 0.587 * Float(p.y) + 0.114 * Float(p.z))
                    }
                }
                for (x, column) in columns.enumerated() {
                    var sum: Float = 0
                    for (k, weight) in column.weights.enumerated() { sum += weight * line[column.first + k] }
                    pixels[y * newWidth + x] = UInt8(min(max(sum + 0.5, 0), 255))
                }
            }
        }
    }

    /// Half the size: the mean of each square of four pixels. An odd last row or column is left out.
    func halved() -> LumaImage {
        let w = width / 2
        let h = height / 2
        var half = LumaImage(width: w, height: h, pixels: [UInt8](repeating: 0, count: w * h))
        for y in 0..<h {
            for x in 0..<w {
                let at = 2 * y * width + 2 * x
                let sum = UInt16(pixels[at]) + UInt16(pixels[at + 1]) + UInt16(pixels[at + width]) + UInt16(pixels[at + width + 1])
                half.pixels[y * w + x] = UInt8((sum + 2) / 4)
            }
        }
        return half
    }

    /// The mean of 3 x 3 pixels, twice.
    func smoothed() -> [Float] {
        var values = pixels.map(Float.init)
        for _ in 0..<2 {
            var lines = values
            for y in 0..<height {
                for x in 0..<width {
                    let row = y * width
                    lines[row + x] = (values[row + max(x - 1, 0)] + values[row + x] + values[row + min(x + 1, width - 1)]) / 3
                }
            }
            for y in 0..<height {
                let above = max(y - 1, 0) * width
                let below = min(y + 1, height - 1) * width
                for x in 0..<width { values[y * width + x] = (lines[above + x] + lines[y * width + x] + lines[below + x]) / 3 }
            }
        }
        return values
    }

    /// The old pixels along an axis that each new one covers, and by how much; the weights add up to 1.
    private static func shares(from old: Int, to new: Int) -> [(first: Int, weights: [Float])] {
        let size = Double(old) / Double(new)
        return (0..<new).map { i in
            let low = Double(i) * size
            let high = min(Double(i + 1) * size, Double(old))
            let first = min(Int(low), old - 1)
            let end = max(first + 1, min(Int(high.rounded(.up)), old))
            let weights = (first..<end).map { k in Float(max(0, min(high, Double(k + 1)) - max(low, Double(k))) / (high - low)) }
            return (first, weights)
        }
    }
}
