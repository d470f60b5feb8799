import Foundation

/// A room with a microphone: direct sound, some early reflections, and a late reverberation by a feedback delay network.
struct RoomReverb {
    private var reflections: [(delay: Float, gain: Float)] = []
    private let lineLengths: [Float]
    private let reverberationTime: Float
    private let damping: Float
    private let lateGain: Float

    /// A random room, from a furnished bedroom to a hall, and a random distance of the source.
    init(random: inout SoundRandom) {
        reverberationTime = random.logarithmic(0.15, 1.1)
        damping = random.uniform(0.15, 0.6)
        let distance = random.logarithmic(0.4, 5)
        let size = random.uniform(2.5, 8)
        for _ in 0..<random.integer(4, 9) {
            let path = distance + size * random.uniform(0.2, 2)
            let sign: Float = random.chance(0.5) ? 1 : -1
            reflections.append((path / 343 - distance / 343, sign * random.uniform(0.4, 0.85) * distance / path))
        }
        // At the critical distance direct and reverberant sound have equal energy.
        let critical = 0.057 * (size * size * 2.5 / reverberationTime).squareRoot()
        lateGain = min(4, distance / critical) * 0.45
        lineLengths = (0..<8).map { _ in size / 343 * random.uniform(0.6, 2.2) }
    }

    /// The sound at the microphone; the direct sound keeps its level and time.
    func applied(to track: SoundTrack) -> SoundTrack {
        var result = track
        for reflection in reflections {
            let delay = Int(reflection.delay * track.rate)
            for i in max(0, delay)..<max(delay, track.samples.count) {
                result.samples[i] += reflection.gain * track.samples[i - delay]
            }
        }
        var lines = lineLengths.map { [Float](repeating: 0, count: max(2, Int($0 * track.rate))) }
        let gains = lineLengths.map { exponential(-6.9 * $0 / reverberationTime) }
        var positions = [Int](repeating: 0, count: lines.count)
        var states = [Float](repeating: 0, count: lines.count)
        // The energy of a line's response is 1/(1 − gain²) of its input.
        let mean = gains.reduce(0, +) / Float(gains.count)
        let level = lateGain * (1 - mean * mean).squareRoot()
        // Less damping where the sample rate is low, so that the sound is the same.
        let pole = Foundation.pow(damping, 44_100 / track.rate)
        for i in track.samples.indices {
            var sum: Float = 0
            for line in lines.indices {
                let out = lines[line][positions[line]]
                states[line] += (1 - pole) * (out - states[line])
                sum += states[line]
            }
            result.samples[i] += level * sum * 0.5
            let mixed = sum * 0.25
            for line in lines.indices {
                // Householder reflection: keeps the energy.
                lines[line][positions[line]] =
                    track.samples[i] * (line % 2 == 0 ? 0.35 : -0.35) + gains[line] * (states[line] - mixed)
                positions[line] = positions[line] + 1 == lines[line].count ? 0 : positions[line] + 1
            }
        }
        return result
    }
}
