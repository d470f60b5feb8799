import ArgumentParser
import DioramaLibrary
import Foundation
import Server
import Sessions
import Spaces

struct LiveHostCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "host",
        abstract: "Start a live session in a space and print its link, code and QR code.",
        discussion: """
            The session runs on the server that serves this library. Where none is running, this command serves the library until
            Ctrl-C. People in your network need a server that listens on its address: --host 0.0.0.0.

            EXAMPLES
              diorama live host SPACE
              diorama live host SPACE --minutes 45 --viewers-only
            """)

    @Argument(help: "The space's id, as 'library list' prints it.")
    var space: String

    @Option(parsing: .number, help: "Minutes until the session ends by itself: 1 to 1440.")
    var minutes: Int = 120

    @Flag(help: "Invited people watch; they create and change nothing.")
    var viewersOnly = false

    @Flag(help: "Names are chosen from a list, so that no free text is in the session.")
    var listedNames = false

    @Flag(help: "Record the session.")
    var record = false

    @OptionGroup var address: AddressOptions
    @OptionGroup var server: ServerOptions
    @OptionGroup var library: LibraryOptions
    @OptionGroup var out: OutputOptions

    func validate() throws {
        if !SessionSettings.minutes.contains(minutes) { throw ValidationError("--minutes must be between 1 and 1440.") }
    }

    private var settings: SessionSettings {
        SessionSettings(maxMinutes: minutes, allowsGuests: !viewersOnly, reactionsOnly: listedNames)
    }

    func run() async throws {
        let library = try library.open()
        let space = try await library.space(argument: space)
        if let running = ServerRecord.address(ofLibrary: library.folder) {
            let live = try LiveServer(running)
            var session = try await live.start(in: space.id.description, settings: settings)
            if record, let code = SessionCode(session.code) { session = try await live.startRecording(code) }
            let report = Report(session, url: address.url(of: session.link, in: library))
            let text = try report.text
            return try out.print(report, text)
        }
        let settings = settings
        let record = record
        let given = address.address
        try await server.serve(library, out: out, opensBrowser: false) { server, base in
            let code = try await server.startLiveSession(in: space.id, settings: settings, isRecorded: record)
            let url = (given ?? base) + "/live/\(code)"
            return ServedPage(
                path: "/live/\(code)", fields: ["code": code.description, "link": url],
                lines: ["Code: \(code)", try QRCode(url).terminalText])
        }
    }

    private struct Report: Encodable {
        let code: String
        let link: String
        let space: String
        let maxMinutes: Int
        let recording: Bool

        init(_ session: LiveServer.Session, url: String) {
            code = session.code
            link = url
            space = session.space
            maxMinutes = session.maxMinutes
            recording = session.recording
        }

        var text: String {
            get throws {
                """
                \(link)
                Code: \(code)
                \(try QRCode(link).terminalText)
                The session ends after \(maxMinutes) minutes\(recording ? " and is recorded" : "").
                """
            }
        }
    }
}
