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

        /// The contacts that announced new keys.
        public var renewed: [KSUID] = []

        /// A result with these numbers.
        public init(applied: Int = 0, refused: Int = 0, waiting: Int = 0, renewed: [KSUID] = []) {
            self.applied = applied
            self.refused = refused
            self.waiting = waiting
            self.renewed = renewed
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
        var envelopes = try await bucket.list(folder, after: nil)
        // Ids of one second are not in the order of writing: what was signed with keys that a later one announces is tried again.
        while true {
            let renewed = received.renewed.count
            var refused: [(object: BucketObject, error: SyncError)] = []
            for object in envelopes {
                if let error = try await receive(object, from: bucket, &received) { refused.append((object, error)) }
            }
            if refused.isEmpty { break }
            if received.renewed.count > renewed {
                envelopes = refused.map(\.object)
                continue
            }
            for (object, error) in refused { try await refuse(object, of: bucket, error: error) }
            received.refused += refused.count
            break
        }
        return received
    }

    /// - Returns: why the envelope is refused; nil where it was applied, or is pending.
    private func receive(
        _ object: BucketObject, from bucket: any Bucket, _ received: inout Received
    ) async throws(SyncError) -> SyncError? {
        let name = String(object.key.name)
        if try await isHandled(name) {
            try await removeIfOld(object.key, from: bucket)
            return nil
        }
        if object.byteCount > Int64(Envelope.byteLimit) {
            return SyncError(.refused, "it has \(object.byteCount) bytes, more than the limit of \(Envelope.byteLimit)")
        }
        let bytes: Data
        do throws(SyncError) {
            bytes = try await bucket.get(object.key, limit: Envelope.byteLimit)
        } catch {
            if error.kind == .notFound { return nil }
            throw error
        }
        do {
            if let event = try await open(Array(bytes), name) {
                notify.yield(event)
                if case .newKeys(let contact) = event { received.renewed.append(contact) }
            }
            received.applied += 1
            leaveQuarantine(name)
        } catch let unknown as Envelope.UnknownSender {
            notify.yield(.unknownSender(unknown.account))
            received.waiting += 1
        } catch {
            let error = Self.error(error, could: "apply \(name)")
            switch error.kind {
            case .newerVersion: received.waiting += 1
            case .refused, .damaged, .invalidValue, .notFound: return error
            // Failures of this machine (a full disk) are retried.
            default: throw error
            }
        }
        return nil
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
        let (account, keys, now, outbox) = (account, keys, now, outbox)
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
            return try IncomingEnvelope(envelope: envelope, sender: sender, account: account, now: now, outbox: outbox).apply(db)
        }
    }

    /// Stores the bytes and a report with the reason; nothing in them was executed.
    private func refuse(_ object: BucketObject, of bucket: any Bucket, error: SyncError) async throws(SyncError) {
        let name = String(object.key.name)
        var bytes: Data?
        if object.byteCount <= Int64(Envelope.byteLimit) {
            do throws(SyncError) {
                bytes = try await bucket.get(object.key, limit: Envelope.byteLimit)
            } catch {
                if error.kind != .notFound { throw error }
            }
        }
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

    /// An envelope that was refused at first and is applied now.
    private func leaveQuarantine(_ name: String) {
        for suffix in ["envelope", "txt"] {
            try? FileManager.default.removeItem(at: quarantine.appendingPathComponent("\(name).\(suffix)"))
        }
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
