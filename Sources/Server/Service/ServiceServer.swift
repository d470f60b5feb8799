import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import Postgres
import Service
import ServiceLifecycle
import UnixSignals

/// The HTTP server of the multi-user service: several of them share a database and a bucket. docs/service.md describes it.
public final class ServiceServer: Sendable {
    private let group: ServiceGroup
    private let listener: Listener
    private let readiness = Readiness()

    /// Brings the database's schema to this version and prepares the server. Nothing listens yet.
    /// - Parameter signIn: who may sign in; nil where keys alone are accepted.
    /// - Throws: `ServerError` where the listener's configuration is wrong, `ServiceError`, `PostgresError`.
    public init(
        _ configuration: ListenerConfiguration, database: ServiceDatabase, storage: ServiceStorage,
        signIn: SignInConfiguration? = nil, logger: Logger = Logger(label: "diorama.server")
    ) async throws {
        try await database.migrate()
        let listener = try Listener(configuration, logger: logger)
        let parts = ServiceParts(
            database: database, storage: storage, sessions: try await signIn?.sessions(in: database), party: signIn?.party)
        let client = WebClient(folder: WebClient.bundled)
        let billing = try ServiceBilling.ofEnvironment(database)
        _ = MetricsRegistry.shared
        let limiter = UploadLimiter(perClient: 32, window: .seconds(30), minBytes: 16 * 1024)
        let router = ServiceRouter(
            parts: parts, listener: listener, limiter: limiter, client: client, billing: billing
        ).router()
        let readiness = readiness
        let application = Application(
            router: router, server: listener.server,
            configuration: ApplicationConfiguration(address: listener.address, serverName: nil),
            services: listener.services(logger),
            onServerRunning: { await readiness.opened($0, on: listener) }, logger: logger)
        let maintenance = ServiceMaintenance(database: database, storage: storage) { logger.warning("\($0)") }
        var group = ServiceGroupConfiguration(
            services: [.init(service: application), .init(service: Upkeep(maintenance: maintenance))],
            gracefulShutdownSignals: [.sigint, .sigterm], logger: logger)
        group.maximumGracefulShutdownDuration = .seconds(8)
        self.group = ServiceGroup(configuration: group)
        self.listener = listener
    }

    /// How the server is reached by HTTPS; nil where it serves plain HTTP.
    public var security: SecurityReport? { listener.security }

    /// Serves until SIGINT or SIGTERM; once only.
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
}

/// The upkeep beside the server, which ends with it.
private struct Upkeep: ServiceLifecycle.Service {
    let maintenance: ServiceMaintenance

    func run() async throws {
        await cancelWhenGracefulShutdown { await maintenance.run() }
    }
}
