import Foundation

/// Continuous noise.
enum NoiseSounds {
    /// A random kind of noise, with slow changes of its level.
    static func make(seconds: Float, rate: Float, random: inout SoundRandom) -> SoundTrack {
        switch random.integer(0, 4) {
        case 0: return vacuum(seconds: seconds, rate: rate, random: &random)
        case 1: return rain(seconds: seconds, rate: rate, random: &random)
        case 2: return wind(seconds: seconds, rate: rate, random: &random)
        default: return room(seconds: seconds, rate: rate, random: &random)
        }
    }

    /// Room noise: white to brown.
    static func room(seconds: Float, rate: Float, random: inout SoundRandom) -> SoundTrack {
        var track = SoundTrack(seconds: seconds, rate: rate)
        let pole = random.uniform(0, 0.97)
        let white = random.uniform(0.02, 0.3)
        var low: Float = 0
        for i in track.samples.indices {
            let value = random.noise()
            low = pole * low + (1 - pole) * value
            track.samples[i] = low + white * (1 - pole) * value
        }
        return track
    }

    /// A motor with harmonics in broad noise; it may start or stop.
    private static func vacuum(seconds: Float, rate: Float, random: inout SoundRandom) -> SoundTrack {
        var track = room(seconds: seconds, rate: rate, random: &random)
        track.filter(Biquad(.bandPass, frequency: random.uniform(400, 1_600), quality: 0.4, rate: rate))
        let level = track.rootMeanSquare
        let pitch = random.uniform(90, 400)
        for harmonic in 1...10 {
            let w = 2 * Float.pi * pitch * Float(harmonic) / rate
            let gain = level * random.uniform(0, 1) / Float(harmonic)
            for i in track.samples.indices { track.samples[i] += gain * sin(w * Float(i)) }
        }
        if random.chance(0.4) {
            let start = random.uniform(0, 0.5) * seconds
            let rise = random.uniform(0.1, 0.6)
            for i in track.samples.indices { track.samples[i] *= min(1, max(0, (Float(i) / rate - start) / rise)) }
        }
        return track
    }

    /// Drops on a window in broad noise.
    private static func rain(seconds: Float, rate: Float, random: inout SoundRandom) -> SoundTrack {
        var track = room(seconds: seconds, rate: rate, random: &random)
        let level = track.rootMeanSquare
        for _ in 0..<Int(seconds * random.uniform(5, 80)) {
            let drop = modes([(random.uniform(700, 6_000), 1, random.uniform(0.001, 0.006))], seconds: 0.03, rate: rate)
            track.add(drop, at: random.uniform(0, seconds), gain: level * random.logarithmic(0.3, 8))
        }
        return track
    }

    /// Wind on the microphone: low, strongly varying.
    private static func wind(seconds: Float, rate: Float, random: inout SoundRandom) -> SoundTrack {
        var track = room(seconds: seconds, rate: rate, random: &random)
        track.filter(Biquad(.lowPass, frequency: random.uniform(150, 700), rate: rate))
        var gust: Float = 0
        for i in track.samples.indices {
            gust += (random.noise() - gust * 0.5) * 3 / rate
            track.samples[i] *= exponential(min(2, max(-3, gust * 3)))
        }
        return track
    }
}
