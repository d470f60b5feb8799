import DioramaSync
import Foundation
import GRDB
import DioramaLibrary

/// Adds envelopes to the outbox, in the transaction of the change that they report.
struct Outbox {
    let account: KSUID
    let keys: AccountKeys
    let now: Int64

    /// - Parameter digest: of the shared rows, to detect later changes.
    func add(
        _ kind: Envelope.Kind, about subject: KSUID, to receiver: String, content: [UInt8] = [], digest: Data? = nil,
        in db: Database
    ) throws {
        guard let to = KSUID(receiver) else {
            throw SyncError(.damaged, "the row of \(subject) has an invalid account id")
        }
        let card = try Sharing.knownContact(db, to)
        let sequence = try Int64.fetchOne(
            db,
            sql: """
                INSERT INTO sharing_sent (subject, sequence, digest) VALUES (?, ?, ?)
                ON CONFLICT (subject) DO UPDATE SET sequence = max(sequence + 1, excluded.sequence),
                    digest = coalesce(excluded.digest, digest)
                RETURNING sequence
                """, arguments: [subject.description, now, digest])
        // The sequence starts at the clock, so that another device of the account continues above it.
        let envelope = Envelope(
            sender: account, receiver: to, subject: subject, kind: kind, sequence: UInt64(max(sequence ?? now, 0)), created: now,
            expires: now + (kind == .revoke ? Sharing.lifetimeOfRevocation : Sharing.lifetime), content: content)
        try db.execute(
            sql: "INSERT INTO sharing_outbox (id, receiver, bytes) VALUES (?, ?, ?)",
            arguments: [envelope.id.description, receiver, Data(try envelope.sealed(by: keys, to: card.sealingKey))])
    }
}

extension Sharing {
    var outbox: Outbox { Outbox(account: account, keys: keys, now: now) }

    /// Uploads pending envelopes to the receivers' `inbound/`.
    /// - Parameter bucket: returns the bucket of a contact; nil where it is not reachable.
    /// - Returns: the number of envelopes that are still pending.
    /// - Throws: `SyncError` of the first bucket that can't be written; the other contacts got theirs.
    public func deliver(
        to bucket: @Sendable (ContactCard) async throws(SyncError) -> (any Bucket)?
    ) async throws(SyncError) -> Int {
        try await hooks.requiring()
        var failure: SyncError?
        let left = try await deliver(to: bucket) { _, error in failure = failure ?? error }
        if let failure { throw failure }
        return left
    }

    /// The same for an exchange: what failed is in `failures`.
    func deliver(
        failures: inout [String], to bucket: @Sendable (ContactCard) async throws(SyncError) -> (any Bucket)?
    ) async throws(SyncError) -> Int {
        var reported: [String] = []
        let left = try await deliver(to: bucket) { card, error in reported.append("delivery to \(card.name): \(error.message)") }
        failures += reported
        return left
    }

    private func deliver(
        to bucket: @Sendable (ContactCard) async throws(SyncError) -> (any Bucket)?,
        reporting: (ContactCard, SyncError) -> Void
    ) async throws(SyncError) -> Int {
        let waiting = try await write("read the outbox") { db in
            try Row.fetchAll(db, sql: "SELECT id, receiver FROM sharing_outbox ORDER BY rowid").map { row in
                (id: row["id"] as String, receiver: row["receiver"] as String)
            }
        }
        var left = waiting.count
        // By receiver: in the order in which they were written.
        for (receiver, envelopes) in Dictionary(grouping: waiting, by: \.receiver).sorted(by: { $0.key < $1.key }) {
            guard let account = KSUID(receiver), let card = try await contact(account) else { continue }
            do throws(SyncError) {
                guard let target = try await bucket(card) else { continue }
                for envelope in envelopes {
                    try await deliver(envelope.id, to: target, of: receiver)
                    left -= 1
                }
            } catch {
                if error.kind == .cancelled { throw error }
                reporting(card, error)
            }
        }
        return left
    }

    private func deliver(_ id: String, to bucket: any Bucket, of receiver: String) async throws(SyncError) {
        let bytes = try await write("read the outbox") { db in
            try Data.fetchOne(db, sql: "SELECT bytes FROM sharing_outbox WHERE id = ?", arguments: [id])
        }
        guard let bytes, let key = BucketKey("inbound/\(receiver)/\(id)") else { return }
        // It exists where an earlier call was interrupted after writing it.
        _ = try await bucket.put(key, bytes, ifAbsent: true)
        try await write("clear the outbox") { db in
            try db.execute(sql: "DELETE FROM sharing_outbox WHERE id = ?", arguments: [id])
        }
    }
}
