import AsyncHTTPClient
import DioramaLibrary
import Foundation
import NIOCore
import Synchronization

/// Signed requests to one S3 bucket, repeated where that can help.
final class S3Client: Sendable {
    struct Request: Sendable {
        var method: String
        /// The object's full name in the bucket; empty for the bucket itself.
        var object = ""
        var query: [(String, String)] = []
        var headers: [String: String] = [:]
        var body = Data()
        /// Maximum size of the response body, in bytes.
        var limit = 8 << 20
        /// What it does, for messages: "read images/ab".
        var action: String
    }

    struct Answer: Sendable {
        var status: Int
        var headers: [String: String]
        var body: Data
        /// Whether an earlier attempt may have had its effect.
        var isRepeated = false
    }

    /// All buckets share its connections. A signed request can't be redirected.
    private static let shared = HTTPClient.process(redirects: .disallow)

    let address: S3Address
    private let signature: S3Signature
    private let retry: RetryPolicy
    /// The offset of the server's clock in seconds, after a RequestTimeTooSkewed error.
    private let skew = Mutex(0.0)
    private let http: HTTPClient
    private let isShared: Bool

    init(_ address: S3Address, credentials: S3Credentials, retry: RetryPolicy, hosts: [String: String]) {
        self.address = address
        self.retry = retry
        isShared = hosts.isEmpty
        http = isShared ? Self.shared : HTTPClient.process(redirects: .disallow, hosts: hosts)
        signature = S3Signature(credentials: credentials, region: address.region)
    }

    deinit { if !isShared { http.shutdown { _ in } } }

    /// Sends the request until it is answered. Returns responses of status 2xx and those in `accepted`; throws for all others.
    func send(_ request: Request, accepting accepted: Set<Int> = []) async throws(SyncError) -> Answer {
        var attempt = 0
        var isRepeated = false
        var hasCorrectedClock = false
        while true {
            attempt += 1
            let failure: SyncError
            var asked: Double?
            switch await once(request) {
            case .failure(let error):
                guard error.isTransient else { throw error }
                isRepeated = true
                failure = error
            case .success(var answer):
                if (200..<300).contains(answer.status) || accepted.contains(answer.status) {
                    answer.isRepeated = isRepeated
                    return answer
                }
                let problem = S3Problem(answer, to: request, at: address)
                if problem.code == "RequestTimeTooSkewed", !hasCorrectedClock,
                    let date = answer.headers["date"].flatMap(HTTPDate.parse)
                {
                    skew.withLock { $0 = date.timeIntervalSinceNow }
                    hasCorrectedClock = true
                    continue
                }
                guard problem.error.isTransient else { throw problem.error }
                isRepeated = isRepeated || answer.status >= 500
                failure = problem.error
                asked = HTTPDate.retryAfter(answer.headers["retry-after"], now: now())
            }
            guard attempt < retry.maxAttempts else {
                throw SyncError(.unavailable, "\(failure.message) (tried \(attempt) times)")
            }
            if let asked, asked > retry.maxRetryAfter {
                throw SyncError(.unavailable, "\(failure.message); the server asks to wait \(Int(asked)) s")
            }
            do { try await retry.sleep(max(asked ?? 0, retry.delay(after: attempt))) } catch { throw .cancelled }
        }
    }

    private func now() -> Date { Date().addingTimeInterval(skew.withLock { $0 }) }

    private func once(_ request: Request) async -> Result<Answer, SyncError> {
        let (signed, url) = sign(request)
        if !["GET", "HEAD"].contains(request.method) { FaultInjectionPoints.mark(request.action) }
        do {
            // Enough time for 20 kB/s.
            let seconds = 120 + Int64(max(request.body.count, request.limit) / 20_000)
            let response = try await http.execute(signed, timeout: .seconds(seconds))
            var answer = Answer(status: Int(response.status.code), headers: [:], body: Data())
            for (name, value) in response.headers { answer.headers[name.lowercased()] = value }
            // The body of an error response is read even where `limit` is small. A body that is announced as too large is not read.
            let limit = (200..<300).contains(answer.status) ? request.limit : max(request.limit, 64 << 10)
            let announced = answer.headers["content-length"].flatMap { Int($0) } ?? 0
            guard request.method == "HEAD" || announced <= limit else { return .failure(tooLarge(request)) }
            for try await part in response.body {
                guard answer.body.count + part.readableBytes <= limit else { return .failure(tooLarge(request)) }
                part.withUnsafeReadableBytes { raw in
                    if let base = raw.baseAddress { answer.body.append(base.assumingMemoryBound(to: UInt8.self), count: raw.count) }
                }
            }
            if request.method != "HEAD", announced > answer.body.count {
                return .failure(SyncError(.unavailable, "couldn't \(request.action): the connection to \(url) broke"))
            }
            return .success(answer)
        } catch {
            return .failure(S3Problem.error(error, of: request, at: address))
        }
    }

    private func tooLarge(_ request: Request) -> SyncError {
        SyncError(.refused, "couldn't \(request.action): it has more than \(request.limit) bytes")
    }

    /// Where an object is, and the `host` header of requests for it.
    private func location(of object: String) -> (origin: String, host: String, path: String) {
        let scheme = address.endpoint.hasPrefix("https:") ? "https" : "http"
        let server = String(address.endpoint.dropFirst(scheme.count + 3))
        let host = address.style == .virtual ? "\(address.bucket).\(server)" : server
        let object = S3Signature.escaped(object, isPath: true)
        let path = address.style == .virtual ? "/\(object)" : "/\(address.bucket)" + (object.isEmpty ? "" : "/\(object)")
        // The port is part of the name that is signed, unless it is the scheme's own: then it is not sent.
        let standard = scheme == "https" ? ":443" : ":80"
        return ("\(scheme)://\(host)", host.hasSuffix(standard) ? String(host.dropLast(standard.count)) : host, path)
    }

    private func sign(_ request: Request) -> (HTTPClientRequest, String) {
        let (origin, host, path) = location(of: request.object)
        let query = S3Signature.canonicalQuery(request.query)
        var headers = request.headers
        let payloadHash = S3Signature.hash(request.body)
        let date = HTTPDate.stamp(now())
        headers["host"] = host
        headers["x-amz-date"] = date
        headers["x-amz-content-sha256"] = payloadHash
        if let token = signature.credentials.sessionToken { headers["x-amz-security-token"] = token }
        let authorization = signature.authorization(
            method: request.method, path: path, query: request.query, headers: headers, payloadHash: payloadHash, date: date)
        var signed = HTTPClientRequest(url: origin + path + (query.isEmpty ? "" : "?\(query)"))
        signed.method = .RAW(value: request.method)
        for (name, value) in headers { signed.headers.add(name: name, value: value) }
        signed.headers.add(name: "authorization", value: authorization)
        if !request.body.isEmpty || request.method == "PUT" || request.method == "POST" {
            signed.body = .bytes(ByteBuffer(bytes: request.body))
        }
        return (signed, origin)
    }

    /// A URL with which anybody can read an object, or do what `method` does, until it expires.
    func presigned(method: String = "GET", object: String, query: [(String, String)] = [], seconds: Int) -> String {
        let (origin, host, path) = location(of: object)
        let query = signature.presignedQuery(
            method: method, path: path, query: query, host: host, seconds: seconds, date: HTTPDate.stamp(now()))
        return "\(origin)\(path)?\(query)"
    }
}
