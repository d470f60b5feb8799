import DioramaSync
import Changes
import Foundation
import GRDB
import DioramaLibrary

/// Applies a received envelope to the library, in the current transaction.
struct IncomingEnvelope {
    let envelope: Envelope
    let sender: ContactCard
    let account: KSUID
    let now: Int64

    private var subject: String { envelope.subject.description }
    private var id: ShareID { ShareID(envelope.subject) }
    private var time: Date { Date(milliseconds: now) }
    private var peer: String { envelope.sender.description }

    /// - Returns: the event to report; nil where nothing changed.
    func apply(_ db: Database) throws -> SharingEvent? {
        switch envelope.kind {
        case .offer, .update: try offer(db)
        case .accept, .decline: try answer(db)
        case .revoke: try revoke(db)
        case .edit: try edit(db)
        case .request: try request(db)
        case .requestDeclined, .requestWithdrawn: try endRequest(db)
        }
    }

    // MARK: Shares of others

    private func offer(_ db: Database) throws -> SharingEvent? {
        let content = try ShareContent(envelope.content)
        // Checked now, so that nothing malicious can be accepted later.
        let changeset = try Changeset(checking: content.changeset)
        guard try changeset.header().kind == .subset else { throw SyncError(.refused, "its changeset is not a selection of rows") }
        guard let entry = try Share.fetch(id, db) else { return try add(content, db) }
        var share = entry.content
        try check(share, isIncoming: true)
        switch share.state {
        case .revoked: throw SyncError(.refused, "the share \"\(share.title)\" was revoked; no further updates are applied")
        case .declined: throw SyncError(.refused, "the share \"\(share.title)\" was declined; no further updates are applied")
        default: break
        }
        guard content.head.permission == share.permission else {
            throw SyncError(.refused, "the share \"\(share.title)\" has another permission than when it was offered")
        }
        // An update contains the complete share: an older one adds nothing.
        guard try isNewest(db) else { return nil }
        try checkOwner(db, content.head.rows)
        if share.state == .offered {
            share.details.rows = content.head.rows
            share.details.media = content.head.media
            try Share.update(entry, to: share, at: time, db)
            try keep(db)
            return nil
        }
        try Self.merge(content, into: &share, in: db)
        try Share.update(entry, to: share, at: time, db)
        try SharingTables.lock(db)
        return .updated(share: envelope.subject)
    }

    /// Adds a share that was not offered before.
    private func add(_ content: ShareContent, _ db: Database) throws -> SharingEvent? {
        let share = Share(
            peer: peer, peerName: sender.name, isIncoming: true, title: content.head.title, message: content.head.note,
            items: SharedTables.items(content.head.rows), permission: content.head.permission, state: .offered,
            expires: Date(milliseconds: envelope.expires),
            details: Share.Details(rows: content.head.rows, media: content.head.media, answers: content.head.answers),
            account: AccountID(account))
        try checkOwner(db, content.head.rows)
        try share.insert(id: id, at: time, db)
        try keep(db)
        return try answered(db, share) ?? .offered(share: envelope.subject, by: envelope.sender)
    }

