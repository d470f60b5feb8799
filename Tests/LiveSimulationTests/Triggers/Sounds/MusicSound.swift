import Foundation

/// Music: plucked and sustained chords, bass, and drums.
enum MusicSound {
    /// A piece at a random tempo with a random set of instruments.
    static func piece(seconds: Float, rate: Float, random: inout SoundRandom) -> SoundTrack {
        var track = SoundTrack(seconds: seconds, rate: rate)
        let beat = 60 / random.uniform(70, 150)
        let chords = random.chance(0.8)
        let isPlucked = random.chance(0.5)
        let drums = random.chance(0.65)
        let drumGain = random.logarithmic(0.3, 1.2)
        var root = random.logarithmic(110, 220)
        var time = random.uniform(0, 0.3)
        var step = 0
        while time < seconds {
            if step % 8 == 0 { root *= random.element([Float(0.75), 0.8909, 1, 1.1225, 1.3348]) }
            if root > 300 || root < 80 { root = 160 }
            if chords && (step % 4 == 0 || isPlucked && random.chance(0.6)) {
                for ratio in [Float(1), random.element([1.1892, 1.2599]), 1.4983, 2] {
                    let frequency = root * ratio * random.element([1, 2])
                    let sound =
                        isPlucked
                        ? string(frequency, seconds: 1.2, rate: rate, random: &random)
                        : tone(frequency, seconds: 4 * beat, rate: rate, random: &random)
                    track.add(sound, at: time + random.uniform(0, 0.012), gain: random.uniform(0.12, 0.3))
                }
            }
            if random.chance(0.5) { track.add(string(root / 2, seconds: 0.8, rate: rate, random: &random), at: time, gain: 0.35) }
            if drums { addDrums(step: step, at: time, beat: beat, gain: drumGain, to: &track, random: &random) }
            time += beat / 2
            step += 1
        }
        return track
    }

    /// Drums alone.
    static func drums(seconds: Float, rate: Float, random: inout SoundRandom) -> SoundTrack {
        var track = SoundTrack(seconds: seconds, rate: rate)
        let beat = 60 / random.uniform(70, 150)
        var time = random.uniform(0, 0.3)
        var step = 0
        while time < seconds {
            addDrums(step: step, at: time, beat: beat, gain: 1, to: &track, random: &random)
            time += beat / 2
            step += 1
        }
        return track
    }

    private static func addDrums(
        step: Int, at time: Float, beat: Float, gain: Float, to track: inout SoundTrack, random: inout SoundRandom
    ) {
        let rate = track.rate
        if step % 4 == 0 || random.chance(0.1) { track.add(kick(rate: rate, random: &random), at: time, gain: gain) }
        if step % 4 == 2 || random.chance(0.05) {
            track.add(snare(rate: rate, random: &random), at: time, gain: gain * random.uniform(0.5, 0.9))
        }
        for half in [Float(0), 0.25] where half == 0 || random.chance(0.4) {
            track.add(hiHat(rate: rate, random: &random), at: time + half * beat, gain: gain * random.uniform(0.1, 0.3))
        }
        if random.chance(0.06) {
            let pitch = random.uniform(90, 220)
            let tom = modes([(pitch, 0.8, 0.12), (pitch * 1.6, 0.3, 0.06)], seconds: 0.5, rate: rate)
            track.add(tom, at: time, gain: gain)
        }
    }

    private static func kick(rate: Float, random: inout SoundRandom) -> [Float] {
        var sound = [Float](repeating: 0, count: Int(0.3 * rate))
        let low = random.uniform(42, 65)
        let sweep = random.uniform(80, 220)
        var phase: Float = 0
        for i in sound.indices {
            let time = Float(i) / rate
            phase += (low + sweep * exponential(-time / 0.02)) / rate
            sound[i] = sin(2 * .pi * phase) * exponential(-time / 0.09)
        }
        let click = burst(attack: 0.0005, decay: 0.003, rate: rate, random: &random)
        let gain = random.uniform(0, 0.2)
        for i in click.indices where i < sound.count { sound[i] += gain * click[i] }
        return normalized(sound)
    }

    private static func snare(rate: Float, random: inout SoundRandom) -> [Float] {
        let body = modes(
            [
                (random.uniform(160, 240), 0.8, random.uniform(0.03, 0.09)),
                (random.uniform(280, 380), 0.5, random.uniform(0.02, 0.07)),
            ],
            seconds: 0.5, rate: rate)
        let wires = filtered(
            burst(attack: 0.001, decay: random.uniform(0.05, 0.12), rate: rate, random: &random),
            [Biquad(.highPass, frequency: random.uniform(900, 2_500), rate: rate)])
        let gain = random.uniform(0.2, 0.6)
        return normalized(body.indices.map { body[$0] + ($0 < wires.count ? gain * wires[$0] : 0) })
    }

    private static func hiHat(rate: Float, random: inout SoundRandom) -> [Float] {
        let decay = random.chance(0.2) ? random.uniform(0.1, 0.3) : random.uniform(0.015, 0.05)
        let hiss = burst(attack: 0.0005, decay: decay, rate: rate, random: &random)
        return normalized(filtered(hiss, [Biquad(.highPass, frequency: min(6_500, 0.35 * rate), rate: rate)]))
    }

    /// A plucked string (a delay line with a low-pass filter).
    private static func string(_ frequency: Float, seconds: Float, rate: Float, random: inout SoundRandom) -> [Float] {
        var line = (0..<max(2, Int(rate / frequency))).map { _ in random.noise() * 0.4 }
        var sound = [Float](repeating: 0, count: Int(seconds * rate))
        let loss = random.uniform(0.985, 0.997)
        for i in sound.indices {
            let at = i % line.count
            sound[i] = line[at]
            line[at] = loss * 0.5 * (line[at] + line[(at + 1) % line.count])
        }
        return filtered(sound, [Biquad(.lowPass, frequency: random.uniform(2_000, 7_000), rate: rate)])
    }

    /// A sustained tone with overtones: organ, strings or synthesizer.
    private static func tone(_ frequency: Float, seconds: Float, rate: Float, random: inout SoundRandom) -> [Float] {
        var sound = [Float](repeating: 0, count: Int(seconds * rate))
        let attack = random.logarithmic(0.008, 0.2)
        let slope = random.uniform(0.8, 2)
        let gains = (1...8).map { Foundation.pow(Float($0), -slope) }
        for (harmonic, gain) in gains.enumerated() where frequency * Float(harmonic + 1) < 0.45 * rate {
            let w = 2 * Float.pi * frequency * Float(harmonic + 1) * (1 + 0.0005 * random.noise()) / rate
            let c = cos(w)
            let s = sin(w)
            var x = gain
            var y: Float = 0
            for i in sound.indices {
                sound[i] += y
                (x, y) = (c * x - s * y, s * x + c * y)
            }
        }
        for i in sound.indices {
            let time = Float(i) / rate
            sound[i] *= min(1, time / attack) * min(1, (seconds - time) / 0.05)
        }
        return sound
    }
}
