import ArgumentParser
import Foundation
import Live
import Sessions

struct LiveRecordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Watch a live session and record it into a file.",
        discussion: """
            Records until the session ends, or Ctrl-C. The host can also record on the server: diorama live host --record.

            EXAMPLE
              diorama live record http://127.0.0.1:8080/live/K7M2QX --output session.live
            """)

    @Argument(help: ArgumentHelp("The address of the session's page.", valueName: "address"))
    var address: String

    @Option(help: ArgumentHelp("The file to write; its extension is .live.", valueName: "file"))
    var output: String

    @OptionGroup var out: OutputOptions

    func validate() throws {
        if !output.hasSuffix(".live") { throw ValidationError("--output must end with .live.") }
    }

    func run() async throws {
        let (given, code) = try LiveServer.page(address)
        let live = try await given.server(of: code)
        _ = try await live.session(code)
        let url = URL(fileURLWithPath: output)
        // An earlier file stays until something was recorded.
        let partial = url.deletingLastPathComponent().appendingPathComponent(".\(url.lastPathComponent).partial")
        let recorder = try SessionRecorder(partial)
        let viewer = SessionViewer(recorder: recorder) {
            try await WebSocketClient.connect(to: try await live.webSocket(code, asHost: false, asViewer: true))
        }
        defer { try? FileManager.default.removeItem(at: partial) }
        let result: Result<Void, any Error>
        do {
            result = .success(try await untilCancelled { try await viewer.run() })
        } catch {
            result = .failure(error)
        }
        recorder.finish()
        // What was recorded is kept, also where the connection was lost.
        if recorder.byteCount > 0, rename(partial.path, url.path) != 0 {
            throw CommandFailure("couldn't write \(output): \(String(cString: strerror(errno)))")
        }
        try result.get()
        if let failure = recorder.failure { throw failure }
        guard recorder.byteCount > 0 else { throw CommandFailure("nothing was recorded: the session sent nothing") }
        try out.print(
            ["output": output, "bytes": "\(recorder.byteCount)"],
            "recorded \(Terminal.bytes(Int64(recorder.byteCount))) into \(output)"
        )
    }
}
