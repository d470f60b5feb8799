import GRDB

/// The accounts of a library, apart from those that were merged or ended.
public struct LibraryPeople: Sendable, Equatable {
    /// People who use the library on devices of theirs. Where no device was recorded yet, as by earlier versions: everybody.
    public let users: [Entry<Account>]
    /// Everybody else: people who were only invited.
    public let others: [Entry<Account>]

    init(_ db: Database) throws {
        let owners = try Set(
            String.fetchAll(
                db,
                sql: """
                    SELECT DISTINCT \(AccountMerges.canonical("account")) FROM devices
                    WHERE account IS NOT NULL AND trashed IS NULL AND removed IS NULL
                    """))
        let ids = try String.fetchAll(
            db, sql: "SELECT id FROM accounts WHERE trashed IS NULL AND \(Account.layout.isListed) ORDER BY id")
        let all = try Account.layout.fetch(ids, db)
        users = owners.isEmpty ? all : all.filter { owners.contains($0.id.description) }
        others = owners.isEmpty ? [] : all.filter { !owners.contains($0.id.description) }
    }
}

extension Library {
    /// Who uses the library, and who was only invited.
    public func people() async throws(LibraryError) -> LibraryPeople {
        try await read(to: "list the people who use the library") { db in try LibraryPeople(db) }
    }
}
