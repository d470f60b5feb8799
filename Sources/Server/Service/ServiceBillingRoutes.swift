import Exhibits
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Service

/// `POST /api/v1/billing/events`: what a billing system reports about accounts, signed.
struct ServiceBillingRoutes: Sendable {
    let billing: ServiceBilling?

    private struct Answer: Encodable { let applied: Bool }

    func event(_ request: Request, _ context: ServerContext) async throws -> Response {
        guard let billing else {
            throw Problem(.unprocessableContent, "No billing system is connected to this service.")
        }
        guard MediaTypeName(request.headers[.contentType])?.name == "application/json" else {
            throw Problem(.unsupportedMediaType, "Send JSON with Content-Type: application/json.")
        }
        let body: Data
        do {
            body = Data(try await request.body.collect(upTo: JSONBody.maximumBytes).readableBytesView)
        } catch is NIOTooManyBytesError {
            throw Problem(.contentTooLarge, "The JSON is longer than \(JSONBody.maximumBytes / 1024) kB.")
        }
        // Before it is read: what isn't signed is nobody's business.
        try billing.check(signature: request.headers[HTTPField.Name("Diorama-Signature")!], of: body)
        let event: ServiceBilling.Event
        do { event = try StrictDecoding.decode(ServiceBilling.Event.self, from: body) } catch {
            throw Problem(
                .badRequest, #"Send an event like {"id": "1", "account": "ID", "happenedAt": 1795780395000, "tier": "pro"}."#)
        }
        return JSONBody.response(Answer(applied: try await billing.apply(event)))
    }
}
