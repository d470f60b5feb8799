import Foundation
import Live

/// How well claps are recognized, by class of sound.
///
///     ClapBenchmark [CLIPS] [FIRST_SEED]           synthesized clips of 8 s; default 3,000 clips from seed 1,000,000
///     ClapBenchmark mixed CLIPS FIRST_SEED FOLDER  synthesized claps, speech, music, doors and noise, and all recordings
///     ClapBenchmark recordings FOLDER              WAV files of FOLDER/CLASS, made by clap_recordings.py
///     ClapBenchmark candidates FILE CLIPS FIRST_SEED [FOLDER]
///         the properties of all sudden sounds for fit_claps.py: FILE.clips has a line for each clip (name, seconds, who claps,
///         seconds of the claps), FILE.f32 a row of 32-bit numbers for each sound (number of the clip, seconds, level, properties)
@main
enum ClapBenchmark {
    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch arguments.first {
        case "recordings" where arguments.count == 2: try evaluateRecordings(arguments[1])
        case "mixed" where arguments.count == 4: try evaluateMixed(arguments)
        case "candidates" where arguments.count >= 4: try writeCandidates(arguments)
        default:
            let numbers = arguments.compactMap { UInt64($0) }
            guard numbers.count == arguments.count, numbers.count <= 2 else { throw UsageError() }
            var evaluation = ClapEvaluation()
            for make in ClapEvaluation.clips(
                count: Int(numbers.first ?? 3_000), seconds: 8, first: numbers.dropFirst().first ?? 1_000_000)
            {
                evaluation.add(make())
            }
            print(evaluation.report)
        }
    }

    private struct UsageError: Error {}

    private static func evaluateRecordings(_ folder: String) throws {
        var evaluation = ClapEvaluation()
        for clip in try RecordedClips(folder: folder).clips { evaluation.add(try clip.load(), name: clip.name) }
        print(evaluation.report)
    }

    private static func evaluateMixed(_ arguments: [String]) throws {
        guard let count = Int(arguments[1]), let first = UInt64(arguments[2]) else { throw UsageError() }
        var evaluation = ClapEvaluation()
        for make in ClapEvaluation.clips(count: count, seconds: 8, first: first, others: ClapEvaluation.mixedClasses) {
            evaluation.add(make())
        }
        for clip in try RecordedClips(folder: arguments[3]).clips {
            evaluation.add(try clip.load(), name: "recorded/\(clip.name)")
        }
        print(evaluation.report)
    }

    private static func writeCandidates(_ arguments: [String]) throws {
        guard let count = Int(arguments[2]), let first = UInt64(arguments[3]) else { throw UsageError() }
        var output = CandidateFile()
        for make in ClapEvaluation.clips(count: count, seconds: 8, first: first) {
            let clip = make()
            output.add(clip, name: clip.soundClass.rawValue)
        }
        if arguments.count > 4 {
            for clip in try RecordedClips(folder: arguments[4]).clips {
                output.add(try clip.load(), name: "recorded/\(clip.name)", source: clip.source)
            }
        }
        try output.write(to: arguments[1])
    }
}

/// The properties of sudden sounds.
private struct CandidateFile {
    private var clips = ""
    private var number = 0
    private var rows: [Float] = []

    mutating func add(_ clip: SoundClip, name: String, source: String = "") {
        guard var detector = ClapDetector(sampleRate: Double(clip.track.rate)) else { return }
        clips += ([name, "\(clip.track.seconds)", source] + clip.claps.map { "\($0)" }).joined(separator: ",") + "\n"
        clip.track.samples.withUnsafeBufferPointer { samples in
            detector.examine(samples) { candidate in
                rows += [Float(number), Float(candidate.time), candidate.level]
                rows += candidate.features.values
            }
        }
        number += 1
    }

    func write(to path: String) throws {
        try Data(clips.utf8).write(to: URL(fileURLWithPath: path + ".clips"))
        try rows.withUnsafeBytes { try Data($0).write(to: URL(fileURLWithPath: path + ".f32")) }
    }
}
