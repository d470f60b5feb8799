import DioramaLibrary
import Foundation
import HTTPTypes
import Hummingbird
import Live
import NIOCore
import Sessions
import Support

/// `/api/v1/spaces/{id}/live` and `/api/v1/live/{code}`: live sessions, their invitations and their WebSockets.
struct LiveRoutes: Sendable {
    let library: Library
    let gate: SpaceGate
    let host: SessionHost
    let attempts: AttemptLimiter

    // MARK: Sessions of a space

    func list(_ request: Request, _ context: ServerContext) async throws -> Response {
        let space = try await gate.space(context)
        let sessions = host.sessions(in: space.id).map { payload($0, space, context.visitor) }
        return JSONBody.response(LiveSessionListPayload(sessions: sessions))
    }

    func start(_ request: Request, _ context: ServerContext) async throws -> Response {
        let space = try await gate.space(context)
        if let account = context.visitor.invited, try await library.permission(of: account, in: space.id) != .pin {
            throw Problem(.forbidden, "Only people who may pin memories in this space can start a live session.")
        }
        let body = try await JSONBody.decode(LiveSettingsBody.self, from: request, expecting: LiveSettingsBody.example)
        let session = try await answering {
            () async throws(SessionsError) in
            try await host.start(in: space.id, host: context.visitor.account, settings: body.applied(to: SessionSettings()))
        }
        var response = JSONBody.response(payload(session, space, context.visitor), status: .created)
        response.headers[.location] = "/api/v1/live/\(session.record.code)"
        return response
    }

    // MARK: One session

    /// The session as JSON or, where the request asks for it, as a WebSocket.
    func show(_ request: Request, _ context: ServerContext) async throws -> Response {
        let session = try await session(context)
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
        let session = try await hostedSession(context)
        let body = try await JSONBody.decode(LiveSettingsBody.self, from: request, expecting: LiveSettingsBody.example)
        try await answering { () async throws(SessionsError) in
            try await host.change(session, to: body.applied(to: session.record.settings))
        }
        return JSONBody.response(payload(session, try await space(of: session), context.visitor))
    }

    func end(_ request: Request, _ context: ServerContext) async throws -> Response {
        await host.end(try await hostedSession(context))
        return Response(status: .noContent)
    }

    /// The ticket by which somebody with the code sees the space.
    func visit(_ request: Request, _ context: ServerContext) async throws -> Response {
        let session = try await session(context)
        guard let link = LinkID(session.record.link),
            case .opened(let opened, let ticket, let expires) = try await library.openVisit(link: link)
        else { throw Self.missing }
        return JSONBody.response(
            VisitPayload(
                visit: ticket, space: opened.space.description, expires: expires.payload, showsMemories: opened.showsMemories),
            status: .created)
    }

    // MARK: Recording

    func startRecording(_ request: Request, _ context: ServerContext) async throws -> Response {
        let session = try await hostedSession(context)
        try await answering { () async throws(SessionsError) in try host.record(session, isOn: true) }
        return JSONBody.response(payload(session, try await space(of: session), context.visitor))
    }

    func stopRecording(_ request: Request, _ context: ServerContext) async throws -> Response {
        let session = try await hostedSession(context)
        try await answering { () async throws(SessionsError) in try host.record(session, isOn: false) }
        return JSONBody.response(payload(session, try await space(of: session), context.visitor))
    }

    func recording(_ request: Request, _ context: ServerContext) async throws -> Response {
        let session = try await hostedSession(context)
        guard let url = host.recording(of: session) else { throw Problem.notFound("recording") }
        let bytes = try await Blocking.run { try Data(contentsOf: url, options: .mappedIfSafe) }
        let headers: HTTPFields = [
            .contentType: "application/vnd.diorama.live", .cacheControl: "no-store",
            .contentDisposition: "attachment; filename=\"session-\(session.record.code).live\"",
        ]
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    // MARK: Parts

    private static let missing = Problem(.notFound, "There is no live session with this code; it may have ended.")

    /// The session in the path. Somebody who tries many codes has to wait.
    private func session(_ context: ServerContext) async throws -> HostedSession {
        let text = context.parameters.get("code") ?? ""
        if let session = SessionCode(text).flatMap({ host.session($0) }) { return session }
        let keys = [context.client.map { "\($0.network)" } ?? ""]
        if !context.visitor.isOwner, let seconds = await attempts.take(keys) {
            throw Problem(
                .tooManyRequests, "That were many wrong codes; try again in \(seconds) s.", headers: [.retryAfter: "\(seconds)"])
        }
        throw Self.missing
    }

    /// The session in the path, for its host.
    private func hostedSession(_ context: ServerContext) async throws -> HostedSession {
        let session = try await session(context)
        guard try await role(of: context.visitor, in: session) == .host else {
            throw Problem(.forbidden, "Only the host of the live session can do this.")
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
        let guest: Role = record.settings.allowsGuests ? .guest : .viewer
        switch visitor {
        case .owner: return .host
        case .account(let account):
            if record.host == account.description { return .host }
            guard let space = SpaceID(record.space), let permission = try await library.permission(of: account, in: space) else {
                throw Problem(.forbidden, "Open the invitation to this live session to join it.")
            }
            return permission == .pin ? guest : .viewer
        case .visit(let visit) where visit.space.description == record.space && visit.part == nil:
            // People with another link to the space watch; the session's own link is the invitation to take part.
            return visit.link.description == record.link ? guest : .viewer
        case .visit: throw Problem(.forbidden, "Open the invitation to this live session to join it.")
        case .nobody:
            throw Problem(.unauthorized, "Open the invitation to this live session to join it.", headers: Access.challenge)
        }
    }

    private func payload(_ session: HostedSession, _ space: Space, _ visitor: Visitor) -> LiveSessionPayload {
        let isHost = visitor.isOwner || visitor.account.map { $0.description == session.record.host } ?? false
        return LiveSessionPayload(session, space: space, isHost: isHost)
    }

    private func answering<R: Sendable>(_ body: () async throws(SessionsError) -> R) async throws -> R {
        do throws(SessionsError) {
            return try await body()
        } catch {
            throw Problem(error)
        }
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
