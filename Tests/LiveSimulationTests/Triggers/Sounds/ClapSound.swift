/// Claps: hands meet as flat palms or as cups; the skin contacts are short noise, which the cavity between the hands filters.
enum ClapSound {
    /// A clap without a room; its start is its time.
    static func make(rate: Float, random: inout SoundRandom) -> [Float] {
        let cup = random.unit()
        // Cupped hands resonate lower and longer; flat hands sound brighter.
        let center = (1 - cup) * random.uniform(900, 2_900) + cup * random.uniform(450, 1_300)
        let quality = random.uniform(0.7, 1.4) + cup * random.uniform(0, 2)
        let decay = random.uniform(0.0018, 0.007) + cup * random.uniform(0, 0.004)
        var sound = [Float](repeating: 0, count: Int(0.12 * rate))
        // Palms and fingers don't touch at once: up to four contacts within 8 ms.
        var time: Float = 0
        for contact in 0..<random.integer(1, 4) {
            let hit = burst(
                attack: random.uniform(0.0001, 0.001), decay: decay * random.uniform(0.7, 1.3), rate: rate, random: &random)
            let gain = contact == 0 ? 1 : random.uniform(0.2, 0.9)
            let body = filtered(
                hit, [Biquad(.bandPass, frequency: center * random.uniform(0.85, 1.15), quality: quality, rate: rate)])
            let skin = filtered(
                hit,
                [
                    Biquad(.highPass, frequency: random.uniform(700, 2_000), rate: rate),
                    Biquad(.lowPass, frequency: random.uniform(4_000, 14_000), rate: rate),
                ])
            let brightness = random.logarithmic(0.02, 0.4)
            let start = Int(time * rate)
            for i in body.indices where start + i < sound.count { sound[start + i] += gain * (body[i] + brightness * skin[i]) }
            time += random.uniform(0.0006, 0.003)
        }
        // The air that is pressed out adds a weak low pulse.
        if random.chance(0.6) {
            let pulse = modes(
                [(random.uniform(90, 320), random.uniform(0.02, 0.25), random.uniform(0.004, 0.015))], seconds: 0.06, rate: rate)
            let peak = sound.reduce(Float(0)) { max($0, $1.magnitude) }
            for i in pulse.indices { sound[i] += pulse[i] * peak }
        }
        return normalized(sound)
    }
}
