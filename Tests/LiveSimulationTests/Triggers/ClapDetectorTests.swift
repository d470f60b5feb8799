import Foundation
import Live
import Testing

@Suite struct ClapDetectorTests {
    /// Claps in a quiet room.
    private func clip(rate: Float, seed: UInt64) -> SoundClip {
        var random = SoundRandom(seed: seed)
        var clip = SoundClip(soundClass: .claps, track: SoundTrack(seconds: 4, rate: rate))
        for time in [Float(0.7), 1.5, 2.6] {
            clip.track.add(ClapSound.make(rate: rate, random: &random), at: time)
            clip.claps.append(time)
        }
        clip.record(level: -15, random: &random)
        let noise = NoiseSounds.room(seconds: 4, rate: rate, random: &random)
        for i in clip.track.samples.indices { clip.track.samples[i] += 0.002 * noise.samples[i] }
        return clip
    }

    private func claps(_ detector: inout ClapDetector, _ samples: [Float], block: (Int) -> Int) -> [Clap] {
        var found: [Clap] = []
        samples.withUnsafeBufferPointer { samples in
            var start = 0
            var number = 0
            while start < samples.count {
                let end = min(samples.count, start + block(number))
                detector.process(UnsafeBufferPointer(rebasing: samples[start..<end])) { found.append($0) }
                start = end
                number += 1
            }
        }
        return found
    }

    @Test func `the size of the blocks changes nothing`() throws {
        for rate in [Float(8_000), 44_100, 48_000, 96_000] {
            let samples = clip(rate: rate, seed: 11).track.samples
            var results: [[Clap]] = []
            for sizes in [[1], [128], [1, 7, 1_000, 4_096], [samples.count]] {
                var detector = try #require(ClapDetector(sampleRate: Double(rate)))
                results.append(claps(&detector, samples) { sizes[$0 % sizes.count] })
            }
            #expect(results.allSatisfy { $0 == results[0] })
        }
    }

    @Test func `claps are found at all sample rates, within 150 ms`() {
        var evaluation = ClapEvaluation()
        for rate in [Float(8_000), 11_025, 16_000, 22_050, 32_000, 44_100, 48_000, 88_200, 96_000] {
            for seed in 20..<26 as Range<UInt64> { evaluation.add(clip(rate: rate, seed: seed), name: "\(Int(rate)) Hz") }
        }
        for (name, tally) in evaluation.tallies {
            #expect(Double(tally.found) >= 0.8 * Double(tally.claps), "\(name): \(tally.found) of \(tally.claps)")
        }
        #expect(evaluation.recall >= 0.93, "\(evaluation.report)")
        #expect(evaluation.total.falseTriggers == 0 && evaluation.total.longestDelay < 0.15)
    }

    @Test func `a clap isn't reported again within the refractory time`() throws {
        var samples = clip(rate: 16_000, seed: 30).track.samples
        let copy = Array(samples[10_400..<16_000])
        // A second clap 180 ms after the first one.
        for i in copy.indices { samples[13_280 + i] += copy[i] }
        var detector = try #require(ClapDetector(sampleRate: 16_000))
        detector.refractoryTime = 0.5
        let found = claps(&detector, samples) { _ in 128 }
        for (a, b) in zip(found, found.dropFirst()) { #expect(b.time - a.time >= 0.5) }
        #expect(!found.isEmpty)
    }

    @Test func `sensitivity changes what is found`() {
        var counts: [Int] = []
        for sensitivity in [Float(0), 0.5, 1] {
            var evaluation = ClapEvaluation()
            evaluation.sensitivity = sensitivity
            for seed in 0..<30 as Range<UInt64> { evaluation.add(.synthesized(.claps, seconds: 3, seed: 7_000 + seed)) }
            counts.append(evaluation.total.found)
        }
        #expect(counts[0] < counts[1] && counts[1] <= counts[2], "\(counts)")
        var detector = ClapDetector(sampleRate: 48_000)
        detector?.sensitivity = .nan
        #expect(detector?.sensitivity == 0.5)
        detector?.sensitivity = 9
        #expect(detector?.sensitivity == 1)
    }

    @Test func `unsupported sample rates are refused`() {
        for rate in [0, -1, 7_999, 96_001, Double.nan, .infinity] { #expect(ClapDetector(sampleRate: rate) == nil) }
    }

    @Test func `silence, constant voltage and numbers that are none cause nothing`() throws {
        for rate in [8_000.0, 48_000] {
            var detector = try #require(ClapDetector(sampleRate: rate, sensitivity: 1))
            for value in [Float(0), 0.5, .nan, .infinity, -.infinity, 1e30, .leastNonzeroMagnitude] {
                // A new one each time: a change of the constant is a click.
                detector = try #require(ClapDetector(sampleRate: rate, sensitivity: 1))
                let samples = [Float](repeating: value, count: Int(rate))
                #expect(claps(&detector, samples) { _ in 128 }.isEmpty, "\(value)")
            }
            // Numbers that are none don't break it.
            let bad = [Float](repeating: .nan, count: Int(rate))
            #expect(claps(&detector, bad) { _ in 128 }.isEmpty)
            let found = claps(&detector, clip(rate: Float(rate), seed: 31).track.samples) { _ in 128 }
            #expect(found.count >= 2)
        }
    }

    @Test func `random samples never trap`() throws {
        var random = SoundRandom(seed: 12)
        for rate in [8_000.0, 22_050, 96_000] {
            var detector = try #require(ClapDetector(sampleRate: rate))
            var samples = [Float](repeating: 0, count: 100_000)
            for i in samples.indices {
                samples[i] =
                    random.chance(0.3) ? Float(bitPattern: UInt32(truncatingIfNeeded: random.next())) : random.uniform(-1, 1)
            }
            _ = claps(&detector, samples) { _ in random.integer(1, 5_000) }
        }
    }

    @Test func `results don't depend on the platform's mathematics`() throws {
        // From this machine: Linux, macOS and Wasm must give the same bits.
        var detector = try #require(ClapDetector(sampleRate: 48_000))
        var state: UInt32 = 1
        var samples = [Float](repeating: 0, count: 96_000)
        for i in samples.indices {
            state = state &* 1_664_525 &+ 1_013_904_223
            let value = Float(Int32(bitPattern: state)) * 0x1p-31
            let since = i % 24_000
            samples[i] = value * (since < 400 ? 0.5 * Float(400 - since) / 400 : 0.001)
        }
        var features: [ClapFeatures] = []
        samples.withUnsafeBufferPointer { detector.examine($0) { features.append($0.features) } }
        #expect(features.count == 3)
        var hash: UInt64 = 14_695_981_039_346_656_037
        for feature in features {
            for i in 0..<ClapFeatures.count { hash = (hash ^ UInt64(feature.values[i].bitPattern)) &* 1_099_511_628_211 }
        }
        #expect(hash == 567_446_038_277_893_412, "\(hash)")
    }
}
