import DioramaLibrary
import Hummingbird
import Spaces

/// Which middleware a request passes, and which route answers it. docs/openapi.yaml describes the routes.
struct ServerRoutes {
    let components: ServerComponents
    let configuration: ServerConfiguration
    let library: Library
    let media: MediaStore
    let gate: SpaceGate
    private let parts: PartStore
    private let measurer: SpaceMeasurer
    private let live: LiveRoutes

    init(_ components: ServerComponents) {
        self.components = components
        configuration = components.configuration
        library = configuration.library
        media = configuration.media
        gate = SpaceGate(library: library)
        parts = PartStore(library: library, media: media)
        measurer = SpaceMeasurer(library: library, media: media)
        live = LiveRoutes(library: library, gate: gate, host: components.live, attempts: AttemptLimiter(free: 20))
    }

    /// The router with all middleware and routes.
    func router() -> Router<ServerContext> {
        let router = Router(context: ServerContext.self)
        router.add(middleware: LogMiddleware())
        router.add(middleware: TransportSecurityMiddleware(certificates: components.listener.certificates))
        router.add(middleware: ProblemMiddleware())
        router.add(middleware: HostMiddleware(host: configuration.host, allowedHosts: configuration.allowedHosts))
        router.add(middleware: OriginMiddleware())
        router.add(middleware: components.listener.visitors(components.lookup))
        if let demo = components.demo { router.add(middleware: DemoMiddleware(demo: demo)) }
        addRoutes(to: router)
        return router
    }

    /// The router of a library that is reached through that of another one, which has found out who sends a request.
    func inner() -> Router<ServerContext> {
        let router = Router(context: ServerContext.self)
        router.add(middleware: ProblemMiddleware())
        addRoutes(to: router)
        return router
    }

    private func addRoutes(to router: Router<ServerContext>) {
        addSpaces(to: router)
        addMemories(to: router)
        addPlans(to: router)
        addMeasurements(to: router)
        addAccounts(to: router)
        addJobs(to: router)
        addLinks(to: router)
        addLive(to: router)
        addExhibits(to: router)
        addGuide(to: router)
        addThings(to: router)
        addRequests(to: router)
        addSettings(to: router)
        addPages(to: router)
    }

    private func addSpaces(to router: Router<ServerContext>) {
        let spaces = SpaceRoutes(library: library, gate: gate, parts: parts)
        let upload = UploadRoute(
            configuration: configuration, store: components.store, jobs: components.jobs, uploads: components.uploads)
        router.resource(
            "/api/v1/spaces",
            [
                .get: .visitors(spaces.list).taking("limit", "after"),
                .post: .owner(upload.create).taking("fileName", "name", "mode", "texture", "splats", "keep"),
            ])
        router.resource(
            "/api/v1/spaces/{id}", [.get: .visitors(spaces.show), .patch: .owner(spaces.edit), .delete: .owner(spaces.delete)])

        let covers = CoverRoutes(
            library: library, gate: gate, media: media, store: components.store, uploads: components.uploads)
        router.resource(
            "/api/v1/spaces/{id}/cover",
            [
                .get: .visitors(covers.show).taking("v", "size"), .put: .owner(covers.set).taking("name"),
                .delete: .owner(covers.remove),
            ])

        let alignment = AlignmentRoutes(library: library, gate: gate)
        router.resource(
            "/api/v1/spaces/{id}/alignment", [.get: .visitors(alignment.show), .put: .owner(alignment.set)])

        let reanchor = ReanchorRoutes(library: library, transfer: AnchorTransfer(library: library, media: media))
        router.resource("/api/v1/spaces/{id}/reanchor", [.post: .owner(reanchor.create), .delete: .owner(reanchor.undo)])

        let site = ExportedSite(library: library, media: media, parts: parts, client: configuration.webClient)
        let exports = ExportRoutes(
            gate: gate, export: WebExport(site: site), models: SpaceExport(library: library, media: media))
        router.resource("/api/v1/spaces/{id}/export", [.get: .visitors(exports.file).taking("format", "withLocation")])

        let contents = ContentsRoutes(gate: gate, contents: SpaceContents(media: media))
        router.resource("/api/v1/spaces/{id}/contents", [.get: .visitors(contents.show).taking("for")])

        let assets = AssetRoutes(library: library, media: media, parts: parts)
        router.resource("/api/v1/assets/{hash}", [.get: .visitors(assets.file)])
    }

