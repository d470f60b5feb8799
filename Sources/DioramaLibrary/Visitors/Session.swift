import Foundation
import GRDB

/// Somebody who signed in on this device's server.
public struct Session: Sendable, Equatable {
    /// Nil for the owner of the library.
    public let account: AccountID?
    /// When the account signed in, to the millisecond.
    public let created: Date
    /// When the session was last used; updated at most once an hour.
    public let used: Date
    /// When the session ends.
    public let expires: Date
}

/// Tokens are given as their SHA-256: a copy of the catalogue does not allow signing in.
extension Library {
    /// Invites an account, or the owner of the library, to sign in once, until a time.
    /// - Parameters:
    ///   - account: who is invited; nil for the owner of the library.
    ///   - digest: the SHA-256 of the invitation's token, 32 bytes.
    ///   - expiry: when the invitation ends.
    /// - Throws: `LibraryError` of kind `notFound` where there is no such account.
    public func invite(_ account: AccountID?, digest: Data, until expiry: Date) async throws(LibraryError) {
        try await write(to: "make an invitation") { db in
            if let account { try Self.requireAccount(account, db) }
            try db.execute(sql: "DELETE FROM invitations WHERE expires <= ?", arguments: [Date().cell])
            try db.execute(
                sql: "INSERT INTO invitations (digest, account, created, expires) VALUES (?, ?, ?, ?)",
                arguments: [digest, account.cell, Date().cell, expiry.cell])
        }
    }

    /// Exchanges an invitation for a session; it holds only once.
    /// - Returns: the session; nil where the invitation does not hold.
    public func redeem(_ invitation: Data, for session: Data, until expiry: Date) async throws(LibraryError) -> Session? {
        try await write(to: "sign in") { db in
            guard
                let row = try Row.fetchOne(
                    db, sql: "SELECT account FROM invitations WHERE digest = ? AND expires > ?",
                    arguments: [invitation, Date().cell])
            else { return nil }
            try db.execute(sql: "DELETE FROM invitations WHERE digest = ?", arguments: [invitation])
            try db.execute(sql: "DELETE FROM sessions WHERE expires <= ?", arguments: [Date().cell])
            let (stored, now): (DatabaseValue, Date) = (row[0], Date())
            let account = AccountID(cell: stored)
            if !stored.isNull {
                guard let account, let entry = try Account.layout.fetch(account, db), entry.trashed == nil else { return nil }
            }
            try db.execute(
                sql: "INSERT INTO sessions (digest, account, created, used, expires) VALUES (?, ?, ?, ?, ?)",
                arguments: [session, account.cell, now.cell, now.cell, expiry.cell])
            return Session(account: account, created: now, used: now, expires: expiry)
        }
    }

    /// The session with a token; nil where it is over, or its account is gone.
    public func session(_ digest: Data) async throws(LibraryError) -> Session? {
        let session = try await read(to: "look for a session") { db -> Session? in
            guard
                let row = try Row.fetchOne(
                    try db.cachedStatement(
                        sql: """
                            SELECT account, created, used, expires FROM sessions s WHERE digest = ? AND expires > ?
                                AND (account IS NULL OR account IN (SELECT id FROM accounts WHERE trashed IS NULL))
                            """), arguments: [digest, Date().cell]),
                let created = Date(cell: row[1]), let used = Date(cell: row[2]), let expires = Date(cell: row[3])
            else { return nil }
            let account = try AccountMerges.load(db).resolve(row[0] as DatabaseValue)
            return Session(account: AccountID(cell: account), created: created, used: used, expires: expires)
        }
        // When it was last used is for people to see: once an hour is enough.
        if let session, Date().timeIntervalSince(session.used) > 3600 {
            try await write(to: "note that a session is used") { db in
                try db.execute(sql: "UPDATE sessions SET used = ? WHERE digest = ?", arguments: [Date().cell, digest])
            }
        }
        return session
    }

    /// Signs out.
    public func endSession(_ digest: Data) async throws(LibraryError) {
        try await write(to: "sign out") { db in
            try db.execute(sql: "DELETE FROM sessions WHERE digest = ?", arguments: [digest])
        }
    }

    /// How many sessions and unused invitations each account has.
    public func signIns() async throws(LibraryError) -> [AccountID: (sessions: Int, invitations: Int)] {
        try await read(to: "count the sessions") { db in
            var found: [AccountID: (sessions: Int, invitations: Int)] = [:]
            for (table, isSession) in [("sessions", true), ("invitations", false)] {
                let rows = try Row.fetchAll(
                    db, sql: "SELECT account, count(*) FROM \(table) WHERE expires > ? GROUP BY account", arguments: [Date().cell])
                for row in rows {
                    guard let account = AccountID(cell: row[0]) else { continue }
                    if isSession {
                        found[account, default: (0, 0)].sessions = row[1]
                    } else {
                        found[account, default: (0, 0)].invitations = row[1]
                    }
                }
            }
            return found
        }
    }

    /// Ends an account here: it is in the trash, signed out, and sees nothing any more. What it wrote stays as it was shown.
    /// - Returns: whether it was there.
    public func endAccount(_ account: AccountID) async throws(LibraryError) -> Bool {
        try await write(to: "end the account \(account)") { db in
            if try ActiveAccount.entry(db)?.id == account {
                throw LibraryError(.notAllowed, "the account that this library belongs to can't be ended")
            }
            for table in ["sessions", "invitations", "grants", "exhibit_grants"] {
                try db.execute(sql: "DELETE FROM \(table) WHERE account = ?", arguments: [account.cell])
            }
            return try !Account.layout.setTrashed([account], at: Date(), db).isEmpty
        }
    }

    private static func requireAccount(_ account: AccountID, _ db: Database) throws {
        guard let entry = try Account.layout.fetch(account, db), entry.trashed == nil else {
            throw LibraryError(.notFound, "the account \(account) is not there")
        }
    }
}
