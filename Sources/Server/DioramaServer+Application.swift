import Hummingbird
import HummingbirdCore
import DioramaLibrary
import NIOCore
import Spaces

extension DioramaServer {
    /// The Hummingbird application: which middleware a request passes, and which route answers it.
    static func application(
        _ configuration: ServerConfiguration, _ store: UploadStore, _ jobs: JobQueue, _ sync: SyncRuns, _ client: WebClient,
        _ lookup: VisitorLookup, _ feed: MemoryFeed, _ readiness: Readiness
    ) -> some ApplicationProtocol {
        let decoder = HTTP1Channel.Configuration.DecoderConfiguration(
            maxHeaderFieldSize: 16 * 1024, maxHeaderListSize: 32 * 1024, maxHeaderFieldCount: 100)
        let idle = TimeAmount(configuration.idleTimeout)
        return Application(
            router: router(configuration, store, jobs, sync, client, lookup, feed),
            server: .http1(configuration: .init(idleTimeout: idle, httpDecoderConfiguration: decoder)),
            configuration: ApplicationConfiguration(
                address: .hostname(configuration.host, port: configuration.port), serverName: nil,
                availableConnectionsDelegate: MaximumAvailableConnections(configuration.maximumConnections)),
            onServerRunning: { await readiness.opened($0, host: configuration.host) },
            logger: configuration.logger)
    }

