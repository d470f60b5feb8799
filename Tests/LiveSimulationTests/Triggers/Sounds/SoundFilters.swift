import Foundation

func exponential(_ x: Float) -> Float { Foundation.exp(x) }
func logarithm(_ x: Float) -> Float { Foundation.log(x) }
/// The amplitude of a level in decibels.
func amplitude(decibels: Float) -> Float { exponential(decibels * 0.115_129_25) }

/// A second-order filter.
struct Biquad {
    enum Shape { case lowPass, highPass, bandPass }

    private let b: (Float, Float, Float)
    private let a: (Float, Float)
    private var z: (Float, Float) = (0, 0)

    /// - Parameters:
    ///   - frequency: hertz; limited to 45 % of the rate.
    ///   - quality: 0.7 is without resonance; a band-pass filter has the gain 1 at its frequency.
    init(_ shape: Shape, frequency: Float, quality: Float = 0.707, rate: Float) {
        let w = 2 * Float.pi * min(frequency, 0.45 * rate) / rate
        let c = cos(w)
        let alpha = sin(w) / (2 * quality)
        let norm = 1 / (1 + alpha)
        a = (-2 * c * norm, (1 - alpha) * norm)
        switch shape {
        case .lowPass: b = ((1 - c) / 2 * norm, (1 - c) * norm, (1 - c) / 2 * norm)
        case .highPass: b = ((1 + c) / 2 * norm, -(1 + c) * norm, (1 + c) / 2 * norm)
        case .bandPass: b = (alpha * norm, 0, -alpha * norm)
        }
    }

    mutating func filter(_ x: Float) -> Float {
        let y = b.0 * x + z.0
        z.0 = b.1 * x - a.0 * y + z.1 + 1e-25
        z.1 = b.2 * x - a.1 * y
        return y
    }
}

/// One channel of samples.
struct SoundTrack {
    let rate: Float
    var samples: [Float]

    init(seconds: Float, rate: Float) {
        self.rate = rate
        samples = [Float](repeating: 0, count: Int(seconds * rate))
    }

    var seconds: Float { Float(samples.count) / rate }

    /// Adds a sound at a time in seconds; what is after the end is cut.
    mutating func add(_ sound: [Float], at time: Float, gain: Float = 1) {
        let start = Int(time * rate)
        for i in sound.indices where start + i >= 0 && start + i < samples.count { samples[start + i] += gain * sound[i] }
    }

    mutating func filter(_ filter: Biquad) {
        var filter = filter
        for i in samples.indices { samples[i] = filter.filter(samples[i]) }
    }

    /// The largest magnitude.
    var peak: Float { samples.reduce(0) { max($0, $1.magnitude) } }
    var rootMeanSquare: Float { (samples.reduce(0) { $0 + $1 * $1 } / Float(max(1, samples.count))).squareRoot() }

    /// The root mean square of the loudest 20 ms.
    var loudness: Float {
        let window = Int(0.02 * rate)
        var best: Float = 0
        var i = 0
        while i + window <= samples.count {
            var sum: Float = 0
            for j in i..<(i + window) { sum += samples[j] * samples[j] }
            best = max(best, sum)
            i += window / 2
        }
        return (best / Float(window)).squareRoot()
    }
}

/// A decaying sine for each mode of a body that was struck.
func modes(_ modes: [(frequency: Float, gain: Float, decay: Float)], seconds: Float, rate: Float) -> [Float] {
    var sound = [Float](repeating: 0, count: Int(seconds * rate))
    for mode in modes where mode.frequency < 0.45 * rate {
        // A rotating phasor that shrinks.
        let shrink = exponential(-1 / (mode.decay * rate))
        let w = 2 * Float.pi * mode.frequency / rate
        let c = cos(w) * shrink
        let s = sin(w) * shrink
        var x = mode.gain
        var y: Float = 0
        for i in sound.indices {
            sound[i] += y
            (x, y) = (c * x - s * y, s * x + c * y)
        }
    }
    return sound
}

/// Noise with an exponential decay after a rise; `decay` and `attack` in seconds.
func burst(attack: Float, decay: Float, rate: Float, random: inout SoundRandom) -> [Float] {
    let count = Int((attack + 7 * decay) * rate) + 1
    var sound = [Float](repeating: 0, count: count)
    let shrink = exponential(-1 / (decay * rate))
    var level: Float = 1
    for i in sound.indices {
        let time = Float(i) / rate
        if time < attack {
            sound[i] = random.noise() * time / attack
        } else {
            sound[i] = random.noise() * level
            level *= shrink
        }
    }
    return sound
}

func filtered(_ sound: [Float], _ filters: [Biquad]) -> [Float] {
    var sound = sound
    for filter in filters {
        var filter = filter
        for i in sound.indices { sound[i] = filter.filter(sound[i]) }
    }
    return sound
}

/// The sound with the largest magnitude 1.
func normalized(_ sound: [Float]) -> [Float] {
    let peak = sound.reduce(Float(1e-9)) { max($0, $1.magnitude) }
    return sound.map { $0 / peak }
}
