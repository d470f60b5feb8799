import HTTPTypes
import Hummingbird
import Service

/// Passkeys: signing up with an invitation and in without passwords, and the passkeys of people who are signed in.
struct ServicePasskeyRoutes: Sendable {
    let parts: ServiceParts
    let gate: ServiceGate

    private func passkeys() throws -> ServicePasskeys {
        guard let passkeys = parts.passkeys else {
            throw Problem(.unprocessableContent, "There are no passkeys on this service; use a key of your account.")
        }
        return passkeys
    }

    // MARK: Everybody

    private struct Nothing: Decodable {}

    func challenge(_ request: Request, _ context: ServerContext) async throws -> Response {
        _ = try await JSONBody.decode(Nothing.self, from: request, expecting: "{}")
        let passkeys = try passkeys()
        return JSONBody.response(try await passkeys.challenge(), status: .created)
    }

    private struct SignUp: Decodable {
        let clientDataJSON: String
        let authenticatorData: String
        let name: String
        let person: String
        let invitation: String
    }

    func signUp(_ request: Request, _ context: ServerContext) async throws -> Response {
        let body = try await JSONBody.decode(
            SignUp.self, from: request,
            expecting: #"{"clientDataJSON": "…", "authenticatorData": "…", "name": "Phone", "person": "Ada", "invitation": "…"}"#)
        let passkeys = try passkeys()
        let tokens = try await gate.counted(context) {
            try await passkeys.signUp(
                ServicePasskeys.Registration(
                    clientDataJSON: body.clientDataJSON, authenticatorData: body.authenticatorData, name: body.name),
                person: body.person, invitation: body.invitation)
        }
        return JSONBody.response(tokens, status: .created)
    }

    private struct SignIn: Decodable {
        let credential: String
        let clientDataJSON: String
        let authenticatorData: String
        let signature: String
        let account: String?
    }

    func signIn(_ request: Request, _ context: ServerContext) async throws -> Response {
        let body = try await JSONBody.decode(
            SignIn.self, from: request,
            expecting: #"{"credential": "…", "clientDataJSON": "…", "authenticatorData": "…", "signature": "…"}"#)
        let passkeys = try passkeys()
        let tokens = try await gate.counted(context) {
            try await passkeys.signIn(
                ServicePasskeys.Assertion(
                    credential: body.credential, clientDataJSON: body.clientDataJSON, authenticatorData: body.authenticatorData,
                    signature: body.signature),
                account: body.account)
        }
        return JSONBody.response(tokens)
    }

    // MARK: People who are signed in

    private struct Payload: Encodable {
        let id: String
        let name: String
        let createdAt: String
        let lastUsedAt: String?

        init(_ passkey: ServicePasskeys.Passkey) {
            id = passkey.id
            name = passkey.name
            createdAt = passkey.createdAt.payload
            lastUsedAt = passkey.lastUsedAt?.payload
        }
    }

    private struct Page: Encodable { let passkeys: [Payload] }

    func list(_ request: Request, _ context: ServerContext, of identity: Identity) async throws -> Response {
        JSONBody.response(Page(passkeys: try await passkeys().list(of: identity).map(Payload.init)))
    }

    func ownChallenge(_ request: Request, _ context: ServerContext, of identity: Identity) async throws -> Response {
        _ = try await JSONBody.decode(Nothing.self, from: request, expecting: "{}")
        return JSONBody.response(try await passkeys().challenge(for: identity), status: .created)
    }

    private struct New: Decodable {
        let clientDataJSON: String
        let authenticatorData: String
        let name: String
    }

    func add(_ request: Request, _ context: ServerContext, of identity: Identity) async throws -> Response {
        let body = try await JSONBody.decode(
            New.self, from: request, expecting: #"{"clientDataJSON": "…", "authenticatorData": "…", "name": "Phone"}"#)
        let added = try await passkeys().add(
            ServicePasskeys.Registration(
                clientDataJSON: body.clientDataJSON, authenticatorData: body.authenticatorData, name: body.name),
            for: identity)
        return JSONBody.response(Payload(added), status: .created)
    }

    func remove(_ request: Request, _ context: ServerContext, of identity: Identity) async throws -> Response {
        try await passkeys().remove(try context.serviceID("passkey"), of: identity)
        return Response(status: .noContent)
    }
}
