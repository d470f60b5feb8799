import Foundation
import GRDB

extension Library {
    /// Merges an account into another: everything that names `from` belongs to `into` from now on, on every device that receives
    /// the merge, also what others still write as `from`. The tier, the name and the keys are those of `into`.
    /// - Returns: the account that stands for both.
    /// - Throws: `LibraryError`: `notFound` where one of them is not there, `invalidValue` where they are one account already.
    public func merge(account from: AccountID, into target: AccountID) async throws(LibraryError) -> Entry<Account> {
        try await write(to: "merge the account \(from)") { db in
            let merges = try AccountMerges.load(db)
            for account in [from, target] where try Account.layout.fetch(account, db) == nil {
                throw LibraryError(.notFound, "there is no account \(account); 'diorama accounts list' prints the accounts")
            }
            let source = merges.resolve(from.description)
            let canonical = merges.resolve(target.description)
            guard source != canonical else {
                throw LibraryError(.invalidValue, "\(from) and \(target) are one account already; there is nothing to merge")
            }
            try db.execute(
                sql: "UPDATE accounts SET merged_into = ?, modified = max(modified, ?) WHERE id = ?",
                arguments: [canonical, Date().milliseconds, source])
            // An account that was ended comes back with what is merged into it.
            try db.execute(sql: "UPDATE accounts SET trashed = NULL WHERE id = ? AND trashed IS NOT NULL", arguments: [canonical])
            guard let id = AccountID(canonical), let entry = try Account.layout.fetch(id, db) else {
                throw LibraryError(
                    .notFound, "the account \(canonical), which \(target) was merged into, has not arrived yet: sync")
            }
            return entry
        }
    }

    /// The accounts that were merged into others.
    public func mergedAccounts() async throws(LibraryError) -> [AccountID: AccountID] {
        try await read(to: "list the merged accounts") { db in
            let pairs = try AccountMerges.load(db).canonical.compactMap { merged, canonical in
                AccountID(merged).flatMap { merged in AccountID(canonical).map { (merged, $0) } }
            }
            return Dictionary(pairs) { first, _ in first }
        }
    }

    /// Sets the public keys of an account: others encrypt for it and verify its signatures with them.
    package func setPublicKey(_ key: String, of account: AccountID) async throws(LibraryError) {
        try await write(to: "publish the keys of the account \(account)") { db in
            try Account.set(publicKey: key, of: account, db)
        }
    }
}

extension Account {
    /// Sets the public keys of an account.
    static func set(publicKey: String, of account: AccountID, _ db: Database) throws {
        try db.execute(
            sql: "UPDATE accounts SET public_key = ?, modified = max(modified, ?) WHERE id = ? AND public_key IS NOT ?",
            arguments: [publicKey, Date().milliseconds, account.description, publicKey])
    }
}
