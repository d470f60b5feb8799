/// Rates the properties of a sudden sound: a network with one hidden layer, trained by `Benchmarks/fit_claps.py`.
enum ClapClassifier {
    /// The probability that a sound is a clap, 0 to 1.
    static func probability(of features: ClapFeatures) -> Float {
        let weights = ClapWeights.values
        let count = ClapFeatures.count
        // Mean and inverse deviation of each feature, then a row for each hidden unit: weights and bias; then the output's.
        var inputs = SIMD32<Float>(repeating: 0)
        for i in 0..<count {
            let value = (features.values[i] - weights[i]) * weights[count + i]
            // Bands that the sample rate doesn't reach count as usual.
            inputs[i] = value.isNaN ? 0 : min(5, max(-5, value))
        }
        var sum = weights[weights.count - 1]
        for unit in 0..<ClapWeights.hiddenUnits {
            let row = 2 * count + unit * (count + 1)
            var hidden = weights[row + count]
            for i in 0..<count { hidden += weights[row + i] * inputs[i] }
            sum += weights[weights.count - 1 - ClapWeights.hiddenUnits + unit] * (hidden / (1 + hidden.magnitude))
        }
        return logistic(sum)
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
