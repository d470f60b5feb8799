import DioramaLibrary
import Foundation
import HTTPTypes
import Hummingbird
import Live
import NIOCore
import Sessions

/// `/api/v1/spaces/{id}/live` and `/api/v1/live/{code}`: live sessions, their invitations and their WebSockets.
struct LiveRoutes: Sendable {
    let library: Library
    let gate: SpaceGate
    let host: SessionHost
    let attempts: AttemptLimiter

    // MARK: Sessions of a space

    func list(_ request: Request, _ context: ServerContext) async throws -> Response {
        let space = try await gate.space(context)
        await host.restored()
        let sessions = host.sessions(in: space.id).map { payload($0, space, context.visitor) }
        return JSONBody.response(LiveSessionListPayload(sessions: sessions))
    }

    func start(_ request: Request, _ context: ServerContext) async throws -> Response {
        let space = try await gate.space(context)
        if let account = context.visitor.invited, try await library.permission(of: account, in: space.id) != .pin {
            throw Problem(.forbidden, "Only people who may pin memories in this space can start a live session.")
        }
        let body = try await JSONBody.decode(LiveSettingsBody.self, from: request, expecting: LiveSettingsBody.example)
        let session = try await host.start(
            in: space.id, host: context.visitor.account, settings: body.applied(to: SessionSettings()))
        var response = JSONBody.response(payload(session, space, context.visitor), status: .created)
        response.headers[.location] = "/api/v1/live/\(session.record.code)"
        return response
    }

    // MARK: One session

    /// The session as JSON or, where the request asks for it, as a WebSocket.
    func show(_ request: Request, _ context: ServerContext) async throws -> Response {
        let session = try await session(request, context)
        if WebSocketHandshake.isRequested(by: request) { return try await connect(to: session, request, context) }
        return JSONBody.response(payload(session, try await space(of: session), context.visitor))
    }

    private func connect(to session: HostedSession, _ request: Request, _ context: ServerContext) async throws -> Response {
        let handshake = try WebSocketHandshake(request)
        let wanted = try Query(request)["role"]
        guard wanted == nil || wanted == "viewer" else { throw Problem(.badRequest, "role can only be viewer.") }
        let allowed = try await role(of: context.visitor, in: session)
        let role = wanted == nil ? allowed : .viewer
        try await handshake.take(over: context.channel) { transport in session.room.connect(transport, role: role) }
        return handshake.response
    }

    func change(_ request: Request, _ context: ServerContext) async throws -> Response {
        let session = try await hostedSession(request, context)
        let body = try await JSONBody.decode(LiveSettingsBody.self, from: request, expecting: LiveSettingsBody.example)
        try await host.change(session, to: body.applied(to: session.record.settings))
        return JSONBody.response(payload(session, try await space(of: session), context.visitor))
    }

    func end(_ request: Request, _ context: ServerContext) async throws -> Response {
        await host.end(try await hostedSession(request, context))
        return Response(status: .noContent)
    }

    /// The ticket by which somebody with the code sees the space.
    func visit(_ request: Request, _ context: ServerContext) async throws -> Response {
        let session = try await session(request, context)
        guard let link = LinkID(session.record.link),
            case .opened(let opened, let ticket, let expires) = try await library.openVisit(link: link)
        else { throw Self.missing }
        return JSONBody.response(VisitPayload(opened, ticket: ticket, expires: expires), status: .created)
    }

    // MARK: Recording

    func startRecording(_ request: Request, _ context: ServerContext) async throws -> Response {
        let session = try await hostedSession(request, context)
        try await host.record(session, isOn: true)
        return JSONBody.response(payload(session, try await space(of: session), context.visitor))
    }

    func stopRecording(_ request: Request, _ context: ServerContext) async throws -> Response {
        let session = try await hostedSession(request, context)
        try await host.record(session, isOn: false)
        return JSONBody.response(payload(session, try await space(of: session), context.visitor))
    }

    func recording(_ request: Request, _ context: ServerContext) async throws -> Response {
        let session = try await hostedSession(request, context)
        guard let url = host.recording(of: session) else { throw Problem.notFound("recording") }
        let headers: HTTPFields = [
            .cacheControl: "no-store", .contentDisposition: "attachment; filename=\"session-\(session.record.code).live\"",
        ]
        // It may still grow: what is there now is sent.
        return try FileResponse(
            file: OpenFile(url), tag: EntityTag(UUID().uuidString), contentType: "application/vnd.diorama.live", headers: headers
        ).response(to: request)
    }

