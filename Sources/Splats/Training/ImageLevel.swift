import Geometry
import Images

/// A training image at one resolution: one byte for each channel, and which pixels are known.
struct ImageLevel: Sendable {
    let width: Int
    let height: Int
    let intrinsics: CameraIntrinsics
    /// Red, green, blue, one plane behind the other.
    let pixels: [UInt8]
    /// Whether each pixel is known; empty where all are.
    let isKnown: [Bool]
    /// Depth in units of `depthUnit` metres, 0 where unknown; empty where there is none.
    let depth: [UInt16]
    let depthUnit: Float

    init(_ view: TrainingView, width: Int, height: Int) {
        self.width = width
        self.height = height
        intrinsics = view.intrinsics.scaled(toWidth: width, height: height)
        let image = view.image.averaged(toWidth: width, height: height)
        let n = width * height
        var pixels = [UInt8](repeating: 0, count: 3 * n)
        for i in 0..<n {
            let p = image.pixels[i]
            for c in 0..<3 { pixels[c * n + i] = p[c] }
        }
        self.pixels = pixels
        isKnown = image.pixels.contains { $0.w == 0 } ? image.pixels.map { $0.w != 0 } : []
        guard let source = view.depth else {
            depth = []
            depthUnit = 0
            return
        }
        let farthest = source.pixels.reduce(Float(0)) { $1.isFinite ? max($0, $1) : $0 }
        depthUnit = max(farthest, 1e-3) / 65_535
        // The nearest sample, not a mean: between a near and a far surface there is nothing.
        var depth = [UInt16](repeating: 0, count: n)
        for y in 0..<height {
            let v = min((2 * y + 1) * source.height / (2 * height), source.height - 1)
            for x in 0..<width {
                let u = min((2 * x + 1) * source.width / (2 * width), source.width - 1)
                let d = source[u, v]
                if d > 0, d.isFinite { depth[y * width + x] = UInt16(max((d / depthUnit).rounded(), 1)) }
            }
        }
        self.depth = depth
    }

    /// The size whose longer edge is at most `edge` pixels, with the shape of `width` x `height`.
    static func size(width: Int, height: Int, edge: Int) -> (width: Int, height: Int) {
        let longer = max(width, height)
        guard longer > edge, edge > 0 else { return (width, height) }
        func scaled(_ n: Int) -> Int { max((2 * n * edge + longer) / (2 * longer), 1) }
        return (scaled(width), scaled(height))
    }
}

extension ColorImage {
    /// The image made smaller, each new pixel the mean of the area that it covers; unknown pixels (alpha 0) don't count, and what
    /// is mostly unknown stays so.
    func averaged(toWidth newWidth: Int, height newHeight: Int) -> ColorImage {
        if newWidth == width && newHeight == height { return self }
        let columns = Self.shares(from: width, to: newWidth)
        let rows = Self.shares(from: height, to: newHeight)
        var result = ColorImage(width: newWidth, height: newHeight, repeating: SIMD4(0, 0, 0, 0))
        var line = [SIMD4<Float>](repeating: SIMD4(repeating: 0), count: newWidth)
        for y in 0..<newHeight {
            for x in 0..<newWidth { line[x] = SIMD4(repeating: 0) }
            for (row, rowShare) in rows[y] {
                for x in 0..<newWidth {
                    var sum = SIMD4<Float>(repeating: 0)
                    for (column, share) in columns[x] {
                        let p = pixels[row * width + column]
                        if p.w != 0 { sum += SIMD4(Float(p.x), Float(p.y), Float(p.z), 1) * share }
                    }
                    line[x] += sum * rowShare
                }
            }
            for x in 0..<newWidth where line[x].w > 0.5 {
                let mean = line[x] / line[x].w + 0.5
                result[x, y] = SIMD4(UInt8(min(mean.x, 255)), UInt8(min(mean.y, 255)), UInt8(min(mean.z, 255)), 255)
            }
        }
        return result
    }

    /// For each new pixel of a row or column the old ones that it covers, with their shares (sum 1).
    private static func shares(from old: Int, to new: Int) -> [[(index: Int, share: Float)]] {
        let scale = Double(old) / Double(new)
        return (0..<new).map { i in
            let low = Double(i) * scale
            let high = Double(i + 1) * scale
            return (Int(low)...max(Int(low), min(Int(high.rounded(.up)) - 1, old - 1))).map { k in
                (k, Float(max(min(high, Double(k + 1)) - max(low, Double(k)), 0) / scale))
            }
        }
    }
}
