import AsyncHTTPClient
import Foundation
import NIOCore

extension OutboundAddress {
    /// Posts bytes to this address; the body of the answer is not read.
    /// - Parameters:
    ///   - body: what is sent.
    ///   - headers: the header fields of the request, by name.
    ///   - allowsPrivate: as for the address.
    /// - Returns: the status of the answer.
    /// - Throws: as `execute`.
    package func post(_ body: Data, headers: [String: String], allowsPrivate: Bool) async throws -> Int {
        var request = HTTPClientRequest(url: url.absoluteString)
        request.method = .POST
        for (name, value) in headers.sorted(by: { $0.key < $1.key }) { request.headers.add(name: name, value: value) }
        request.body = .bytes(ByteBuffer(bytes: body))
        return try await execute(request, maxBytes: 0, allowsPrivate: allowsPrivate).status
    }
}