    private func addMemories(to router: Router<ServerContext>) {
        let memories = MemoryRoutes(
            gate: gate, spaceMemories: SpaceMemories(library: library), pinCache: PinCache(library: library))
        router.resource(
            "/api/v1/spaces/{id}/memories",
            [
                .get: .visitors(memories.list).taking(
                    "search", "mood", "kind", "tag", "author", "object", "order", "trashed", "after", "limit"),
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

        let memoryMedia = MemoryMediaRoutes(
            gate: gate, store: components.store, media: media, uploads: components.uploads)
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
        router.resource(
            "/api/v1/spaces/{id}/checks", [.get: .visitors(measurements.listChecks), .post: .owner(measurements.addCheck)])
        router.resource("/api/v1/checks/{id}", [.delete: .owner(measurements.removeCheck)])
        router.resource("/api/v1/checks/{id}/restore", [.post: .owner(measurements.restoreCheck)])
    }

    private func addAccounts(to router: Router<ServerContext>) {
        let grants = GrantRoutes(gate: gate)
        router.resource("/api/v1/spaces/{id}/grants", [.get: .owner(grants.list), .put: .owner(grants.set)])
        router.resource("/api/v1/spaces/{id}/follow", [.put: .members(grants.follow), .delete: .members(grants.unfollow)])
        router.resource("/api/v1/follows", [.get: .members(grants.follows)])

        let own = OwnAccountRoutes(library: library, sync: configuration.sync)
        router.resource("/api/v1/account", [.get: .owner(own.show)])
        router.resource("/api/v1/account/merge", [.post: .owner(own.merge)])
        router.resource(
            "/api/v1/account/devices/{id}", [.delete: .owner(OwnDeviceRoutes(sync: configuration.sync).remove)])
        router.resource("/api/v1/start", [.get: .anyone(own.started), .post: .owner(own.refuseStart)])
        router.resource("/api/v1/start/digits", [.post: .owner(own.refuseStart)])

        let sharing = SharingRoutes(runs: components.sharing)
        router.resource("/api/v1/contacts", [.get: .owner(sharing.contacts), .post: .owner(sharing.addContact)])
        router.resource("/api/v1/contacts/{id}", [.delete: .owner(sharing.removeContact)])
        router.resource("/api/v1/contacts/{id}/compared", [.post: .owner(sharing.noteCompared)])
        router.resource("/api/v1/shares", [.get: .owner(sharing.shares), .post: .owner(sharing.share)])
        router.resource("/api/v1/shares/{id}", [.delete: .owner(sharing.revoke)])
        router.resource("/api/v1/inbox", [.get: .owner(sharing.inbox)])
        router.resource("/api/v1/inbox/receive", [.post: .owner(sharing.receive)])
        router.resource("/api/v1/inbox/{id}/accept", [.post: .owner(sharing.accept)])
        router.resource("/api/v1/inbox/{id}/decline", [.post: .owner(sharing.decline)])

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

        let sync = SyncRoutes(
            library: library, sync: configuration.sync, runs: components.sync,
            scheduler: components.makesBackups ? components.backups : nil)
        router.resource("/api/v1/sync", [.get: .owner(sync.show), .post: .owner(sync.start), .delete: .owner(sync.cancel)])
        let files = FileRoutes(sync: configuration.sync, originals: media.originals, runs: components.verifications)
        router.resource("/api/v1/files", [.get: .owner(files.show), .patch: .owner(files.change)])
        router.resource("/api/v1/files/verification", [.post: .owner(files.verify)])
        router.resource("/api/v1/conflicts", [.get: .owner(sync.conflicts)])
        router.resource("/api/v1/conflicts/{number}/undo", [.post: .owner(sync.undo)])
        router.resource("/api/v1/backups", [.post: .owner(sync.backUp)])

        let trash = TrashRoutes(library: library)
        router.resource("/api/v1/trash", [.get: .owner(trash.list), .delete: .owner(trash.purgeAll)])
        router.resource("/api/v1/trash/{id}", [.delete: .owner(trash.purge)])
        router.resource("/api/v1/trash/{id}/restore", [.post: .owner(trash.restore)])
        router.resource("/api/v1/retention", [.get: .owner(trash.retention), .put: .owner(trash.setRetention)])

        let health = HealthRoutes(
            health: LibraryHealth(library: library, sync: configuration.sync, limits: configuration.healthLimits),
            certificates: components.listener.certificates)
        router.resource("/api/v1/health", [.get: .owner(health.show)])

        let pairing = PairingRoutes(library: library, runs: components.pairing)
        router.resource("/api/v1/pairing", [.get: .owner(pairing.show)])
        router.resource("/api/v1/pairing/offer", [.post: .owner(pairing.open), .delete: .owner(pairing.close)])
        router.resource("/api/v1/pairing/session", [.post: .owner(pairing.begin), .delete: .owner(pairing.reject)])
        router.resource("/api/v1/pairing/session/confirm", [.post: .owner(pairing.confirm)])
        router.resource("/api/v1/pairing/devices/{id}", [.delete: .owner(pairing.forget)])
    }

    private func addLinks(to router: Router<ServerContext>) {
        let links = LinkRoutes(library: library, parts: parts, jobs: components.jobs, listener: components.listener)
        router.resource("/api/v1/spaces/{id}/links", [.get: .owner(links.list), .post: .owner(links.create)])
        router.resource("/api/v1/links/{id}", [.patch: .owner(links.change), .delete: .owner(links.delete)])
        router.resource("/api/v1/links/qr.svg", [.get: .owner(links.svg).taking("text")])
        router.resource("/api/v1/links/qr.png", [.get: .owner(links.png).taking("text", "module")])

        let visits = VisitRoutes(library: library, attempts: AttemptLimiter())
        router.resource("/api/v1/visits", [.post: .anyone(visits.create)])
    }

    private func addLive(to router: Router<ServerContext>) {
        let live = live
        router.resource("/api/v1/spaces/{id}/live", [.get: .visitors(live.list), .post: .members(live.start)])
        router.resource(
            "/api/v1/live/{code}",
            [.get: .anyone(live.show).taking("role"), .patch: .members(live.change), .delete: .members(live.end)])
        router.resource("/api/v1/live/companions/{file}", [.get: .anyone(CompanionRoutes().file)])
        router.resource("/api/v1/live/{code}/visits", [.post: .anyone(live.visit)])
        router.resource(
            "/api/v1/live/{code}/recording",
            [.get: .members(live.recording), .post: .members(live.startRecording), .delete: .members(live.stopRecording)])
    }

    private func addExhibits(to router: Router<ServerContext>) {
        let exhibits = ExhibitRoutes(catalogue: ExhibitCatalogue(library: library, media: media))
        router.resource("/api/v1/exhibits", [.get: .visitors(exhibits.list), .post: .owner(exhibits.create)])
        router.resource(
            "/api/v1/exhibits/{id}",
            [.get: .visitors(exhibits.show), .put: .owner(exhibits.save), .delete: .owner(exhibits.delete)])
        router.resource("/api/v1/exhibits/{id}/restore", [.post: .owner(exhibits.restore)])
        let sharing = ExhibitSharingRoutes(routes: exhibits, listener: components.listener)
        router.resource("/api/v1/exhibits/{id}/links", [.get: .owner(sharing.links), .post: .owner(sharing.createLink)])
        router.resource("/api/v1/exhibits/{id}/grants", [.get: .owner(sharing.grants), .put: .owner(sharing.setGrants)])

        let files = ExhibitFileRoutes(
            routes: exhibits, site: ExportedExhibit(client: configuration.webClient), store: components.store,
            uploads: components.uploads)
        router.resource("/api/v1/exhibits/import", [.post: .owner(files.importPackage)])
        router.resource("/api/v1/exhibits/{id}/models", [.post: .owner(files.addModel).taking("name", "size", "axis", "operation")])
        router.resource(
            "/api/v1/exhibits/{id}/additions/{operation}",
            [.get: .owner(files.addition), .delete: .owner(files.cancelAddition)])
        router.resource("/api/v1/exhibits/{id}/images/{name}", [.put: .owner(files.putImage)])
        router.resource("/api/v1/exhibits/{id}/files/{folder}/{name}", [.get: .visitors(files.file).taking("v", "draft")])
        router.resource("/api/v1/exhibits/{id}/export", [.get: .visitors(files.export).taking("format")])
    }

    private func addGuide(to router: Router<ServerContext>) {
        let exhibits = ExhibitRoutes(catalogue: ExhibitCatalogue(library: library, media: media))
        let guide = GuideRoutes(
            guides: components.guides, gate: gate, exhibits: exhibits,
            questions: GuideQuestions(store: components.conversations, slots: QuestionSlots()))
        router.resource("/api/v1/exhibits/{id}/guide", [.get: .visitors(guide.exhibit)])
        router.resource("/api/v1/exhibits/{id}/guide/portraits/{name}", [.get: .visitors(guide.portrait)])
        router.resource("/api/v1/exhibits/{id}/guide/answers", [.post: .visitors(guide.askExhibit)])
        router.resource("/api/v1/spaces/{id}/guide", [.get: .visitors(guide.space)])
        router.resource("/api/v1/spaces/{id}/guide/answers", [.post: .visitors(guide.askSpace)])
        router.resource("/api/v1/guide", [.get: .members(guide.library)])
        router.resource("/api/v1/guide/answers", [.post: .members(guide.askLibrary)])

        let conversations = ConversationRoutes(store: components.conversations, guides: components.guides)
        router.resource(
            "/api/v1/guide/conversations",
            [
                .get: .members(conversations.list).taking("search", "about", "after", "limit"),
                .delete: .members(conversations.deleteAll),
            ])
        router.resource(
            "/api/v1/guide/conversations/{id}",
            [.get: .members(conversations.show).taking("before", "limit"), .delete: .members(conversations.delete)])
        router.resource(
            "/api/v1/guide/conversations/{id}/export", [.get: .members(conversations.export).taking("format")])
    }

    /// The web client's pages and files, and the health check.
    private func addPages(to router: Router<ServerContext>) {
        router.resource(
            "/health",
            [.get: .anyone { _, _ in JSONBody.response(HealthPayload(status: "ok", version: DioramaVersion.current)) }])

        components.listener.certificatePages?.add(to: router)
        let pages = ClientRoutes(client: components.client)
        router.resource("/", [.get: .anyone(pages.page).ignoringQuery])
        router.resource(
            "/start", [.get: .anyone { _, _ in Response(status: .temporaryRedirect, headers: [.location: "/"]) }.ignoringQuery])
        router.resource("/trash", [.get: .anyone(pages.page).ignoringQuery])
        router.resource("/sync", [.get: .anyone(pages.page).ignoringQuery])
        router.resource("/join", [.get: .anyone(pages.page).ignoringQuery])
        router.resource("/accounts", [.get: .anyone(pages.page).ignoringQuery])
        router.resource("/sharing", [.get: .anyone(pages.page).ignoringQuery])
        router.resource("/inbox", [.get: .anyone(pages.page).ignoringQuery])
        router.resource("/requests/{id}", [.get: .anyone(pages.page).ignoringQuery])
        router.resource("/recordings/{id}", [.get: .anyone(pages.page).ignoringQuery])
        router.resource("/workflows", [.get: .anyone(pages.page).ignoringQuery])
        router.resource("/workflows/{id}", [.get: .anyone(pages.page).ignoringQuery])
        router.resource("/settings", [.get: .anyone(pages.page).ignoringQuery])
        router.resource("/privacy", [.get: .anyone(pages.page).ignoringQuery])
        router.resource("/spaces/{id}", [.get: .anyone(pages.page).ignoringQuery])
        router.resource("/things", [.get: .anyone(pages.page).ignoringQuery])
        router.resource("/things/{id}", [.get: .anyone(pages.page).ignoringQuery])
        router.resource("/places", [.get: .anyone(pages.page).ignoringQuery])
        router.resource("/search", [.get: .anyone(pages.page).ignoringQuery])
        router.resource("/exhibits", [.get: .anyone(pages.page).ignoringQuery])
        router.resource("/exhibits/{id}", [.get: .anyone(pages.page).ignoringQuery])
        router.resource("/exhibits/{id}/edit", [.get: .anyone(pages.page).ignoringQuery])
        router.resource("/exhibits/{id}/guide", [.get: .anyone(pages.page).ignoringQuery])
        router.resource("/spaces/{id}/guide", [.get: .anyone(pages.page).ignoringQuery])
        router.resource("/guide", [.get: .anyone(pages.page).ignoringQuery])
        router.resource("/live/{code}", [.get: .anyone(live.page(pages)).ignoringQuery])
        router.resource("/s/{token}", [.get: .anyone(pages.visit).ignoringQuery])
        router.resource("/embed/{token}", [.get: .anyone(pages.embed).ignoringQuery])
        router.resource("/**", [.get: .anyone(pages.file).ignoringQuery])
    }
}
