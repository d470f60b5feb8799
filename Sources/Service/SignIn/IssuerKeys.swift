import Foundation

/// The keys of one issuer, fetched when they are first needed, again after an hour, and where a token names an unknown one.
actor IssuerKeys {
    private let issuer: TokenIssuer
    private let allowsPrivate: Bool
    private var keys: [String: JSONWebKey] = [:]
    private var fetched: ContinuousClock.Instant?
    private var attempted: ContinuousClock.Instant?
    private var fetching: Task<[String: JSONWebKey], any Error>?

    /// How long keys are used without asking again.
    static let lifetime = Duration.seconds(3600)
    /// Tokens with unknown keys, which anybody can send, cause no more than one request in this time.
    static let minInterval = Duration.seconds(5)
    /// The most keys of one issuer.
    static let maxKeys = 64

    init(_ issuer: TokenIssuer, allowsPrivate: Bool) {
        self.issuer = issuer
        self.allowsPrivate = allowsPrivate
    }

    /// The key with an id; nil where the issuer has none.
    /// - Throws: `ServiceError` of kind `unavailable` where the issuer's keys were never had and can't be fetched.
    func key(_ id: String) async throws -> JSONWebKey? {
        if let fetched, ContinuousClock.now - fetched < Self.lifetime, let key = keys[id] { return key }
        let isDue = attempted.map { ContinuousClock.now - $0 >= Self.minInterval } ?? true
        do {
            if let fetching {
                _ = try await fetching.value
            } else if isDue {
                attempted = .now
                let task = Task { try await fetch() }
                fetching = task
                defer { fetching = nil }
                keys = try await task.value
                fetched = .now
            }
        } catch {
            // Keys that were fetched before go on for a day: an issuer that doesn't answer shuts nobody out.
            guard let fetched, ContinuousClock.now - fetched < .seconds(86_400) else {
                throw ServiceError(.unavailable, "the keys of \(issuer.issuer) can't be fetched: \(error)", retryAfter: 10)
            }
        }
        if fetched == nil {
            throw ServiceError(.unavailable, "the keys of \(issuer.issuer) couldn't be fetched; try again soon", retryAfter: 5)
        }
        return keys[id]
    }

    private struct KeySet: Decodable { let keys: [LenientEntry] }

    /// An entry of another form is passed over: it is a key of another type.
    private struct LenientEntry: Decodable {
        let entry: JSONWebKey.Entry?

        init(from decoder: any Decoder) throws { entry = try? JSONWebKey.Entry(from: decoder) }
    }

    private nonisolated func fetch() async throws -> [String: JSONWebKey] {
        let address = try await keysAddress()
        let set = try JSONDecoder().decode(KeySet.self, from: try await IssuerDiscovery.get(address, allowsPrivate: allowsPrivate))
        var keys: [String: JSONWebKey] = [:]
        for entry in set.keys.prefix(Self.maxKeys) {
            guard let entry = entry.entry, let key = JSONWebKey(entry) else { continue }
            keys[key.id] = key
        }
        guard !keys.isEmpty else {
            throw ServiceError(.notPossible, "\(address) has no key for \(JSONWebKey.algorithms.joined(separator: " or "))")
        }
        return keys
    }

    private nonisolated func keysAddress() async throws -> String {
        if let keys = issuer.jwksUri { return keys }
        return try await IssuerDiscovery.fetch(issuer.issuer, allowsPrivate: allowsPrivate).jwksURI
    }
}
