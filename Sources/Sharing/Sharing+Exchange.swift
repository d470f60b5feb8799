import DioramaLibrary
import DioramaSync
import Foundation

/// The buckets through which accounts exchange envelopes and files.
public struct SharingBuckets: Sendable {
    /// Opens the bucket of this account, without the encryption of its library; returns nil where it has none.
    public var own: @Sendable () async throws(SyncError) -> (any Bucket)?
    /// Opens the bucket of a contact; returns nil where the card names none.
    public var contact: @Sendable (ContactCard) async throws(SyncError) -> (any Bucket)?

    /// Buckets that these functions open.
    public init(
        own: @escaping @Sendable () async throws(SyncError) -> (any Bucket)?,
        contact: @escaping @Sendable (ContactCard) async throws(SyncError) -> (any Bucket)?
    ) {
        self.own = own
        self.contact = contact
    }
}

extension Sharing {
    /// What one exchange did.
    public struct Exchange: Sendable, Equatable {
        /// The received envelopes.
        public var received = Received()
        /// Number of shares whose changes were queued for the other side.
        public var updates = 0
        /// Number of files to which others got access.
        public var granted = 0
        /// Number of downloaded files of others' shares.
        public var downloaded = 0
        /// Number of files of accepted shares that are not on this device yet.
        public var missing = 0
        /// Number of envelopes that could not be delivered yet.
        public var undelivered = 0
        /// Names of contacts that announced new keys: people compare the digits of their cards again.
        public var renewed: [String] = []
        /// What failed, for people; it is tried again by the next exchange.
        public var failures: [String] = []

        /// An exchange that did nothing.
        public init() {}

        /// Whether nothing was exchanged and nothing is pending.
        public var isQuiet: Bool { self == Exchange() }
    }

    /// Exchanges envelopes and files with the contacts once: receives, sends changes, grants and downloads files, delivers.
    /// - Throws: `SyncError` where this account's own bucket or the library can't be used. What concerns one contact is in
    ///   `failures`.
    public func exchange(_ buckets: SharingBuckets) async throws(SyncError) -> Exchange {
        try await hooks.requiring()
        var exchange = Exchange()
        if let own = try await buckets.own() { exchange.received = try await receive(from: own) }
        for account in exchange.received.renewed { if let card = try await contact(account) { exchange.renewed.append(card.name) } }
        try await removeGrants(buckets, failures: &exchange.failures)
        exchange.updates = try await sendUpdates(failures: &exchange.failures).count
        exchange.granted = try await grantFiles(buckets, failures: &exchange.failures)
        (exchange.downloaded, exchange.missing) = try await fetchFiles(buckets, failures: &exchange.failures)
        exchange.undelivered = try await deliver(failures: &exchange.failures, to: buckets.contact)
        return exchange
    }
}

extension Sharing.Exchange: Encodable {
    private enum CodingKeys: CodingKey {
        case applied, refused, waiting, updates, granted, downloaded, missing, undelivered, renewed, failures
    }

    /// One object; `received` is `applied`, `refused` and `waiting`.
    public func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode(received.applied, forKey: .applied)
        try object.encode(received.refused, forKey: .refused)
        try object.encode(received.waiting, forKey: .waiting)
        try object.encode(updates, forKey: .updates)
        try object.encode(granted, forKey: .granted)
        try object.encode(downloaded, forKey: .downloaded)
        try object.encode(missing, forKey: .missing)
        try object.encode(undelivered, forKey: .undelivered)
        try object.encode(renewed, forKey: .renewed)
        try object.encode(failures, forKey: .failures)
    }
}
