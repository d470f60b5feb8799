import Crypto
import Foundation
import GRDB
import Geometry

extension Library {
    /// Makes a link to a space.
    /// - Throws: as `addLink` with a target.
    public func addLink(_ draft: ShareLinkDraft, to space: SpaceID) async throws(LibraryError) -> (link: ShareLink, token: String) {
        try await addLink(draft, to: .space(space))
    }

    /// Makes a link.
    /// - Returns: the link, and the token of its address, which is kept nowhere.
    /// - Throws: `LibraryError`: `invalidValue` where something of the draft can't be kept, `notFound` where there is no such
    ///   space or exhibit.
    public func addLink(
        _ draft: ShareLinkDraft, to target: ShareTarget
    ) async throws(LibraryError) -> (link: ShareLink, token: String) {
        let name = try Check.line(draft.name, "a link's name", characters: 200)
        try LinkCheck.expiry(draft.expires)
        try LinkCheck.part(draft.part, of: target)
        let token = LinkToken.make()
        guard let digest = LinkToken.digest(token) else {
            throw LibraryError(.failed, "couldn't make a link: its token can't be read")
        }
        let password = try await kept(draft.password)
        let part = draft.part
        let expires = draft.expires
        let showsMemories = draft.showsMemories
        let link = try await write(to: "make a link") { db in
            try LinkCheck.exists(target, db)
            if try LinkRow.count(db, of: target) >= LinkCheck.maximumLinks {
                throw LibraryError(.invalidValue, "there can be at most \(LinkCheck.maximumLinks) links; delete some first")
            }
            let id = LinkID()
            let now = Date().milliseconds
            try db.execute(
                sql: """
                    INSERT INTO links (id, space, exhibit, created, modified, name, token, password, expires,
                        min_x, min_y, min_z, max_x, max_y, max_z, shows_memories)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    id.description, target.space?.description, target.exhibit, now, now, name, digest, password,
                    expires?.milliseconds, part?.min.x, part?.min.y, part?.min.z, part?.max.x, part?.max.y, part?.max.z,
                    showsMemories,
                ])
            return try LinkRow.fetch(db, "WHERE id = ?", arguments: [id.description]).first?.link
        }
        guard let link else { throw LibraryError(.damaged, "couldn't make a link: it was written but is not there") }
        return (link, token)
    }

    /// The links of a space, newest first.
    public func links(of space: SpaceID) async throws(LibraryError) -> [ShareLink] { try await links(to: .space(space)) }

    /// The links to a space or an exhibit, newest first.
    public func links(to target: ShareTarget) async throws(LibraryError) -> [ShareLink] {
        try await read(to: "list the links") { db in
            let (condition, arguments) = LinkRow.matching(target)
            return try LinkRow.fetch(db, "WHERE \(condition) ORDER BY id DESC", arguments: arguments).map(\.link)
        }
    }

    /// How many links of all spaces and exhibits can be opened now.
    public func openLinkCount(at time: Date = Date()) async throws(LibraryError) -> Int {
        try await read(to: "count the links") { db in
            try LinkRow.fetch(db, "ORDER BY id", arguments: []).count { $0.link.isOpen(at: time) }
        }
    }

    /// The link, or nil where there is none.
    public func link(_ id: LinkID) async throws(LibraryError) -> ShareLink? {
        try await read(to: "read the link \(id)") { db in
            try LinkRow.fetch(db, "WHERE id = ?", arguments: [id.description]).first?.link
        }
    }

    /// Changes a link. A new password ends all visits that were opened by the old one.
    /// - Returns: the link as it now is, or nil where there is none.
    /// - Throws: `LibraryError` of kind `invalidValue` where a value can't be kept.
    public func changeLink(_ id: LinkID, _ change: ShareLinkChange) async throws(LibraryError) -> ShareLink? {
        var columns: [(String, DatabaseValue)] = []
        if let name = change.name { columns.append(("name", try Check.line(name, "a link's name", characters: 200).databaseValue)) }
        switch change.expires {
        case .keep: break
        case .remove: columns.append(("expires", .null))
        case .set(let time):
            try LinkCheck.expiry(time)
            columns.append(("expires", time.cell))
        }
        switch change.password {
        case .keep: break
        case .remove: columns.append(("password", .null))
        case .set(let password): columns.append(("password", try await kept(password).cell))
        }
        if let shows = change.showsMemories { columns.append(("shows_memories", shows.databaseValue)) }
        if let isRevoked = change.isRevoked { columns.append(("revoked", isRevoked ? Date().cell : .null)) }
        let changes = columns
        return try await write(to: "change the link \(id)") { db in
            for (column, cell) in changes {
                // When it was revoked first is kept.
                let value = column == "revoked" && !cell.isNull ? "coalesce(revoked, ?)" : "?"
                try db.execute(
                    sql: "UPDATE links SET \(column) = \(value), modified = max(modified, ?) WHERE id = ?",
                    arguments: [cell, Date().cell, id.cell])
            }
            return try LinkRow.fetch(db, "WHERE id = ?", arguments: [id.description]).first?.link
        }
    }

    /// Deletes a link: its address opens nothing from now on, and visits that it opened end.
    /// - Returns: whether there was such a link.
    public func deleteLink(_ id: LinkID) async throws(LibraryError) -> Bool {
        try await write(to: "delete the link \(id)") { db in
            try db.execute(sql: "DELETE FROM links WHERE id = ?", arguments: [id.cell])
            return db.changesCount > 0
        }
    }

    private func kept(_ password: String?) async throws(LibraryError) -> String? {
        guard let password else { return nil }
        if password.isEmpty || password.utf8.count > LinkCheck.passwordBytes {
            throw LibraryError(.invalidValue, "a password must have 1 to \(LinkCheck.passwordBytes) bytes")
        }
        do {
            return try await LinkPassword.keep(password)
        } catch {
            throw LibraryError(error, could: "keep a password", in: folder)
        }
    }
}

/// What the catalogue accepts of links.
enum LinkCheck {
    static let maximumLinks = 500
    static let passwordBytes = 800

    static func expiry(_ time: Date?) throws(LibraryError) {
        try Check.time(time, "when a link expires")
        if let time, time <= Date() { throw LibraryError(.invalidValue, "a link must expire in the future") }
    }

    /// - Throws: `LibraryError` of kind `notFound` where there is nothing to open.
    static func exists(_ target: ShareTarget, _ db: Database) throws {
        let (table, id) =
            switch target {
            case .space(let id): ("spaces", id.description)
            case .exhibit(let id): ("exhibits", id.description)
            case .builtInExhibit: ("", "")
            }
        if table.isEmpty { return }
        if try Row.fetchOne(db, sql: "SELECT 1 FROM \(table) WHERE id = ? AND trashed IS NULL", arguments: [id]) == nil {
            throw LibraryError(.notFound, "there is no \(table.dropLast()) \(id)")
        }
    }

    static func part(_ part: Bounds?, of target: ShareTarget) throws(LibraryError) {
        guard let part else { return }
        if target.space == nil { throw LibraryError(.invalidValue, "a link to an exhibit has no part; leave the part out") }
        guard part.min.isFinite, part.max.isFinite, part.size.min() > 0 else {
            throw LibraryError(.invalidValue, "the part must be a box with finite corners, each side longer than nothing")
        }
    }
}

/// A row of `links`, with what only this module sees of it.
struct LinkRow {
    let link: ShareLink
    let token: String
    let password: String?

    /// What a visit was opened by; see `VisitTicket`.
    var secret: String { Self.secret(token, password) }

    private static func secret(_ token: String, _ password: String?) -> String { "\(token)\n\(password ?? "")" }

    /// Those that open something that is not in the trash.
    static let live = """
        (space IN (SELECT id FROM spaces WHERE trashed IS NULL) OR exhibit IN (SELECT id FROM exhibits WHERE trashed IS NULL)
            OR length(exhibit) <> 27)
        """

    static func matching(_ target: ShareTarget) -> (condition: String, arguments: StatementArguments) {
        if let space = target.space { return ("space = ?", [space.description]) }
        return ("exhibit = ?", [target.exhibit])
    }

    static func count(_ db: Database, of target: ShareTarget) throws -> Int {
        let (condition, arguments) = matching(target)
        return try Int.fetchOne(db, sql: "SELECT count(*) FROM links WHERE \(condition)", arguments: arguments) ?? 0
    }

    /// Rows that can't be read are none.
    static func fetch(_ db: Database, _ clause: String, arguments: StatementArguments) throws -> [LinkRow] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT id, space, created, name, token, password, expires, min_x, min_y, min_z, max_x, max_y, max_z, shows_memories,
                    views, last_viewed, revoked, exhibit FROM links \(clause)
                """, arguments: arguments
        ).compactMap(LinkRow.init)
    }

    private init?(_ row: Row) {
        guard let id = LinkID(cell: row[0]), let target = ShareTarget(space: row[1], exhibit: row[17]),
            let created = Date(cell: row[2]), let name = String(cell: row[3]), let token = String(cell: row[4])
        else { return nil }
        let sides = (7..<13).compactMap { Float(cell: row[$0]) }
        let hasPart = (7..<13).contains { !(row[$0] as DatabaseValue).isNull }
        // A link whose part can't be read must not open the whole.
        if hasPart && sides.count != 6 { return nil }
        let part =
            hasPart ? Bounds(min: Vector3(sides[0], sides[1], sides[2]), max: Vector3(sides[3], sides[4], sides[5])) : nil
        self.token = token
        password = String(cell: row[5])
        let secret = Self.secret(token, password)
        // Nor one whose password or end can't be read open at all.
        if password == nil, !(row[5] as DatabaseValue).isNull { return nil }
        if Date(cell: row[6]) == nil, !(row[6] as DatabaseValue).isNull { return nil }
        link = ShareLink(
            id: id, target: target, name: name, hasPassword: password != nil, created: created, expires: Date(cell: row[6]),
            part: part, showsMemories: Bool(cell: row[13]) ?? false, views: Int(cell: row[14]) ?? 0,
            lastViewed: Date(cell: row[15]), revoked: (row[16] as DatabaseValue).isNull ? nil : Date(cell: row[16]) ?? .distantPast,
            seal: String(SHA256.hash(data: Data(secret.utf8)).description.suffix(16)))
    }
}
