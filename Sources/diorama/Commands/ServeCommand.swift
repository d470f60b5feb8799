import ArgumentParser

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve the library to browsers.",
        discussion: """
            Where there is no library yet, the page asks first whether to create an account or to join yours.

            EXAMPLES
              diorama serve --port 8080
              diorama serve --host 0.0.0.0 --tls local     # HTTPS for other devices of the network
            """)

    @OptionGroup var library: LibraryOptions
    @OptionGroup var server: ServerOptions
    @OptionGroup var out: OutputOptions

    func run() async throws {
        try await server.serve(library, out: out)
    }
}
