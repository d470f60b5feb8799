import DioramaLibrary
import DioramaSync
import GRDB

// The rows and files of a share of this account.

extension Share {
    fileprivate func rules() -> ShareRules {
        ShareRules(account: account, receiver: AccountID(peer), receiverName: peerName)
    }

    /// The share with its rows, which may all be shared.
    /// - Throws: `SyncError`: `refused` with the reason where a row may not be shared, `notFound` where one is missing.
    func selecting(_ db: Database) throws -> Share {
        var share = self
        if let space = details.space.flatMap({ SpaceID($0) }) {
            guard let selected = try rules().rows(of: space, db) else {
                throw SyncError(.notFound, "there is no space \(space) to share")
            }
            share.details.rows = selected.rows
        }
        let count = share.details.rows.values.reduce(0) { $0 + $1.count }
        guard (1...ShareContent.rowLimit).contains(count) else {
            throw SyncError(.invalidValue, "1 to \(ShareContent.rowLimit) rows can be shared at once, not \(count)")
        }
        try share.checkRows(db)
        if let reason = try rules().refusal(of: share.details.rows, db) { throw SyncError(.refused, reason) }
        share.items = SharedTables.items(share.details.rows)
        return share
    }

    private func checkRows(_ db: Database) throws {
        let received = try Share.fetchAll(in: [.accepted], db).filter(\.isIncoming)
        for (table, ids) in details.rows {
            let request: SQLRequest<String> = "SELECT id FROM \(sql: table) WHERE id IN \(ids)"
            let there = Set(try request.fetchAll(db))
            if let missing = ids.first(where: { !there.contains($0) }) {
                throw SyncError(.notFound, "there is no row \(missing) in \(table) to share")
            }
            let foreign = received.contains { share in !Set(share.details.rows[table] ?? []).isDisjoint(with: ids) }
            if foreign { throw SyncError(.refused, "rows that others shared with you can't be shared again; make a copy first") }
        }
    }

    /// The share with the rows that belong to it now: what was added to its space, without what became private.
    func reselecting(_ db: Database) throws -> Share {
        var share = self
        if let space = details.space.flatMap({ SpaceID($0) }), let selected = try rules().rows(of: space, db) {
            share.details.rows = selected.rows
        } else {
            share.details.rows = try rules().allowed(details.rows, db)
        }
        share.items = SharedTables.items(share.details.rows)
        return share
    }

    /// The share without rows that may not be shared, and without files that no shared row names or that are not copied yet.
    func restricted(_ db: Database) throws -> Share {
        var share = self
        share.details.rows = try rules().allowed(details.rows, db)
        let prepared = Set(details.media.map(\.hash.description)).union((details.hashes ?? [:]).keys)
        for table in ["media", "space_assets"] {
            guard let ids = share.details.rows[table] else { continue }
            let request: SQLRequest<Row> = "SELECT id, hash FROM \(sql: table) WHERE id IN \(ids) AND hash <> ''"
            let unprepared = Set(try request.fetchAll(db).filter { !prepared.contains($0["hash"]) }.map { $0["id"] as String })
            share.details.rows[table]?.removeAll { unprepared.contains($0) }
        }
        return share
    }

    /// The files that the rows name: types by hashes of the originals.
    func namedFiles(_ db: Database) throws -> [String: String] {
        var named: [String: String] = [:]
        for table in ["media", "space_assets"] {
            guard let ids = details.rows[table] else { continue }
            let request: SQLRequest<Row> = "SELECT hash, content_type FROM \(sql: table) WHERE id IN \(ids) AND hash <> ''"
            for row in try request.fetchAll(db) { named[row["hash"]] = row["content_type"] }
        }
        return named
    }

    /// The changed copies, by the hashes of the originals.
    var copies: [String: SharedMedia] {
        let media = Dictionary(details.media.map { ($0.hash.description, $0) }) { first, _ in first }
        return (details.hashes ?? [:]).compactMapValues { media[$0] }
    }
}

extension Sharing {
    /// How many memories of a space are left out of a share of it because they are private.
    package func privateMemoryCount(of space: SpaceID, for share: Share) async throws(SyncError) -> Int {
        try await write("count private memories") { db in try share.rules().rows(of: space, db)?.privateMemories ?? 0 }
    }

    /// The share with its files: those that it had keep their copies, further ones are copied now.
    func addingFiles(to share: Share) async throws(SyncError) -> Share {
        let named = try await write("list the files") { db in try share.namedFiles(db) }
        let had = Dictionary(share.details.media.map { ($0.hash.description, $0) }) { first, _ in first }
        var media: [SharedMedia] = []
        var hashes: [String: String] = [:]
        for (name, type) in named.sorted(by: { $0.key < $1.key }) {
            guard let original = AssetHash(name) else { continue }
            let copy: SharedMedia
            if let known = had[share.details.hashes?[name] ?? name] {
                copy = known
            } else {
                copy = try await hooks.copying(original, type)
            }
            if copy.hash != original { hashes[name] = copy.hash.description }
            media.append(copy)
        }
        var share = share
        share.details.media = media
        share.details.hashes = hashes
        return share
    }
}
