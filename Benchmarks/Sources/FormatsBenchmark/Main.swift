import BenchmarkSupport
import Foundation
import ModelFormats

/// Diorama's side of the formats benchmark; `run.sh` runs it alternately with `formats_peers.py`.
///
/// Each call is one operation in a process of its own, so that the process's peak of memory is that operation's.
@main
enum Main {
    static let usage = """
        usage: FormatsBenchmark prepare FOLDER                          the numbers that the peers write
               FormatsBenchmark write|read FOLDER mesh|cloud|splats ENDING [compressed]
        """

    static func main() throws {
        let words = Array(CommandLine.arguments.dropFirst())
        switch (words.first, words.count) {
        case ("prepare", 2):
            for subject in Subject.allCases { try subject.write(to: URL(fileURLWithPath: words[1])) }
        case ("write", 4...5), ("read", 4...5):
            guard let subject = Subject(rawValue: words[2]) else { throw BenchmarkError("there is no subject ‘\(words[2])’") }
            let task = Task(subject: subject, ending: words[3], compresses: words.count > 4, folder: URL(fileURLWithPath: words[1]))
            try words[0] == "write" ? task.write() : task.read()
        default:
            FileHandle.standardError.write(Data((usage + "\n").utf8))
            exit(2)
        }
    }
}

/// One format for one subject.
struct Task {
    let subject: Subject
    let ending: String
    let compresses: Bool
    let folder: URL

    private var name: String { "\(subject.rawValue)\(compresses ? "-compressed" : "").\(ending)" }
    private var options: WriteOptions { WriteOptions(compresses: compresses ? true : nil) }

    func write() throws {
        let target = folder.appendingPathComponent(name)
        try warmUp()
        let empty = Meter().read().base
        let model = subject.model()
        let meter = Meter()
        try ModelFile.write(model, to: target, options: options)
        try report("write", meter, memoryBefore: empty, model: model)
    }

    func read() throws {
        try warmUp()
        let meter = Meter()
        let model = try ModelFile.read(folder.appendingPathComponent(name))
        try report("read", meter, memoryBefore: meter.read().base, model: model)
    }

    private func warmUp() throws {
        let place = folder.appendingPathComponent("small").appendingPathExtension(ending)
        try ModelFile.write(subject.small(), to: place, options: options)
        _ = try ModelFile.read(place)
    }

    /// - Parameter memoryBefore: the process's memory before the model was made, in bytes.
    private func report(_ operation: String, _ meter: Meter, memoryBefore: Int64, model: Model) throws {
        let figures = meter.read()
        let wanted = subject == .mesh ? 2 * 708 * 708 : subject == .cloud ? 5_000_000 : 400_000
        let found = subject == .mesh ? model.triangleCount : model.positions.count
        guard found == wanted else { throw BenchmarkError("\(name) came back with \(found), not \(wanted)") }
        try Report.print([
            "who": "diorama", "task": name, "operation": operation, "wall": figures.wall, "cpu": figures.cpu,
            "peak": figures.peak - memoryBefore, "data": model.memory,
        ])
    }
}
