import ArgumentParser
import DioramaLibrary
import Foundation
import Server
import Spaces
import Synchronization

/// Where the server listens.
struct ServerOptions: ParsableArguments {
    /// The address of a server with these options' default values.
    static let defaultAddress = "http://127.0.0.1:8080"

    @Option(help: "The address to listen on. 127.0.0.1 accepts connections from this machine only.")
    var host: String = "127.0.0.1"

    @Option(parsing: .number, help: "The port; 0 chooses a free one.")
    var port: Int = 8080

    @Option(help: ArgumentHelp("A host name under which browsers may reach this server; repeatable.", valueName: "name"))
    var allowHost: [String] = []

    @Flag(
        help: "Don't treat loopback connections as the owner: for a reverse proxy on this machine that sets no forwarding headers.")
    var behindProxy = false

    func validate() throws {
        if !(0...65535).contains(port) { throw ValidationError("--port must be between 0 and 65535.") }
    }

    /// Serves `library` until the program is interrupted.
    /// - Parameter path: the page to show.
    func serve(_ library: Library, opening path: String = "/", out: OutputOptions, opensBrowser: Bool) async throws {
        var configuration = ServerConfiguration(library: library)
        configuration.host = host
        configuration.port = port
        configuration.allowedHosts = allowHost
        configuration.trustsLoopback = !behindProxy
        let server = try DioramaServer(configuration)
        // From another machine the owner has to sign in.
        let isRemote = behindProxy || !["127.0.0.1", "::1", "localhost"].contains(host)
        let signIn = isRemote ? try await server.ownerSignIn() : nil
        // Held until the server ends: `share` finds the address by it.
        let record = Mutex<ServerRecord?>(nil)
        defer { record.withLock { $0 = nil } }
        try await server.run { url in
            Interruption.leaveToServer()
            record.withLock { $0 = ServerRecord(url, library: library.folder) }
            let address = url.absoluteString.hasSuffix("/") ? String(url.absoluteString.dropLast()) : url.absoluteString
            let page = address + path
            do {
                var fields = ["address": address, "page": page]
                var lines = ["Diorama is at \(page)   (Ctrl-C ends it)"]
                if let signIn {
                    fields["sign_in"] = address + signIn
                    lines.append(
                        "To sign in as the owner on another device, open \(signIn) at the server's address: once, within an hour.")
                }
                try out.print(fields, lines.joined(separator: "\n"))
            } catch {
                Terminal.line("error: \(Terminal.oneLine(error))")
            }
            if opensBrowser { Browser.open(page) }
        }
    }
}

/// The address in links and invitations.
struct AddressOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            The address under which others reach the server. Default: that of the running server, or \
            \(ServerOptions.defaultAddress).
            """,
            valueName: "url"))
    var address: String?

    func validate() throws {
        if let address, URL(string: address)?.host == nil {
            throw ValidationError("--address must be like https://diorama.example.org.")
        }
    }

    /// The address of a page: "/s/…".
    func url(of path: String, in library: Library) -> String {
        let running = ServerRecord.address(ofLibrary: library.folder)?.absoluteString
        let base = address ?? running ?? ServerOptions.defaultAddress
        return (base.hasSuffix("/") ? String(base.dropLast()) : base) + path
    }
}
