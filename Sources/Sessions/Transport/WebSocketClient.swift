import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket

/// Opens WebSockets to servers.
public enum WebSocketClient {
    /// How long the handshake may take.
    private static let timeout = TimeAmount.seconds(10)

    /// Connects to a room.
    /// - Parameters:
    ///   - url: `ws://HOST[:PORT]/api/v1/live/CODE`, with its query.
    ///   - headers: further header fields, as `Origin`.
    /// - Returns: the participant's end of the connection; nothing arrives before its `start`.
    /// - Throws: `SessionsError` where the server can't be reached, or doesn't open the WebSocket.
    public static func connect(
        to url: URL, headers: [(String, String)] = []
    ) async throws(SessionsError) -> WebSocketTransport {
        guard url.scheme == "ws", let host = url.host else {
            throw SessionsError(.invalidValue, "\(url.absoluteString) isn't the address of a live session; it begins with ws://")
        }
        let port = url.port ?? 80
        do {
            let upgrade = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .connectTimeout(timeout)
                .connect(host: host, port: port) { channel in
                    channel.eventLoop.makeCompletedFuture { try begin(on: channel, url, host: host, port: port, headers) }
                }
            guard let transport = try await upgrade.get() else {
                throw SessionsError(.refused, "the server at \(host):\(port) didn't open the live session; check its code")
            }
            return transport
        } catch let error as SessionsError {
            throw error
        } catch {
            throw SessionsError(.failed, "couldn't reach \(host):\(port): \(error); check the address and that the server runs")
        }
    }

    private static func begin(
        on channel: any Channel, _ url: URL, host: String, port: Int, _ headers: [(String, String)]
    ) throws -> EventLoopFuture<WebSocketTransport?> {
        let upgrader = NIOTypedWebSocketClientUpgrader<WebSocketTransport?>(maxFrameSize: 1 << 20) { channel, _ in
            channel.eventLoop.makeCompletedFuture {
                try WebSocketTransport.installPackets(on: channel)
            }
        }
        var path = url.path.isEmpty ? "/" : url.path
        if let query = url.query { path += "?\(query)" }
        var head = HTTPRequestHead(version: .http1_1, method: .GET, uri: path)
        head.headers.add(name: "Host", value: port == 80 ? host : "\(host):\(port)")
        head.headers.add(name: "Content-Length", value: "0")
        for (name, value) in headers { head.headers.add(name: name, value: value) }
        let configuration = NIOTypedHTTPClientUpgradeConfiguration(
            upgradeRequestHead: head, upgraders: [upgrader],
            notUpgradingCompletionHandler: { channel in
                channel.close(promise: nil)
                return channel.eventLoop.makeSucceededFuture(nil)
            })
        return try channel.pipeline.syncOperations.configureUpgradableHTTPClientPipeline(
            configuration: NIOUpgradableHTTPClientPipelineConfiguration(upgradeConfiguration: configuration))
    }
}
