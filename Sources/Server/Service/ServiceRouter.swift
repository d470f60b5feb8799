import HTTPTypes
import Hummingbird
import Service
import Spaces

/// Which middleware a request to the multi-user service passes, and which route answers it. docs/openapi-service.yaml describes
/// the routes.
struct ServiceRouter {
    let parts: ServiceParts
    let listener: Listener
    let limiter: UploadLimiter
    let client: WebClient
    let billing: ServiceBilling?

    /// The router with all middleware and routes.
    func router() -> Router<ServerContext> {
        let router = Router(context: ServerContext.self)
        router.add(middleware: ServiceTracingMiddleware())
        router.add(middleware: ServiceMetricsMiddleware())
        router.add(middleware: LogMiddleware())
        router.add(middleware: TransportSecurityMiddleware(certificates: listener.certificates))
        router.add(middleware: ProblemMiddleware())
        router.add(
            middleware: HostMiddleware(
                host: listener.configuration.host, allowedHosts: listener.configuration.allowedHosts))
        router.add(
            middleware: listener.visitors(
                VisitorLookup(owner: { nil }, session: { _ in nil }, visit: { _ in nil }, link: { _ in nil })))
        let gate = ServiceGate(parts)
        addScans(to: router, gate)
        addJobs(to: router, gate)
        addAccounts(to: router, gate)
        addPeople(to: router, gate)
        addPasskeys(to: router, gate)
        router.resource("/api/v1/billing/events", [.post: gate.open(ServiceBillingRoutes(billing: billing).event)])
        addPages(to: router)
        addHealth(to: router, gate)
        return router
    }

    private func addScans(to router: Router<ServerContext>, _ gate: ServiceGate) {
        let scans = ServiceScanRoutes(parts: parts)
        router.resource(
            "/api/v1/scans",
            [
                .get: gate.requiring(.scansRead, scans.list).taking("limit", "offset", "after"),
                .post: gate.requiring(.scansWrite, scans.create),
            ])
        router.resource(
            "/api/v1/scans/{id}",
            [
                .get: gate.requiring(.scansRead, scans.show), .patch: gate.requiring(.scansWrite, scans.change),
                .delete: gate.requiring(.scansWrite, scans.delete),
            ])
        router.resource(
            "/api/v1/scans/{id}/upload-url",
            [.get: gate.requiring(.scansWrite, scans.uploadURL).taking("fileType", "sha256", "byteCount")])
        router.resource("/api/v1/scans/{id}/process", [.post: gate.requiring(.jobsWrite, scans.process)])

        let uploads = ServiceUploadRoutes(parts: parts, limiter: limiter)
        router.resource(
            "/api/v1/uploads/{token}",
            [
                .head: gate.open(uploads.offset), .patch: gate.open(uploads.append), .put: gate.open(uploads.put),
                .options: gate.open(uploads.options),
            ])
        router.resource(
            "/api/v1/uploads/{token}/parts", [.get: gate.open(uploads.parts), .post: gate.open(uploads.completeParts)])
    }

    private func addJobs(to router: Router<ServerContext>, _ gate: ServiceGate) {
        let jobs = ServiceJobRoutes(parts: parts)
        router.resource("/api/v1/jobs", [.get: gate.requiring(.jobsRead, jobs.list).taking("limit", "after")])
        router.resource(
            "/api/v1/jobs/{id}", [.get: gate.requiring(.jobsRead, jobs.show), .delete: gate.requiring(.jobsWrite, jobs.cancel)])
        router.resource("/api/v1/jobs/{id}/events", [.get: gate.requiring(.jobsRead, jobs.events)])
        router.resource("/api/v1/jobs/{id}/download", [.get: gate.requiring(.jobsRead, jobs.download).taking("format")])
    }