    private func keep(_ db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO sharing_pending (share, content) VALUES (?, ?)
                ON CONFLICT (share) DO UPDATE SET content = excluded.content
                """, arguments: [subject, Data(envelope.content)])
        _ = try isNewest(db)
    }

    /// Stores the sequence number; false where a later one was received before.
    private func isNewest(_ db: Database) throws -> Bool {
        try db.execute(
            sql: """
                INSERT INTO sharing_heard (sender, subject, sequence) VALUES (?, ?, ?)
                ON CONFLICT (sender, subject) DO UPDATE SET sequence = excluded.sequence WHERE excluded.sequence > sequence
                """, arguments: [peer, subject, Int64(clamping: envelope.sequence)])
        return db.changesCount > 0
    }

    /// A share may add rows, and change those that came with shares of the same account; never rows of this account or a third one.
    private func checkOwner(_ db: Database, _ rows: [String: [String]]) throws {
        var theirs: [String: Set<String>] = [:]
        for share in try Share.fetchAll(in: [.accepted, .revoked], db) where share.isIncoming && share.peer == peer {
            for (table, ids) in share.details.rows { theirs[table, default: []].formUnion(ids) }
        }
        for (table, ids) in rows {
            for id in ids where theirs[table]?.contains(id) != true {
                let isHere = try Bool.fetchOne(
                    db, sql: "SELECT 1 FROM sync_rows AS r JOIN sync_tables AS t ON t.n = r.tbl WHERE t.name = ? AND r.id = ?",
                    arguments: [table, id])
                if isHere != nil {
                    throw SyncError(.refused, "it would write the row \(id) of \(table), which doesn't belong to its sender")
                }
            }
        }
    }

    /// Merges the rows of a share, and no others.
    static func merge(_ content: ShareContent, into share: inout Share, in db: Database) throws {
        share.details.rows = content.head.rows
        share.details.media = content.head.media
        try merge(content.changeset, rows: share.details.rows, isEdit: false, in: db)
    }

    private static func merge(
        _ changeset: [UInt8], rows: [String: [String]], isEdit: Bool, in db: Database
    ) throws {
        let allowed = rows.mapValues { ids in Set(ids) }
        let merge = try Merge(try Changeset(checking: changeset), allowing: SharedTables.isAllowed(allowed, isEdit: isEdit))
        guard merge.header.kind == .subset else { throw SyncError(.refused, "its changeset is not a selection of rows") }
        if try merge.run(db).purged > 0 { throw SyncError(.refused, "it would delete rows permanently, which no share may") }
    }

    /// A share may answer a request of this account.
    private func answered(_ db: Database, _ share: Share) throws -> SharingEvent? {
        guard let answers = share.details.answers, let id = RequestID(answers), let request = try Request.fetch(id, db),
            !request.isIncoming, request.peer == peer, request.state == .open
        else { return nil }
        let recording = share.details.rows["recordings"]?.first.flatMap { RecordingID($0) }
        try Request.end(id, as: .answered, recording: recording, at: time, db)
        return .answered(request: id.ksuid, share: envelope.subject)
    }

    private func revoke(_ db: Database) throws -> SharingEvent? {
        let note = "\(sender.name) has ended this share"
        guard let entry = try Share.fetch(id, db) else {
            // It arrived before its offer, which will be refused.
            try Share(
                peer: peer, peerName: sender.name, isIncoming: true, state: .revoked, answered: time,
                details: Share.Details(note: note), account: AccountID(account)
            ).insert(id: id, at: time, db)
            return nil
        }
        var share = entry.content
        try check(share, isIncoming: true)
        if share.state == .revoked { return nil }
        let wasAccepted = share.state == .accepted
        share.state = .revoked
        share.details.note = note
        try Share.update(entry, to: share, at: time, db)
        try db.execute(sql: "DELETE FROM sharing_pending WHERE share = ?", arguments: [subject])
        if wasAccepted { try Sharing.setTrashed(share.details.rows, to: time, at: time, db) }
        try SharingTables.lock(db)
        return .revoked(share: envelope.subject)
    }

    // MARK: This account's shares

    private func answer(_ db: Database) throws -> SharingEvent? {
        let entry = try own(db)
        var share = entry.content
        guard try isNewest(db), share.state == .offered else { return nil }
        share.state = envelope.kind == .accept ? .accepted : .declined
        share.answered = time
        try Share.update(entry, to: share, at: time, db)
        return envelope.kind == .accept ? .accepted(share: envelope.subject) : .declined(share: envelope.subject)
    }

    private func edit(_ db: Database) throws -> SharingEvent? {
        let share = try own(db).content
        guard share.permission == .edit else {
            throw SyncError(.refused, "\(sender.name) changed the share \"\(share.title)\", which is read-only")
        }
        guard share.state == .accepted || share.state == .offered else {
            throw SyncError(.refused, "the share \"\(share.title)\" is \(share.state.rawValue); no further edits are applied")
        }
        let content = try ShareContent(envelope.content)
        try Self.merge(content.changeset, rows: share.details.rows, isEdit: true, in: db)
        return .edited(share: envelope.subject)
    }

    private func own(_ db: Database) throws -> Entry<Share> {
        guard let entry = try Share.fetch(id, db) else {
            throw SyncError(.refused, "it refers to a share that this account did not create")
        }
        try check(entry.content, isIncoming: false)
        return entry
    }

    private func check(_ share: Share, isIncoming: Bool) throws {
        guard share.isIncoming == isIncoming, share.peer == peer else {
            throw SyncError(.refused, "it refers to a share that doesn't involve \(sender.name)")
        }
    }

    // MARK: Requests

    private func request(_ db: Database) throws -> SharingEvent? {
        let id = RequestID(envelope.subject)
        if let old = try Request.fetch(id, db) {
            guard old.peer == peer, old.isIncoming else { throw SyncError(.refused, "it refers to a request of another account") }
            return nil
        }
        try RequestContent(envelope.content)
            .request(peer: peer, peerName: sender.name, isIncoming: true, account: account)
            .insert(id: id, at: time, db)
        return .requested(request: envelope.subject, by: envelope.sender)
    }

    private func endRequest(_ db: Database) throws -> SharingEvent? {
        let isWithdrawn = envelope.kind == .requestWithdrawn
        let id = RequestID(envelope.subject)
        guard let request = try Request.fetch(id, db), request.peer == peer, request.isIncoming == isWithdrawn else {
            throw SyncError(.refused, "it refers to a request that doesn't involve \(sender.name)")
        }
        if request.state != .open { return nil }
        try Request.end(id, as: isWithdrawn ? .withdrawn : .declined, at: time, db)
        return isWithdrawn ? .requestWithdrawn(request: envelope.subject) : .requestDeclined(request: envelope.subject)
    }
}
