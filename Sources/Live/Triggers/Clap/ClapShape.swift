/// The long windows that are analyzed of a sudden sound.
enum ClapWindow: Int, Sendable {
    /// Ends where the sound begins.
    case before
    /// Begins at its maximum.
    case peak
    /// Ends when the sound is rated.
    case tail

    static let count = 3
}

/// How tonal a long window of about 40 ms is.
struct ClapShape: Sendable {
    var spectrum = SpectrumShape()
    /// The largest correlation with itself delayed by 2.5 to 12.5 ms: near 1 for a voice or a tone of 80 to 400 Hz, near 0 for
    /// noise.
    var periodicity: Float = 0
}

/// Analyzes long windows; all memory is allocated by the initializer.
struct ClapShapeAnalyzer: Sendable {
    let size: Int
    private var spectrum: PowerSpectrum
    private let bands: ClapBands
    /// The samples at about 8 kHz, for the periodicity.
    private var reduced: [Float]
    private let factor: Int
    private let lags: ClosedRange<Int>

    /// - Parameters:
    ///   - sampleRate: hertz.
    ///   - size: samples of the window.
    init(sampleRate: Float, size: Int) {
        self.size = size
        spectrum = PowerSpectrum(size: size)
        bands = ClapBands(sampleRate: sampleRate, size: size)
        factor = max(1, Int(sampleRate / 8_000))
        let rate = sampleRate / Float(factor)
        lags = Int(0.0025 * rate)...Int(0.0125 * rate)
        reduced = [Float](repeating: 0, count: size / factor)
    }

    /// - Parameter samples: at least `size`; the first ones are analyzed.
    mutating func analyze(_ samples: [Float]) -> ClapShape {
        spectrum.analyze(samples, from: 0)
        return ClapShape(spectrum: SpectrumShape(spectrum.power, bands: bands), periodicity: periodicity(of: samples))
    }

    private mutating func periodicity(of samples: [Float]) -> Float {
        var total: Float = 0
        for i in reduced.indices {
            var sum: Float = 0
            for j in (i * factor)..<((i + 1) * factor) { sum += samples[j] }
            reduced[i] = sum
            total += sum
        }
        let mean = total / Float(reduced.count)
        for i in reduced.indices { reduced[i] -= mean }
        var largest: Float = 0
        for lag in lags {
            var product: Float = 0
            var first: Float = 1e-12
            var second: Float = 1e-12
            for i in 0..<(reduced.count - lag) {
                let a = reduced[i]
                let b = reduced[i + lag]
                product += a * b
                first += a * a
                second += b * b
            }
            largest = max(largest, product / (first * second).squareRoot())
        }
        return largest
    }
}
