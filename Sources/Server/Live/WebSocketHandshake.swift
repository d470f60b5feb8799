import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Sessions

/// The opening handshake of a WebSocket (RFC 6455, section 4.2), as an ordinary request that has passed all middleware.
struct WebSocketHandshake {
    private let key: String

    /// Whether a request asks for a WebSocket.
    static func isRequested(by request: Request) -> Bool {
        request.headers[values: .upgrade].contains { $0.lowercased() == "websocket" }
    }

    /// Checks a request that asks for a WebSocket.
    /// - Throws: `Problem` 400 where the handshake is invalid, 426 for another version, 403 from a page of another site.
    init(_ request: Request) throws {
        guard OriginMiddleware.comesFromHere(request) else {
            throw Problem(.forbidden, "Pages of other sites can't join live sessions here.")
        }
        let version = HTTPField.Name("Sec-WebSocket-Version")!
        guard request.headers[version] == "13" else {
            throw Problem(
                HTTPResponse.Status(code: 426, reasonPhrase: "Upgrade Required"), "The WebSocket must have version 13.",
                headers: [version: "13", .upgrade: "websocket"])
        }
        let key = request.headers[HTTPField.Name("Sec-WebSocket-Key")!] ?? ""
        guard request.method == .get, Data(base64Encoded: key)?.count == 16 else {
            throw Problem(.badRequest, "The handshake of the WebSocket is invalid.")
        }
        self.key = key
    }

    /// The answer after which the connection is a WebSocket.
    var response: Response {
        let digest = Insecure.SHA1.hash(data: Data((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8))
        let headers: HTTPFields = [
            .upgrade: "websocket", .connection: "Upgrade",
            HTTPField.Name("Sec-WebSocket-Accept")!: Data(digest).base64EncodedString(),
        ]
        // A body of unknown length: 101 has none, and no Content-Length either.
        return Response(status: .switchingProtocols, headers: headers, body: ResponseBody { try await $0.finish(nil) })
    }

    /// Arranges that the connection is a WebSocket once the answer was sent.
    /// - Parameters:
    ///   - channel: the connection of the request.
    ///   - begin: gets the WebSocket.
    /// - Throws: `Problem` 503 where there are as many participants as there may be.
    func take(over channel: any Channel, _ begin: @escaping @Sendable (WebSocketTransport) -> Void) async throws {
        let isTaken = try await channel.eventLoop.submit {
            try channel.pipeline.syncOperations.handler(type: RequestTracker.self).becomeWebSocket(begin)
        }.get()
        guard isTaken else {
            throw Problem(
                .serviceUnavailable, "As many people are in live sessions as this server has places for; try again later.",
                headers: [.retryAfter: "30"])
        }
    }
}
