import DioramaSync
import Foundation
import GRDB
import DioramaLibrary
import Support

extension Sharing {
    /// The result of one call of `receive`.
    public struct Received: Sendable, Equatable {
        /// Number of applied envelopes.
        public var applied = 0
        /// Number of refused envelopes, now in quarantine.
        public var refused = 0
        /// Number of pending envelopes: of unknown senders or newer versions.
        public var waiting = 0

        /// A result with these numbers.
        public init(applied: Int = 0, refused: Int = 0, waiting: Int = 0) {
            self.applied = applied
            self.refused = refused
            self.waiting = waiting
        }
    }

    /// Applies the envelopes in this account's `inbound/`. Each envelope, and the record that it was seen, is one transaction;
    /// refused ones go into quarantine with a report.
    ///
    /// Envelopes stay in the bucket until they expire, so that every device of the account sees them.
    public func receive(from bucket: any Bucket) async throws(SyncError) -> Received {
        try await hooks.requiring()
        guard let folder = BucketKey("inbound/\(account)") else { return Received() }
        var received = Received()
        try await prune()
        for object in try await bucket.list(folder, after: nil) {
            let name = String(object.key.name)
            if try await isHandled(name) {
                try await removeIfOld(object.key, from: bucket)
                continue
            }
            if object.byteCount > Int64(Envelope.byteLimit) {
                let error = SyncError(.refused, "it has \(object.byteCount) bytes, more than the limit of \(Envelope.byteLimit)")
                try await refuse(name, bytes: nil, error: error)
                received.refused += 1
                continue
            }
            let bytes: Data
            do throws(SyncError) {
                bytes = try await bucket.get(object.key, limit: Envelope.byteLimit)
            } catch {
                if error.kind == .notFound { continue }
                throw error
            }
            do {
                if let event = try await open(Array(bytes), name) { notify.yield(event) }
                received.applied += 1
            } catch let unknown as Envelope.UnknownSender {
                notify.yield(.unknownSender(unknown.account))
                received.waiting += 1
            } catch {
                let error = Self.error(error, could: "apply \(name)")
                switch error.kind {
                case .newerVersion: received.waiting += 1
                case .refused, .damaged, .invalidValue, .notFound:
                    try await refuse(name, bytes: bytes, error: error)
                    received.refused += 1
                // Failures of this machine (a full disk) are retried.
                default: throw error
                }
            }
        }
        return received
    }

    private func isHandled(_ name: String) async throws(SyncError) -> Bool {
        try await write("look for \(name)") { db in
            try Bool.fetchOne(db, sql: "SELECT 1 FROM sharing_files WHERE name = ?", arguments: [name]) ?? false
        }
    }

    /// Deletes an envelope that has expired for all devices of the account.
    private func removeIfOld(_ key: BucketKey, from bucket: any Bucket) async throws(SyncError) {
        guard let made = KSUID(key.name).map({ $0.secondsSince1970 * 1000 }), made < now - Self.lifetime - Envelope.clockTolerance
        else { return }
        do throws(SyncError) {
            try await bucket.delete(key)
        } catch {
            // A paired device deletes its own objects.
            if error.kind != .refused { throw error }
        }
    }

    private func open(_ bytes: [UInt8], _ name: String) async throws -> SharingEvent? {
        let (account, keys, now) = (account, keys, now)
        return try await transaction { db in
            let envelope = try Envelope(bytes, for: account, keys: keys, at: now) { sender in
                try Self.contact(db, sender)?.signingKey
            }
            try db.execute(
                sql: "INSERT OR IGNORE INTO sharing_seen (sender, id, expires) VALUES (?, ?, ?)",
                arguments: [envelope.sender.description, envelope.id.description, envelope.expires])
            guard db.changesCount == 1 else {
                throw SyncError(.refused, "it was applied before (a replay)")
            }
            try db.execute(sql: "INSERT OR IGNORE INTO sharing_files (name, noticed) VALUES (?, ?)", arguments: [name, now])
            let sender = try Self.knownContact(db, envelope.sender)
            return try IncomingEnvelope(envelope: envelope, sender: sender, account: account, now: now).apply(db)
        }
    }

    /// Stores the bytes and a report with the reason; nothing in them was executed.
    private func refuse(_ name: String, bytes: Data?, error: SyncError) async throws(SyncError) {
        do {
            try FileManager.default.createDirectory(at: quarantine, withIntermediateDirectories: true)
            let time = ISO8601DateFormatter().string(from: clock())
            let report = "\(time)\nfile: \(name)\naccount: \(account)\nbytes: \(bytes?.count ?? 0)\nrefused: \(error.message)\n"
            if let bytes { try AtomicFile.write(Array(bytes), to: quarantine.appendingPathComponent("\(name).envelope")) }
            try AtomicFile.write(Array(report.utf8), to: quarantine.appendingPathComponent("\(name).txt"))
        } catch {
            throw SyncError(.failed, "couldn't move \(name) to quarantine: \(error)")
        }
        let now = now
        try await write("record \(name)") { db in
            try db.execute(sql: "INSERT OR IGNORE INTO sharing_files (name, noticed) VALUES (?, ?)", arguments: [name, now])
        }
        notify.yield(.refused(file: name, reason: error.message))
    }

    /// Removes records of envelopes that have expired.
    private func prune() async throws(SyncError) {
        let limit = now - 2 * Envelope.clockTolerance
        try await write("remove expired records") { db in
            try db.execute(sql: "DELETE FROM sharing_seen WHERE expires < ?", arguments: [limit])
            try db.execute(sql: "DELETE FROM sharing_files WHERE noticed < ?", arguments: [limit - Self.lifetime])
        }
    }
}
