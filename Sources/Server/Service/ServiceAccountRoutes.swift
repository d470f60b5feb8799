import Foundation
import HTTPTypes
import Hummingbird
import Service

/// Usage, keys, audit log and webhooks of an account of the multi-user service.
struct ServiceAccountRoutes: Sendable {
    let parts: ServiceParts

    func usage(_ request: Request, _ context: ServerContext, of identity: Identity) async throws -> Response {
        JSONBody.response(try await UsageReport.current(of: identity, in: parts.database))
    }

    private struct AuditPage: Encodable {
        let entries: [Entry]

        struct Entry: Encodable {
            let at: String
            let actor: String
            let action: String
            let target: String?
        }
    }

    func audit(_ request: Request, _ context: ServerContext, of identity: Identity) async throws -> Response {
        let entries = try await parts.accounts.auditLog(of: identity, limit: try Query(request).limit())
        return JSONBody.response(
            AuditPage(
                entries: entries.map {
                    AuditPage.Entry(at: $0.at.payload, actor: $0.actor, action: $0.action, target: $0.target)
                }))
    }

    // MARK: Keys

    private struct KeyPayload: Encodable {
        let id: String
        let name: String
        let scopes: [String]
        let expiresAt: String?
        let lastUsedAt: String?
        let createdAt: String

        init(_ key: APIKey) {
            id = key.id
            name = key.name
            scopes = key.scopes
            expiresAt = key.expiresAt?.payload
            lastUsedAt = key.lastUsedAt?.payload
            createdAt = key.createdAt.payload
        }
    }

    private struct KeyPage: Encodable { let keys: [KeyPayload] }

    func keys(_ request: Request, _ context: ServerContext, of identity: Identity) async throws -> Response {
        JSONBody.response(KeyPage(keys: try await parts.accounts.keys(of: identity).map(KeyPayload.init)))
    }

    private struct NewKey: Decodable {
        let name: String
        let scopes: [String]
        /// Days until it stops being valid.
        let days: Int?
    }

    func addKey(_ request: Request, _ context: ServerContext, of identity: Identity) async throws -> Response {
        let body = try await JSONBody.decode(
            NewKey.self, from: request, expecting: #"{"name": "importer", "scopes": ["scans:write"], "days": 90}"#)
        if let days = body.days, !(1...3650).contains(days) {
            throw Problem(.badRequest, "days must be a number from 1 to 3650.")
        }
        let expires = body.days.map { Date().addingTimeInterval(Double($0) * 86_400) }
        let created = try await parts.accounts.addKey(identity, name: body.name, scopes: body.scopes, expires: expires)
        return JSONBody.response(created, status: .created)
    }

    func revokeKey(_ request: Request, _ context: ServerContext, of identity: Identity) async throws -> Response {
        try await parts.accounts.revokeKey(identity, id: try context.serviceID("key"))
        return Response(status: .noContent)
    }

    // MARK: Webhooks

    private struct WebhookPage: Encodable { let webhooks: [ServiceWebhooks.Webhook] }

    func webhooks(_ request: Request, _ context: ServerContext, of identity: Identity) async throws -> Response {
        JSONBody.response(WebhookPage(webhooks: try await parts.webhooks.list(identity)))
    }

    private struct NewWebhook: Decodable {
        let url: String
        let events: [String]
    }

    func addWebhook(_ request: Request, _ context: ServerContext, of identity: Identity) async throws -> Response {
        let body = try await JSONBody.decode(
            NewWebhook.self, from: request, expecting: #"{"url": "https://example.org/diorama", "events": ["job.succeeded"]}"#)
        let webhook = try await parts.webhooks.add(identity, url: body.url, events: body.events)
        return JSONBody.response(webhook, status: .created)
    }

    func deleteWebhook(_ request: Request, _ context: ServerContext, of identity: Identity) async throws -> Response {
        try await parts.webhooks.delete(identity, id: try context.serviceID("webhook"))
        return Response(status: .noContent)
    }
}
