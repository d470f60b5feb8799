import ArgumentParser
import Foundation
import DioramaLibrary
import Server

/// Where the server listens.
struct ServerOptions: ParsableArguments {
    @Option(help: "The address to listen on. Only this machine reaches 127.0.0.1.")
    var host: String = "127.0.0.1"

    @Option(help: "The port; 0 takes any that is free.")
    var port: Int = 8080

    @Option(help: ArgumentHelp("A name under which browsers may reach this server; may be given several times.", valueName: "name"))
    var allowHost: [String] = []

    @Flag(help: "Whoever is at this machine is not the owner by that alone: for a proxy on this machine that hides itself.")
    var behindProxy = false

    func validate() throws {
        if !(0...65535).contains(port) { throw ValidationError("--port must lie between 0 and 65535.") }
    }

    /// Serves `library` until the program is interrupted.
    /// - Parameter opening: the page to show, as a path.
    func serve(_ library: Library, opening path: String = "/", out: OutputOptions, browser: Bool) async throws {
        var configuration = ServerConfiguration(library: library)
        configuration.host = host
        configuration.port = port
        configuration.allowedHosts = allowHost
        configuration.trustsLoopback = !behindProxy
        let server = try DioramaServer(configuration)
        // From another machine the owner has to sign in.
        let signIn = behindProxy || !["127.0.0.1", "::1", "localhost"].contains(host) ? try await server.ownerSignIn() : nil
        try await server.run { url in
            let address = url.absoluteString.hasSuffix("/") ? String(url.absoluteString.dropLast()) : url.absoluteString
            let page = address + path
            do {
                var fields = ["address": address, "page": page]
                var lines = ["Diorama is at \(page)   (Ctrl-C ends it)"]
                if let signIn {
                    fields["sign_in"] = address + signIn
                    lines.append(
                        "The owner signs in on another device at \(signIn), below the server's address there; once, within the hour."
                    )
                }
                try out.print(fields, lines.joined(separator: "\n"))
            } catch {
                Terminal.line("error: \(Terminal.oneLine(error))")
            }
            if browser { Browser.open(page) }
        }
    }
}

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
        try await server.serve(try library.open(), out: out, browser: false)
    }
}

/// The person's own browser.
enum Browser {
    /// Opens a page where there is a screen to open it on; the address is printed in any case.
    static func open(_ page: String) {
        let environment = ProcessInfo.processInfo.environment
        #if os(Linux)
            guard environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil else { return }
            let program = "xdg-open"
        #else
            let program = "open"
        #endif
        guard environment["CI"] == nil else { return }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [program, page]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        // Without a browser the printed address is all there is, and enough.
        try? process.run()
    }
}
