import CSplats
import Support

/// The difference between a drawn image and a training image, and its derivatives by the drawn planes.
///
/// The loss is the mean over pixels and channels of (1 − w) |x − y| + w (1 − SSIM), and, where the image has depth, the mean of the
/// relative depth error. All derivatives are multiplied by `unit`, the pixels of a full image, so that they are of a size that
/// single precision holds well and that is the same for small images.
final class SplatLoss {
    /// Zeros around the rows for the window of the structural similarity.
    private static let margin = 8
    private static let rowsAtOnce = 16

    let width: Int
    let height: Int
    private let stride: Int
    private let memory: AlignedMemory<Float>
    private let planeSize: Int
    /// Derivatives in the layout of `ImagePlanes`: red, green, blue, depth, weight.
    private let gradients: AlignedMemory<Float>
    private let gradientSize: Int
    private let unit = SplatUnits.best

    init(planes: ImagePlanes) {
        width = planes.width
        height = planes.height
        stride = (width + 7) / 8 * 8 + 2 * Self.margin
        planeSize = stride * height + 2 * Self.margin
        // Image, target, gradient of three channels each; ten planes of room.
        memory = AlignedMemory(count: planeSize * 19)
        gradientSize = planes.stride * planes.rows
        gradients = AlignedMemory(count: gradientSize * 5)
    }

    /// Bytes for each pixel.
    static let bytesPerPixel = 4 * (19 + 5)

    private func plane(_ i: Int) -> UnsafeMutablePointer<Float> { memory.pointer + i * planeSize + Self.margin }

    func gradient(hasDepth: Bool) -> SplatImageGradient {
        let p = gradients.pointer
        return SplatImageGradient(
            red: p, green: p + gradientSize, blue: p + 2 * gradientSize, depth: hasDepth ? p + 3 * gradientSize : nil,
            weight: hasDepth ? p + 4 * gradientSize : nil)
    }

    /// What the loss is made of.
    struct Weights {
        var similarity: Float
        var depth: Float
        /// Derivatives are multiplied by this.
        var unit: Float
    }

    struct Value {
        var total = 0.0
        /// Mean SSIM and mean squared difference, colours limited to 0…1 where `measure` computed it.
        var similarity = 0.0
        var squares = 0.0
        /// Derivatives by the logarithm of the gain and by the offset, for each channel; times `unit`.
        var exposure = Exposure()
    }

    /// The loss of `image`, seen with `exposure`, and its derivatives (`gradient`).
    func compute(_ image: ImagePlanes, target: ImageLevel, exposure: Exposure, weights: Weights) -> Value {
        let pixels = Double(width * height)
        var value = Value()
        let hasDepth = image.hasDepth && !target.depth.isEmpty && weights.depth > 0
        let absolute = absoluteDifference(image, target: target, exposure: exposure, weights: weights)
        var similarity = 0.0
        if weights.similarity > 0 {
            let factor = -weights.similarity / 3 * weights.unit / Float(pixels)
            for c in 0..<3 { similarity += self.similarity(channel: c, factor: factor) }
            similarity /= 3 * pixels
        }
        value.similarity = similarity
        value.total = Double(1 - weights.similarity) * absolute / (3 * pixels) + Double(weights.similarity) * (1 - similarity)
        value.exposure = finish(image, target: target, exposure: exposure)
        if hasDepth { value.total += depthDifference(image, target: target, weights: weights) }
        return value
    }

    /// Mean squared difference and structural similarity of `image`, seen with `exposure`, its colours limited to 0…1.
    func measure(_ image: ImagePlanes, target: ImageLevel, exposure: Exposure = Exposure()) -> Value {
        var value = Value()
        let bytes = target.pixels
        let known = target.isKnown
        var squares = 0.0
        var count = 0
        for c in 0..<3 {
            let from = image.plane(c)
            let x = plane(c)
            let y = plane(3 + c)
            let gain = exposure.gain(c)
            let offset = exposure.offset(c)
            for row in 0..<height {
                for column in 0..<width {
                    let i = row * width + column
                    let at = row * stride + column
                    guard known.isEmpty || known[i] else {
                        x[at] = 0
                        y[at] = 0
                        continue
                    }
                    let drawn = min(max(gain * from[row * image.stride + column] + offset, 0), 1)
                    let wanted = Float(bytes[c * width * height + i]) / 255
                    x[at] = drawn
                    y[at] = wanted
                    squares += Double((drawn - wanted) * (drawn - wanted))
                    count += 1
                }
            }
            value.similarity += similarity(channel: c, factor: nil)
        }
        value.similarity /= Double(3 * width * height)
        value.squares = squares / Double(max(count, 1))
        return value
    }

    /// Calls `body` for parts of the rows on all cores and adds what it returns, in the rows' order.
    private func sum(_ body: (Range<Int>) -> SIMD8<Double>) -> SIMD8<Double> {
        let parts = (height + Self.rowsAtOnce - 1) / Self.rowsAtOnce
        let sums = AlignedMemory<SIMD8<Double>>(count: parts)
        Parallel.forEach(parts) { part in
            sums.pointer[part] = body(part * Self.rowsAtOnce..<min((part + 1) * Self.rowsAtOnce, height))
        }
        return (0..<parts).reduce(SIMD8<Double>(repeating: 0)) { $0 + sums.pointer[$1] }
    }

