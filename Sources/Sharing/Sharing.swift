import DioramaSync
import Changes
import Foundation
import GRDB
import DioramaLibrary

/// Shares with other accounts and requests to them, as signed and encrypted envelopes in each other's `inbound/`.
///
/// A call changes the library and adds its envelope to an outbox in one transaction; `deliver` uploads the outbox to the receivers'
/// buckets, `receive` applies received envelopes (docs/sharing.md).
public actor Sharing {
    /// The id of this account.
    public nonisolated let account: KSUID
    /// Actions of other accounts, after they were applied here.
    public nonisolated let events: AsyncStream<SharingEvent>

    let keys: AccountKeys
    let database: any DatabaseWriter
    let quarantine: URL
    let downloads: URL
    let hooks: SharingHooks
    let clock: @Sendable () -> Date
    let notify: AsyncStream<SharingEvent>.Continuation

    /// Validity of an envelope, in milliseconds: 30 days.
    static let lifetime: Int64 = 30 * 86_400_000
    /// Validity of a revocation, in milliseconds: 10 years, for devices that are off for long.
    static let lifetimeOfRevocation: Int64 = 3650 * 86_400_000

    /// - Parameters:
    ///   - database: the library's, its tables tracked.
    ///   - quarantine: a folder for what is refused.
    ///   - downloads: a folder for incomplete downloads.
    package init(
        account: KSUID, keys: AccountKeys, database: any DatabaseWriter, quarantine: URL, downloads: URL, hooks: SharingHooks,
        clock: @escaping @Sendable () -> Date = { Date() }
    ) async throws(SyncError) {
        self.account = account
        self.keys = keys
        self.database = database
        self.quarantine = quarantine
        self.downloads = downloads
        self.hooks = hooks
        self.clock = clock
        (events, notify) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1000))
        do {
            try await database.write { db in
                try SharingTables.install(db)
                try SharingTables.lock(db)
            }
        } catch {
            throw Self.error(error, could: "open sharing")
        }
    }

    deinit { notify.finish() }

    /// Milliseconds since 1970.
    var now: Int64 { clock().milliseconds }
    /// The time of the clock, to the millisecond.
    var time: Date { Date(milliseconds: now) }

    // MARK: Contacts

    /// The card of this account.
    /// - Parameter bucket: the address of the bucket from which this account receives.
    public func card(name: String, bucket: String?) throws(SyncError) -> ContactCard {
        try ContactCard(account: account, name: name, keys: keys, bucket: bucket)
    }

    /// Adds or updates a contact.
    /// - Throws: `refused` where the contact has another signing key: remove it first, once the person confirms the new card.
    public func add(_ card: ContactCard) async throws(SyncError) {
        if card.account == account { throw SyncError(.invalidValue, "this is your own contact card; give it to others") }
        let time = time
        let account = account
        try await write("save the contact") { db in
            if let old = try Self.contact(db, card.account), old.signingKey != card.signingKey {
                throw SyncError(
                    .refused,
                    "the card of \"\(card.name)\" has another key than before; ask the person, remove the contact, add it again"
                )
            }
            var contact = card.contact
            contact.account = AccountID(account)
            try contact.save(at: time, db)
            // A card that a person gave by hand is the right one.
            try NewKeys.set(nil, of: card.account, db)
        }
    }

    /// Removes a contact on all devices of this account: its envelopes are no longer applied.
    /// - Throws: `notFound` where there is no such contact.
    public func removeContact(_ account: KSUID) async throws(SyncError) {
        try await write("remove the contact") { db in
            guard try Contact.remove(peer: account.description, db) else {
                throw SyncError(.notFound, "the account \(account) is not a contact")
            }
            try NewKeys.set(nil, of: account, db)
        }
    }

    /// All contacts, by account. Cards of newer versions are left out.
    public func contacts() async throws(SyncError) -> [ContactCard] {
        try await write("list the contacts") { db in
            let cards = try Contact.fetchAll(db).compactMap { try? ContactCard($0.card) }
            return Dictionary(cards.map { ($0.account, $0) }) { $1 }.values.sorted { $0.account < $1.account }
        }
    }

    static func contact(_ db: Database, _ account: KSUID) throws -> ContactCard? {
        try Contact.fetch(peer: account.description, db).map { contact in try ContactCard(contact.card) }
    }

    static func knownContact(_ db: Database, _ account: KSUID) throws -> ContactCard {
        guard let card = try contact(db, account) else {
            throw SyncError(.notFound, "the account \(account) is not a contact; add its contact card first")
        }
        return card
    }

    // MARK: Helpers

    /// Runs `body` in one transaction and updates the data derived from the rows that it writes.
    func transaction<R: Sendable>(_ body: @escaping @Sendable (Database) throws -> R) async throws -> R {
        try await database.write { db in
            let value = try body(db)
            try DerivedRows.update(db)
            return value
        }
    }

    func write<R: Sendable>(_ action: String, _ body: @escaping @Sendable (Database) throws -> R) async throws(SyncError) -> R {
        do {
            return try await transaction(body)
        } catch {
            throw Self.error(error, could: action)
        }
    }

    static func error(_ error: any Error, could action: String) -> SyncError {
        switch error {
        case let error as SyncError: error
        case let error as ChangesError:
            SyncError(
                error.kind == .newerVersion
                    ? .newerVersion : error.kind == .damaged ? .damaged : error.kind == .refused ? .refused : .failed,
                error.message)
        case let error as LibraryError: SyncError(library: error)
        case let error as DatabaseError where error.resultCode == .SQLITE_FULL:
            SyncError(.full, "couldn't \(action): the disk is full; free some space and try again")
        case let error as DatabaseError:
            SyncError(.failed, "couldn't \(action): \(error.message ?? "SQLite error \(error.resultCode)")")
        default: SyncError(.failed, "couldn't \(action): \(error)")
        }
    }
}
