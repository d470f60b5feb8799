import ArgumentParser

struct SettingsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings",
        abstract: "Show and change your settings: account, units, language, consent, sync, demo.",
        discussion: """
            EXAMPLES
              diorama settings show
              diorama settings set --units imperial --language de
            """,
        subcommands: [SettingsShowCommand.self, SettingsSetCommand.self], defaultSubcommand: SettingsShowCommand.self)
}

struct SettingsShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show your settings.",
        discussion: """
            EXAMPLE
              diorama settings show --json
            """)

    @OptionGroup var library: LibraryOptions
    @OptionGroup var out: OutputOptions

    func run() async throws {
        let library = try library.open()
        try await SettingsReport(library).print(to: out)
    }
}
