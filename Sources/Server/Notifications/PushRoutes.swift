import DioramaLibrary
import Foundation
import Hummingbird
import Service
import Spaces

/// `/api/v1/push`: the browsers that are notified while no page is open. Off unless the server was started with a contact for push
/// services.
struct PushRoutes: Sendable {
    let library: Library
    /// Nil where notifications are off.
    let configuration: PushConfiguration?

    private struct Payload: Encodable {
        let isEnabled: Bool
        @EncodesNull var publicKey: String?
        let subscriptions: [Subscription]
    }

    private struct Subscription: Encodable {
        let id: String
        let name: String
        let language: String
        let created: String
        @EncodesNull var problem: String?

        init(_ subscription: PushSubscription) {
            id = subscription.id
            name = subscription.name
            language = subscription.language
            created = subscription.created.payload
            problem = subscription.problem
        }
    }

    private struct Body: Decodable {
        let endpoint: String
        let keys: Keys
        let name: String
        let language: String

        struct Keys: Decodable {
            let p256dh: String
            let auth: String
        }
    }

    private static let off = Problem(
        .conflict, "This server sends no notifications; start it with --push-contact mailto:you@example.org.")

    func show(_ request: Request, _ context: ServerContext) async throws -> Response {
        var key: String?
        if let configuration {
            key = try PushAuthorization(key: try await PushAuthorization.key(of: library), contact: configuration.contact)
                .publicKey.base64URLText
        }
        let subscriptions = try await library.pushRecords().subscriptions.map(Subscription.init)
        return JSONBody.response(Payload(isEnabled: configuration != nil, publicKey: key, subscriptions: subscriptions))
    }

    func add(_ request: Request, _ context: ServerContext) async throws -> Response {
        let body = try await JSONBody.decode(
            Body.self, from: request,
            expecting: #"{"endpoint":"https://…","keys":{"p256dh":"…","auth":"…"},"name":"Ada's laptop","language":"en"}"#)
        guard let configuration else { throw Self.off }
        do throws(ServiceError) {
            _ = try OutboundAddress(body.endpoint, allowsPrivate: configuration.allowsPrivate, what: "endpoint")
        } catch {
            throw Problem(.badRequest, Problem.sentence(error.message))
        }
        let language = try MemoryBody.one(of: InterfaceLanguage.tags, body.language, "language")
        guard let publicKey = Data(base64URLText: body.keys.p256dh), let secret = Data(base64URLText: body.keys.auth),
            (try? PushEncryption.body(Data(), for: publicKey, secret: secret)) != nil
        else { throw Problem(.badRequest, "keys must be the browser's p256dh and auth, as base64url.") }
        let subscription = PushSubscription(
            endpoint: body.endpoint, publicKey: publicKey, secret: secret, name: body.name, language: language)
        try await library.add(subscription)
        return JSONBody.response(Subscription(subscription), status: .created)
    }

    func remove(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = context.parameters.get("id") ?? ""
        guard try await library.removePushSubscription(id) else { throw Problem.notFound("subscription") }
        return Response(status: .noContent)
    }

    func test(_ request: Request, _ context: ServerContext) async throws -> Response {
        guard let configuration else { throw Self.off }
        try await PushSender(library: library, configuration: configuration).send([.test])
        return try await show(request, context)
    }
}
