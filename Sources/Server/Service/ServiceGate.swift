import Foundation
import Hummingbird
import Service
import Synchronization

/// Finds out whose key or access token a request carries, and lets each key and each person send only so many requests.
final class ServiceGate: Sendable {
    private let accounts: ServiceAccounts
    /// Nil where nobody signs in, and keys alone are accepted.
    private let sessions: ServiceSessions?
    private let attempts = AttemptLimiter(free: 20)
    private let buckets = Mutex<[String: TokenBucket]>([:])

    /// Tokens that are refilled steadily: a minute's requests may come at once.
    private struct TokenBucket {
        var tokens: Double
        var filled: ContinuousClock.Instant
    }

    private static let maxBuckets = 10_000

    init(_ parts: ServiceParts) {
        accounts = parts.accounts
        sessions = parts.sessions
    }

    /// A handler for holders of a key, and members, with a scope.
    /// - Parameter scope: nil where every key and every member will do.
    func requiring(
        _ scope: Scope?, _ handler: @escaping @Sendable (Request, ServerContext, Identity) async throws -> Response
    ) -> GuardedHandler {
        open { [self] request, context in
            let identity = try await identity(request, context)
            if let scope { try identity.require(scope) }
            return try await handler(request, context, identity)
        }
    }

    /// A handler for everybody, with the errors of the service as problems.
    func open(_ handler: @escaping RequestHandler) -> GuardedHandler {
        .anyone { request, context in
            do {
                return try await handler(request, context)
            } catch {
                guard let problem = Problem.ofService(error) else { throw error }
                if problem.status.code >= 500 { context.logger.error("\(request.method) \(request.uri.path): \(error)") }
                throw problem
            }
        }
    }

    /// - Throws: `Problem` 401 without a valid key or access token, 429 for too many requests.
    private func identity(_ request: Request, _ context: ServerContext) async throws -> Identity {
        let text = try Self.credential(request)
        let identity = try await counted(context) { [accounts, sessions] in
            // Three parts with points between them are a token.
            if let sessions, text.contains(".") { return try await sessions.identity(ofToken: text) }
            return try await accounts.identity(ofKey: text)
        }
        try take(identity)
        return identity
    }

    /// Runs what proves who somebody is; after some failures of one address it has to wait.
    func counted<R: Sendable>(_ context: ServerContext, _ prove: @Sendable () async throws -> R) async throws -> R {
        let client = context.client.map { "\($0.network)" } ?? ""
        if let wait = await attempts.take([client]) {
            throw Problem(
                .tooManyRequests, "Too many requests with invalid keys or tokens came from your address; wait.",
                headers: [.retryAfter: "\(wait)"])
        }
        let result: R
        do {
            result = try await prove()
        } catch let error as ServiceError where error.kind == .notAuthenticated {
            await attempts.failed([client])
            throw error
        } catch {
            await attempts.succeeded([client])
            throw error
        }
        await attempts.succeeded([client])
        return result
    }

    /// The text of `Authorization: Bearer KEY-OR-TOKEN`.
    private static func credential(_ request: Request) throws -> String {
        guard let field = request.headers[.authorization] else {
            throw Problem(
                .unauthorized, "Send your key or token as Authorization: Bearer KEY-OR-TOKEN.",
                headers: [.wwwAuthenticate: "Bearer"])
        }
        let parts = field.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else {
            throw Problem(
                .unauthorized, "Authorization must be Bearer and a key or token.", headers: [.wwwAuthenticate: "Bearer"])
        }
        return parts[1].trimmingCharacters(in: .whitespaces)
    }

    private func take(_ identity: Identity) throws {
        let now = ContinuousClock.now
        let limit = Double(identity.requestsPerMinute)
        let wait = buckets.withLock { buckets -> Double? in
            // The keys that were silent longest go: their buckets are the fullest.
            if buckets.count >= Self.maxBuckets, buckets[identity.key] == nil {
                let kept = buckets.sorted { $0.value.filled > $1.value.filled }.prefix(Self.maxBuckets / 2)
                buckets = Dictionary(uniqueKeysWithValues: kept.map { ($0.key, $0.value) })
            }
            var bucket = buckets[identity.key] ?? TokenBucket(tokens: limit, filled: now)
            bucket.tokens = min(limit, bucket.tokens + (now - bucket.filled) / .seconds(60) * limit)
            bucket.filled = now
            let isFree = bucket.tokens >= 1
            let wait = (1 - bucket.tokens) / limit * 60
            if isFree { bucket.tokens -= 1 }
            buckets[identity.key] = bucket
            return isFree ? nil : wait
        }
        if let wait {
            throw Problem(
                .tooManyRequests, "The tier includes \(identity.requestsPerMinute) requests a minute; wait.",
                headers: [.retryAfter: "\(max(1, Int(wait.rounded(.up))))"])
        }
    }
}
