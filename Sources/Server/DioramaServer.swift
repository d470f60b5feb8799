import DioramaLibrary
import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle
import Sessions
import Spaces
import UnixSignals

/// The server of a library: its HTTP interface under `/api/v1`, and the web client. docs/server.md describes both.
public final class DioramaServer: Sendable {
    private let components: ServerComponents
    private let group: ServiceGroup

    /// Whether a web client is there to be served.
    public var hasWebClient: Bool { components.client.isBuilt }

    /// Reads the web client and prepares the library for uploads. Nothing listens yet.
    /// - Throws: `ServerError` where the library's folder can't be written.
    public init(_ configuration: ServerConfiguration) throws {
        let logger = configuration.logger
        components = try ServerComponents(configuration)
        if !components.client.isBuilt {
            logger.warning("the web client isn't built: pages answer 503; run make web and build again")
        }
        let service = ServerService(application: Self.application(components), components: components)
        var group = ServiceGroupConfiguration(
            services: [.init(service: service)], gracefulShutdownSignals: [.sigint, .sigterm], logger: logger)
        group.maximumGracefulShutdownDuration = configuration.shutdownTimeout
        self.group = ServiceGroup(configuration: group)
    }

    /// Serves until SIGINT or SIGTERM, `stop` is called, or the task is cancelled; once only.
    ///
    /// Then it takes no more connections, cancels the jobs and sync, ends event streams, and returns when the requests under way
    /// have ended, or after `shutdownTimeout`.
    /// - Parameter whenReady: called with the address as soon as the server answers.
    /// - Throws: `ServerError` where it can't listen.
    public func run(whenReady: @escaping @Sendable (URL) async -> Void = { _ in }) async throws {
        components.readiness.whenReady = whenReady
        defer { components.store.removeAll() }
        do {
            try await group.run()
        } catch is CancellationError {
            // The time for requests under way was over; they were cut off.
        } catch let error as IOError {
            throw components.listener.error(error)
        }
    }

    /// An address, below the server's own, at which the library's owner signs in from another device: once, within an hour.
    /// - Throws: `LibraryError` where the library can't be written.
    public func ownerSignIn() async throws -> String {
        try await Invitation.make(for: nil, in: components.configuration.library, lifetime: 3600).path
    }

    /// Starts a live session in a space, whose host is the library's owner.
    /// - Returns: the code by which people join, at the page `/live/CODE`.
    /// - Throws: `SessionsError` where it can't be started or recorded.
    public func startLiveSession(
        in space: SpaceID, settings: SessionSettings = SessionSettings(), isRecorded: Bool = false
    ) async throws -> SessionCode {
        let owner = try await components.lookup.owner()
        let session = try await components.live.start(in: space, host: owner, settings: settings)
        if isRecorded { try await components.live.record(session, isOn: true) }
        return session.record.code
    }

    /// How the server is reached by HTTPS; nil where it serves plain HTTP.
    public var security: SecurityReport? { components.listener.security }

    /// Ends `run` as a signal does.
    public func stop() async { await group.triggerGracefulShutdown() }

    /// The Hummingbird application: its listener and routes.
    private static func application(_ components: ServerComponents) -> some ApplicationProtocol {
        let listener = components.listener
        return Application(
            router: ServerRoutes(components).router(), server: listener.server,
            configuration: ApplicationConfiguration(address: listener.address, serverName: nil),
            services: listener.services(components.configuration.logger),
            onServerRunning: { await components.readiness.opened($0, on: listener) },
            logger: components.configuration.logger)
    }
}

/// The listener, and the work beside it, which is stopped at the same time.
private struct ServerService<App: ApplicationProtocol>: Service {
    let application: App
    let components: ServerComponents

    func run() async throws {
        let work = LibraryWork(components)
        let result: Result<Void, any Error>
        do {
            try await withGracefulShutdownHandler {
                try await application.run()
            } onGracefulShutdown: {
                work.beginShutdown()
            }
            result = .success(())
        } catch {
            result = .failure(error)
        }
        await work.shutDown()
        try result.get()
    }
}
