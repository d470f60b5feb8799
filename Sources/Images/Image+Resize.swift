extension Image where Pixel == SIMD4<UInt8> {
    /// The image at another size: each new pixel is the mean of those old ones whose centres it covers (a box filter), at least the
    /// nearest one. Meant for making images smaller; made larger they show their pixels.
    public func resized(toWidth newWidth: Int, height newHeight: Int) -> ColorImage {
        guard width > 0, height > 0, newWidth > 0, newHeight > 0 else {
            return ColorImage(width: max(newWidth, 0), height: max(newHeight, 0), repeating: .zero)
        }
        if newWidth == width && newHeight == height { return self }
        let columns = Self.boxes(from: width, to: newWidth)
        let rows = Self.boxes(from: height, to: newHeight)
        var result = [SIMD4<UInt8>]()
        result.reserveCapacity(newWidth * newHeight)
        pixels.withUnsafeBufferPointer { pixels in
            for row in rows {
                for column in columns {
                    var sum = SIMD4<UInt64>.zero
                    for y in row {
                        // A row of pixels is at most 2²⁴ times 255: it fits 32 bits, a whole box may not.
                        var line = SIMD4<UInt32>.zero
                        for x in column { line &+= SIMD4(truncatingIfNeeded: pixels[y * width + x]) }
                        sum &+= SIMD4(truncatingIfNeeded: line)
                    }
                    let count = UInt64(row.count * column.count)
                    let mean = (sum &+ SIMD4(repeating: count / 2)) / SIMD4(repeating: count)
                    result.append(SIMD4(truncatingIfNeeded: mean))
                }
            }
        }
        return ColorImage(width: newWidth, height: newHeight, pixels: result)
    }

    /// The old pixels of each new one along an axis.
    private static func boxes(from old: Int, to new: Int) -> [Range<Int>] {
        (0..<new).map { i in
            let start = i * old / new
            return start..<max(start + 1, (i + 1) * old / new)
        }
    }
}

extension Image {
    /// The image at another size, each new pixel being the old one nearest to its centre: for codes and levels, which have no mean.
    public func resizedNearest(toWidth newWidth: Int, height newHeight: Int) -> Image {
        guard width > 0, height > 0, newWidth > 0, newHeight > 0, newWidth != width || newHeight != height else { return self }
        let columns = (0..<newWidth).map { (2 * $0 + 1) * width / (2 * newWidth) }
        var result: [Pixel] = []
        result.reserveCapacity(newWidth * newHeight)
        for y in 0..<newHeight {
            let row = (2 * y + 1) * height / (2 * newHeight) * width
            for x in columns { result.append(pixels[row + x]) }
        }
        return Image(width: newWidth, height: newHeight, pixels: result)
    }
}
