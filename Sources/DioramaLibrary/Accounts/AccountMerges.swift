import GRDB

/// Merged accounts: which account stands for each account that was merged into another.
///
/// A merge is one cell: `accounts.merged_into` of the account that ends. No other row is rewritten; everything that names an
/// account is read through this map, so devices that hold the same rows see the same accounts, whatever the order in which merges,
/// rows and later merges arrived. Where devices merged accounts in a circle, the one with the smallest id stands for all of them.
package struct AccountMerges: Sendable, Equatable {
    /// The account that stands for each merged account; others stand for themselves.
    package let canonical: [String: String]

    /// - Parameter merges: the account that each merged account was merged into.
    package init(_ merges: [String: String]) {
        var found: [String: String] = [:]
        for start in merges.keys {
            var path: [String] = []
            var seen: Set<String> = []
            var account = start
            while let next = merges[account], seen.insert(account).inserted {
                path.append(account)
                account = next
            }
            // The walk ended at an account that was not merged, or came back to one of its own.
            if let first = path.firstIndex(of: account), let smallest = path[first...].min() { account = smallest }
            if account != start { found[start] = account }
        }
        canonical = found
    }

    private init(canonical: [String: String]) { self.canonical = canonical }

    /// The account that stands for `account`.
    package func resolve(_ account: String) -> String { canonical[account] ?? account }

    /// The same for a cell; what is no text stays.
    func resolve(_ cell: DatabaseValue) -> DatabaseValue {
        guard !canonical.isEmpty, let account = String.fromDatabaseValue(cell) else { return cell }
        return resolve(account).databaseValue
    }

    /// The same for each account of a list, as JSON.
    func resolve(list: DatabaseValue) -> DatabaseValue {
        guard !canonical.isEmpty, let text = String.fromDatabaseValue(list), let ids = JSONText.read([String].self, text) else {
            return list
        }
        return JSONText.of(ids.map { resolve($0) }).databaseValue
    }

    /// The merges that this catalogue knows.
    static func load(_ db: Database) throws -> AccountMerges {
        // Earlier versions have no merges; their migrations read memories.
        guard try db.tableExists("account_merges") else { return AccountMerges(canonical: [:]) }
        let rows = try Row.fetchAll(try db.cachedStatement(sql: "SELECT id, canonical FROM account_merges"))
        return AccountMerges(canonical: Dictionary(rows.map { ($0[0], $0[1]) }) { first, _ in first })
    }

    /// SQL that is true where `column` names an account or one that was merged into it; it has two arguments, both the account's
    /// id.
    static func condition(_ column: String) -> String {
        "(\(column) = ? OR \(column) IN (SELECT id FROM account_merges WHERE canonical = ?))"
    }

    /// SQL of the account that stands for the one in `column`.
    static func canonical(_ column: String) -> String {
        "ifnull((SELECT canonical FROM account_merges merged WHERE merged.id = \(column)), \(column))"
    }
}

extension AccountMerges {
    /// Brings the map up to date with recorded merges, and what is derived from it. At the end of every transaction that may have
    /// written accounts.
    static func update(_ db: Database) throws {
        if try Row.fetchOne(try db.cachedStatement(sql: "SELECT 1 FROM account_changes LIMIT 1")) != nil { try rebuild(db) }
    }

    /// Derives the map anew; writes only what differs.
    static func rebuild(_ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM account_changes").execute()
        let find = "SELECT id, merged_into FROM accounts WHERE merged_into IS NOT NULL"
        let rows = try Row.fetchAll(try db.cachedStatement(sql: find))
        let before = try load(db)
        let after = AccountMerges(Dictionary(rows.map { ($0[0] as String, $0[1] as String) }) { first, _ in first })
        let changed = Set(before.canonical.keys).union(after.canonical.keys).filter { before.resolve($0) != after.resolve($0) }
        for account in changed.sorted() {
            try db.execute(sql: "DELETE FROM account_merges WHERE id = ?", arguments: [account])
            if let canonical = after.canonical[account] {
                try db.execute(sql: "INSERT INTO account_merges (id, canonical) VALUES (?, ?)", arguments: [account, canonical])
                try moveVisitor(account, to: canonical, db)
            }
            // Visibility is derived from authors and audiences.
            try db.execute(
                sql: """
                    INSERT OR IGNORE INTO memory_changes (id)
                    SELECT id FROM memories WHERE account = ? OR instr(audience, ?) > 0
                    """, arguments: [account, "\"\(account)\""])
        }
    }

    /// What lets somebody in is this device's own and passes to the account that stands for them.
    private static func moveVisitor(_ account: String, to canonical: String, _ db: Database) throws {
        for table in ["sessions", "invitations"] {
            try db.execute(sql: "UPDATE \(table) SET account = ? WHERE account = ?", arguments: [canonical, account])
        }
        // "pin" includes "see".
        try db.execute(
            sql: """
                INSERT INTO grants (space, account, permission) SELECT space, ?, permission FROM grants WHERE account = ?
                ON CONFLICT (account, space) DO UPDATE SET permission = min(permission, excluded.permission)
                """, arguments: [canonical, account])
        try db.execute(sql: "DELETE FROM grants WHERE account = ?", arguments: [account])
        try db.execute(
            sql: "UPDATE OR IGNORE exhibit_grants SET account = ? WHERE account = ?", arguments: [canonical, account])
        try db.execute(sql: "DELETE FROM exhibit_grants WHERE account = ?", arguments: [account])
        try db.execute(sql: "UPDATE OR IGNORE follows SET viewer = ? WHERE viewer = ?", arguments: [canonical, account])
        try db.execute(sql: "DELETE FROM follows WHERE viewer = ?", arguments: [account])
    }
}