    // MARK: Parts

    private static let missing = Problem(
        .notFound, "There is no live session with this code; it may have ended.", code: .liveSessionNotFound)

    /// The session in the path. Somebody who tries many codes has to wait.
    private func session(_ request: Request, _ context: ServerContext) async throws -> HostedSession {
        let text = context.parameters.get("code") ?? ""
        let code = SessionCode(text)
        // After a restart clients come back before everything is read.
        await host.restored()
        if let session = code.flatMap({ host.session($0) }) { return session }
        if let elsewhere = code.flatMap({ host.address(of: $0) }) { throw Self.redirect(request, to: elsewhere) }
        let keys = [context.client.map { "\($0.network)" } ?? ""]
        if !context.visitor.isOwner, let seconds = await attempts.take(keys) {
            throw Problem(
                .tooManyRequests, "That were many wrong codes; try again in \(seconds) s.", headers: [.retryAfter: "\(seconds)"])
        }
        throw Self.missing
    }

    /// The answer where another server runs the session.
    private static func redirect(_ request: Request, to server: URL) -> Problem {
        var root = server.absoluteString
        if root.hasSuffix("/") { root.removeLast() }
        return Problem(
            .temporaryRedirect, "The live session runs on another server.", headers: [.location: root + (request.head.path ?? "/")])
    }

    /// The page of a session: that of the server that runs it.
    func page(_ pages: ClientRoutes) -> RequestHandler {
        { request, context in
            await host.restored()
            if let code = context.parameters.get("code").flatMap({ SessionCode($0) }), host.session(code) == nil,
                let elsewhere = host.address(of: code)
            {
                throw Self.redirect(request, to: elsewhere)
            }
            return try await pages.visit(request, context)
        }
    }

    /// The session in the path, for its host.
    private func hostedSession(_ request: Request, _ context: ServerContext) async throws -> HostedSession {
        let session = try await session(request, context)
        guard try await role(of: context.visitor, in: session) == .host else {
            throw Problem(.forbidden, "Only the host of the live session can do this.", code: .hostsOnly)
        }
        return session
    }

    private func space(of session: HostedSession) async throws -> Space {
        guard let id = SpaceID(session.record.space), let space = try await library.space(id) else { throw Self.missing }
        return space
    }

    /// What a visitor may do in a session.
    /// - Throws: `Problem` 401 or 403 for those who may not see its space.
    private func role(of visitor: Visitor, in session: HostedSession) async throws -> Role {
        let record = session.record
        if visitor.isOwner || visitor.account.map({ $0.description == record.host }) ?? false { return .host }
        let isPermitted = try await isPermitted(visitor, record)
        guard let mayTakePart = isPermitted else { throw Self.notInvited(visitor) }
        return mayTakePart && record.settings.allowsGuests ? .guest : .viewer
    }

    /// Whether a visitor may take part, or only watch; nil for those who may not see the space.
    private func isPermitted(_ visitor: Visitor, _ record: SessionRecord) async throws -> Bool? {
        guard let space = SpaceID(record.space), try await gate.admits(visitor, to: space) else { return nil }
        if let account = visitor.invited { return try await library.permission(of: account, in: space) == .pin }
        // The session's own link is the invitation to take part; people with another link to the whole space watch.
        guard let visit = visitor.visit, visit.part == nil else { return nil }
        return visit.link.description == record.link
    }

    private static func notInvited(_ visitor: Visitor) -> Problem {
        let text = "Open the invitation to this live session to join it."
        return visitor == .nobody ? Problem(.unauthorized, text, headers: Access.challenge) : Problem(.forbidden, text)
    }

    private func payload(_ session: HostedSession, _ space: Space, _ visitor: Visitor) -> LiveSessionPayload {
        let isHost = visitor.isOwner || visitor.account.map { $0.description == session.record.host } ?? false
        return LiveSessionPayload(session, space: space, isHost: isHost)
    }
}

extension Problem {
    /// The answer to a live session's failure.
    init(_ error: SessionsError) {
        let status: HTTPResponse.Status =
            switch error.kind {
            case .notFound: .notFound
            case .invalidValue: .badRequest
            case .tooMany: .tooManyRequests
            case .refused: .forbidden
            case .damaged, .failed: .internalServerError
            }
        self.init(status, Self.sentence(error.description))
    }
}