    private static func router(
        _ configuration: ServerConfiguration, _ store: UploadStore, _ jobs: JobQueue, _ sync: SyncRuns, _ client: WebClient,
        _ lookup: VisitorLookup, _ feed: MemoryFeed
    ) -> Router<ServerContext> {
        let router = Router(context: ServerContext.self)
        router.add(middleware: LogMiddleware())
        router.add(middleware: ProblemMiddleware())
        router.add(middleware: HostMiddleware(host: configuration.host, allowedHosts: configuration.allowedHosts))
        router.add(middleware: OriginMiddleware())
        router.add(middleware: VisitorMiddleware(lookup: lookup, trustsLoopback: configuration.trustsLoopback))

        let parts = PartStore(library: configuration.library, media: configuration.media)
        let gate = SpaceGate(library: configuration.library)
        let spaces = SpaceRoutes(library: configuration.library, gate: gate, parts: parts)
        let upload = UploadRoute(configuration: configuration, store: store, jobs: jobs)
        router.resource(
            "/api/v1/spaces",
            [
                .get: .visitors(spaces.list).taking("limit", "after"),
                .post: .owner(upload.create).taking("fileName", "name", "mode"),
            ])
        router.resource(
            "/api/v1/spaces/{id}", [.get: .visitors(spaces.show), .patch: .owner(spaces.rename), .delete: .owner(spaces.delete)])

        let memories = MemoryRoutes(gate: gate, pinCache: PinCache(library: configuration.library))
        let events = MemoryEventRoutes(gate: gate, feed: feed, lookup: lookup, heartbeat: configuration.heartbeat)
        router.resource(
            "/api/v1/spaces/{id}/memories",
            [
                .get: .visitors(memories.list).taking(
                    "search", "mood", "kind", "tag", "author", "order", "trashed", "after", "limit"),
                .post: .members(memories.create),
            ])
        router.resource("/api/v1/spaces/{id}/pins", [.get: .visitors(memories.pins)])
        router.resource("/api/v1/spaces/{id}/events", [.get: .visitors(events.events)])
        let plans = SpacePlans(library: configuration.library)
        let measurer = SpaceMeasurer(library: configuration.library, media: configuration.media)
        let plan = PlanRoutes(
            gate: gate, plans: plans, maker: PlanMaker(library: configuration.library, media: configuration.media),
            measurements: KeptMeasurements(library: configuration.library, measurer: measurer), jobs: jobs)
        router.resource("/api/v1/spaces/{id}/objects", [.get: .visitors(plan.objects)])
        router.resource(
            "/api/v1/spaces/{id}/plan",
            [.get: .visitors(plan.show).taking("units"), .post: .owner(plan.make), .delete: .owner(plan.remove)])
        router.resource(
            "/api/v1/spaces/{id}/plan/file",
            [.get: .visitors(plan.file).taking("units", "format", "storey", "measurements", "download", "v")])
        router.resource("/api/v1/spaces/{id}/plan/edits", [.post: .owner(plan.edit).taking("units")])
        router.resource("/api/v1/spaces/{id}/plan/undo", [.post: .owner(plan.undo).taking("units")])
        router.resource("/api/v1/spaces/{id}/plan/redo", [.post: .owner(plan.redo).taking("units")])
        router.resource(
            "/api/v1/memories/{id}",
            [.get: .visitors(memories.show), .patch: .members(memories.edit), .delete: .members(memories.trash)])
        router.resource("/api/v1/memories/{id}/restore", [.post: .members(memories.restore)])
        router.resource("/api/v1/memories/{id}/versions", [.get: .members(memories.versions)])
        router.resource("/api/v1/memories/{id}/versions/{number}/restore", [.post: .members(memories.restoreVersion)])
        let memoryMedia = MemoryMediaRoutes(gate: gate, store: store, media: configuration.media)
        router.resource(
            "/api/v1/memories/{id}/media",
            [.post: .members(memoryMedia.add).taking("kind", "name", "alternative", "transcript", "position")])
        router.resource(
            "/api/v1/memories/{id}/media/{media}",
            [
                .get: .visitors(memoryMedia.file).taking("size"), .patch: .members(memoryMedia.edit),
                .delete: .members(memoryMedia.remove),
            ])

        let measurements = MeasurementRoutes(
            gate: gate, measurer: measurer)
        router.resource("/api/v1/spaces/{id}/measure", [.post: .visitors(measurements.measure)])
        router.resource(
            "/api/v1/spaces/{id}/measurements", [.get: .visitors(measurements.list), .post: .owner(measurements.create)])
        router.resource("/api/v1/spaces/{id}/measurements.csv", [.get: .visitors(measurements.csv).taking("units")])
        router.resource(
            "/api/v1/measurements/{id}", [.patch: .owner(measurements.edit), .delete: .owner(measurements.trash)])
        router.resource("/api/v1/measurements/{id}/restore", [.post: .owner(measurements.restore)])

        let grants = GrantRoutes(gate: gate)
        router.resource("/api/v1/spaces/{id}/grants", [.get: .owner(grants.list), .put: .owner(grants.set)])
        router.resource("/api/v1/spaces/{id}/follow", [.put: .members(grants.follow), .delete: .members(grants.unfollow)])
        router.resource("/api/v1/follows", [.get: .members(grants.follows)])

        let accounts = AccountRoutes(library: configuration.library)
        router.resource("/api/v1/me", [.get: .anyone(accounts.me)])
        router.resource("/api/v1/session", [.post: .anyone(accounts.signIn), .delete: .anyone(accounts.signOut)])
        router.resource("/api/v1/accounts", [.get: .members(accounts.list), .post: .owner(accounts.create)])
        router.resource("/api/v1/accounts/{id}", [.patch: .members(accounts.rename), .delete: .owner(accounts.end)])
        router.resource("/api/v1/accounts/{id}/invitations", [.post: .owner(accounts.invite)])

        let jobRoutes = JobRoutes(jobs: jobs)
        router.resource("/api/v1/jobs", [.get: .owner(jobRoutes.list)])
        router.resource("/api/v1/jobs/{id}", [.get: .owner(jobRoutes.show), .delete: .owner(jobRoutes.cancel)])
        router.resource("/api/v1/jobs/{id}/events", [.get: .owner(jobRoutes.events)])

        let syncRoutes = SyncRoutes(library: configuration.library, sync: configuration.sync, runs: sync)
        router.resource(
            "/api/v1/sync", [.get: .owner(syncRoutes.show), .post: .owner(syncRoutes.start), .delete: .owner(syncRoutes.cancel)])
        router.resource("/api/v1/conflicts", [.get: .owner(syncRoutes.conflicts)])
        router.resource("/api/v1/conflicts/{number}/undo", [.post: .owner(syncRoutes.undo)])
        router.resource("/api/v1/backups", [.post: .owner(syncRoutes.backUp)])

        let assets = AssetRoutes(library: configuration.library, media: configuration.media, parts: parts)
        router.resource("/api/v1/assets/{hash}", [.get: .visitors(assets.file)])

        let links = LinkRoutes(library: configuration.library, parts: parts, jobs: jobs)
        router.resource("/api/v1/spaces/{id}/links", [.get: .owner(links.list), .post: .owner(links.create)])
        router.resource("/api/v1/links/{id}", [.patch: .owner(links.change), .delete: .owner(links.delete)])
        router.resource("/api/v1/links/qr.svg", [.get: .owner(links.svg).taking("text")])
        router.resource("/api/v1/links/qr.png", [.get: .owner(links.png).taking("text", "module")])
        let transfer = AnchorTransfer(library: configuration.library, media: configuration.media)
        let reanchor = ReanchorRoutes(library: configuration.library, transfer: transfer)
        router.resource("/api/v1/spaces/{id}/reanchor", [.post: .owner(reanchor.create), .delete: .owner(reanchor.undo)])
        let export = WebExport(
            site: ExportedSite(
                library: configuration.library, media: configuration.media, parts: parts, client: configuration.webClient))
        let exports = ExportRoutes(
            gate: gate, export: export, models: SpaceExport(library: configuration.library, media: configuration.media))
        router.resource("/api/v1/spaces/{id}/export", [.get: .visitors(exports.file).taking("format")])
        let visits = VisitRoutes(library: configuration.library, attempts: AttemptLimiter())
        router.resource("/api/v1/visits", [.post: .anyone(visits.create)])

        router.resource(
            "/health",
            [.get: .anyone { _, _ in JSONBody.response(HealthPayload(status: "ok", version: DioramaVersion.current)) }])

        let pages = ClientRoutes(client: client)
        router.resource("/", [.get: .anyone(pages.page).ignoringQuery])
        router.resource("/sync", [.get: .anyone(pages.page).ignoringQuery])
        router.resource("/join", [.get: .anyone(pages.page).ignoringQuery])
        router.resource("/accounts", [.get: .anyone(pages.page).ignoringQuery])
        router.resource("/spaces/{id}", [.get: .anyone(pages.page).ignoringQuery])
        router.resource("/s/{token}", [.get: .anyone(pages.visit).ignoringQuery])
        router.resource("/embed/{token}", [.get: .anyone(pages.embed).ignoringQuery])
        router.resource("/**", [.get: .anyone(pages.file).ignoringQuery])
        return router
    }
}
