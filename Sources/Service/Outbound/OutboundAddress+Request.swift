import AsyncHTTPClient
import Dispatch
import Foundation
import NIOCore
import NIOPosix

extension OutboundAddress {
    /// What was answered.
    struct Answer: Sendable {
        let status: Int
        let body: Data
        let headers: [String: String]
    }

    /// Sends a request to this address, over a connection to what its name resolved to just now. Redirects are not followed.
    /// - Parameters:
    ///   - maxBytes: the longest body that is read; 0 reads none.
    ///   - allowsPrivate: as for the address.
    /// - Throws: `ServiceError` where the name leads to a private address or the answer is too long; what the connection throws.
    func execute(_ request: HTTPClientRequest, maxBytes: Int, allowsPrivate: Bool) async throws -> Answer {
        let address = self
        let resolved = try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<String, any Error>) in
            DispatchQueue.global().async {
                continuation.resume(with: Result { try address.resolve(allowsPrivate: allowsPrivate) })
            }
        }
        var configuration = HTTPClient.Configuration()
        configuration.timeout = .init(connect: .seconds(5), read: .seconds(10))
        configuration.redirectConfiguration = .disallow
        // Spans of the HTTP client have whole addresses, and those of webhooks may have secrets of their owners.
        configuration.tracing.tracer = nil
        // The connection goes to the address that was checked, under the name of the certificate.
        configuration.dnsOverride = [host: resolved]
        let client = HTTPClient(eventLoopGroup: MultiThreadedEventLoopGroup.singleton, configuration: configuration)
        let result: Result<Answer, any Error>
        do {
            let response = try await client.execute(request, timeout: .seconds(15))
            var body = Data()
            if maxBytes > 0 { body = Data(try await response.body.collect(upTo: maxBytes).readableBytesView) }
            var headers: [String: String] = [:]
            for (name, value) in response.headers { headers[name.lowercased()] = value }
            result = .success(Answer(status: Int(response.status.code), body: body, headers: headers))
        } catch is NIOTooManyBytesError {
            result = .failure(ServiceError(.notPossible, "\(host) answers more than \(maxBytes) bytes"))
        } catch {
            result = .failure(error)
        }
        try? await client.shutdown()
        return try result.get()
    }
}
