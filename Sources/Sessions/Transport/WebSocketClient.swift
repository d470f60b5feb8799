import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import NIOWebSocket

/// Opens WebSockets to servers.
public enum WebSocketClient {
    /// How long the handshake may take.
    private static let timeout = TimeAmount.seconds(10)

    /// Connects to a room.
    /// - Parameters:
    ///   - url: `ws://HOST[:PORT]/api/v1/live/CODE` or `wss:`, with its query.
    ///   - headers: further header fields, as `Origin`.
    /// - Returns: the participant's end of the connection; nothing arrives before its `start`.
    /// - Throws: `SessionsError` where the server can't be reached, or doesn't open the WebSocket.
    public static func connect(
        to url: URL, headers: [(String, String)] = []
    ) async throws(SessionsError) -> WebSocketTransport {
        guard url.scheme == "ws" || url.scheme == "wss", let host = url.host else {
            throw SessionsError(.invalidValue, "the address of a live session begins with ws:// or wss://")
        }
        let port = url.port ?? (url.scheme == "wss" ? 443 : 80)
        do {
            let tls = url.scheme == "wss" ? try NIOSSLContext(configuration: Self.tls(for: host)) : nil
            let upgrade = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .connectTimeout(timeout)
                .connect(host: host, port: port) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        if let tls {
                            let name = host.contains(":") || host.allSatisfy { $0.isNumber || $0 == "." } ? nil : host
                            try channel.pipeline.syncOperations.addHandler(NIOSSLClientHandler(context: tls, serverHostname: name))
                        }
                        return try begin(on: channel, url, host: host, port: port, headers)
                    }
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

    /// How a server is verified: by the authorities of the system, or not at all where it is on this machine, whose programs only
    /// the machine's users can replace.
    static func tls(for host: String) -> TLSConfiguration {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.applicationProtocols = ["http/1.1"]
        if ["localhost", "127.0.0.1", "::1"].contains(host) { configuration.certificateVerification = .none }
        return configuration
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
        let name = host.contains(":") ? "[\(host)]" : host
        head.headers.add(name: "Host", value: url.port.map { "\(name):\($0)" } ?? name)
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
