import AsyncHTTPClient
import Foundation
import NIOCore
import NIOPosix

/// A request to the HTTP interface of a service.
struct ServiceRequest: Sendable {
    let method: String
    /// Below `/api/v1`.
    let path: String
    let body: Data?
    /// Whether it carries the credentials.
    let isSigned: Bool
    var idempotencyKey: String?

    init(_ method: String, _ path: String, body: Data? = nil, isSigned: Bool = true) {
        self.method = method
        self.path = path
        self.body = body
        self.isSigned = isSigned
    }

    /// Whether it may be sent again where it is not known if it arrived.
    var isRepeatable: Bool { ["GET", "HEAD", "DELETE"].contains(method) || idempotencyKey != nil }

    static func json(_ value: some Encodable) throws -> Data { try JSONEncoder().encode(value) }
}

/// The description of a failure, as services answer it (RFC 9457).
struct ServiceProblem: Decodable, Sendable {
    let detail: String
}

extension ServiceClient {
    /// The longest answer that is read.
    static let maxAnswerBytes = 4 << 20

    /// Sends a request and repeats it where it may be.
    /// - Returns: the body of the answer.
    /// - Throws: `ServiceClientError`, `CancellationError`.
    func send(_ request: ServiceRequest) async throws -> Data {
        var attempt = 1
        var hasRenewed = false
        while true {
            var failure: ServiceClientError
            var asked: String?
            do {
                let response = try await http.execute(
                    try await prepared(request, renewed: hasRenewed && attempt == 1), timeout: .seconds(60))
                let data = Data(try await response.body.collect(upTo: Self.maxAnswerBytes).readableBytesView)
                let status = Int(response.status.code)
                if (200..<300).contains(status) { return data }
                // The token may have expired by the service's clock.
                if status == 401, request.isSigned, credentials.key == nil, !hasRenewed {
                    hasRenewed = true
                    continue
                }
                failure = refusal(status, data)
                guard RetryDelay.isTemporary(status) else { throw failure }
                asked = response.headers.first(name: "retry-after")
            } catch let error as ServiceClientError {
                throw error
            } catch {
                failure = try Self.failure(error, address: address)
                // Where nothing was listening, nothing arrived.
                guard request.isRepeatable || error is NIOConnectionError else { throw failure }
            }
            guard attempt < RetryDelay.maxAttempts else { throw failure }
            try await RetryDelay.wait(attempt: attempt, asked: asked)
            attempt += 1
        }
    }

    private func prepared(_ request: ServiceRequest, renewed: Bool) async throws -> HTTPClientRequest {
        var prepared = HTTPClientRequest(url: "\(address)/api/v1\(request.path)")
        prepared.method = .RAW(value: request.method)
        prepared.headers.add(name: "accept", value: "application/json")
        if request.isSigned { prepared.headers.add(name: "authorization", value: "Bearer \(try await bearer(renewed: renewed))") }
        if let key = request.idempotencyKey { prepared.headers.add(name: "idempotency-key", value: key) }
        if let body = request.body {
            prepared.headers.add(name: "content-type", value: "application/json")
            prepared.body = .bytes(ByteBuffer(bytes: body))
        }
        return prepared
    }

    /// What the service answered instead of what was asked for.
    nonisolated func refusal(_ status: Int, _ data: Data) -> ServiceClientError {
        let detail = (try? JSONDecoder().decode(ServiceProblem.self, from: data))?.detail
        let text = detail.map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 } ?? "it answers with status \(status)"
        let kind: ServiceClientError.Kind =
            switch status {
            case 401: .notAuthenticated
            case _ where RetryDelay.isTemporary(status): .unavailable
            default: .refused
            }
        return ServiceClientError(kind, "\(address): \(text)", status: status)
    }

    /// Why a request got no complete answer.
    /// - Throws: `CancellationError` where the task was cancelled.
    nonisolated static func failure(_ error: any Error, address: String) throws -> ServiceClientError {
        if error is CancellationError || Task.isCancelled || error as? HTTPClientError == .cancelled { throw CancellationError() }
        let text = String(describing: error)
        if text.contains("CERTIFICATE_VERIFY_FAILED") || text.contains("ailedToValidateHostname") {
            return ServiceClientError(
                .refused,
                "the certificate of \(address) is invalid or of an unknown authority; nothing was sent (--authority trusts one)"
            )
        }
        if text.contains("refused") { return ServiceClientError(.unavailable, "nothing answers at \(address)") }
        if error is NIOTooManyBytesError { return ServiceClientError(.failed, "\(address) answers too much") }
        if error is NIOConnectionError { return ServiceClientError(.unavailable, "\(address) can't be reached") }
        switch error as? HTTPClientError {
        case .connectTimeout?, .readTimeout?, .deadlineExceeded?, .writeTimeout?:
            return ServiceClientError(.unavailable, "\(address) doesn't answer in time")
        case .remoteConnectionClosed?: return ServiceClientError(.unavailable, "the connection to \(address) broke")
        default: return ServiceClientError(.unavailable, "the connection to \(address) failed (\(text.prefix(120)))")
        }
    }
}