    private func absoluteDifference(
        _ image: ImagePlanes, target: ImageLevel, exposure: Exposure, weights: Weights
    ) -> Double {
        let slope = (1 - weights.similarity) / 3 * weights.unit / Float(width * height)
        let n = width * height
        nonisolated(unsafe) let me = self
        nonisolated(unsafe) let image = image
        return target.pixels.withUnsafeBufferPointer { bytes in
            target.isKnown.withUnsafeBufferPointer { known in
                nonisolated(unsafe) let bytes = bytes.baseAddress!
                // The address of an empty array isn't nil.
                nonisolated(unsafe) let known = known.isEmpty ? nil : known.baseAddress
                return sum { rows in
                    var total = SIMD8<Double>(repeating: 0)
                    for c in 0..<3 {
                        let gain = exposure.gain(c)
                        let offset = exposure.offset(c)
                        for row in rows {
                            let from = image.plane(c) + row * image.stride
                            let x = me.plane(c) + row * me.stride
                            let y = me.plane(3 + c) + row * me.stride
                            let g = me.plane(6 + c) + row * me.stride
                            let wanted = bytes + c * n + row * me.width
                            var sum: Float = 0
                            for i in 0..<me.width {
                                let drawn = gain * from[i] + offset
                                let value = Float(wanted[i]) * (1 / 255)
                                let difference = drawn - value
                                x[i] = drawn
                                y[i] = value
                                g[i] = difference > 0 ? slope : -slope
                                sum += abs(difference)
                            }
                            if let known {
                                for i in 0..<me.width where !known[row * me.width + i] {
                                    sum -= abs(x[i] - y[i])
                                    x[i] = 0
                                    y[i] = 0
                                    g[i] = 0
                                }
                            }
                            total[0] += Double(sum)
                        }
                    }
                    return total
                }[0]
            }
        }
    }

    /// Σ SSIM of a channel; with a `factor`, its derivative times that is added to the gradient.
    private func similarity(channel: Int, factor: Float?) -> Double {
        var s = SplatSimilarity()
        s.width = Int32(width)
        s.height = Int32(height)
        s.stride = Int32(stride)
        s.image = UnsafePointer(plane(channel))
        s.target = UnsafePointer(plane(3 + channel))
        let p = (9..<19).map { plane($0) }
        s.room = (p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7], p[8], p[9])
        let unit = unit
        nonisolated(unsafe) let s2 = s
        nonisolated(unsafe) let gradient = plane(6 + channel)
        func rows(_ body: (inout SplatSimilarity, Range<Int>) -> Double) -> Double {
            sum { range in
                var s = s2
                return SIMD8(body(&s, range), 0, 0, 0, 0, 0, 0, 0)
            }[0]
        }
        _ = rows { s, r in
            SplatsSimilarityRows(unit, &s, Int32(r.lowerBound), Int32(r.upperBound))
            return 0
        }
        let total = rows { s, r in
            SplatsSimilarityColumns(unit, &s, Int32(r.lowerBound), Int32(r.upperBound), factor != nil)
        }
        guard let factor else { return total }
        _ = rows { s, r in
            SplatsSimilarityGradientRows(unit, &s, Int32(r.lowerBound), Int32(r.upperBound))
            return 0
        }
        _ = rows { s, r in
            SplatsSimilarityGradient(unit, &s, Int32(r.lowerBound), Int32(r.upperBound), factor, gradient)
            return 0
        }
        return total
    }

    /// Derivatives by the drawn planes, and by the exposure.
    private func finish(_ image: ImagePlanes, target: ImageLevel, exposure: Exposure) -> Exposure {
        nonisolated(unsafe) let me = self
        nonisolated(unsafe) let image = image
        let known = target.isKnown
        let sums = sum { rows in
            var total = SIMD8<Double>(repeating: 0)
            for c in 0..<3 {
                let gain = exposure.gain(c)
                for row in rows {
                    let from = image.plane(c) + row * image.stride
                    let g = me.plane(6 + c) + row * me.stride
                    let to = me.gradients.pointer + c * me.gradientSize + row * image.stride
                    if !known.isEmpty {
                        for i in 0..<me.width where !known[row * me.width + i] { g[i] = 0 }
                    }
                    var byGain: Float = 0
                    var byOffset: Float = 0
                    for i in 0..<me.width {
                        to[i] = gain * g[i]
                        byGain += g[i] * from[i]
                        byOffset += g[i]
                    }
                    total[c] += Double(gain * byGain)
                    total[4 + c] += Double(byOffset)
                }
            }
            return total
        }
        return Exposure(
            logGains: SIMD3(Float(sums[0]), Float(sums[1]), Float(sums[2])),
            offsets: SIMD3(Float(sums[4]), Float(sums[5]), Float(sums[6])))
    }

    /// Mean of |Σ weight · (depth − target)| / target, and its derivatives.
    private func depthDifference(_ image: ImagePlanes, target: ImageLevel, weights: Weights) -> Double {
        nonisolated(unsafe) let me = self
        nonisolated(unsafe) let image = image
        let slope = weights.depth * weights.unit / Float(width * height)
        let depths = target.depth
        let unit = target.depthUnit
        let total = sum { rows in
            var total = SIMD8<Double>(repeating: 0)
            for row in rows {
                let sums = image.plane(4) + row * image.stride
                let left = image.plane(3) + row * image.stride
                let byDepth = me.gradients.pointer + 3 * me.gradientSize + row * image.stride
                let byWeight = me.gradients.pointer + 4 * me.gradientSize + row * image.stride
                for i in 0..<me.width {
                    let code = depths[row * me.width + i]
                    guard code > 0 else {
                        byDepth[i] = 0
                        byWeight[i] = 0
                        continue
                    }
                    let inverse = 1 / (Float(code) * unit)
                    let error = sums[i] * inverse - (1 - left[i])
                    total[0] += Double(abs(error))
                    let g = error > 0 ? slope : -slope
                    byDepth[i] = g * inverse
                    byWeight[i] = -g
                }
            }
            return total
        }[0]
        return Double(weights.depth) * total / Double(width * height)
    }
}