    private func addAccounts(to router: Router<ServerContext>, _ gate: ServiceGate) {
        let accounts = ServiceAccountRoutes(parts: parts)
        router.resource("/api/v1/usage", [.get: gate.requiring(.usageRead, accounts.usage)])
        router.resource("/api/v1/audit", [.get: gate.requiring(.usageRead, accounts.audit).taking("limit")])
        router.resource(
            "/api/v1/keys", [.get: gate.requiring(.keys, accounts.keys), .post: gate.requiring(.keys, accounts.addKey)])
        router.resource("/api/v1/keys/{id}", [.delete: gate.requiring(.keys, accounts.revokeKey)])
        router.resource(
            "/api/v1/webhooks",
            [.get: gate.requiring(.webhooks, accounts.webhooks), .post: gate.requiring(.webhooks, accounts.addWebhook)])
        router.resource("/api/v1/webhooks/{id}", [.delete: gate.requiring(.webhooks, accounts.deleteWebhook)])
    }

    private func addPeople(to router: Router<ServerContext>, _ gate: ServiceGate) {
        let signIn = ServiceSignInRoutes(parts: parts, gate: gate)
        router.resource("/api/v1/auth/methods", [.get: gate.open(signIn.methods)])
        router.resource("/api/v1/auth/token", [.post: gate.open(signIn.token)])
        router.resource("/api/v1/auth/refresh", [.post: gate.open(signIn.refresh)])
        router.resource("/api/v1/auth/revoke", [.post: gate.open(signIn.revoke)])
        router.resource("/api/v1/account", [.get: gate.requiring(nil, signIn.account)])

        let members = ServiceMemberRoutes(parts: parts)
        router.resource("/api/v1/members", [.get: gate.requiring(.team, members.list)])
        router.resource(
            "/api/v1/members/{id}",
            [.patch: gate.requiring(.team, members.change), .delete: gate.requiring(.team, members.remove)])
        router.resource(
            "/api/v1/invitations",
            [.get: gate.requiring(.team, members.invitations), .post: gate.requiring(.team, members.invite)])
        router.resource("/api/v1/invitations/{id}", [.delete: gate.requiring(.team, members.withdraw)])
    }

    private func addPasskeys(to router: Router<ServerContext>, _ gate: ServiceGate) {
        let passkeys = ServicePasskeyRoutes(parts: parts, gate: gate)
        router.resource("/api/v1/auth/passkeys/challenges", [.post: gate.open(passkeys.challenge)])
        router.resource("/api/v1/auth/passkeys/registrations", [.post: gate.open(passkeys.signUp)])
        router.resource("/api/v1/auth/passkeys/assertions", [.post: gate.open(passkeys.signIn)])
        router.resource(
            "/api/v1/passkeys", [.get: gate.requiring(nil, passkeys.list), .post: gate.requiring(nil, passkeys.add)])
        router.resource("/api/v1/passkeys/challenges", [.post: gate.requiring(nil, passkeys.ownChallenge)])
        router.resource("/api/v1/passkeys/{id}", [.delete: gate.requiring(nil, passkeys.remove)])
    }

    private func addPages(to router: Router<ServerContext>) {
        let pages = ServicePageRoutes(client: client)
        router.resource("/", [.get: GuardedHandler.anyone(pages.root).ignoringQuery])
        router.resource("/service", [.get: GuardedHandler.anyone(pages.page).ignoringQuery])
        router.resource("/assets/{file}", [.get: GuardedHandler.anyone(pages.file).ignoringQuery])
    }

    private func addHealth(to router: Router<ServerContext>, _ gate: ServiceGate) {
        let parts = parts
        router.resource(
            "/health/live",
            [.get: .anyone { _, _ in JSONBody.response(HealthPayload(status: "ok", version: DioramaVersion.current)) }])
        router.resource(
            "/health/ready",
            [
                .get: gate.open { _, _ in
                    try await ServiceStatus.check(parts.database)
                    return JSONBody.response(HealthPayload(status: "ok", version: DioramaVersion.current))
                }
            ])
        router.resource(
            "/metrics",
            [
                .get: gate.open { _, context in
                    // For the operator's own network: numbers about all accounts.
                    guard context.peer?.isLocal == true, context.client?.isLocal == true else {
                        throw Problem.notFound("page")
                    }
                    let text = try await ServiceStatus.read(parts.database).metrics + MetricsRegistry.shared.text
                    return Response(
                        status: .ok, headers: [.contentType: "text/plain; version=0.0.4"],
                        body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
                }
            ])
    }
}
