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
    public func deliver(
        to bucket: @Sendable (ContactCard) async throws(SyncError) -> (any Bucket)?
    ) async throws(SyncError) -> Int {
        try await hooks.requiring()
        let waiting = try await write("read the outbox") { db in
            try Row.fetchAll(db, sql: "SELECT id, receiver FROM sharing_outbox ORDER BY rowid").map { row in
                (id: row["id"] as String, receiver: row["receiver"] as String)
            }
        }
        var left = waiting.count
        var buckets: [String: (any Bucket)?] = [:]
        for (id, receiver) in waiting {
            guard let account = KSUID(receiver), let key = BucketKey("inbound/\(receiver)/\(id)") else { continue }
            guard let card = try await write("read the contacts", { db in try Self.contact(db, account) }) else { continue }
            if buckets[receiver] == nil { buckets[receiver] = .some(try await bucket(card)) }
            guard let target = buckets[receiver] ?? nil else { continue }
            let bytes = try await write("read the outbox") { db in
                try Data.fetchOne(db, sql: "SELECT bytes FROM sharing_outbox WHERE id = ?", arguments: [id])
            }
            guard let bytes else { continue }
            // It exists where an earlier call was interrupted after writing it.
            _ = try await target.put(key, bytes, ifAbsent: true)
            try await write("clear the outbox") { db in
                try db.execute(sql: "DELETE FROM sharing_outbox WHERE id = ?", arguments: [id])
            }
            left -= 1
        }
        return left
    }
}
