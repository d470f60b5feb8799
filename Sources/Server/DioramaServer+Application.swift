import DioramaLibrary
import Hummingbird
import HummingbirdCore
import NIOCore

extension DioramaServer {
    /// The Hummingbird application: its listener, limits and routes.
    static func application(_ components: ServerComponents) -> some ApplicationProtocol {
        let configuration = components.configuration
        let decoder = HTTP1Channel.Configuration.DecoderConfiguration(
            maxHeaderFieldSize: 16 * 1024, maxHeaderListSize: 32 * 1024, maxHeaderFieldCount: 100)
        let idle = TimeAmount(configuration.idleTimeout)
        return Application(
            router: ServerRoutes(components).router(),
            server: .http1(configuration: .init(idleTimeout: idle, httpDecoderConfiguration: decoder)),
            configuration: ApplicationConfiguration(
                address: .hostname(configuration.host, port: configuration.port), serverName: nil,
                availableConnectionsDelegate: MaximumAvailableConnections(configuration.maximumConnections)),
            onServerRunning: { await components.readiness.opened($0, host: configuration.host) },
            logger: configuration.logger)
    }
}
