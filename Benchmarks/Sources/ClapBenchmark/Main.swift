import Foundation
import Live

/// How well claps are recognized, by class of sound.
///
///     ClapBenchmark [CLIPS] [FIRST_SEED]       synthesized clips of 8 s; default 3,000 clips from seed 1,000,000
///     ClapBenchmark recordings FOLDER          WAV files of FOLDER/CLASS, made by clap_recordings.py
///     ClapBenchmark candidates CLIPS FIRST_SEED [FOLDER]
///         the properties of all sudden sounds as CSV, for fit_claps.py: name of the class, 1 for a clap, probability, properties
@main
enum ClapBenchmark {
    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch arguments.first {
        case "recordings" where arguments.count == 2: try evaluateRecordings(arguments[1])
        case "candidates" where arguments.count >= 3: try writeCandidates(arguments.dropFirst())
        default:
            let numbers = arguments.compactMap { UInt64($0) }
            var evaluation = ClapEvaluation()
            for make in ClapEvaluation.clips(
                count: Int(numbers.first ?? 3_000), seconds: 8, first: numbers.dropFirst().first ?? 1_000_000)
            {
                evaluation.add(make())
            }
            print(evaluation.report)
        }
    }

    private static func evaluateRecordings(_ folder: String) throws {
        var evaluation = ClapEvaluation()
        for clip in try RecordedClips(folder: folder).clips { evaluation.add(try clip.load(), name: clip.name) }
        print(evaluation.report)
    }

    private static func writeCandidates(_ arguments: ArraySlice<String>) throws {
        let values = Array(arguments)
        guard let count = Int(values[0]), let first = UInt64(values[1]) else { return }
        for make in ClapEvaluation.clips(count: count, seconds: 8, first: first) {
            let clip = make()
            write(clip, name: clip.soundClass.rawValue)
        }
        guard values.count > 2 else { return }
        for clip in try RecordedClips(folder: values[2]).clips { write(try clip.load(), name: "recorded/\(clip.name)") }
    }

    private static func write(_ clip: SoundClip, name: String) {
        guard var detector = ClapDetector(sampleRate: Double(clip.track.rate)) else { return }
        clip.track.samples.withUnsafeBufferPointer { samples in
            detector.examine(samples) { candidate in
                let isClap = clip.claps.contains { candidate.time > Double($0) - 0.02 && candidate.time < Double($0) + 0.06 }
                let row = (0..<ClapFeatures.count).map { "\(candidate.features.values[$0])" }
                print("\(name),\(isClap ? 1 : 0),\(candidate.probability),\(row.joined(separator: ","))")
            }
        }
        for _ in clip.claps { print("\(name),total") }
    }
}
