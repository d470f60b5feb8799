import Foundation
import GRDB

/// A browser that wants to be notified by Web Push (RFC 8030), as it subscribed.
public struct PushSubscription: Sendable, Equatable, Codable {
    /// Identifies the subscription on this server.
    public let id: String
    /// The address at the browser's push service to which messages are sent.
    public let endpoint: String
    /// The browser's public key: 65 bytes, an uncompressed point of P-256.
    public let publicKey: Data
    /// The browser's authentication secret: 16 bytes.
    public let secret: Data
    /// What people call the browser, 1 to 200 characters.
    public let name: String
    /// The language of the notifications: `en`, `de` and so on.
    public let language: String
    /// When it subscribed.
    public let created: Date
    /// Why the last notification couldn't be sent; nil where it could.
    public var problem: String?

    /// Creates a subscription; `Library.add` checks it.
    public init(endpoint: String, publicKey: Data, secret: Data, name: String, language: String) {
        id = KSUID().description
        self.endpoint = endpoint
        self.publicKey = publicKey
        self.secret = secret
        self.name = name
        self.language = language
        created = Date(milliseconds: Date().milliseconds)
    }
}

/// What this server keeps for notifications. It is this device's own: another device that serves the library has its own.
public struct PushRecords: Sendable, Equatable, Codable {
    /// The private key with which messages are signed: 32 bytes, a scalar of P-256. It is made when it is first needed.
    public var signingKey: Data?
    /// The browsers to be notified.
    public var subscriptions: [PushSubscription] = []
    /// Up to when events have been notified; nil before the first.
    public var notified: Date?

    /// Nothing yet.
    public init() {}

    /// Largest number of browsers.
    public static let maxSubscriptions = 20
}

extension Library {
    private static let pushRecords = "push"

    /// What this server keeps for notifications.
    public func pushRecords() async throws(LibraryError) -> PushRecords {
        try await read(to: "read the notifications") { db in try Self.pushRecords(db) }
    }

    /// Changes what this server keeps for notifications, in one transaction.
    /// - Returns: what `change` returns.
    public func updatePushRecords<R: Sendable>(
        _ change: @escaping @Sendable (inout PushRecords) throws -> R
    ) async throws(LibraryError) -> R {
        try await write(to: "change the notifications") { db in
            var records = try Self.pushRecords(db)
            let result = try change(&records)
            try LocalSettings.set(Self.pushRecords, to: JSONText.of(records), db)
            return result
        }
    }

    private static func pushRecords(_ db: Database) throws -> PushRecords {
        try LocalSettings.get(pushRecords, db).flatMap { JSONText.read(PushRecords.self, $0) } ?? PushRecords()
    }

    /// Adds a browser, or replaces the entry with the same endpoint.
    /// - Throws: `LibraryError` of kind `invalidValue` for keys of other sizes, texts that are too long, or too many browsers.
    public func add(_ subscription: PushSubscription) async throws(LibraryError) {
        guard subscription.publicKey.count == 65, subscription.publicKey.first == 4, subscription.secret.count == 16 else {
            throw LibraryError(
                .invalidValue,
                "the keys of a push subscription have 65 bytes (p256dh) and 16 bytes (auth)")
        }
        _ = try Check.line(subscription.name, "a browser's name", characters: 200)
        guard subscription.endpoint.utf8.count <= 2000 else {
            throw LibraryError(.invalidValue, "the endpoint of a push subscription can have at most 2000 bytes")
        }
        let isAdded = try await updatePushRecords { records in
            records.subscriptions.removeAll { $0.endpoint == subscription.endpoint }
            guard records.subscriptions.count < PushRecords.maxSubscriptions else { return false }
            records.subscriptions.append(subscription)
            return true
        }
        if !isAdded {
            throw LibraryError(
                .invalidValue,
                "at most \(PushRecords.maxSubscriptions) browsers can be notified; remove one in the settings first")
        }
    }

    /// Removes a browser.
    /// - Returns: whether it was there.
    public func removePushSubscription(_ id: String) async throws(LibraryError) -> Bool {
        try await updatePushRecords { records in
            let count = records.subscriptions.count
            records.subscriptions.removeAll { $0.id == id }
            return records.subscriptions.count < count
        }
    }
}
