import DioramaLibrary
import DioramaSync
import Foundation
import HTTPTypes
import Hummingbird
import Sharing

/// `/api/v1/contacts`, `/api/v1/shares` and `/api/v1/inbox`: sharing with other people's libraries. Changes are sent in the
/// background.
struct SharingRoutes: Sendable {
    let runs: SharingRuns

    // MARK: Contacts

    func contacts(_ request: Request, _ context: ServerContext) async throws -> Response {
        try await answer { sharing in
            let newKeys = try await sharing.sharing.newKeys()
            return ContactListPayload(
                own: ContactPayload(try await sharing.ownCard(), showsCard: true),
                contacts: try await sharing.contacts().map { ContactPayload($0, newKeys: newKeys[$0.account]) })
        }
    }

    func addContact(_ request: Request, _ context: ServerContext) async throws -> Response {
        let body = try await JSONBody.decode(
            ContactBody.self, from: request, expecting: #"{"card":"diorama:contact?name=Ben&…"}"#)
        return try await answer(.created) { sharing in ContactPayload(try await sharing.addContact(body.card)) }
    }

    func removeContact(_ request: Request, _ context: ServerContext) async throws -> Response {
        guard let account = context.parameters.get("id").flatMap({ KSUID($0) }) else { throw Problem.notFound("contact") }
        return try await finish { sharing in try await sharing.sharing.removeContact(account) }
    }

    func noteCompared(_ request: Request, _ context: ServerContext) async throws -> Response {
        guard let account = context.parameters.get("id").flatMap({ KSUID($0) }) else { throw Problem.notFound("contact") }
        return try await finish { sharing in try await sharing.sharing.noteCompared(account) }
    }

    // MARK: Shares of this account

    func shares(_ request: Request, _ context: ServerContext) async throws -> Response {
        try await answer { sharing in
            SentShareListPayload(shares: try await sharing.sent().map { SentSharePayload($0) })
        }
    }

    func share(_ request: Request, _ context: ServerContext) async throws -> Response {
        let body = try await JSONBody.decode(
            ShareBody.self, from: request, expecting: #"{"item":"…","contact":"Ben","permission":"read"}"#)
        let permission = Share.Permission(rawValue: body.permission ?? "read")
        guard [.read, .edit].contains(permission) else { throw Problem(.badRequest, "The permission must be read or edit.") }
        let response = try await answer(.created) { sharing in
            let contact = try await sharing.contact(body.contact)
            return SentSharePayload(
                try await sharing.share(body.item, with: contact, permission: permission, message: body.message ?? ""))
        }
        runs.exchangeSoon()
        return response
    }

    func revoke(_ request: Request, _ context: ServerContext) async throws -> Response {
        guard let id = context.parameters.get("id").flatMap({ ShareID($0) }) else { throw Problem.notFound("share") }
        let response = try await finish { sharing in _ = try await sharing.revoke(id) }
        runs.exchangeSoon()
        return response
    }

    // MARK: Inbox

    func inbox(_ request: Request, _ context: ServerContext) async throws -> Response {
        try await answer { sharing in InboxPayload(try await sharing.inbox()) }
    }

    func receive(_ request: Request, _ context: ServerContext) async throws -> Response {
        try await Self.translated { JSONBody.response(try await runs.exchange()) }
    }

    func accept(_ request: Request, _ context: ServerContext) async throws -> Response {
        guard let id = context.parameters.get("id").flatMap({ ShareID($0) }) else { throw Problem.notFound("offer") }
        let response = try await answer { sharing in InboxPayload.OfferPayload(try await sharing.accept(id)) }
        runs.exchangeSoon()
        return response
    }

    func decline(_ request: Request, _ context: ServerContext) async throws -> Response {
        guard let text = context.parameters.get("id"), let share = ShareID(text), let asked = RequestID(text) else {
            throw Problem.notFound("offer")
        }
        let response = try await finish { sharing in
            if try await sharing.inbox().requests.contains(where: { $0.id == text }) {
                _ = try await sharing.decline(asked)
            } else {
                _ = try await sharing.decline(share)
            }
        }
        runs.exchangeSoon()
        return response
    }

    // MARK: Answers

    private func answer(
        _ status: HTTPResponse.Status = .ok, _ body: (ContactSharing) async throws -> some Encodable
    ) async throws -> Response {
        try await Self.translated { JSONBody.response(try await body(try await runs.sharing()), status: status) }
    }

    private func finish(_ body: (ContactSharing) async throws -> Void) async throws -> Response {
        try await Self.translated {
            try await body(try await runs.sharing())
            return Response(status: .noContent)
        }
    }

    /// What `body` answers; errors of sharing become problems.
    static func translated(_ body: () async throws -> Response) async throws -> Response {
        do {
            return try await body()
        } catch let error as SyncError {
            throw problem(error)
        }
    }

    private static func problem(_ error: SyncError) -> Problem {
        let status: HTTPResponse.Status =
            switch error.kind {
            case .invalidValue: .badRequest
            case .notFound: .notFound
            case .notIncluded, .noPermission: .forbidden
            case .refused, .newerVersion, .damaged: .conflict
            case .unavailable: .badGateway
            default: .internalServerError
            }
        if error.kind == .cancelled { return Problem.stopping }
        return Problem(status, Problem.sentence(error.message))
    }
}
