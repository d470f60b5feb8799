import ArgumentParser
import DioramaLibrary
import Foundation
import Server
import Sessions
import Spaces
import Splats
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

    @Flag(help: "Everybody signs in, also on this machine: for a proxy on this machine that sends no header fields of its own.")
    var behindProxy = false

    @Option(
        help: ArgumentHelp(
            """
            A proxy whose X-Forwarded-For names the client, as an address or range such as 10.0.0.0/8; repeatable. Everybody signs \
            in then.
            """, valueName: "address"))
    var trustedProxy: [String] = []

    @Option(
        help: ArgumentHelp(
            """
            A PostgreSQL database that several servers share: links and codes of live sessions then lead to the server that runs \
            them. Needs --public-address. With --bucket: the database of the multi-user service.
            """, valueName: "postgresql-url"))
    var database: String?

    @Option(help: ArgumentHelp("The address under which people reach this server, as http://192.0.2.7:8080.", valueName: "url"))
    var publicAddress: String?

    @Option(
        help: ArgumentHelp(
            """
            A language model as GGUF file that composes the answers of guides, run by llama.cpp ('make models' installs it); \
            "smollm2" for the one that 'make models' fetches. Without it answers are quotations.
            """, valueName: "file"))
    var guideModel: String?

    @Option(
        parsing: .number,
        help: ArgumentHelp("Tokens of prompt and answer together that the guides' model gets memory for.", valueName: "tokens"))
    var guideContext = GuideModels.contextSize

    @Option(
        help: ArgumentHelp(
            """
            Notify browsers by Web Push of what contacts send and of what is due: an address to which operators of push services \
            can write, as mailto:ada@example.org. Without it no notification is sent.
            """, valueName: "address"))
    var pushContact: String?

    @OptionGroup var tls: TLSOptions

    @OptionGroup var health: HealthOptions

    func validate() throws {
        try GuideModels.check(guideContext, option: "--guide-context")
        if let publicAddress {
            guard let url = URL(string: publicAddress), ["http", "https"].contains(url.scheme), url.host != nil else {
                throw ValidationError("--public-address must be like http://192.0.2.7:8080.")
            }
        }
        if publicAddress != nil, database == nil, ServiceDatabaseOptions.ofEnvironment == nil {
            throw ValidationError("--public-address needs --database.")
        }
        if let pushContact {
            do throws(ServerError) { _ = try PushConfiguration(contact: pushContact) } catch {
                throw ValidationError("--push-contact: \(error)")
            }
        }
        for text in trustedProxy where AddressRange(text) == nil {
            throw ValidationError(
                "--trusted-proxy must be an address or range such as 192.0.2.1, 2001:db8::1 or 10.0.0.0/8, not '\(text)'.")
        }
        if !(0...65535).contains(port) { throw ValidationError("--port must be between 0 and 65535.") }
    }

    /// How the server listens.
    var listener: ListenerConfiguration {
        var listener = ListenerConfiguration()
        listener.host = host
        listener.port = port
        listener.tls = tls.source
        listener.redirectPort = tls.httpPort
        listener.allowedHosts = allowHost
        listener.trustsLoopback = !behindProxy
        listener.trustedProxies = trustedProxy
        return listener
    }

    /// Whether the owner has to sign in: people of this machine are not the owner, or others reach the server.
    private var isRemote: Bool { listener.requiresSignIn || !["127.0.0.1", "::1", "localhost"].contains(host) }

    /// Where the live sessions of several servers are found.
    private func sessionDirectory() async throws -> PostgresSessionDirectory? {
        guard let database else { return nil }
        guard let address = publicAddress.flatMap({ URL(string: $0) }) else {
            throw ValidationError("--database needs --public-address, or --bucket for the multi-user service.")
        }
        let directory = PostgresSessionDirectory(database, address: address) { Terminal.line("warning: \($0)") }
        try await directory.open()
        return directory
    }

    /// How a library is served.
    private func configuration(
        _ library: Library, _ guide: GuideModels, splats: SplatTrainingOptions
    ) -> ServerConfiguration {
        var configuration = ServerConfiguration(library: library)
        configuration.splatTraining = splats
        configuration.guideModel = guide.language
        configuration.codeReader = Bundle.main.executableURL
        configuration.guideEmbedder = guide.embedder
        configuration.listener = listener
        configuration.push = pushContact.flatMap { try? PushConfiguration(contact: $0) }
        configuration.makesBackups = true
        configuration.healthLimits = health.limits
        return configuration
    }

    /// Serves the library in a folder until the program is interrupted. Where there is none, the page of the first start comes
    /// first.
    func serve(_ options: LibraryOptions, splats: SplatTrainingOptions, out: OutputOptions) async throws {
        if Library.exists(at: options.folder) {
            return try await serve(try options.open(), splats: splats, out: out, opensBrowser: false)
        }
        var start = StartServer.Configuration(folder: options.folder)
        start.listener = listener
        start.needsSignIn = isRemote
        let announcement = ServerAnnouncement()
        defer { announcement.end() }
        let directory = try await sessionDirectory()
        let guide = try GuideModels(guideModel, contextSize: guideContext)
        let server = try StartServer(start) { library in
            announcement.note(library)
            var configuration = configuration(library, guide, splats: splats)
            configuration.sessionDirectory = directory
            return configuration
        }
        let isRemote = isRemote
        try await server.run { url in
            Interruption.leaveToServer()
            announcement.note(url)
            let address = Self.text(url)
            var fields = ["address": address, "page": address + "/start"]
            var lines = [
                "Diorama is at \(address)/start   (Ctrl-C ends it)",
                "There is no library in \(options.folder.path) yet; the page creates it.",
            ]
            if let security = server.security {
                fields.merge(security.fields) { $1 }
                lines += security.lines
            }
            if isRemote {
                fields["sign_in"] = address + server.keyPath
                lines.append("On another device, open \(server.keyPath) at the server's address.")
            }
            Self.print(fields, lines, to: out)
        }
    }

    private static func text(_ url: URL) -> String {
        url.absoluteString.hasSuffix("/") ? String(url.absoluteString.dropLast()) : url.absoluteString
    }

    private static func print(_ fields: [String: String], _ lines: [String], to out: OutputOptions) {
        do {
            try out.print(fields, lines.joined(separator: "\n"))
        } catch {
            Terminal.line("error: \(Terminal.oneLine(error))")
        }
    }

    /// Serves `library` until the program is interrupted.
    /// - Parameters:
    ///   - path: the page to show.
    ///   - splats: how splats of uploaded captures are trained.
    ///   - prepare: makes a page to be shown instead, once the server's address is known.
    func serve(
        _ library: Library, opening path: String = "/", splats: SplatTrainingOptions = .usual, out: OutputOptions,
        opensBrowser: Bool,
        prepare: (@Sendable (DioramaServer, _ address: String) async throws -> ServedPage)? = nil
    ) async throws {
        var configuration = configuration(library, try GuideModels(guideModel, contextSize: guideContext), splats: splats)
        configuration.sessionDirectory = try await sessionDirectory()
        OpenFiles.raiseLimit()
        let server = try DioramaServer(configuration)
        // From another machine the owner has to sign in.
        let signIn = isRemote ? try await server.ownerSignIn() : nil
        let announcement = ServerAnnouncement()
        defer { announcement.end() }
        announcement.note(library)
        let failure = Mutex<(any Error)?>(nil)
        try await server.run { url in
            Interruption.leaveToServer()
            announcement.note(url)
            let address = Self.text(url)
            var prepared: ServedPage?
            do {
                prepared = try await prepare?(server, address)
            } catch {
                failure.withLock { $0 = error }
                return await server.stop()
            }
            let page = address + (prepared?.path ?? path)
            var fields = ["address": address, "page": page].merging(prepared?.fields ?? [:]) { _, new in new }
            var lines = ["Diorama is at \(page)   (Ctrl-C ends it)"] + (prepared?.lines ?? [])
            if let security = server.security {
                fields.merge(security.fields) { $1 }
                lines += security.lines
            }
            if let signIn {
                fields["sign_in"] = address + signIn
                lines.append(
                    "To sign in as the owner on another device, open \(signIn) at the server's address: once, within an hour.")
            }
            Self.print(fields, lines, to: out)
            if opensBrowser { Browser.open(page) }
        }
        if let failure = failure.withLock({ $0 }) { throw failure }
    }
}

/// A page that a command shows when its server is running.
struct ServedPage: Sendable {
    var path: String
    /// Further fields of the JSON object.
    var fields: [String: String]
    /// Further lines.
    var lines: [String]
}

/// The record of the running server, by which `share` finds its address; held until the server ends.
private final class ServerAnnouncement: Sendable {
    private struct State {
        var address: URL?
        var folder: URL?
        var record: ServerRecord?
    }

    private let state = Mutex(State())

    func note(_ address: URL) { update { $0.address = address } }

    /// Nothing is written into the folder of a library that is open read-only.
    func note(_ library: Library) { if !library.isReadOnly { update { $0.folder = library.folder } } }

    func end() { state.withLock { $0.record = nil } }

    private func update(_ change: (inout State) -> Void) {
        state.withLock { state in
            change(&state)
            guard let address = state.address, let folder = state.folder else { return }
            state.record = ServerRecord(address, library: folder)
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
