import BenchmarkSupport
import Foundation
import Recognition

/// Measures recognition: a line of JSON for each measurement.
///
///     RecognitionBenchmark things [--count N] [--first SEED] [--views N] [--evidence FILE]
///     RecognitionBenchmark labels [--count N] [--first SEED]
///     RecognitionBenchmark latency [--count N]
///     RecognitionBenchmark photos FOLDER... [--unknown FOLDER]...
///     RecognitionBenchmark identify FOLDER IMAGE
///
/// The thresholds were chosen on `things --first 100000` and `labels --first 100000`; the published figures are those of the seeds
/// from 0.
@main
enum RecognitionBenchmark {
    static func main() async throws {
        var arguments = Array(CommandLine.arguments.dropFirst())
        guard !arguments.isEmpty else { throw BenchmarkError("usage: RecognitionBenchmark things|labels|latency|photos [OPTIONS]") }
        let part = arguments.removeFirst()
        if part == CodeWorker.argument { return try CodeWorker.run() }
        var values: [String: [String]] = [:]
        var others: [String] = []
        while !arguments.isEmpty {
            let name = arguments.removeFirst()
            if name.hasPrefix("--") {
                guard !arguments.isEmpty else { throw BenchmarkError("\(name) needs a value") }
                values[name, default: []].append(arguments.removeFirst())
            } else {
                others.append(name)
            }
        }
        func number(_ name: String, _ usual: Int) throws -> Int {
            guard let text = values[name]?.last else { return usual }
            guard let n = Int(text), n >= 0 else { throw BenchmarkError("\(name) needs a number") }
            return n
        }
        switch part {
        case "things":
            try ThingsMeasurement.run(
                count: number("--count", 200), first: number("--first", 0), views: number("--views", 4),
                evidence: values["--evidence"]?.last)
        case "labels": try await LabelsMeasurement.run(count: number("--count", 100), first: number("--first", 0))
        case "latency": try LatencyMeasurement.run(count: number("--count", 10_000))
        case "photos": try PhotosMeasurement.run(folders: others, unknown: values["--unknown"] ?? [])
        default: throw BenchmarkError("unknown part \(part)")
        }
    }
}

/// A temporary folder that is deleted with its object.
final class TemporaryFolder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("recognition-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }
}
