import Spaces
import HTTPTypes
import Hummingbird
import DioramaLibrary

/// `POST /api/v1/visits`: a link's token (and password) against a ticket.
struct VisitRoutes: Sendable {
    let library: Library
    let attempts: AttemptLimiter

    func create(_ request: Request, _ context: ServerContext) async throws -> Response {
        let body = try await JSONBody.decode(VisitRequestPayload.self, from: request, expecting: VisitRequestPayload.example)
        guard let link = try await library.openLink(token: body.token) else { throw Self.gone }
        if !link.hasPassword { return try await open(body) }
        guard body.password?.isEmpty == false else { throw Self.passwordWanted }
        let client = context.client.map { "\($0.network)" } ?? ""
        let keys = ["\(link.id) \(client)", "\(link.id)"]
        if let seconds = await attempts.take(keys) {
            throw Problem(
                .tooManyRequests, "That were many wrong passwords; try again in \(seconds) s.", headers: [.retryAfter: "\(seconds)"]
            )
        }
        do {
            let response = try await open(body)
            await attempts.succeeded(keys)
            return response
        } catch {
            await attempts.failed(keys)
            throw error
        }
    }

    private func open(_ body: VisitRequestPayload) async throws -> Response {
        switch try await library.openVisit(token: body.token, password: body.password) {
        case .opened(let link, let ticket, let expires):
            return JSONBody.response(VisitPayload(link, ticket: ticket, expires: expires), status: .created)
        case .wrongPassword: throw Problem(.forbidden, "That isn't the password of this link.", code: .wrongPassword)
        case .gone: throw Self.gone
        }
    }

    private static let gone = Problem(
        .notFound, "This link is not valid; it may have been revoked or have expired.", code: .linkNotValid)
    private static let passwordWanted = Problem(.forbidden, "This link has a password.", code: .passwordNeeded)
}
