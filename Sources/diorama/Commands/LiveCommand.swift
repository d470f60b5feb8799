import ArgumentParser

struct LiveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "live",
        abstract: "Live sessions of several people in a space.",
        discussion: """
            EXAMPLES
              diorama live companions --output companions
            """,
        subcommands: [LiveCompanionsCommand.self])
}
