import Images

/// What is measured in an image before structure from motion: sharpness, a signature to recognise equal images by, and strong
/// edges.
package struct PhotoAnalysis: Sendable {
    /// A pixel on a strong edge.
    package struct Edge: Sendable {
        /// Position as a share of the image's width and height, 0…1, y down.
        var x: Float
        var y: Float
        /// The direction of the edge in the image, of unit length.
        var direction: SIMD2<Float>

        package init(x: Float, y: Float, direction: SIMD2<Float>) {
            self.x = x
            self.y = y
            self.direction = direction
        }
    }

    /// How sharp the edges are: the energy of the Laplacian over that of the gradient, where the gradient is strong. Blur makes it
    /// smaller whatever the image shows; comparable between images of one set.
    package var sharpness: Float
    /// Standard deviation of the brightness, 0…255.
    var contrast: Float
    /// Mean brightness of 16 x 16 fields.
    var signature: [Float]
    package var edges: [Edge]

    /// The longer side at which images are measured: what COLMAP works with, too.
    static let longEdge = 1600
    private static let edgeCount = 2500

    package init(_ image: ColorImage) { self.init(GrayImage(image)) }

    /// The sharpness alone, of a small image.
    static func sharpness(of image: GrayImage) -> Float { PhotoAnalysis(image).sharpness }

    init(_ source: GrayImage) {
        signature = source.fields(16)
        let image = source.smoothed()
        contrast = image.standardDeviation
        let w = image.width
        let h = image.height
        guard w > 8, h > 8 else {
            sharpness = 0
            edges = []
            return
        }
        var gradient = [Float](repeating: 0, count: w * h)
        var laplacian = [Float](repeating: 0, count: w * h)
        var sum: Float = 0
        image.pixels.withUnsafeBufferPointer { p in
            for y in 2..<h - 2 {
                for i in y * w + 2..<y * w + w - 2 {
                    let dx = (p[i + 1] - p[i - 1]) * 0.5
                    let dy = (p[i + w] - p[i - w]) * 0.5
                    gradient[i] = dx * dx + dy * dy
                    laplacian[i] = 4 * p[i] - p[i - 1] - p[i + 1] - p[i - w] - p[i + w]
                    sum += gradient[i]
                }
            }
        }
        // Edges, not noise: four times the mean, and at least 3 grey levels a pixel.
        let limit = max(9, 4 * sum / Float(w * h))
        var above: Double = 0
        var below: Double = 0
        var strong: [Int32] = []
        for i in gradient.indices where gradient[i] > limit {
            above += Double(laplacian[i] * laplacian[i])
            below += Double(gradient[i])
            strong.append(Int32(i))
        }
        // With hardly any edges there is nothing to tell sharpness from.
        sharpness = strong.count >= max(20, w * h / 5000) ? Float(above / below) : 0
        edges = Self.edges(of: image, at: strong)
    }

    /// Edges at evenly chosen ones of these pixels.
    private static func edges(of image: GrayImage, at strong: [Int32]) -> [Edge] {
        guard !strong.isEmpty else { return [] }
        let step = max(1, Double(strong.count) / Double(edgeCount))
        let w = image.width
        return stride(from: 0.0, to: Double(strong.count), by: step).map { k in
            let i = Int(strong[Int(k)])
            func at(_ dx: Int, _ dy: Int) -> Float { image.pixels[i + dy * w + dx] }
            // Sobel's operator: its direction is less noisy than that of plain differences.
            let dx = at(1, -1) + 2 * at(1, 0) + at(1, 1) - at(-1, -1) - 2 * at(-1, 0) - at(-1, 1)
            let dy = at(-1, 1) + 2 * at(0, 1) + at(1, 1) - at(-1, -1) - 2 * at(0, -1) - at(1, -1)
            let length = max((dx * dx + dy * dy).squareRoot(), 1e-6)
            return Edge(
                x: (Float(i % w) + 0.5) / Float(w), y: (Float(i / w) + 0.5) / Float(image.height),
                direction: SIMD2(-dy, dx) / length)
        }
    }

    /// Mean difference of the signatures in grey levels, whatever the brightness of the whole image.
    package func difference(from other: PhotoAnalysis) -> Float {
        let n = Float(signature.count)
        let a = signature.reduce(0, +) / n
        let b = other.signature.reduce(0, +) / n
        return zip(signature, other.signature).reduce(0) { $0 + abs(($1.0 - a) - ($1.1 - b)) } / n
    }
}
