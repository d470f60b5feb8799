import Images

/// Brightness of an image, 0…255.
struct GrayImage: Sendable {
    let width: Int
    let height: Int
    var pixels: [Float]

    init(width: Int, height: Int, pixels: [Float]) {
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    /// Rec. 601 luma of the stored codes.
    init(_ image: ColorImage) {
        width = image.width
        height = image.height
        pixels = image.pixels.map { 0.299 * Float($0.x) + 0.587 * Float($0.y) + 0.114 * Float($0.z) }
    }

    subscript(x: Int, y: Int) -> Float { pixels[y * width + x] }

    /// Bilinear brightness at a position with pixel centres at integers; the border's beyond it.
    func sample(_ x: Float, _ y: Float) -> Float {
        let u = min(max(x, 0), Float(width - 1))
        let v = min(max(y, 0), Float(height - 1))
        let x0 = min(Int(u), max(width - 2, 0))
        let y0 = min(Int(v), max(height - 2, 0))
        let a = u - Float(x0)
        let b = v - Float(y0)
        let x1 = min(x0 + 1, width - 1)
        let y1 = min(y0 + 1, height - 1)
        return (self[x0, y0] * (1 - a) + self[x1, y0] * a) * (1 - b) + (self[x0, y1] * (1 - a) + self[x1, y1] * a) * b
    }

    var standardDeviation: Float {
        guard !pixels.isEmpty else { return 0 }
        let n = Double(pixels.count)
        let mean = pixels.reduce(0.0) { $0 + Double($1) } / n
        return Float((pixels.reduce(0.0) { $0 + (Double($1) - mean) * (Double($1) - mean) } / n).squareRoot())
    }

    /// The 3 x 3 binomial filter: less noise.
    func smoothed() -> GrayImage {
        guard width > 2, height > 2 else { return self }
        var rows = pixels
        for y in 0..<height {
            for i in y * width + 1..<y * width + width - 1 {
                rows[i] = 0.25 * pixels[i - 1] + 0.5 * pixels[i] + 0.25 * pixels[i + 1]
            }
        }
        var result = rows
        for y in 1..<height - 1 {
            for i in y * width..<y * width + width { result[i] = 0.25 * rows[i - width] + 0.5 * rows[i] + 0.25 * rows[i + width] }
        }
        return GrayImage(width: width, height: height, pixels: result)
    }

    /// Mean brightness of `count` x `count` fields that cover the image.
    func fields(_ count: Int) -> [Float] {
        var result: [Float] = []
        for j in 0..<count {
            for i in 0..<count {
                let xs = i * width / count..<max(i * width / count + 1, (i + 1) * width / count)
                let ys = j * height / count..<max(j * height / count + 1, (j + 1) * height / count)
                var sum: Float = 0
                var n: Float = 0
                for y in ys where y < height {
                    for x in xs where x < width {
                        sum += self[x, y]
                        n += 1
                    }
                }
                result.append(n > 0 ? sum / n : 0)
            }
        }
        return result
    }
}
