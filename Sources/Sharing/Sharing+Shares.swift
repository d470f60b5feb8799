import DioramaSync
import Changes
import Crypto
import Foundation
import GRDB
import DioramaLibrary

extension Sharing {
    /// Offers rows of the library to a contact. The receiver gets a copy, and later changes by `sendUpdates`.
    /// - Parameters:
    ///   - rows: ids by table, including dependent rows (a recording's media); at most 10,000.
    ///   - contact: the receiving account.
    ///   - permission: what the receiver may do with the copy.
    ///   - title: what the receiver sees first.
    ///   - message: further text.
    ///   - request: the request of that contact which it answers.
    /// - Returns: the share's id.
    /// - Throws: `SyncError`; nothing is shared then.
    public func share(
        _ rows: [String: [KSUID]], with contact: KSUID, permission: Share.Permission, title: String, message: String = "",
        answering request: KSUID? = nil
    ) async throws(SyncError) -> KSUID {
        try await hooks.requiring()
        let rows = rows.mapValues { ids in Set(ids.map(\.description)).sorted() }.filter { !$0.value.isEmpty }
        if let odd = rows.keys.sorted().first(where: { !SharedTables.names.contains($0) }) {
            throw SyncError(.invalidValue, "rows of \"\(odd)\" can't be shared")
        }
        guard (1...ShareContent.rowLimit).contains(rows.values.reduce(0) { $0 + $1.count }) else {
            throw SyncError(.invalidValue, "1 to \(ShareContent.rowLimit) rows can be shared at once")
        }
        let (media, hashes) = try await files(of: rows, for: contact)
        let id = KSUID()
        let account = account
        let time = time
        let outbox = outbox
        try await write("share") { db in
            let card = try Self.knownContact(db, contact)
            try Self.check(db, rows)
            if let hidden = try Library.hiddenMemory(in: rows, from: AccountID(account), db) {
                throw SyncError(.refused, "the memory \(hidden) is private to another account")
            }
            if let request {
                guard let row = try Request.fetch(RequestID(request), db), row.isIncoming, row.peer == contact.description,
                    row.state == .open
                else { throw SyncError(.invalidValue, "there is no open request \(request) of \(card.name)") }
            }
            let share = Share(
                peer: contact.description, peerName: card.name, title: title.oneLine(200), message: message.oneLine(2000),
                items: SharedTables.items(rows), permission: permission,
                expires: Date(milliseconds: time.milliseconds + Self.lifetime),
                details: Share.Details(rows: rows, media: media, hashes: hashes, answers: request?.description),
                account: AccountID(account))
            try share.insert(id: ShareID(id), at: time, db)
            let (content, digest) = try Self.content(db, share)
            try outbox.add(.offer, about: id, to: share.peer, content: content, digest: digest, in: db)
            if let request {
                let recording = rows["recordings"]?.first.flatMap { RecordingID($0) }
                try Request.end(RequestID(request), as: .answered, recording: recording, at: time, db)
            }
        }
        return id
    }

    /// Queues changes since the last call: of this account's shares for their receivers, of editable shares for their owners.
    /// - Returns: the ids of changed shares.
    public func sendUpdates() async throws(SyncError) -> [KSUID] {
        try await hooks.requiring()
        let account = account
        let outbox = outbox
        return try await write("send updates") { db in
            var sent: [KSUID] = []
            for share in try Share.fetchAll(in: [.offered, .accepted], db)
            where share.account == AccountID(account)
                && (!share.isIncoming || (share.state == .accepted && share.permission == .edit))
            {
                guard let peer = KSUID(share.peer), try Self.contact(db, peer) != nil else { continue }
                let id = share.id.ksuid
                let (content, digest) = try Self.content(db, share.content)
                let last = try Data.fetchOne(
                    db, sql: "SELECT digest FROM sharing_sent WHERE subject = ?", arguments: [id.description])
                if last == digest { continue }
                try outbox.add(
                    share.isIncoming ? .edit : .update, about: id, to: share.peer, content: content, digest: digest, in: db)
                sent.append(id)
            }
            return sent
        }
    }

    /// Ends a share of this account and moves the receiver's copy to the trash. Copies that the receiver made stay.
    public func revoke(_ share: KSUID) async throws(SyncError) {
        let time = time
        let outbox = outbox
        try await write("revoke the share") { db in
            guard let entry = try Share.fetch(ShareID(share), db), !entry.isIncoming else {
                throw SyncError(.notFound, "this account has no share \(share)")
            }
            if entry.state == .revoked { return }
            var row = entry.content
            row.state = .revoked
            row.answered = time
            try Share.update(entry, to: row, at: time, db)
            try outbox.add(.revoke, about: share, to: row.peer, in: db)
        }
    }

