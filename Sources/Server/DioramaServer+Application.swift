import Hummingbird
import HummingbirdCore
import Library
import NIOCore

extension DioramaServer {
    /// The Hummingbird application: which middleware a request passes, and which route answers it.
    static func application(
        _ configuration: ServerConfiguration, _ store: UploadStore, _ jobs: JobQueue, _ sync: SyncRuns, _ client: WebClient,
        _ readiness: Readiness
    ) -> some ApplicationProtocol {
        let decoder = HTTP1Channel.Configuration.DecoderConfiguration(
            maxHeaderFieldSize: 16 * 1024, maxHeaderListSize: 32 * 1024, maxHeaderFieldCount: 100)
        let idle = TimeAmount(configuration.idleTimeout)
        return Application(
            router: router(configuration, store, jobs, sync, client),
            server: .http1(configuration: .init(idleTimeout: idle, httpDecoderConfiguration: decoder)),
            configuration: ApplicationConfiguration(
                address: .hostname(configuration.host, port: configuration.port), serverName: nil,
                availableConnectionsDelegate: MaximumAvailableConnections(configuration.maximumConnections)),
            onServerRunning: { await readiness.opened($0, host: configuration.host) },
            logger: configuration.logger)
    }

    private static func router(
        _ configuration: ServerConfiguration, _ store: UploadStore, _ jobs: JobQueue, _ sync: SyncRuns, _ client: WebClient
    ) -> Router<ServerContext> {
        let router = Router(context: ServerContext.self)
        router.add(middleware: LogMiddleware())
        router.add(middleware: ProblemMiddleware())
        router.add(middleware: HostMiddleware(host: configuration.host, allowedHosts: configuration.allowedHosts))
        router.add(middleware: OriginMiddleware())

        let spaces = SpaceRoutes(library: configuration.library)
        let upload = UploadRoute(configuration: configuration, store: store, jobs: jobs)
        router.resource("/api/v1/spaces", [.get: spaces.list, .post: upload.create])
        router.resource("/api/v1/spaces/{id}", [.get: spaces.show, .patch: spaces.rename, .delete: spaces.delete])

        let jobRoutes = JobRoutes(jobs: jobs)
        router.resource("/api/v1/jobs", [.get: jobRoutes.list])
        router.resource("/api/v1/jobs/{id}", [.get: jobRoutes.show, .delete: jobRoutes.cancel])
        router.resource("/api/v1/jobs/{id}/events", [.get: jobRoutes.events])

        let syncRoutes = SyncRoutes(library: configuration.library, sync: configuration.sync, runs: sync)
        router.resource("/api/v1/sync", [.get: syncRoutes.show, .post: syncRoutes.start, .delete: syncRoutes.cancel])
        router.resource("/api/v1/conflicts", [.get: syncRoutes.conflicts])
        router.resource("/api/v1/conflicts/{number}/undo", [.post: syncRoutes.undo])
        router.resource("/api/v1/backups", [.post: syncRoutes.backUp])

        router.resource(
            "/api/v1/assets/{hash}", [.get: AssetRoutes(library: configuration.library, media: configuration.media).file])
        router.resource(
            "/health",
            [.get: { _, _ in JSONBody.response(HealthPayload(status: "ok", version: DioramaVersion.current)) }])

        let pages = ClientRoutes(client: client)
        router.resource("/", [.get: pages.page])
        router.resource("/sync", [.get: pages.page])
        router.resource("/spaces/{id}", [.get: pages.page])
        router.resource("/**", [.get: pages.file])
        return router
    }
}
