import DioramaLibrary
import DioramaSync
import Foundation
import GRDB

extension Sharing {
    /// A file of an accepted share that this device lacks.
    private struct Missing {
        let share: KSUID
        let sender: String
        let file: SharedMedia
        let grant: FileGrants.File?
        let expires: Int64
    }

    /// Downloads the files of accepted shares that are not on this device, and asks their senders for new access where it has
    /// expired.
    /// - Returns: the number of downloaded files; what failed is in `failures` and is tried again by the next call.
    func fetchFiles(
        _ buckets: SharingBuckets, failures: inout [String]
    ) async throws(SyncError) -> (count: Int, missing: Int) {
        var count = 0
        var missing = 0
        var expired: [KSUID: String] = [:]
        for item in try await missingFiles() {
            if await hooks.isHere(item.file.hash) { continue }
            missing += 1
            guard let grant = item.grant, item.expires > now else {
                expired[item.share] = item.sender
                continue
            }
            do throws(SyncError) {
                try await fetch(grant, of: item.sender, buckets)
                try await forget(grant.hash, of: item.share)
                count += 1
                missing -= 1
            } catch {
                switch error.kind {
                case .cancelled: throw error
                case .notFound:
                    try await forget(grant.hash, of: item.share)
                    expired[item.share] = item.sender
                default: failures.append("a file of type \(item.file.contentType): \(error.message)")
                }
            }
        }
        for (share, sender) in expired { try await requestGrants(share, from: sender) }
        return (count, missing)
    }

    /// How many files of accepted shares are not on this device, by share.
    public func missingFileCounts() async throws(SyncError) -> [ShareID: Int] {
        var counts: [ShareID: Int] = [:]
        for (share, file) in try await write("list the shared files", { db in try Share.missingFiles(db) }) {
            if await !hooks.isHere(file.hash) { counts[share, default: 0] += 1 }
        }
        return counts
    }

    private func missingFiles() async throws(SyncError) -> [Missing] {
        try await write("list the shared files") { db in
            try Share.missingFiles(db).compactMap { id, file in
                guard let share = try Share.fetch(id, db) else { return nil }
                let row = try Row.fetchOne(
                    db, sql: "SELECT * FROM sharing_grants WHERE share = ? AND hash = ?",
                    arguments: [id.description, file.hash.description])
                let grant = row.map { row in
                    FileGrants.File(
                        hash: file.hash, byteCount: row["byte_count"], key: row["key"], url: row["url"], object: row["object"])
                }
                return Missing(share: id.ksuid, sender: share.peer, file: file, grant: grant, expires: row?["expires"] ?? 0)
            }
        }
    }

    private func fetch(_ grant: FileGrants.File, of sender: String, _ buckets: SharingBuckets) async throws(SyncError) {
        do {
            try FileManager.default.createDirectory(at: downloads, withIntermediateDirectories: true)
        } catch {
            throw SyncError(.noPermission, "couldn't create the folder \(downloads.path): \(error.localizedDescription)")
        }
        let sealed = downloads.appendingPathComponent("\(grant.hash).sealed")
        let plain = downloads.appendingPathComponent("\(grant.hash).plain")
        try await download(grant, of: sender, to: sealed, buckets)
        defer { try? FileManager.default.removeItem(at: plain) }
        do throws(SyncError) {
            try await SharedFiles.seal(grant.hash, key: grant.key).open(FileSource(sealed), to: plain)
            // The library verifies that these are the bytes of this hash.
            try await hooks.keeping(grant.hash, plain)
        } catch {
            // Complete but not authentic: downloaded again from the start.
            if error.kind == .damaged || error.kind == .invalidValue { try? FileManager.default.removeItem(at: sealed) }
            throw error
        }
        try? FileManager.default.removeItem(at: sealed)
    }

    private func download(
        _ grant: FileGrants.File, of sender: String, to file: URL, _ buckets: SharingBuckets
    ) async throws(SyncError) {
        if let url = grant.url {
            guard let account = KSUID(sender), let card = try await contact(account) else {
                throw SyncError(.refused, "the sender of the file is not a contact any more")
            }
            guard case .s3(let address)? = try card.bucket.map({ (text) throws(SyncError) in try BucketAddress(text) }),
                address.contains(url)
            else {
                throw SyncError(
                    .refused, "the file is not in the bucket of \(card.name)'s contact card; ask for a new contact card")
            }
            return try await PresignedDownload.run(url, to: file, byteCount: grant.byteCount)
        }
        guard let own = try await buckets.own(), let object = grant.object.flatMap({ BucketKey($0) }) else {
            throw SyncError(.notFound, "the file is in this account's bucket, and the library has none")
        }
        if let there = try await own.head(object), there.byteCount != grant.byteCount {
            throw SyncError(.damaged, "the file \(object) has \(there.byteCount) bytes, not \(grant.byteCount)")
        }
        try await own.download(object, to: file, progress: .silent)
    }

    private func forget(_ hash: AssetHash, of share: KSUID) async throws(SyncError) {
        try await write("record a downloaded file") { db in
            try db.execute(
                sql: "DELETE FROM sharing_grants WHERE share = ? AND hash = ?", arguments: [share.description, hash.description])
        }
    }

    /// Asks the sender for new access to the files of a share; once a day.
    private func requestGrants(_ share: KSUID, from sender: String) async throws(SyncError) {
        let now = now
        let outbox = outbox
        try await write("ask for the files of a share") { db in
            guard let peer = KSUID(sender), try Self.contact(db, peer) != nil else { return }
            let last = try Int64.fetchOne(
                db, sql: "SELECT asked FROM sharing_asked WHERE share = ?", arguments: [share.description])
            if let last, last > now - Self.requestInterval { return }
            try SharingTables.asked(share, at: now, db)
            try outbox.add(.grantsRequested, about: share, to: sender, in: db)
        }
    }

    /// Milliseconds between requests for the files of one share: a day.
    static let requestInterval: Int64 = 86_400_000
}