    /// Accepts an offered share and adds its rows to the library.
    public func accept(_ share: KSUID) async throws(SyncError) {
        try await hooks.requiring()
        let time = time
        let outbox = outbox
        try await write("accept the share") { db in
            let entry = try Self.offered(db, share)
            let id = share.description
            guard let bytes = try Data.fetchOne(db, sql: "SELECT content FROM sharing_pending WHERE share = ?", arguments: [id])
            else {
                throw SyncError(
                    .notFound, "the content of the share is not on this device; accept it on another device, or wait for an update")
            }
            var row = entry.content
            try IncomingEnvelope.merge(try ShareContent(Array(bytes)), into: &row, in: db)
            row.state = .accepted
            row.answered = time
            try Share.update(entry, to: row, at: time, db)
            try Self.setTrashed(row.details.rows, to: nil, at: time, db)
            try db.execute(sql: "DELETE FROM sharing_pending WHERE share = ?", arguments: [id])
            try SharingTables.lock(db)
            try outbox.add(.accept, about: share, to: row.peer, in: db)
            // The received rows need not be sent back.
            if row.permission == .edit {
                try db.execute(
                    sql: "UPDATE sharing_sent SET digest = ? WHERE subject = ?",
                    arguments: [try Self.content(db, row).digest, id])
            }
        }
    }

    /// Declines an offered share.
    public func decline(_ share: KSUID) async throws(SyncError) {
        let time = time
        let outbox = outbox
        try await write("decline the share") { db in
            let entry = try Self.offered(db, share)
            var row = entry.content
            row.state = .declined
            row.answered = time
            try Share.update(entry, to: row, at: time, db)
            try db.execute(sql: "DELETE FROM sharing_pending WHERE share = ?", arguments: [share.description])
            try outbox.add(.decline, about: share, to: row.peer, in: db)
        }
    }

    private static func offered(_ db: Database, _ share: KSUID) throws -> Entry<Share> {
        guard let row = try Share.fetch(ShareID(share), db), row.isIncoming else {
            throw SyncError(.notFound, "no share \(share) was offered to this account")
        }
        guard row.state == .offered else { throw SyncError(.invalidValue, "the share \(share) is already \(row.state.rawValue)") }
        return row
    }

    // MARK: What is shared

    private static func check(_ db: Database, _ rows: [String: [String]]) throws {
        let received = try Share.fetchAll(in: [.accepted], db).filter(\.isIncoming)
        for (table, ids) in rows {
            let request: SQLRequest<String> = "SELECT id FROM \(sql: table) WHERE id IN \(ids)"
            let there = Set(try request.fetchAll(db))
            if let missing = ids.first(where: { !there.contains($0) }) {
                throw SyncError(.notFound, "there is no row \(missing) in \(table) to share")
            }
            let foreign = received.contains { share in !Set(share.details.rows[table] ?? []).isDisjoint(with: ids) }
            if foreign { throw SyncError(.refused, "rows that others shared with you can't be shared again; make a copy first") }
        }
    }

    /// The current content of an offer, update or edit, and the digest of the rows.
    static func content(_ db: Database, _ share: Share) throws -> (bytes: [UInt8], digest: Data) {
        let changeset = try ShareCopy.changeset(
            db, rows: share.details.rows, isEdit: share.isIncoming, hashes: share.isIncoming ? [:] : share.details.hashes ?? [:])
        let head = ShareContent.Head(
            permission: share.permission, title: share.title, note: share.message, rows: share.details.rows,
            media: share.isIncoming ? [] : share.details.media, answers: share.details.answers)
        return (try ShareContent(head: head, changeset: changeset).bytes(), Data(SHA256.hash(data: changeset)))
    }

    /// The files that the rows name, without locations and with access for the receiver.
    private func files(
        of rows: [String: [String]], for contact: KSUID
    ) async throws(SyncError) -> (media: [SharedMedia], hashes: [String: String]) {
        let named = try await write("list the files") { db in
            var named: [String: String] = [:]
            for table in ["media", "space_assets"] {
                guard let ids = rows[table] else { continue }
                let request: SQLRequest<Row> = "SELECT hash, content_type FROM \(sql: table) WHERE id IN \(ids) AND hash <> ''"
                for row in try request.fetchAll(db) { named[row["hash"]] = row["content_type"] }
            }
            return named
        }
        var media: [SharedMedia] = []
        var hashes: [String: String] = [:]
        for (name, type) in named.sorted(by: { $0.key < $1.key }) {
            guard let hash = AssetHash(name) else { continue }
            let shared = try await hooks.strippingLocation(hash, type)
            if shared != hash { hashes[name] = shared.description }
            media.append(SharedMedia(hash: shared, contentType: type, grant: try await hooks.granting(shared, contact)))
        }
        return (media, hashes)
    }

    /// Moves the shared rows to the trash, or restores them for nil.
    static func setTrashed(_ rows: [String: [String]], to trashed: Date?, at time: Date, _ db: Database) throws {
        for (table, ids) in rows where SharedTables.names.contains(table) {
            guard try db.tableExists(table), try db.columns(in: table).contains(where: { $0.name == "trashed" }) else { continue }
            try db.execute(
                literal: """
                    UPDATE \(sql: table) SET trashed = \(trashed?.milliseconds), modified = max(modified, \(time.milliseconds))
                    WHERE id IN \(ids) AND trashed IS \(sql: trashed == nil ? "NOT NULL" : "NULL")
                    """)
        }
    }
}
