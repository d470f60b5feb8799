import DioramaLibrary
import Hummingbird
import Spaces

/// Which middleware a request passes, and which route answers it. docs/openapi.yaml describes the routes.
struct ServerRoutes {
    private let components: ServerComponents
    private let configuration: ServerConfiguration
    private let library: Library
    private let media: MediaStore
    private let gate: SpaceGate
    private let parts: PartStore
    private let measurer: SpaceMeasurer

    init(_ components: ServerComponents) {
        self.components = components
        configuration = components.configuration
        library = configuration.library
        media = configuration.media
        gate = SpaceGate(library: library)
        parts = PartStore(library: library, media: media)
        measurer = SpaceMeasurer(library: library, media: media)
    }

    /// The router with all middleware and routes.
    func router() -> Router<ServerContext> {
        let router = Router(context: ServerContext.self)
        router.add(middleware: LogMiddleware())
        router.add(middleware: ProblemMiddleware())
        router.add(middleware: HostMiddleware(host: configuration.host, allowedHosts: configuration.allowedHosts))
        router.add(middleware: OriginMiddleware())
        router.add(middleware: VisitorMiddleware(lookup: components.lookup, trustsLoopback: configuration.trustsLoopback))
        addSpaces(to: router)
        addMemories(to: router)
        addPlans(to: router)
        addMeasurements(to: router)
        addAccounts(to: router)
        addJobs(to: router)
        addLinks(to: router)
        addPages(to: router)
        return router
    }

    private func addSpaces(to router: Router<ServerContext>) {
        let spaces = SpaceRoutes(library: library, gate: gate, parts: parts)
        let upload = UploadRoute(configuration: configuration, store: components.store, jobs: components.jobs)
        router.resource(
            "/api/v1/spaces",
            [
                .get: .visitors(spaces.list).taking("limit", "after"),
                .post: .owner(upload.create).taking("fileName", "name", "mode"),
            ])
        router.resource(
            "/api/v1/spaces/{id}", [.get: .visitors(spaces.show), .patch: .owner(spaces.rename), .delete: .owner(spaces.delete)])

        let reanchor = ReanchorRoutes(library: library, transfer: AnchorTransfer(library: library, media: media))
        router.resource("/api/v1/spaces/{id}/reanchor", [.post: .owner(reanchor.create), .delete: .owner(reanchor.undo)])

        let site = ExportedSite(library: library, media: media, parts: parts, client: configuration.webClient)
        let exports = ExportRoutes(
            gate: gate, export: WebExport(site: site), models: SpaceExport(library: library, media: media))
        router.resource("/api/v1/spaces/{id}/export", [.get: .visitors(exports.file).taking("format")])

        let assets = AssetRoutes(library: library, media: media, parts: parts)
        router.resource("/api/v1/assets/{hash}", [.get: .visitors(assets.file)])
    }

    private func addMemories(to router: Router<ServerContext>) {
        let memories = MemoryRoutes(gate: gate, pinCache: PinCache(library: library))
        router.resource(
            "/api/v1/spaces/{id}/memories",
            [
                .get: .visitors(memories.list).taking(
                    "search", "mood", "kind", "tag", "author", "order", "trashed", "after", "limit"),
                .post: .members(memories.create),
            ])
        router.resource("/api/v1/spaces/{id}/pins", [.get: .visitors(memories.pins)])
        router.resource(
            "/api/v1/memories/{id}",
            [.get: .visitors(memories.show), .patch: .members(memories.edit), .delete: .members(memories.trash)])
        router.resource("/api/v1/memories/{id}/restore", [.post: .members(memories.restore)])
        router.resource("/api/v1/memories/{id}/versions", [.get: .members(memories.versions)])
        router.resource("/api/v1/memories/{id}/versions/{number}/restore", [.post: .members(memories.restoreVersion)])

        let events = MemoryEventRoutes(
            gate: gate, feed: components.feed, lookup: components.lookup, heartbeat: configuration.heartbeat)
        router.resource("/api/v1/spaces/{id}/events", [.get: .visitors(events.events)])

        let memoryMedia = MemoryMediaRoutes(gate: gate, store: components.store, media: media)
        router.resource(
            "/api/v1/memories/{id}/media",
            [.post: .members(memoryMedia.add).taking("kind", "name", "alternative", "transcript", "position")])
        router.resource(
            "/api/v1/memories/{id}/media/{media}",
            [
                .get: .visitors(memoryMedia.file).taking("size"), .patch: .members(memoryMedia.edit),
                .delete: .members(memoryMedia.remove),
            ])
    }

