import Crypto
import Foundation
import GRDB

/// What came of opening a link.
public enum VisitOpening: Sendable, Equatable {
    /// - Parameters:
    ///   - ticket: to be shown with each request.
    ///   - expires: when the ticket ends.
    case opened(ShareLink, ticket: String, expires: Date)
    /// The link has a password, and none was given or another one.
    case wrongPassword(ShareLink)
    /// There is no such link, or it opens nothing any more.
    case gone
}

extension Library {
    /// How long a ticket counts, in seconds.
    package static let visitSeconds: TimeInterval = 12 * 3600

    /// The link of an address, if it opens anything. It is not counted as a view.
    public func openLink(token: String) async throws(LibraryError) -> ShareLink? { try await openRow(token: token)?.link }

    /// The link, if it opens anything now.
    public func openLink(_ id: LinkID, at time: Date = Date()) async throws(LibraryError) -> ShareLink? {
        let row = try await read(to: "read a link") { db in
            try LinkRow.fetch(db, "WHERE id = ? AND \(LinkRow.live)", arguments: [id.description]).first
        }
        return row.flatMap { $0.link.isOpen(at: time) ? $0.link : nil }
    }

    /// Opens a link and counts the view.
    public func openVisit(token: String, password: String? = nil, at time: Date = Date()) async throws(LibraryError) -> VisitOpening
    {
        guard let row = try await openRow(token: token, at: time) else { return .gone }
        if let kept = row.password {
            guard let password, password.utf8.count <= LinkCheck.passwordBytes else { return .wrongPassword(row.link) }
            let matches: Bool
            do {
                matches = try await LinkPassword.matches(password, kept)
            } catch {
                throw LibraryError(error, could: "check a password", in: folder)
            }
            guard matches else { return .wrongPassword(row.link) }
        }
        return try await open(row, at: time)
    }

    /// Opens a link that has no password for somebody who was invited in another way than by its address, and counts the view.
    public func openVisit(link id: LinkID, at time: Date = Date()) async throws(LibraryError) -> VisitOpening {
        let row = try await read(to: "read a link") { db in
            try LinkRow.fetch(db, "WHERE id = ? AND \(LinkRow.live)", arguments: [id.description]).first
        }
        guard let row, row.link.isOpen(at: time) else { return .gone }
        if row.password != nil { return .wrongPassword(row.link) }
        return try await open(row, at: time)
    }

    private func open(_ row: LinkRow, at time: Date) async throws(LibraryError) -> VisitOpening {
        let end = time.addingTimeInterval(Self.visitSeconds)
        let expires = row.link.expires.map { min($0, end) } ?? end
        let key = try await visitKey()
        let ticket = VisitTicket(link: row.link.id, expires: expires).signed(by: key, secret: row.secret)
        try await write(to: "count a view") { db in
            try db.execute(
                sql: "UPDATE links SET views = views + 1, last_viewed = max(coalesce(last_viewed, 0), ?) WHERE id = ?",
                arguments: [time.cell, row.link.id.cell])
        }
        return .opened(row.link, ticket: ticket, expires: expires)
    }

    /// The link that a ticket was given for, as it is now; nil where the ticket is none of this library's or over, or its link
    /// opens nothing any more.
    public func visit(ticket text: String, at time: Date = Date()) async throws(LibraryError) -> ShareLink? {
        guard let (ticket, code) = VisitTicket.read(text) else { return nil }
        let (row, key) = try await read(to: "read a link") { db in
            (
                try LinkRow.fetch(db, "WHERE id = ? AND \(LinkRow.live)", arguments: [ticket.link.description]).first,
                try LocalSettings.get(Self.visitKeyName, db)
            )
        }
        guard let row, let key = key.flatMap({ Data(base64Encoded: $0) }), row.link.isOpen(at: time),
            ticket.isValid(code, key: SymmetricKey(data: key), secret: row.secret, at: time)
        else { return nil }
        return row.link
    }

    private static let visitKeyName = "visit-key"

    private func openRow(token: String, at time: Date = Date()) async throws(LibraryError) -> LinkRow? {
        guard let digest = LinkToken.digest(token) else { return nil }
        let row = try await read(to: "find a link") { db in
            try LinkRow.fetch(db, "WHERE token = ? AND \(LinkRow.live)", arguments: [digest]).first
        }
        return row.flatMap { $0.link.isOpen(at: time) ? $0 : nil }
    }

    /// The key that tickets are signed with: made when it is first wanted, and this device's own.
    private func visitKey() async throws(LibraryError) -> SymmetricKey {
        let text = try await write(to: "read the key of visits") { db in
            if let known = try LocalSettings.get(Self.visitKeyName, db), Data(base64Encoded: known)?.count == 32 { return known }
            let made = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0).base64EncodedString() }
            try LocalSettings.set(Self.visitKeyName, to: made, db)
            return made
        }
        guard let key = Data(base64Encoded: text), key.count == 32 else {
            throw LibraryError(.damaged, "the key of visits can't be read")
        }
        return SymmetricKey(data: key)
    }
}
