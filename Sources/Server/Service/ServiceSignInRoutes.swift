import HTTPTypes
import Hummingbird
import Service

/// `/api/v1/auth`: ID tokens against sessions of this service; and whose credential a request carries.
struct ServiceSignInRoutes: Sendable {
    let parts: ServiceParts
    let gate: ServiceGate

    private struct SignIn: Decodable {
        let idToken: String
        let nonce: String?
        let account: String?
        let invitation: String?
    }

    private struct Refresh: Decodable { let refreshToken: String }

    private func sessions() throws -> ServiceSessions {
        guard let sessions = parts.sessions else {
            throw Problem(.unprocessableContent, "Nobody signs in on this service; use a key of your account.")
        }
        return sessions
    }

    private struct MethodsPayload: Encodable {
        let passkeys: Bool
        let issuers: [Issuer]

        struct Issuer: Encodable {
            let issuer: String
            let name: String
            let clientId: String
            let authorizationEndpoint: String
        }
    }

    /// How people sign in on the page.
    func methods(_ request: Request, _ context: ServerContext) async throws -> Response {
        let issuers = await parts.sessions?.pageIssuers { context.logger.warning("\($0)") } ?? []
        return JSONBody.response(
            MethodsPayload(
                passkeys: parts.passkeys != nil,
                issuers: issuers.map {
                    MethodsPayload.Issuer(
                        issuer: $0.issuer, name: $0.name, clientId: $0.clientID, authorizationEndpoint: $0.authorizationEndpoint)
                }))
    }

    func token(_ request: Request, _ context: ServerContext) async throws -> Response {
        let body = try await JSONBody.decode(SignIn.self, from: request, expecting: #"{"idToken": "TOKEN"}"#)
        let sessions = try sessions()
        let tokens = try await gate.counted(context) {
            try await sessions.signIn(
                idToken: body.idToken, nonce: body.nonce, account: body.account, invitation: body.invitation)
        }
        return JSONBody.response(tokens)
    }

    func refresh(_ request: Request, _ context: ServerContext) async throws -> Response {
        let body = try await JSONBody.decode(Refresh.self, from: request, expecting: #"{"refreshToken": "TOKEN"}"#)
        let sessions = try sessions()
        return JSONBody.response(try await gate.counted(context) { try await sessions.refresh(body.refreshToken) })
    }

    /// The same answer whether the token was valid or not (RFC 7009).
    func revoke(_ request: Request, _ context: ServerContext) async throws -> Response {
        let body = try await JSONBody.decode(Refresh.self, from: request, expecting: #"{"refreshToken": "TOKEN"}"#)
        try await sessions().signOut(body.refreshToken)
        return Response(status: .noContent)
    }

    private struct AccountPayload: Encodable {
        let id: String
        let name: String
        let tier: String
        /// The person's id, where a person asks.
        let person: String?
        let role: Role?
        let scopes: [String]
    }

    func account(_ request: Request, _ context: ServerContext, of identity: Identity) async throws -> Response {
        let account = try await parts.accounts.account(of: identity)
        return JSONBody.response(
            AccountPayload(
                id: account.id, name: account.name, tier: account.tier, person: identity.role == nil ? nil : identity.key,
                role: identity.role, scopes: identity.scopes.map(\.rawValue).sorted()))
    }
}