    private func addPlans(to router: Router<ServerContext>) {
        let plan = PlanRoutes(
            gate: gate, plans: SpacePlans(library: library), maker: PlanMaker(library: library, media: media),
            measurements: KeptMeasurements(library: library, measurer: measurer), jobs: components.jobs)
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
    }

    private func addMeasurements(to router: Router<ServerContext>) {
        let measurements = MeasurementRoutes(gate: gate, measurer: measurer)
        router.resource("/api/v1/spaces/{id}/measure", [.post: .visitors(measurements.measure)])
        router.resource(
            "/api/v1/spaces/{id}/measurements", [.get: .visitors(measurements.list), .post: .owner(measurements.create)])
        router.resource("/api/v1/spaces/{id}/measurements.csv", [.get: .visitors(measurements.csv).taking("units")])
        router.resource(
            "/api/v1/measurements/{id}", [.patch: .owner(measurements.edit), .delete: .owner(measurements.trash)])
        router.resource("/api/v1/measurements/{id}/restore", [.post: .owner(measurements.restore)])
    }

    private func addAccounts(to router: Router<ServerContext>) {
        let grants = GrantRoutes(gate: gate)
        router.resource("/api/v1/spaces/{id}/grants", [.get: .owner(grants.list), .put: .owner(grants.set)])
        router.resource("/api/v1/spaces/{id}/follow", [.put: .members(grants.follow), .delete: .members(grants.unfollow)])
        router.resource("/api/v1/follows", [.get: .members(grants.follows)])

        let accounts = AccountRoutes(library: library)
        router.resource("/api/v1/me", [.get: .anyone(accounts.me)])
        router.resource("/api/v1/session", [.post: .anyone(accounts.signIn), .delete: .anyone(accounts.signOut)])
        router.resource("/api/v1/accounts", [.get: .members(accounts.list), .post: .owner(accounts.create)])
        router.resource("/api/v1/accounts/{id}", [.patch: .members(accounts.rename), .delete: .owner(accounts.end)])
        router.resource("/api/v1/accounts/{id}/invitations", [.post: .owner(accounts.invite)])
    }

    private func addJobs(to router: Router<ServerContext>) {
        let jobs = JobRoutes(jobs: components.jobs)
        router.resource("/api/v1/jobs", [.get: .owner(jobs.list)])
        router.resource("/api/v1/jobs/{id}", [.get: .owner(jobs.show), .delete: .owner(jobs.cancel)])
        router.resource("/api/v1/jobs/{id}/events", [.get: .owner(jobs.events)])

        let sync = SyncRoutes(library: library, sync: configuration.sync, runs: components.sync)
        router.resource("/api/v1/sync", [.get: .owner(sync.show), .post: .owner(sync.start), .delete: .owner(sync.cancel)])
        router.resource("/api/v1/conflicts", [.get: .owner(sync.conflicts)])
        router.resource("/api/v1/conflicts/{number}/undo", [.post: .owner(sync.undo)])
        router.resource("/api/v1/backups", [.post: .owner(sync.backUp)])
    }

    private func addLinks(to router: Router<ServerContext>) {
        let links = LinkRoutes(library: library, parts: parts, jobs: components.jobs)
        router.resource("/api/v1/spaces/{id}/links", [.get: .owner(links.list), .post: .owner(links.create)])
        router.resource("/api/v1/links/{id}", [.patch: .owner(links.change), .delete: .owner(links.delete)])
        router.resource("/api/v1/links/qr.svg", [.get: .owner(links.svg).taking("text")])
        router.resource("/api/v1/links/qr.png", [.get: .owner(links.png).taking("text", "module")])

        let visits = VisitRoutes(library: library, attempts: AttemptLimiter())
        router.resource("/api/v1/visits", [.post: .anyone(visits.create)])
    }

    /// The web client's pages and files, and the health check.
    private func addPages(to router: Router<ServerContext>) {
        router.resource(
            "/health",
            [.get: .anyone { _, _ in JSONBody.response(HealthPayload(status: "ok", version: DioramaVersion.current)) }])

        let pages = ClientRoutes(client: components.client)
        router.resource("/", [.get: .anyone(pages.page).ignoringQuery])
        router.resource("/sync", [.get: .anyone(pages.page).ignoringQuery])
        router.resource("/join", [.get: .anyone(pages.page).ignoringQuery])
        router.resource("/accounts", [.get: .anyone(pages.page).ignoringQuery])
        router.resource("/spaces/{id}", [.get: .anyone(pages.page).ignoringQuery])
        router.resource("/s/{token}", [.get: .anyone(pages.visit).ignoringQuery])
        router.resource("/embed/{token}", [.get: .anyone(pages.embed).ignoringQuery])
        router.resource("/**", [.get: .anyone(pages.file).ignoringQuery])
    }
}
