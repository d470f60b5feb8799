import DioramaSync
import Changes
import Crypto
import Foundation
import GRDB
import DioramaLibrary

extension Sharing {
    /// Offers rows of the library to a contact. The receiver gets a copy with its files, and later changes by `sendUpdates`.
    /// - Parameters:
    ///   - rows: ids by table, including dependent rows (a recording's media); at most 10,000.
    ///   - contact: the receiving account.
    ///   - permission: what the receiver may do with the copy.
    ///   - title: what the receiver sees first.
    ///   - message: further text.
    ///   - request: the request of that contact which it answers.
    /// - Returns: the share's id.
    /// - Throws: `SyncError`; nothing is shared then. `refused` where one of the rows is private, with the reason.
    public func share(
        _ rows: [String: [KSUID]], with contact: KSUID, permission: Share.Permission, title: String, message: String = "",
        answering request: KSUID? = nil
    ) async throws(SyncError) -> KSUID {
        let rows = rows.mapValues { ids in Set(ids.map(\.description)).sorted() }.filter { !$0.value.isEmpty }
        if let odd = rows.keys.sorted().first(where: { !SharedTables.names.contains($0) }) {
            throw SyncError(.invalidValue, "rows of \"\(odd)\" can't be shared")
        }
        return try await offer(
            ShareDraft(rows: rows, permission: permission, title: title, message: message, request: request), to: contact)
    }

    /// Offers a space to a contact: its files and the memories that are not private, also those that are added later.
    /// - Returns: the share's id.
    /// - Throws: `SyncError`; nothing is shared then.
    public func share(
        space: SpaceID, with contact: KSUID, permission: Share.Permission, title: String, message: String = ""
    ) async throws(SyncError) -> KSUID {
        try await offer(
            ShareDraft(space: space, permission: permission, title: title, message: message), to: contact)
    }

    /// What `share` offers.
    private struct ShareDraft {
        var rows: [String: [String]] = [:]
        var space: SpaceID?
        var permission: Share.Permission
        var title: String
        var message: String
        var request: KSUID?
    }

    private func offer(_ draft: ShareDraft, to contact: KSUID) async throws(SyncError) -> KSUID {
        try await hooks.requiring()
        let account = account
        let time = time
        var share = Share(
            peer: contact.description, title: draft.title.oneLine(200), message: draft.message.oneLine(2000),
            permission: draft.permission, expires: Date(milliseconds: time.milliseconds + Self.lifetime),
            details: Share.Details(
                rows: draft.rows, answers: draft.request?.description, space: draft.space?.description),
            account: AccountID(account))
        // The files are copied before the transaction, from the rows as they are now.
        share = try await write("choose what to share") { [share] db in
            var share = share
            share.peerName = try Self.knownContact(db, contact).name
            return try share.selecting(db)
        }
        share = try await addingFiles(to: share)
        let id = KSUID()
        let outbox = outbox
        let request = draft.request
        try await write("share") { [share] db in
            let card = try Self.knownContact(db, contact)
            if let request {
                guard let row = try Request.fetch(RequestID(request), db), row.isIncoming, row.peer == contact.description,
                    row.state == .open
                else { throw SyncError(.invalidValue, "there is no open request \(request) of \(card.name)") }
            }
            // What became private since the files were copied is left out.
            let share = try share.restricted(db)
            try share.insert(id: ShareID(id), at: time, db)
            let (content, digest) = try Self.content(db, share)
            try outbox.add(.offer, about: id, to: share.peer, content: content, digest: digest, in: db)
            if let request {
                let recording = share.details.rows["recordings"]?.first.flatMap { RecordingID($0) }
                try Request.end(RequestID(request), as: .answered, recording: recording, at: time, db)
            }
        }
        return id
    }

    /// Queues changes since the last call: of this account's shares for their receivers, of editable shares for their owners.
    /// Shares of a space follow what was added to it and what became private.
    /// - Returns: the ids of changed shares.
    /// - Throws: `SyncError` of the first share whose files can't be read; the changes of the others are queued.
    public func sendUpdates() async throws(SyncError) -> [KSUID] {
        try await hooks.requiring()
        var failure: SyncError?
        let sent = try await sendUpdates { _, error in failure = failure ?? error }
        if let failure { throw failure }
        return sent
    }

    /// The same for an exchange: what failed is in `failures`.
    func sendUpdates(failures: inout [String]) async throws(SyncError) -> [KSUID] {
        var reported: [String] = []
        let sent = try await sendUpdates { share, error in
            reported.append("the changes of the share \"\(share.title)\": \(error.message)")
        }
        failures += reported
        return sent
    }

    private func sendUpdates(reporting: (Share, SyncError) -> Void) async throws(SyncError) -> [KSUID] {
        let account = account
        let shares = try await write("list the shares") { db in
            try Share.fetchAll(in: [.offered, .accepted], db).filter { share in
                guard share.account == AccountID(account), let peer = KSUID(share.peer), try Self.contact(db, peer) != nil else {
                    return false
                }
                return !share.isIncoming || (share.state == .accepted && share.permission == .edit)
            }
        }
        var sent: [KSUID] = []
        for share in shares {
            do throws(SyncError) {
                if try await sendUpdate(of: share) { sent.append(share.id.ksuid) }
            } catch {
                if error.kind == .cancelled { throw error }
                reporting(share.content, error)
            }
        }
        return sent
    }

