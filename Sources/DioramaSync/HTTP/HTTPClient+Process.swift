import AsyncHTTPClient
import NIOPosix

extension HTTPClient {
    /// A client that lives as long as the process, as do the threads of NIO's singleton, so that nothing has to be shut down.
    /// - Parameters:
    ///   - redirects: which redirects are followed.
    ///   - hosts: addresses of host names, instead of what the DNS answers.
    static func process(
        redirects: Configuration.RedirectConfiguration, hosts: [String: String] = [:]
    ) -> HTTPClient {
        var configuration = Configuration()
        configuration.timeout = .init(connect: .seconds(10), read: .seconds(60))
        configuration.redirectConfiguration = redirects
        configuration.decompression = .disabled
        // Callers repeat requests themselves: they know which may be repeated, and how often.
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.dnsOverride = hosts
        return HTTPClient(eventLoopGroup: MultiThreadedEventLoopGroup.singleton, configuration: configuration)
    }
}
