import Foundation
import GRDB

extension Library {
    /// The accounts that may see an exhibit.
    public func viewers(of exhibit: ExhibitID) async throws(LibraryError) -> [AccountID] {
        try await read(to: "list who may see the exhibit \(exhibit)") { db in try Self.viewers(of: exhibit, db) }
    }

    /// The exhibits that an account may see, the newest first.
    public func exhibits(visibleTo account: AccountID) async throws(LibraryError) -> [ExhibitID] {
        try await read(to: "list the exhibits that \(account) may see") { db in
            try String.fetchAll(
                db,
                sql: """
                    SELECT exhibit FROM exhibit_grants WHERE account = ? AND exhibit IN
                        (SELECT id FROM exhibits WHERE trashed IS NULL) ORDER BY exhibit DESC
                    """, arguments: [account.cell]
            ).compactMap { ExhibitID($0) }
        }
    }

    /// Whether an account may see an exhibit.
    public func maySee(_ exhibit: ExhibitID, account: AccountID) async throws(LibraryError) -> Bool {
        try await read(to: "look for a grant") { db in
            try Row.fetchOne(
                db, sql: "SELECT 1 FROM exhibit_grants WHERE account = ? AND exhibit = ?", arguments: [account.cell, exhibit.cell])
                != nil
        }
    }

    /// Says anew which accounts may see an exhibit.
    /// - Returns: the accounts.
    /// - Throws: `LibraryError` of kind `notFound` where the exhibit or an account is not there.
    public func setViewers(_ accounts: Set<AccountID>, of exhibit: ExhibitID) async throws(LibraryError) -> [AccountID] {
        try await write(to: "say who may see the exhibit \(exhibit)") { db in
            try LinkCheck.exists(.exhibit(exhibit), db)
            try db.execute(sql: "DELETE FROM exhibit_grants WHERE exhibit = ?", arguments: [exhibit.cell])
            let merges = try AccountMerges.load(db)
            for account in accounts {
                guard let entry = try Account.layout.fetch(account, db), entry.trashed == nil else {
                    throw LibraryError(.notFound, "there is no account \(account)")
                }
                try db.execute(
                    sql: "INSERT OR REPLACE INTO exhibit_grants (exhibit, account) VALUES (?, ?)",
                    arguments: [exhibit.cell, merges.resolve(account.cell)])
            }
            return try Self.viewers(of: exhibit, db)
        }
    }

    private static func viewers(of exhibit: ExhibitID, _ db: Database) throws -> [AccountID] {
        try String.fetchAll(
            db, sql: "SELECT account FROM exhibit_grants WHERE exhibit = ? ORDER BY account", arguments: [exhibit.cell]
        ).compactMap { AccountID($0) }
    }
}
