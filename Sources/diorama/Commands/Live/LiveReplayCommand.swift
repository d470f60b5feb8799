import ArgumentParser
import DioramaLibrary
import Foundation
import Live
import Sessions

struct LiveReplayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Replay a recorded live session in the terminal.",
        discussion: """
            A session that was recorded on the server is a memory of its space, whose page replays it in the space;
            'memory list' prints its id.

            EXAMPLES
              diorama live replay session.live
              diorama live replay session.live --speed 10
            """)

    @Argument(help: ArgumentHelp("The recording: a file, or the id of a memory of the library.", valueName: "file"))
    var file: String

    @Option(parsing: .number, help: "How much faster than it happened; 0: at once.")
    var speed: Double = 1

    @OptionGroup var library: LibraryOptions
    @OptionGroup var out: OutputOptions

    func validate() throws {
        if !(speed >= 0 && speed <= 1_000) { throw ValidationError("--speed must be between 0 and 1000.") }
    }

    func run() async throws {
        let url = try await recording()
        let bytes: Data
        do {
            bytes = try Data(contentsOf: url, options: .mappedIfSafe)
        } catch {
            throw CommandFailure("couldn't read \(file): \(error.localizedDescription)")
        }
        var replay: SessionReplay
        do {
            replay = try SessionReplay(try SessionRecording(Array(bytes)))
        } catch {
            throw CommandFailure("\(file): \(error)")
        }
        if replay.recording.isTruncated { Terminal.line("note: \(file) ends within a record, which is left out") }
        var last = replay.recording.header.start
        while let time = replay.nextTime {
            if speed > 0 {
                try await Task.sleep(for: .milliseconds(Int(Double(time - last) / speed)))
                last = time
            }
            let events: [LiveEvent]
            do {
                events = try replay.advance(to: time)
            } catch {
                throw CommandFailure("\(file): the packet at \(time) ms of the session: \(error)")
            }
            for event in events {
                guard let line = LiveText.line(event, in: replay.client) else { continue }
                let stamp = Double(time - replay.recording.header.start) / 1_000
                let text =
                    "\(stamp.formatted(.number.precision(.fractionLength(1)).locale(.init(identifier: "en_US_POSIX")))) s  \(line)"
                if out.json { Terminal.line(text) } else { print(text) }
            }
        }
        let end = replay.recording.records.last?.time ?? replay.recording.header.start
        let report = Report(
            seconds: Double(replay.recording.duration) / 1_000, records: replay.recording.records.count,
            isTruncated: replay.recording.isTruncated, end: LiveSummary(replay.client, at: end))
        try out.print(report, "\(report.records) packets in \(report.seconds) s; digest \(report.end.digest)")
    }

    /// The file, or that of the memory with this id.
    private func recording() async throws -> URL {
        let url = URL(fileURLWithPath: file)
        guard !FileManager.default.fileExists(atPath: url.path), let id = MemoryID(file) else { return url }
        let library = try library.open()
        guard let memory = try await library.memories(for: try await library.ownerViewer()).get(id),
            let media = memory.media.first(where: { $0.kind == .session })
        else { throw CommandFailure("there is neither a file \(file) nor a memory with this id that holds a recorded session") }
        guard let original = try await library.original(media.hash) else {
            throw CommandFailure("the recording of the memory \(file) isn't on this device; 'diorama sync' brings it")
        }
        return original
    }

    private struct Report: Encodable {
        let seconds: Double
        let records: Int
        let isTruncated: Bool
        let end: LiveSummary
    }
}
