import Live

/// Counts how many claps of clips are recognized, and what else triggers.
struct ClapEvaluation {
    struct Tally {
        var clips = 0
        var seconds = 0.0
        var claps = 0
        var found = 0
        var falseTriggers = 0
        /// Seconds from each found clap to the report.
        var longestDelay = 0.0
    }

    var tallies: [String: Tally] = [:]
    var sensitivity: Float = 0.5

    /// Runs the detector over a clip in blocks of 128 samples, as an AudioWorklet does.
    mutating func add(_ clip: SoundClip, name: String? = nil) {
        let name = name ?? clip.soundClass.rawValue
        var tally = tallies[name] ?? Tally()
        tally.clips += 1
        tally.seconds += Double(clip.track.seconds)
        tally.claps += clip.claps.count
        guard var detector = ClapDetector(sampleRate: Double(clip.track.rate), sensitivity: sensitivity) else { return }
        var open = clip.claps.map(Double.init)
        let block = 128
        clip.track.samples.withUnsafeBufferPointer { samples in
            var start = 0
            while start < samples.count {
                let end = min(samples.count, start + block)
                detector.process(UnsafeBufferPointer(rebasing: samples[start..<end])) { clap in
                    let match = open.firstIndex { clap.time > $0 - 0.02 && clap.time < $0 + 0.06 }
                    guard let match else {
                        tally.falseTriggers += 1
                        return
                    }
                    tally.found += 1
                    tally.longestDelay = max(tally.longestDelay, Double(end) / Double(clip.track.rate) - open[match])
                    open.remove(at: match)
                }
                start = end
            }
        }
        tallies[name] = tally
    }

    var total: Tally {
        var sum = Tally()
        for tally in tallies.values {
            sum.clips += tally.clips
            sum.seconds += tally.seconds
            sum.claps += tally.claps
            sum.found += tally.found
            sum.falseTriggers += tally.falseTriggers
            sum.longestDelay = max(sum.longestDelay, tally.longestDelay)
        }
        return sum
    }

    /// Recognized claps of all claps.
    var recall: Double { Double(total.found) / Double(max(1, total.claps)) }
    var falseTriggersPerTenMinutes: Double { Double(total.falseTriggers) / max(total.seconds, 1e-9) * 600 }

    /// A line for each class, and one for all.
    var report: String {
        var lines = ["class              clips   minutes   claps   recall   false triggers   per 10 minutes"]
        for name in tallies.keys.sorted() { lines.append(Self.line(name, tallies[name]!)) }
        lines.append(Self.line("all", total))
        lines.append("longest delay from a clap to its report: \(Int(total.longestDelay * 1_000)) ms")
        return lines.joined(separator: "\n")
    }

    private static func line(_ name: String, _ tally: Tally) -> String {
        let recall = tally.claps == 0 ? "–" : rounded(Double(tally.found) / Double(tally.claps), 3)
        let columns: [(String, Int)] = [
            ("\(tally.clips)", 24 - name.count), (rounded(tally.seconds / 60, 1), 10), ("\(tally.claps)", 8), (recall, 9),
            ("\(tally.falseTriggers)", 17), (rounded(Double(tally.falseTriggers) / max(tally.seconds, 1e-9) * 600, 2), 17),
        ]
        return name + columns.map { String(repeating: " ", count: max(1, $0.1 - $0.0.count)) + $0.0 }.joined()
    }

    private static func rounded(_ value: Double, _ digits: Int) -> String {
        var factor = 1.0
        for _ in 0..<digits { factor *= 10 }
        return "\((value * factor).rounded() / factor)"
    }
}

extension ClapEvaluation {
    /// The classes of sounds of the aim: recall of at least 0.95 at no more than one false trigger in 10 minutes of these.
    static let mixedClasses: [SoundClass] = [.speech, .music, .doors, .noise]

    /// Synthesized clips: two fifths have claps, the others are of the classes in turn.
    /// - Parameters:
    ///   - count: clips.
    ///   - seconds: the length of each.
    ///   - first: the first seed.
    ///   - others: the classes without claps.
    static func clips(
        count: Int, seconds: Float, first: UInt64, others: [SoundClass] = SoundClass.allCases.filter { $0 != .claps }
    ) -> [() -> SoundClip] {
        (0..<count).map { i in
            let soundClass = i % 5 < 2 ? SoundClass.claps : others[(i / 5 * 3 + i % 5 - 2) % others.count]
            return { SoundClip.synthesized(soundClass, seconds: seconds, seed: first + UInt64(i)) }
        }
    }
}
