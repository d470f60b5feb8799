/// Sudden sounds of a household that are no claps. Each function returns one event without a room, largest magnitude 1.
enum ImpactSounds {
    /// A door that falls shut: a heavy low body, a broad impact, and the latch.
    static func door(rate: Float, random: inout SoundRandom) -> [Float] {
        var track = SoundTrack(seconds: 0.9, rate: rate)
        let body = (0..<random.integer(5, 9)).map { _ in
            (random.logarithmic(45, 420), random.uniform(0.2, 1), random.logarithmic(0.03, 0.16))
        }
        track.add(modes(body, seconds: 0.8, rate: rate), at: 0.02)
        let impact = burst(attack: random.uniform(0.001, 0.006), decay: random.uniform(0.01, 0.05), rate: rate, random: &random)
        let panel = filtered(impact, [Biquad(.lowPass, frequency: random.logarithmic(300, 1_600), rate: rate)])
        track.add(normalized(panel), at: 0.02, gain: random.uniform(0.5, 2))
        if random.chance(0.7) {
            let latch = modes(
                (0..<4).map { _ in (random.uniform(1_500, 6_000), random.uniform(0.1, 0.5), random.uniform(0.003, 0.02)) },
                seconds: 0.15, rate: rate)
            track.add(latch, at: random.uniform(0, 0.09), gain: random.uniform(0.05, 0.5))
        }
        return normalized(track.samples)
    }

    /// A knock on wood.
    static func knock(rate: Float, random: inout SoundRandom) -> [Float] {
        let pitch = random.logarithmic(120, 500)
        let body = (0..<5).map { i in
            (pitch * (1 + Float(i) * random.uniform(0.4, 0.9)), random.uniform(0.2, 1) / Float(i + 1), random.uniform(0.008, 0.035))
        }
        return normalized(modes(body, seconds: 0.3, rate: rate))
    }

    /// A step of a shoe: a low thump and the contact of the sole.
    static func step(rate: Float, random: inout SoundRandom) -> [Float] {
        var track = SoundTrack(seconds: 0.35, rate: rate)
        track.add(
            modes(
                [(random.uniform(50, 160), 1, random.uniform(0.015, 0.05)), (random.uniform(150, 420), 0.5, 0.02)], seconds: 0.3,
                rate: rate),
            at: 0)
        let sole = burst(attack: random.uniform(0.0005, 0.01), decay: random.uniform(0.004, 0.03), rate: rate, random: &random)
        let contact = filtered(sole, [Biquad(.bandPass, frequency: random.logarithmic(350, 2_500), quality: 0.8, rate: rate)])
        track.add(normalized(contact), at: random.uniform(0, 0.01), gain: random.logarithmic(0.05, 0.5))
        if random.chance(0.5) { track.add(normalized(contact), at: random.uniform(0.06, 0.14), gain: random.uniform(0.05, 0.4)) }
        return normalized(track.samples)
    }

    /// Porcelain, glass or cutlery: many high modes.
    static func dish(rate: Float, random: inout SoundRandom) -> [Float] {
        var track = SoundTrack(seconds: 0.8, rate: rate)
        let ring = random.logarithmic(0.025, 0.25)
        let low = random.logarithmic(900, 3_500)
        let body = (0..<random.integer(4, 12)).map { _ in
            (low * random.logarithmic(1, 6), random.uniform(0.1, 1), ring * random.logarithmic(0.3, 1.5))
        }
        var time: Float = 0
        for hit in 0..<random.integer(1, 4) {
            track.add(modes(body, seconds: 0.7, rate: rate), at: time, gain: hit == 0 ? 1 : random.uniform(0.2, 0.9))
            time += random.uniform(0.01, 0.12)
        }
        let scrape = burst(attack: 0.0005, decay: random.uniform(0.002, 0.008), rate: rate, random: &random)
        track.add(normalized(scrape), at: 0, gain: random.uniform(0, 0.5))
        return normalized(track.samples)
    }

    /// A key of a keyboard: press and release.
    static func key(rate: Float, random: inout SoundRandom) -> [Float] {
        var track = SoundTrack(seconds: 0.25, rate: rate)
        for (time, gain) in [(Float(0), Float(1)), (random.uniform(0.05, 0.14), random.uniform(0.2, 0.8))] {
            let click = burst(attack: 0.0003, decay: random.uniform(0.0008, 0.004), rate: rate, random: &random)
            let plastic = filtered(
                click, [Biquad(.bandPass, frequency: random.uniform(1_800, 6_500), quality: random.uniform(1, 4), rate: rate)])
            track.add(normalized(plastic), at: time, gain: gain)
            track.add(
                modes([(random.uniform(180, 700), 0.4, random.uniform(0.004, 0.012))], seconds: 0.08, rate: rate), at: time,
                gain: gain * random.uniform(0.1, 0.8))
        }
        return normalized(track.samples)
    }

    /// A wooden or plastic toy that falls and bounces.
    static func toy(rate: Float, random: inout SoundRandom) -> [Float] {
        var track = SoundTrack(seconds: 0.9, rate: rate)
        let pitch = random.logarithmic(450, 2_600)
        let ring = random.logarithmic(0.008, 0.04)
        let body = (0..<random.integer(3, 6)).map { i in
            (
                pitch * (1 + Float(i) * random.uniform(0.5, 1.4)), random.uniform(0.3, 1) / (1 + 0.5 * Float(i)),
                ring * random.uniform(0.5, 1.2)
            )
        }
        var time: Float = 0
        var gap = random.uniform(0.08, 0.3)
        var gain: Float = 1
        for _ in 0..<random.integer(1, 6) where time < 0.8 {
            track.add(
                modes(body.map { ($0.0, $0.1 * random.uniform(0.3, 1), $0.2) }, seconds: 0.2, rate: rate), at: time, gain: gain)
            let contact = burst(attack: 0.0004, decay: 0.002, rate: rate, random: &random)
            track.add(normalized(contact), at: time, gain: gain * random.uniform(0, 0.2))
            track.add(
                modes([(random.uniform(70, 220), 1, 0.02)], seconds: 0.1, rate: rate), at: time, gain: gain * random.uniform(0, 0.7)
            )
            time += gap
            gap *= random.uniform(0.55, 0.85)
            gain *= random.uniform(0.4, 0.8)
        }
        return normalized(track.samples)
    }

    /// Crumpled paper or a plastic bag: dense crackles.
    static func paper(rate: Float, random: inout SoundRandom) -> [Float] {
        var track = SoundTrack(seconds: 1.2, rate: rate)
        for _ in 0..<random.integer(20, 160) {
            let crackle = burst(attack: 0.0002, decay: random.logarithmic(0.0004, 0.004), rate: rate, random: &random)
            let sheet = filtered(crackle, [Biquad(.highPass, frequency: random.uniform(800, 3_500), rate: rate)])
            let gain = random.logarithmic(0.03, 1)
            track.add(sheet, at: random.uniform(0, 1.15), gain: gain)
        }
        return normalized(track.samples)
    }
}
