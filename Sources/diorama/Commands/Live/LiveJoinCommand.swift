import ArgumentParser
import Foundation
import Live
import Sessions

struct LiveJoinCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "join",
        abstract: "Take part in a live session from a terminal.",
        discussion: """
            Prints what happens, a line each, and reads commands from standard input until its end:

              spawn MODEL X Y Z [SCALE]       create a companion; MODEL is 0 to 5, lengths in metres
              move COMPANION X Y Z            COMPANION as printed, such as 2:5
              action COMPANION ACTION [MS]    idle, walk, wave, dance, twirl, jump or sparkle
              remove COMPANION
              effect STYLE X Y Z [MS]         sparkles, snow, bubbles, confetti or hearts
              at X Y Z                        where you are
              react SYMBOL                    heart, laugh, clap, surprise, thumbsUp or wave
              measure X Y Z X Y Z … | unmeasure MEASUREMENT
              lock | unlock | mute | unmute | kick PARTICIPANT       for hosts
              wait SECONDS · state · quit

            Where standard input isn't a terminal, the exit code is 1 if a command failed.

            EXAMPLE
              diorama live join http://127.0.0.1:8080/live/K7M2QX --name Ada
            """)

    @Argument(help: ArgumentHelp("The address of the session's page.", valueName: "address"))
    var address: String

    @Option(help: "How others see you: 1 to 64 bytes.")
    var name: String = "Terminal"

    @Option(help: ArgumentHelp("The colour of your avatar, as #rrggbb.", valueName: "color"))
    var color: String = "#ffb454"

    @Flag(help: "Watch only.")
    var viewer = false

    @Flag(help: "Join as the host, on the machine of the server.")
    var asHost = false

    @OptionGroup var out: OutputOptions

    func validate() throws {
        _ = try LiveArguments.name(name)
        _ = try LiveArguments.color(color)
    }

    func run() async throws {
        let (given, code) = try LiveServer.page(address)
        let live = try await given.server(of: code)
        let (asHost, viewer) = (asHost, viewer)
        let participant = SessionParticipant(name: try LiveArguments.name(name), color: try LiveArguments.color(color)) {
            let url = try await live.webSocket(code, asHost: asHost, asViewer: viewer)
            return try await WebSocketClient.connect(to: url)
        }
        let terminal = LiveTerminal(participant, prints: !out.json)
        try await cancellable { try await terminal.run() }
        let summary = await LiveSummary(participant.snapshot, at: participant.time)
        if out.json { try out.print(summary, "") }
    }
}

/// Arguments of the live commands.
enum LiveArguments {
    static func name(_ text: String) throws -> DisplayName {
        guard let name = DisplayName(text) else {
            throw ValidationError("--name must have 1 to 64 bytes and no control characters.")
        }
        return name
    }

    static func color(_ text: String) throws -> AvatarColor {
        guard text.hasPrefix("#"), text.utf8.count == 7, text.dropFirst().allSatisfy(\.isHexDigit),
            let value = UInt32(text.dropFirst(), radix: 16)
        else {
            throw ValidationError("--color must be like #ffb454.")
        }
        return AvatarColor(
            red: UInt8(value >> 16 & 255), green: UInt8(value >> 8 & 255), blue: UInt8(value & 255))
    }
}
