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
    /// For answers.
    let outbox: Outbox

    private var subject: String { envelope.subject.description }
    private var id: ShareID { ShareID(envelope.subject) }
    var time: Date { Date(milliseconds: now) }
    var peer: String { envelope.sender.description }

    /// - Returns: the event to report; nil where nothing changed.
    func apply(_ db: Database) throws -> SharingEvent? {
        switch envelope.kind {
        case .offer, .update: try offer(db)
        case .accept, .decline: try answer(db)
        case .revoke: try revoke(db)
        case .edit: try edit(db)
        case .request: try request(db)
        case .requestDeclined, .requestWithdrawn: try endRequest(db)
        case .grants: try grants(db)
        case .grantsRequested: try grantsRequested(db)
        case .newKeys: try isNewest(db) ? replaceCard(db) : nil
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
        let before = share.details.rows
        try SharingTables.unlock(db)
        try Self.merge(content, into: &share, for: account, at: time, in: db)
        // What the sender doesn't share any more goes to the trash, as with a revocation; what it shares again comes back.
        let withdrawn = Self.rows(before, without: share.details.rows)
        try Sharing.setTrashed(withdrawn, to: time, at: time, db)
        try Sharing.setTrashed(Self.rows(share.details.rows, without: before), to: nil, at: time, db)
        let all = (share.details.withdrawn ?? [:]).merging(withdrawn) { $0 + $1 }
        share.details.withdrawn = Self.rows(all, without: share.details.rows)
        try Share.update(entry, to: share, at: time, db)
        try SharingTables.lock(db)
        return .updated(share: envelope.subject)
    }

    /// Rows by table, without `others`.
    private static func rows(_ rows: [String: [String]], without others: [String: [String]]) -> [String: [String]] {
        var rows = rows
        for (table, ids) in others.mapValues(Set.init) { rows[table]?.removeAll { ids.contains($0) } }
        return rows.filter { !$0.value.isEmpty }
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
    /// - Parameter suffix: tells envelopes about files from others about the same share: either may arrive first.
    private func isNewest(_ db: Database, suffix: String = "") throws -> Bool {
        try db.execute(
            sql: """
                INSERT INTO sharing_heard (sender, subject, sequence) VALUES (?, ?, ?)
                ON CONFLICT (sender, subject) DO UPDATE SET sequence = excluded.sequence WHERE excluded.sequence > sequence
                """, arguments: [peer, subject + suffix, Int64(clamping: envelope.sequence)])
        return db.changesCount > 0
    }

    /// A share may add rows, and change those that came with shares of the same account; never rows of this account or a third one.
    private func checkOwner(_ db: Database, _ rows: [String: [String]]) throws {
        var theirs: [String: Set<String>] = [:]
        for share in try Share.fetchAll(in: [.accepted, .revoked], db) where share.isIncoming && share.peer == peer {
            for (table, ids) in share.details.rows { theirs[table, default: []].formUnion(ids) }
            for (table, ids) in share.details.withdrawn ?? [:] { theirs[table, default: []].formUnion(ids) }
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

    /// Merges the rows of a share, and no others, and makes its memories visible to the receiver.
    static func merge(
        _ content: ShareContent, into share: inout Share, for receiver: KSUID, at time: Date, in db: Database
    ) throws {
        share.details.rows = content.head.rows
        share.details.media = content.head.media
        try merge(content.changeset, rows: share.details.rows, isEdit: false, in: db)
        try Memory.show(share.details.rows["memories"] ?? [], to: AccountID(receiver), at: time, db)
    }

    private static func merge(
        _ changeset: [UInt8], rows: [String: [String]], isEdit: Bool, in db: Database
    ) throws {
        let allowed = rows.mapValues { ids in Set(ids) }
        let merge = try Merge(try Changeset(checking: changeset), allowing: SharedTables.isAllowed(allowed, isEdit: isEdit))
        guard merge.header.kind == .subset else { throw SyncError(.refused, "its changeset is not a selection of rows") }
        let outcome = try merge.run(db)
        if outcome.purged > 0 { throw SyncError(.refused, "it would delete rows permanently, which no share may") }
        // Devices of other people wrote them: the own ones don't get them otherwise.
        if outcome.inserted + outcome.updated > 0 { try SyncEngine.add(rows: rows, db) }
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
        let note = "\(sender.name) revoked this share"
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
        for table in ["sharing_pending", "sharing_grants", "sharing_asked"] {
            try db.execute(sql: "DELETE FROM \(table) WHERE share = ?", arguments: [subject])
        }
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
        if share.state == .accepted { try SharingTables.due(envelope.subject, db) }
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

    // MARK: Files

    /// The sender grants access to files of its share.
    private func grants(_ db: Database) throws -> SharingEvent? {
        guard let share = try Share.fetch(id, db)?.content else {
            throw SyncError(.refused, "it grants access to files of a share that was not offered to this account")
        }
        try check(share, isIncoming: true)
        guard share.state == .accepted || share.state == .offered, try isNewest(db, suffix: " files") else { return nil }
        let grants = try FileGrants(envelope.content)
        let folder = SharedFiles.inbound(envelope.subject, of: account)
        for file in grants.files {
            if let object = file.object, BucketKey(object)?.folder != folder {
                throw SyncError(.refused, "it grants access to the object \(object.oneLine()), which is not of its share")
            }
            try db.execute(
                sql: "INSERT OR REPLACE INTO sharing_grants VALUES (?, ?, ?, ?, ?, ?, ?)",
                arguments: [subject, file.hash.description, file.byteCount, file.key, file.url, file.object, grants.expires])
        }
        // When these expire, it may be asked again at once.
        try db.execute(sql: "DELETE FROM sharing_asked WHERE share = ?", arguments: [subject])
        return .filesGranted(share: envelope.subject)
    }

    /// The receiver asks for access to the files of a share of this account.
    private func grantsRequested(_ db: Database) throws -> SharingEvent? {
        let share = try own(db).content
        guard try isNewest(db, suffix: " files"), share.state == .accepted else { return nil }
        try SharingTables.due(envelope.subject, db)
        return nil
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
