/// Recognizes claps in a stream of audio.
///
/// The signal is cut into overlapping windows of about 10 ms. A sudden rise of the energy from 500 Hz to 9 kHz over the 50 ms
/// before and over the adaptive noise floor is a candidate. 90 ms after its maximum ``ClapFeatures`` are measured (rise time,
/// decay, spectrum, tonality, and what was heard before) and rated by a small neural network. So a clap is reported about 0.1 s
/// after it.
///
/// All memory is allocated by the initializer. The same samples give the same result in blocks of any size.
public struct ClapDetector: Sendable {
    /// The sample rates that are supported, in hertz.
    public static let sampleRates: ClosedRange<Double> = 8_000...96_000

    /// Hertz.
    public let sampleRate: Double
    /// How easily a sound counts as a clap, from 0 (only clear, loud claps) to 1; values outside are clamped, NaN is ignored.
    public var sensitivity: Float {
        didSet { sensitivity = sensitivity.isNaN ? oldValue : min(1, max(0, sensitivity)) }
    }
    /// Seconds after a clap in which no other clap is reported.
    public var refractoryTime: Double = 0.2

    private var spectrum: PowerSpectrum
    private let bands: ClapBands
    /// Of a window that is four times as long, for the resolution of tones.
    private var analyzer: ClapShapeAnalyzer
    private let hop: Int
    /// The samples of the long window; the last `hop` ones are being filled.
    private var samples: [Float]
    private var filled = 0
    private var quarters = SIMD4<Float>(repeating: 0)
    private var highPass: HighPass
    private var track: ClapTrack
    private var classifier = ClapClassifier()
    private var lastClap = -Double.infinity

    /// A detector for one channel of samples from −1 to 1.
    /// - Parameters:
    ///   - sampleRate: hertz; nil is returned outside of ``sampleRates``.
    ///   - sensitivity: 0 to 1.
    public init?(sampleRate: Double, sensitivity: Float = 0.5) {
        guard Self.sampleRates.contains(sampleRate) else { return nil }
        self.sampleRate = sampleRate
        self.sensitivity = sensitivity.isNaN ? 0.5 : min(1, max(0, sensitivity))
        var size = 64
        while Double(size) < sampleRate * 0.008 { size *= 2 }
        hop = size / 2
        spectrum = PowerSpectrum(size: size)
        bands = ClapBands(sampleRate: Float(sampleRate), size: size)
        analyzer = ClapShapeAnalyzer(sampleRate: Float(sampleRate), size: 4 * size)
        samples = [Float](repeating: 0, count: 4 * size)
        highPass = HighPass(frequency: 400, sampleRate: Float(sampleRate))
        track = ClapTrack(frameTime: Float(Double(hop) / sampleRate), isAvailable: bands.isAvailable)
    }

    /// Processes the next samples of the stream.
    /// - Parameters:
    ///   - block: samples from −1 to 1; those that are no number count as 0.
    ///   - report: called for each recognized clap.
    public mutating func process(_ block: UnsafeBufferPointer<Float>, report: (Clap) -> Void) {
        examine(block) { candidate in
            guard candidate.isClap else { return }
            report(Clap(time: candidate.time, strength: min(1, max(0, (candidate.level + 60) / 54))))
        }
    }

    /// Processes the next samples of the stream.
    /// - Parameters:
    ///   - block: samples from −1 to 1; those that are no number count as 0.
    ///   - report: called for each sudden sound, with its rating.
    public mutating func examine(_ block: UnsafeBufferPointer<Float>, report: (ClapCandidate) -> Void) {
        for sample in block {
            let value = sample.magnitude <= 16 ? sample : sample.isFinite ? (sample < 0 ? -16 : 16) : 0
            samples[samples.count - hop + filled] = value
            let high = highPass.filter(value)
            quarters[filled * 4 / hop] += high * high
            filled += 1
            if filled == hop { completeFrame(report) }
        }
    }

    private mutating func completeFrame(_ report: (ClapCandidate) -> Void) {
        spectrum.analyze(samples, from: samples.count - spectrum.size)
        track.append(ClapFrame(spectrum.power, bands: bands, quarters: quarters * (4 / Float(hop))))
        if let window = track.endingWindow { track.shapes[window.rawValue] = analyzer.analyze(samples) }
        for i in 0..<(samples.count - hop) { samples[i] = samples[i + hop] }
        filled = 0
        quarters = SIMD4(repeating: 0)
        guard let sound = track.completedSound() else { return }
        let probability = classifier.probability(of: track.features)
        let isClap =
            probability > threshold && sound.level > minLevel && sound.time - lastClap >= refractoryTime
        if isClap { lastClap = sound.time }
        report(
            ClapCandidate(
                time: sound.time, probability: probability, isClap: isClap, level: sound.level, features: track.features))
    }

    /// The probability from which on a sound is a clap: 0.98 to 0.3, by default 0.85.
    private var threshold: Float {
        let missing = 1 - sensitivity
        return sensitivity >= 0.5 ? 0.3 + 1.1 * missing : 0.85 + 0.26 * (missing - 0.5)
    }

    /// Decibels below full scale that a clap must reach: −30 to −70, by default −62.
    private var minLevel: Float { sensitivity >= 0.5 ? -62 - 16 * (sensitivity - 0.5) : -30 - 64 * sensitivity }
}

/// A second-order high-pass filter.
struct HighPass: Sendable {
    private let a1: Float
    private let a2: Float
    private let gain: Float
    private var z1: Float = 0
    private var z2: Float = 0

    /// - Parameters:
    ///   - frequency: hertz, where the response is −3 dB.
    ///   - sampleRate: hertz.
    init(frequency: Float, sampleRate: Float) {
        // Bilinear transform of the Butterworth filter.
        let k = Self.tangent(.pi * frequency / sampleRate)
        let norm = 1 / (1 + 1.414_213_6 * k + k * k)
        gain = norm
        a1 = 2 * (k * k - 1) * norm
        a2 = (1 - 1.414_213_6 * k + k * k) * norm
    }

    /// The filtered sample.
    mutating func filter(_ x: Float) -> Float {
        let y = gain * x + z1
        z1 = -2 * gain * x - a1 * y + z2
        z2 = gain * x - a2 * y
        // Values below 1e-20 would become subnormal, which is slow.
        if z1.magnitude < 1e-20 { z1 = 0 }
        if z2.magnitude < 1e-20 { z2 = 0 }
        return y
    }

    /// tan x for 0 ≤ x < 0.5, by its series.
    private static func tangent(_ x: Float) -> Float {
        let z = x * x
        return x * (1 + z * (0.333_333_34 + z * (0.133_333_34 + z * (0.053_968_254 + z * 0.021_869_488))))
    }
}