    /// - Returns: whether there was a change.
    private func sendUpdate(of entry: Entry<Share>) async throws(SyncError) -> Bool {
        var updated = entry.content
        if !entry.isIncoming {
            let selected = try await write("choose what to share") { db in try entry.content.reselecting(db) }
            // Nothing of it may be shared any more.
            if selected.details.rows.isEmpty {
                try await revoke(entry.id.ksuid)
                return true
            }
            updated = try await addingFiles(to: selected)
        }
        let id = entry.id.ksuid
        let time = time
        let outbox = outbox
        return try await write("send updates") { [updated] db in
            guard let current = try Share.fetch(entry.id, db), current.state == entry.state else { return false }
            let share = entry.isIncoming ? updated : try updated.restricted(db)
            let (content, digest) = try Self.content(db, share)
            let last = try Data.fetchOne(
                db, sql: "SELECT digest FROM sharing_sent WHERE subject = ?", arguments: [id.description])
            if last == digest { return false }
            if !share.isIncoming {
                let before = Set(current.details.media)
                try Share.update(current, to: share, at: time, db)
                if share.state == .accepted, !before.isSuperset(of: share.details.media) { try SharingTables.due(id, db) }
            }
            try outbox.add(
                share.isIncoming ? .edit : .update, about: id, to: share.peer, content: content, digest: digest, in: db)
            return true
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
            // The copies of its files are removed by the next exchange.
            try SharingTables.granted(share, until: 0, db)
            try outbox.add(.revoke, about: share, to: row.peer, in: db)
        }
    }

    /// Accepts an offered share and adds its rows to the library.
    public func accept(_ share: KSUID) async throws(SyncError) {
        try await hooks.requiring()
        let time = time
        let outbox = outbox
        let account = account
        try await write("accept the share") { db in
            let entry = try Self.offered(db, share)
            let id = share.description
            guard let bytes = try Data.fetchOne(db, sql: "SELECT content FROM sharing_pending WHERE share = ?", arguments: [id])
            else {
                throw SyncError(
                    .notFound, "the content of the share is not on this device; accept it on another device, or wait for an update")
            }
            var row = entry.content
            try SharingTables.unlock(db)
            try IncomingEnvelope.merge(try ShareContent(Array(bytes)), into: &row, for: account, at: time, in: db)
            row.state = .accepted
            row.answered = time
            try Share.update(entry, to: row, at: time, db)
            try Self.setTrashed(row.details.rows, to: nil, at: time, db)
            try db.execute(sql: "DELETE FROM sharing_pending WHERE share = ?", arguments: [id])
            try SharingTables.lock(db)
            try outbox.add(.accept, about: share, to: row.peer, in: db)
            // The sender answers with access to the files.
            try SharingTables.asked(share, at: time.milliseconds, db)
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

    // MARK: Content

    /// The current content of an offer, update or edit, and the digest of the rows.
    static func content(_ db: Database, _ share: Share) throws -> (bytes: [UInt8], digest: Data) {
        let changeset = try ShareCopy.changeset(
            db, rows: share.details.rows, isEdit: share.isIncoming, copies: share.isIncoming ? [:] : share.copies)
        let head = ShareContent.Head(
            permission: share.permission, title: share.title, note: share.message, rows: share.details.rows,
            media: share.isIncoming ? [] : share.details.media, answers: share.details.answers)
        return (try ShareContent(head: head, changeset: changeset).bytes(), Data(SHA256.hash(data: changeset)))
    }

    /// Moves the shared rows to the trash, or restores them for nil. What belongs to a row in the trash follows from it: only that
    /// row is moved, so that it comes back as one.
    static func setTrashed(_ rows: [String: [String]], to trashed: Date?, at time: Date, _ db: Database) throws {
        let moved = trashed == nil ? rows : try withoutDependents(rows, db)
        for (table, ids) in moved where SharedTables.names.contains(table) {
            guard try db.tableExists(table), try db.columns(in: table).contains(where: { $0.name == "trashed" }) else { continue }
            try db.execute(
                literal: """
                    UPDATE \(sql: table) SET trashed = \(trashed?.milliseconds), modified = max(modified, \(time.milliseconds))
                    WHERE id IN \(ids) AND trashed IS \(sql: trashed == nil ? "NOT NULL" : "NULL")
                    """)
        }
    }

    /// Rows by table, without those that belong to others of them.
    private static func withoutDependents(_ rows: [String: [String]], _ db: Database) throws -> [String: [String]] {
        var rows = rows
        for (table, column, owners) in [
            ("media", "memory", "memories"), ("media", "thing", "things"), ("media", "recording", "recordings"),
            ("memories", "space", "spaces"),
        ] {
            guard let ids = rows[table], let owners = rows[owners] else { continue }
            let request: SQLRequest<String> = """
                SELECT id FROM \(sql: table) WHERE id IN \(ids) AND \(sql: column) IN \(owners)
                """
            let dependents = Set(try request.fetchAll(db))
            rows[table] = ids.filter { !dependents.contains($0) }
        }
        return rows
    }
}
