import ArgumentParser

struct LiveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "live",
        abstract: "Visit a space together: host and join live sessions, record and replay them.",
        discussion: """
            EXAMPLES
              diorama live host SPACE                                  # start a session and print its code
              diorama live join http://192.168.1.5:8080/live/K7M2QX    # take part from a terminal
              diorama live replay session.live                         # show what was recorded
            """,
        subcommands: [LiveHostCommand.self, LiveJoinCommand.self, LiveRecordCommand.self, LiveReplayCommand.self])
}
