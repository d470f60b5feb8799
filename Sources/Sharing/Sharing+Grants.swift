import DioramaLibrary
import DioramaSync
import Foundation
import GRDB

extension Sharing {
    /// Encrypts and uploads copies of the files of accepted shares, and queues envelopes that grant their receivers access.
    /// - Returns: the number of granted files; what failed is in `failures` and is tried again by the next call.
    func grantFiles(_ buckets: SharingBuckets, failures: inout [String]) async throws(SyncError) -> Int {
        var count = 0
        for share in try await sharesToGrant() {
            do throws(SyncError) {
                count += try await grantFiles(of: share, buckets)
            } catch {
                if error.kind == .cancelled { throw error }
                failures.append("the files of the share \"\(share.title)\": \(error.message)")
            }
        }
        return count
    }

    private func sharesToGrant() async throws(SyncError) -> [Entry<Share>] {
        try await write("list the files to grant") { db in
            let due = Set(try String.fetchAll(db, sql: "SELECT share FROM sharing_due"))
            let shares = try Share.fetchAll(in: [.accepted], db).filter { !$0.isIncoming && !$0.details.media.isEmpty }
            let known = Set(shares.map(\.id.description))
            for id in due.subtracting(known) { try db.execute(sql: "DELETE FROM sharing_due WHERE share = ?", arguments: [id]) }
            return shares.filter { due.contains($0.id.description) }
        }
    }

    private func grantFiles(of share: Entry<Share>, _ buckets: SharingBuckets) async throws(SyncError) -> Int {
        guard let receiver = KSUID(share.peer), let card = try await contact(receiver) else { return 0 }
        let id = share.id.ksuid
        let originals = Dictionary((share.details.hashes ?? [:]).map { ($1, $0) }) { first, _ in first }
        let place = try await place(for: card, share: id, buckets)
        let expires = now + FileGrants.lifetime
        // Removed when they expire, also where this call is interrupted.
        try await write("record the granted files") { db in try SharingTables.granted(id, until: expires, db) }
        var files: [FileGrants.File] = []
        for media in share.details.media {
            let original = originals[media.hash.description].flatMap { AssetHash($0) } ?? media.hash
            let plain = try await hooks.reading(media.hash, original, media.contentType)
            let fileKey = keys.fileKey(of: media.hash, for: id)
            let source = try await SharedFiles.seal(media.hash, key: fileKey).seal(plain)
            guard let key = BucketKey("\(place.folder)/\(keys.fileName(of: media.hash, for: id))") else { continue }
            if try await place.bucket.head(key)?.byteCount != source.byteCount {
                try await place.bucket.upload(source, to: key, progress: .silent)
            }
            let url = (place.bucket as? any PresigningBucket)?.presignedURL(of: key, seconds: Int(FileGrants.lifetime / 1000))
            files.append(
                FileGrants.File(
                    hash: media.hash, byteCount: source.byteCount, key: fileKey, url: place.isOwn ? url : nil,
                    object: place.isOwn ? nil : key.description))
        }
        let content = try FileGrants(expires: expires, files: files).bytes()
        let outbox = outbox
        try await write("grant access to files") { db in
            // It may have been revoked meanwhile.
            guard try Share.fetch(share.id, db)?.state == .accepted else { return }
            try outbox.add(.grants, about: id, to: share.peer, content: content, in: db)
            try db.execute(sql: "DELETE FROM sharing_due WHERE share = ?", arguments: [id.description])
        }
        return files.count
    }

    /// Where the copies for a contact go: the own bucket where it has presigned URLs, else the contact's.
    private func place(
        for card: ContactCard, share: KSUID, _ buckets: SharingBuckets
    ) async throws(SyncError) -> (bucket: any Bucket, folder: BucketKey, isOwn: Bool) {
        if let own = try await buckets.own() as? any PresigningBucket, let folder = SharedFiles.outbound(share) {
            return (own, folder, true)
        }
        guard let bucket = try await buckets.contact(card), let folder = SharedFiles.inbound(share, of: card.account) else {
            throw SyncError(.unavailable, "the contact card of \(card.name) has no bucket; ask for a new card")
        }
        return (bucket, folder, false)
    }

    // MARK: The end of grants

    /// Removes the copies of shares whose grants have expired, or that are not accepted any more.
    func removeGrants(_ buckets: SharingBuckets, failures: inout [String]) async throws(SyncError) {
        let now = now
        let ended = try await write("list expired grants") { db in
            try Row.fetchAll(db, sql: "SELECT share, expires FROM sharing_granted").compactMap { row -> Entry<Share>? in
                guard let id = ShareID(row["share"] as String), let share = try Share.fetch(id, db) else { return nil }
                return share.state != .accepted || row["expires"] < now ? share : nil
            }
        }
        for share in ended {
            do throws(SyncError) {
                try await removeCopies(of: share, buckets)
                try await write("record removed files") { db in
                    try db.execute(sql: "DELETE FROM sharing_granted WHERE share = ?", arguments: [share.id.description])
                }
            } catch {
                if error.kind == .cancelled { throw error }
                failures.append("removing the files of the share \"\(share.title)\": \(error.message)")
            }
        }
    }

    private func removeCopies(of share: Entry<Share>, _ buckets: SharingBuckets) async throws(SyncError) {
        let id = share.id.ksuid
        let own = try await buckets.own()
        if let own, let folder = SharedFiles.outbound(id) { try await Self.empty(folder, in: own) }
        if own is any PresigningBucket { return }
        if let receiver = KSUID(share.peer), let card = try await contact(receiver), let bucket = try await buckets.contact(card),
            let folder = SharedFiles.inbound(id, of: receiver)
        {
            try await Self.empty(folder, in: bucket)
        }
    }

    private static func empty(_ folder: BucketKey, in bucket: any Bucket) async throws(SyncError) {
        for object in try await bucket.list(folder, after: nil) { try await bucket.delete(object.key) }
    }

    func contact(_ account: KSUID) async throws(SyncError) -> ContactCard? {
        try await write("read the contacts") { db in try Self.contact(db, account) }
    }
}
