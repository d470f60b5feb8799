/// Rates the properties of a sudden sound: a network with two hidden layers, trained by `Benchmarks/fit_claps.py`. All memory is
/// allocated by the initializer.
struct ClapClassifier: Sendable {
    private let units = ClapWeights.units
    private let mean = ClapWeights.mean
    private let inverse = ClapWeights.inverse
    private let scales = ClapWeights.scales
    private let biases = ClapWeights.biases
    private let weights = ClapWeights.weights
    /// The inputs of a layer, and its outputs.
    private var inputs: [Float]
    private var outputs: [Float]

    init() {
        let widest = ClapWeights.units.reduce(0) { max($0, $1) }
        inputs = [Float](repeating: 0, count: widest)
        outputs = [Float](repeating: 0, count: widest)
    }

    /// The probability that a sound is a clap, 0 to 1.
    mutating func probability(of features: ClapFeatures) -> Float {
        for i in 0..<units[0] {
            let value = (features.values[i] - mean[i]) * inverse[i]
            // Bands that the sample rate doesn't reach count as usual.
            inputs[i] = value.isNaN ? 0 : min(5, max(-5, value))
        }
        var firstUnit = 0
        var firstWeight = 0
        for layer in 1..<units.count {
            let width = units[layer - 1]
            for unit in 0..<units[layer] {
                var sum: Float = 0
                for i in 0..<width { sum += Float(weights[firstWeight + i]) * inputs[i] }
                firstWeight += width
                sum = sum * scales[firstUnit + unit] + biases[firstUnit + unit]
                outputs[unit] = layer == units.count - 1 ? sum : sum / (1 + sum.magnitude)
            }
            firstUnit += units[layer]
            swap(&inputs, &outputs)
        }
        return Self.logistic(inputs[0])
    }

    /// 1/(1 + 2^−x), with the power of 2 from the bits of the exponent and a polynomial.
    private static func logistic(_ x: Float) -> Float {
        let bounded = min(30, max(-30, -x))
        let whole = bounded.rounded(.down)
        let part = bounded - whole
        let power = 1 + part * (0.693_147_2 + part * (0.240_226_5 + part * (0.055_504_11 + part * 0.011_122_2)))
        return 1 / (1 + power * Float(bitPattern: UInt32(Int32(whole) + 127) << 23))
    }
}
