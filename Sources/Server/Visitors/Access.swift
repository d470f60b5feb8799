import HTTPTypes
import Hummingbird

/// Who may use a route at all; what of it they get is the handler's.
enum Access: Sendable {
    case anyone
    /// Visitors by link, accounts, and the owner.
    case visitors
    /// Accounts and the owner.
    case members
    case owner

    /// Every 401 names a way to sign in (RFC 9110, section 11.6.1); browsers know none for this one and ask for no password.
    static let challenge: HTTPFields = [.wwwAuthenticate: "Diorama"]

    /// - Throws: `Problem` 401 where nobody is signed in, 403 where somebody else had to be.
    func admit(_ visitor: Visitor) throws {
        let isAdmitted =
            switch (self, visitor) {
            case (.anyone, _), (_, .owner): true
            case (.visitors, .account), (.visitors, .visit), (.members, .account): true
            default: false
            }
        if isAdmitted { return }
        if visitor == .nobody {
            throw Problem(
                .unauthorized, "Sign in, or open the link that was shared with you, to see this.", headers: Self.challenge)
        }
        throw Problem(
            .forbidden, self == .owner ? "Only the library's owner can do this." : "Only people with an account can do this.",
            code: self == .owner ? .ownerOnly : .accountOnly)
    }
}

/// A handler with who may use it and which query parameters it takes. Routes take no handler without.
struct GuardedHandler: Sendable {
    let access: Access
    /// The names of all query parameters; nil where any are ignored, as by the pages of the web client.
    let parameters: Set<String>?
    let handler: RequestHandler

    static func anyone(_ handler: @escaping RequestHandler) -> Self { Self(access: .anyone, parameters: [], handler: handler) }
    static func visitors(_ handler: @escaping RequestHandler) -> Self { Self(access: .visitors, parameters: [], handler: handler) }
    static func members(_ handler: @escaping RequestHandler) -> Self { Self(access: .members, parameters: [], handler: handler) }
    static func owner(_ handler: @escaping RequestHandler) -> Self { Self(access: .owner, parameters: [], handler: handler) }

    /// The same handler with these query parameters; others are refused by name.
    func taking(_ parameters: String...) -> Self { taking(parameters) }
    func taking(_ parameters: [String]) -> Self { Self(access: access, parameters: Set(parameters), handler: handler) }

    /// The same handler where query parameters are ignored.
    var ignoringQuery: Self { Self(access: access, parameters: nil, handler: handler) }

    func callAsFunction(_ request: Request, _ context: ServerContext) async throws -> Response {
        try access.admit(context.visitor)
        if let parameters { try Query(request).check(parameters.union([VisitorMiddleware.ticketParameter])) }
        return try await handler(request, context)
    }
}
