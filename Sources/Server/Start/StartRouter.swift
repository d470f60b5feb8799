import DioramaLibrary
import HTTPTypes
import Hummingbird
import Spaces

/// Which middleware a request of the first start passes, and which route answers it.
struct StartRouter {
    private let configuration: StartServer.Configuration
    private let listener: Listener
    private let routes: StartRoutes

    init(_ configuration: StartServer.Configuration, listener: Listener, routes: StartRoutes) {
        self.configuration = configuration
        self.listener = listener
        self.routes = routes
    }

    /// The router with all middleware and routes.
    func router() -> Router<ServerContext> {
        let router = Router(context: ServerContext.self)
        router.add(middleware: LogMiddleware())
        router.add(middleware: TransportSecurityMiddleware(certificates: listener.certificates))
        router.add(middleware: ProblemMiddleware())
        router.add(
            middleware: HostMiddleware(host: configuration.listener.host, allowedHosts: configuration.listener.allowedHosts))
        router.add(middleware: OriginMiddleware())
        router.add(middleware: listener.visitors(.nobody))
        router.resource("/api/v1/start", [.get: .anyone(routes.show), .post: .anyone(routes.begin)])
        router.resource("/api/v1/start/digits", [.post: .anyone(routes.decide)])
        router.resource(
            "/health",
            [.get: .anyone { _, _ in JSONBody.response(HealthPayload(status: "ok", version: DioramaVersion.current)) }])
        router.resource(
            "/api/**",
            [
                .get: .anyone { _, _ in
                    throw Problem(
                        .serviceUnavailable, "There is no library yet; open /start.", code: .noLibrary, headers: [.retryAfter: "5"])
                }
                .ignoringQuery
            ])
        listener.certificatePages?.add(to: router)
        let client = ClientRoutes(client: WebClient(folder: configuration.webClient ?? WebClient.bundled))
        router.resource("/start", [.get: .anyone(client.page).ignoringQuery])
        for page in [
            "/", "/sync", "/accounts", "/sharing", "/inbox", "/workflows", "/trash", "/things", "/places", "/search",
            "/spaces/{id}",
        ] {
            router.resource(
                RouterPath(page),
                [.get: .anyone { _, _ in Response(status: .temporaryRedirect, headers: [.location: "/start"]) }.ignoringQuery])
        }
        router.resource("/**", [.get: .anyone(client.file).ignoringQuery])
        return router
    }
}

extension VisitorLookup {
    /// Without a library nobody has an account, a session or a link.
    fileprivate static let nobody = VisitorLookup(
        owner: { nil }, session: { _ in nil }, visit: { _ in nil }, link: { _ in nil })
}
