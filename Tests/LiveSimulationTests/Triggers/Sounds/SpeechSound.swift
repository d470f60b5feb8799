/// Sounds of a voice: syllables of consonants and vowels, laughter and coughs. A source (glottal pulses or noise) is filtered by
/// formants.
enum SpeechSound {
    private static let vowels: [[Float]] = [
        [730, 1_090, 2_440], [270, 2_290, 3_010], [300, 870, 2_240], [530, 1_840, 2_480], [570, 840, 2_410], [660, 1_720, 2_410],
        [490, 1_350, 1_690],
    ]

    /// Somebody who talks for the whole track, with pauses.
    static func talk(seconds: Float, rate: Float, random: inout SoundRandom) -> SoundTrack {
        var track = SoundTrack(seconds: seconds, rate: rate)
        let pitch = random.logarithmic(85, 320)
        let tract = random.uniform(0.9, 1.3)
        var time = random.uniform(0, 0.4)
        while time < seconds {
            for _ in 0..<random.integer(3, 14) where time < seconds {
                let loudness = random.logarithmic(0.4, 1)
                time += consonant(at: time, gain: loudness, to: &track, random: &random)
                let duration = random.uniform(0.06, 0.22)
                let tone = pitch * random.uniform(0.8, 1.25)
                track.add(
                    vowel(duration, pitch: tone, tract: tract, rate: rate, random: &random), at: time, gain: loudness)
                time += duration * random.uniform(0.8, 1)
            }
            time += random.chance(0.3) ? random.uniform(0.4, 1.2) : random.uniform(0.08, 0.3)
        }
        return track
    }

    /// Laughter or coughs: breath bursts before voiced syllables.
    static func laughter(seconds: Float, rate: Float, random: inout SoundRandom) -> SoundTrack {
        var track = SoundTrack(seconds: seconds, rate: rate)
        let pitch = random.logarithmic(120, 420)
        let tract = random.uniform(0.9, 1.3)
        let coughs = random.chance(0.4)
        var time = random.uniform(0, 0.4)
        while time < seconds {
            for _ in 0..<random.integer(1, 9) where time < seconds {
                let breath = burst(
                    attack: random.uniform(0.003, 0.04), decay: random.uniform(0.02, coughs ? 0.09 : 0.04), rate: rate,
                    random: &random)
                let formants = random.element(vowels).map { $0 * tract }
                var voiced = [Float](repeating: 0, count: breath.count)
                for formant in formants {
                    let band = filtered(breath, [Biquad(.bandPass, frequency: formant, quality: random.uniform(2, 6), rate: rate)])
                    for i in band.indices { voiced[i] += band[i] }
                }
                track.add(normalized(voiced), at: time, gain: coughs ? 1 : 0.5)
                if !coughs || random.chance(0.5) {
                    let tone = pitch * random.uniform(0.8, 1.3)
                    track.add(
                        vowel(random.uniform(0.06, 0.16), pitch: tone, tract: tract, rate: rate, random: &random), at: time + 0.03)
                }
                time += random.uniform(0.14, 0.32)
            }
            time += random.uniform(0.3, 1.2)
        }
        return track
    }

    private static func vowel(_ duration: Float, pitch: Float, tract: Float, rate: Float, random: inout SoundRandom) -> [Float] {
        var source = [Float](repeating: 0, count: Int(duration * rate))
        var phase: Float = 0
        let glide = random.uniform(0.85, 1.15)
        let attack = random.logarithmic(0.004, 0.05)
        for i in source.indices {
            let part = Float(i) / Float(source.count)
            phase += pitch * (1 + (glide - 1) * part) * (1 + 0.01 * random.noise()) / rate
            if phase >= 1 { phase -= 1 }
            // An opening glottis lets flow rise; it closes fast.
            let flow = phase < 0.6 ? phase * phase * (0.6 - phase) * 11 : 0
            let seconds = Float(i) / rate
            let envelope = min(1, seconds / attack) * min(1, (duration - seconds) / 0.03)
            source[i] = (flow + 0.03 * random.noise()) * envelope
        }
        let formants = random.element(vowels)
        var sound = [Float](repeating: 0, count: source.count)
        // The flow's derivative is what radiates.
        let radiated = source.indices.map { $0 == 0 ? 0 : source[$0] - source[$0 - 1] }
        for (i, formant) in formants.enumerated() {
            let band = filtered(radiated, [Biquad(.bandPass, frequency: formant * tract, quality: formant / 90 + 1, rate: rate)])
            for j in band.indices { sound[j] += band[j] * (i == 0 ? 1 : i == 1 ? 0.6 : 0.35) }
        }
        return normalized(sound)
    }

    /// Adds a consonant and returns its duration in seconds.
    private static func consonant(at time: Float, gain: Float, to track: inout SoundTrack, random: inout SoundRandom) -> Float {
        let rate = track.rate
        switch random.integer(0, 4) {
        case 0, 1:
            // A plosive: silence, a burst at its place of articulation, then aspiration.
            let closure = random.uniform(0.03, 0.09)
            let place = random.element([Float(900), 1_800, 2_600, 3_800])
            let hit = burst(attack: 0.0008, decay: random.uniform(0.003, 0.009), rate: rate, random: &random)
            let plosive = filtered(hit, [Biquad(.bandPass, frequency: place * random.uniform(0.8, 1.2), quality: 1, rate: rate)])
            track.add(normalized(plosive), at: time + closure, gain: gain * random.uniform(0.1, 0.6))
            let breath = burst(attack: 0.003, decay: random.uniform(0.008, 0.03), rate: rate, random: &random)
            let aspiration = filtered(
                breath, [Biquad(.bandPass, frequency: random.uniform(1_200, 4_500), quality: 0.8, rate: rate)])
            track.add(normalized(aspiration), at: time + closure, gain: gain * random.uniform(0.05, 0.4))
            return closure + random.uniform(0.008, 0.05)
        case 2, 3:
            // A fricative or affricate.
            let breath = burst(
                attack: random.logarithmic(0.002, 0.05), decay: random.uniform(0.02, 0.06), rate: rate, random: &random)
            let hiss = filtered(
                breath,
                [
                    Biquad(.highPass, frequency: random.uniform(1_500, 4_500), rate: rate),
                    Biquad(.lowPass, frequency: random.uniform(6_000, 11_000), rate: rate),
                ])
            track.add(normalized(hiss), at: time, gain: gain * random.uniform(0.1, 0.5))
            return random.uniform(0.05, 0.12)
        default:
            let hum = modes(
                [(random.uniform(100, 250), 0.4, 0.04), (random.uniform(200, 500), 0.3, 0.04)], seconds: 0.08, rate: rate)
            track.add(hum, at: time, gain: gain)
            return 0.06
        }
    }
}
