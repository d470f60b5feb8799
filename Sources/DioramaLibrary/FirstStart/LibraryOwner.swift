import Foundation
import GRDB

/// Writes down whose a library is.
struct LibraryOwner {
    let library: Library

    /// Whose library it is: the account that is active in it, the account that stands for `user`, the only one that has devices,
    /// or, where no user is known, the only one; nil where none of these is there.
    func person(_ user: UserID?) async throws(LibraryError) -> UserID? {
        try await library.read(to: "look for the account") { db in
            if let active = try ActiveAccount.entry(db) { return UserID(active.id.ksuid) }
            if let user = user.map({ AccountID($0.ksuid) }), try Account.layout.fetch(user, db) != nil {
                return UserID(try AccountMerges.load(db).resolve(user.description))
            }
            let hasDevices = try Row.fetchOne(db, sql: "SELECT 1 FROM devices LIMIT 1") != nil
            let people = hasDevices || user == nil ? try LibraryPeople(db).users : []
            return people.count == 1 ? people.first.map { UserID($0.id.ksuid) } : nil
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
