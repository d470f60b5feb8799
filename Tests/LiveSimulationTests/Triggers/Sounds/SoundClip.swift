/// What is heard in a clip.
enum SoundClass: String, CaseIterable {
    case claps, speech, laughter, music, drums, doors, knocks, steps, dishes, keyboard, toys, paper, noise

    /// Decibels below full scale of the largest sample. Full scale of microphones in phones and notebooks is at 100 to 120 dB of
    /// sound pressure; a clap has a maximum of about 98 dB at 1 m, speech 80, a footstep or a key 65 to 70.
    var levels: ClosedRange<Float> {
        switch self {
        case .claps: -34 ... -1
        case .speech, .laughter: -45 ... -10
        case .music, .drums, .noise: -45 ... -8
        case .doors: -36 ... -4
        case .dishes, .toys: -42 ... -8
        case .knocks: -46 ... -14
        case .paper: -55 ... -25
        case .steps: -60 ... -28
        case .keyboard: -55 ... -28
        }
    }
}

/// A recording: samples, and the times of the claps in it.
struct SoundClip {
    var soundClass: SoundClass
    var track: SoundTrack
    /// Seconds.
    var claps: [Float] = []
}

extension SoundClip {
    private static let rates: [Float] = [48_000, 48_000, 44_100, 16_000, 16_000, 22_050, 32_000, 8_000, 96_000, 11_025]

    /// A synthesized clip: the same for the same seed.
    static func synthesized(_ soundClass: SoundClass, seconds: Float, seed: UInt64) -> SoundClip {
        var random = SoundRandom(seed: seed &* 31 &+ UInt64(SoundClass.allCases.firstIndex(of: soundClass)!))
        let rate = random.element(rates)
        var clip = SoundClip(soundClass: soundClass, track: SoundTrack(seconds: seconds, rate: rate))
        if soundClass == .claps {
            clip.addClaps(random: &random)
            return clip
        }
        clip.track = source(soundClass, seconds: seconds, rate: rate, random: &random)
        let levels = soundClass.levels
        clip.record(level: random.uniform(levels.lowerBound, levels.upperBound), random: &random)
        let loudness = max(clip.track.loudness, 1e-5)
        clip.addNoise(amplitude: loudness * amplitude(decibels: -random.uniform(20, 60)), random: &random)
        return clip
    }

    private static func source(_ soundClass: SoundClass, seconds: Float, rate: Float, random: inout SoundRandom) -> SoundTrack {
        switch soundClass {
        case .claps: SoundTrack(seconds: seconds, rate: rate)
        case .speech: SpeechSound.talk(seconds: seconds, rate: rate, random: &random)
        case .laughter: SpeechSound.laughter(seconds: seconds, rate: rate, random: &random)
        case .music: MusicSound.piece(seconds: seconds, rate: rate, random: &random)
        case .drums: MusicSound.drums(seconds: seconds, rate: rate, random: &random)
        case .noise: NoiseSounds.make(seconds: seconds, rate: rate, random: &random)
        case .doors: events(1...3, ImpactSounds.door, seconds: seconds, rate: rate, random: &random)
        case .knocks: events(2...12, ImpactSounds.knock, seconds: seconds, rate: rate, random: &random)
        case .steps: events(4...12, ImpactSounds.step, seconds: seconds, rate: rate, random: &random)
        case .dishes: events(1...6, ImpactSounds.dish, seconds: seconds, rate: rate, random: &random)
        case .keyboard: events(6...40, ImpactSounds.key, seconds: seconds, rate: rate, random: &random)
        case .toys: events(1...4, ImpactSounds.toy, seconds: seconds, rate: rate, random: &random)
        case .paper: events(1...3, ImpactSounds.paper, seconds: seconds, rate: rate, random: &random)
        }
    }

    /// Events at random times.
    private static func events(
        _ count: ClosedRange<Int>, _ make: (Float, inout SoundRandom) -> [Float], seconds: Float, rate: Float,
        random: inout SoundRandom
    ) -> SoundTrack {
        var track = SoundTrack(seconds: seconds, rate: rate)
        for _ in 0..<random.integer(count.lowerBound, count.upperBound) {
            track.add(make(rate, &random), at: random.uniform(0.1, seconds - 0.3), gain: random.logarithmic(0.3, 1))
        }
        return track
    }

    /// Claps of one person or of several, in a quiet room, in noise, or while somebody talks or music plays.
    private mutating func addClaps(random: inout SoundRandom) {
        let rate = track.rate
        let seconds = track.seconds
        let pause = random.uniform(0.35, 1.6)
        var time = random.uniform(0.4, 0.9)
        while time < seconds - 0.4 && claps.count < 6 {
            // Some claps are those of several people at nearly the same time.
            for hand in 0..<(random.chance(0.15) ? random.integer(2, 5) : 1) {
                let delay = hand == 0 ? 0 : random.uniform(0.005, 0.04)
                track.add(ClapSound.make(rate: rate, random: &random), at: time + delay, gain: random.logarithmic(0.5, 1))
            }
            claps.append(time)
            time += pause * random.uniform(0.9, 1.3)
        }
        record(level: random.uniform(soundClass.levels.lowerBound, soundClass.levels.upperBound), random: &random)
        let loudness = track.loudness
        let kind = random.unit()
        if kind < 0.35 {
            addNoise(amplitude: loudness * amplitude(decibels: -random.uniform(18, 55)), random: &random)
        } else if kind < 0.6 {
            addBackground(.noise, amplitude: loudness * amplitude(decibels: -random.uniform(14, 35)), random: &random)
        } else {
            addBackground(
                random.element([.speech, .music, .laughter]), amplitude: loudness * amplitude(decibels: -random.uniform(16, 35)),
                random: &random)
        }
    }

    private mutating func addBackground(_ soundClass: SoundClass, amplitude: Float, random: inout SoundRandom) {
        let background = Self.source(soundClass, seconds: track.seconds, rate: track.rate, random: &random)
        let gain = amplitude / max(soundClass == .noise ? background.rootMeanSquare : background.loudness, 1e-9)
        for i in track.samples.indices { track.samples[i] += gain * background.samples[i] }
        addNoise(amplitude: amplitude * 0.03, random: &random)
    }

    private mutating func addNoise(amplitude: Float, random: inout SoundRandom) {
        let noise = NoiseSounds.room(seconds: track.seconds, rate: track.rate, random: &random)
        let gain = amplitude / max(noise.rootMeanSquare, 1e-9)
        for i in track.samples.indices { track.samples[i] += gain * noise.samples[i] }
    }

    /// Puts the sources into a room before a microphone; the largest magnitude has the level in decibels below full scale.
    mutating func record(level: Float, random: inout SoundRandom) {
        if random.chance(0.9) { track = RoomReverb(random: &random).applied(to: track) }
        track.filter(Biquad(.highPass, frequency: random.logarithmic(40, 250), rate: track.rate))
        if random.chance(0.6) { track.filter(Biquad(.lowPass, frequency: random.logarithmic(4_000, 16_000), rate: track.rate)) }
        let gain = amplitude(decibels: level) / max(track.peak, 1e-9)
        // Some microphones overload.
        let drive: Float = random.chance(0.1) ? random.uniform(1, 4) : 1
        for i in track.samples.indices {
            let value = track.samples[i] * gain
            track.samples[i] = drive == 1 ? value : max(-0.9, min(0.9, value * drive))
        }
    }
}
