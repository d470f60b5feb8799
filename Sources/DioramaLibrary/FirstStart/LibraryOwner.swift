import Foundation
import GRDB

/// Writes down whose a library is.
struct LibraryOwner {
    let library: Library

    /// The one account that a library has; nil where it has none or several.
    func onlyAccount() async throws(LibraryError) -> UserID? {
        try await library.read(to: "look for the account") { db in
            let ids = try String.fetchAll(db, sql: "SELECT id FROM accounts WHERE trashed IS NULL LIMIT 2")
            return ids.count == 1 ? ids.first.flatMap { UserID($0) } : nil
        }
    }

    /// Sees to it that `user` has an account, in one transaction.
    /// - Parameter takesAll: whether everything in the library becomes theirs, as with a demo library: other accounts end.
    func write(_ user: UserID, name: String, takesAll: Bool) async throws(LibraryError) {
        let name = try Check.line(name, "an account's name", characters: 200)
        try await library.write(to: "write down the account") { db in
            let id = user.description
            let now = Date().milliseconds
            try db.execute(
                sql: "INSERT INTO accounts (id, created, modified, name) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO NOTHING",
                arguments: [id, now, now, name])
            guard takesAll else { return }
            for table in Schema.tracked where try DatabaseTables.columns(db, table).all.contains("account") {
                try db.execute(
                    sql: """
                        UPDATE \(table.quotedDatabaseIdentifier) SET account = ?, modified = max(modified, ?)
                        WHERE account IS NOT ?
                        """, arguments: [id, now, id])
            }
            try db.execute(sql: "DELETE FROM accounts WHERE id <> ?", arguments: [id])
        }
    }
}
