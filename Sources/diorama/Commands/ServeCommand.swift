import ArgumentParser

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve the library to browsers.",
        discussion: """
            EXAMPLE
              diorama serve --port 8080
            """)

    @OptionGroup var library: LibraryOptions
    @OptionGroup var server: ServerOptions
    @OptionGroup var out: OutputOptions

    func run() async throws {
        try await server.serve(try library.open(), out: out, opensBrowser: false)
    }
}
