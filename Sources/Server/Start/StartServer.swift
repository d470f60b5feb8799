import DioramaLibrary
import DioramaSync
import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle
import Spaces
import UnixSignals

/// The server of a folder without a library: its one page makes the first start, and every other address leads to that page. As
/// soon as the library is there, the same listener serves the library.
public final class StartServer: Sendable {
    /// How the server listens, and for which folder.
    public struct Configuration: Sendable {
        /// The folder that gets the library.
        public var folder: URL
        /// Where the server listens, before and after the first start.
        public var listener = ListenerConfiguration()
        /// Whether the owner has to sign in to the library's server afterwards.
        public var needsSignIn = false
        /// Who the user of this device is, with its keys.
        public var identity: any IdentityStore = LayeredIdentityStore.standard()
        /// The folder of the built web client; without one, the client that was built into the program.
        public var webClient: URL?
        /// Receives the log.
        public var logger = Logger(label: "diorama.server")

        /// The defaults: loopback, port 8080.
        public init(folder: URL) { self.folder = folder }
    }

    private let key = SessionToken()
    private let listener: Listener
    private let group: ServiceGroup
    private let readiness: Readiness

    /// Nothing listens yet.
    /// - Parameters:
    ///   - configuration: how the server listens, and for which folder.
    ///   - serving: how the library is served once it is there; its listener is the one that is open already.
    /// - Throws: `ServerError` where a trusted proxy is no address.
    public init(_ configuration: Configuration, serving: @escaping @Sendable (Library) async throws -> ServerConfiguration) throws {
        let start = LibraryStart(folder: configuration.folder, identity: configuration.identity)
        let listener = try Listener(configuration.listener, logger: configuration.logger)
        let handover = Handover()
        let runs = StartRuns(start, needsSignIn: configuration.needsSignIn) { library in
            var served = try await serving(library)
            served.listener = configuration.listener
            await handover.prepare(try ServerComponents(served, on: listener))
        }
        let routes = StartRoutes(runs: runs, start: start, key: key, onDelivered: { await handover.complete() })
        handover.responder.set(
            StartRouter(configuration, listener: listener, routes: routes).router().buildResponder())
        let readiness = Readiness()
        let application = Application(
            responder: handover.responder, server: listener.server,
            configuration: ApplicationConfiguration(address: listener.address, serverName: nil),
            services: listener.services(configuration.logger),
            onServerRunning: { await readiness.opened($0, on: listener) }, logger: configuration.logger)
        let service = StartService(application: application, runs: runs, handover: handover)
        var group = ServiceGroupConfiguration(
            services: [.init(service: service)], gracefulShutdownSignals: [.sigint, .sigterm], logger: configuration.logger)
        group.maximumGracefulShutdownDuration = .seconds(8)
        self.group = ServiceGroup(configuration: group)
        self.listener = listener
        self.readiness = readiness
    }

    /// The page with the key, below the server's address, for people who are not at this machine.
    public var keyPath: String { "/start#\(key.text)" }

    /// Serves the first start and then the library, until SIGINT or SIGTERM, or `stop` is called; once only.
    /// - Parameter whenReady: called with the address as soon as the server answers.
    /// - Throws: `ServerError` where it can't listen.
    public func run(whenReady: @escaping @Sendable (URL) async -> Void) async throws {
        readiness.whenReady = whenReady
        do {
            try await group.run()
        } catch is CancellationError {
            // The time for requests under way was over.
        } catch let error as IOError {
            throw listener.error(error)
        }
    }

    /// How the server is reached by HTTPS; nil where it serves plain HTTP.
    public var security: SecurityReport? { listener.security }

    /// Ends `run` as a signal does.
    public func stop() async { await group.triggerGracefulShutdown() }
}

/// The listener, the first start, and the work of the library once it is there.
private struct StartService<App: ApplicationProtocol>: Service {
    let application: App
    let runs: StartRuns
    let handover: Handover

    func run() async throws {
        let result: Result<Void, any Error>
        do {
            try await withGracefulShutdownHandler {
                try await application.run()
            } onGracefulShutdown: {
                Task { await handover.beginShutdown() }
            }
            result = .success(())
        } catch {
            result = .failure(error)
        }
        await Task { await runs.shutDown() }.value
        await Task { await handover.shutDown() }.value
        try result.get()
    }
}
