import Foundation
import GRDB

/// A person, or a household or company, that uses the library. Its id is the user's id.
public struct Account: CatalogueValue {
    /// 1 to 200 characters.
    public var name: String
    /// E-mail address, at most 254 characters; nil where none is known.
    public var email: String?
    /// What it has paid for; it limits something only where the operator enforces tiers (`LimitPolicy`).
    public var tier: Tier
    /// The public keys of the account's sharing keys, as URL-safe base64: 32 bytes Ed25519, 32 bytes X25519. Nil where it has none
    /// yet.
    public internal(set) var publicKey: String?
    /// The account that this one was merged into; nil for one in use.
    public internal(set) var mergedInto: AccountID?

    /// Creates an account to be added; the limits are those of the properties.
    public init(name: String, email: String? = nil, tier: Tier = .free) {
        self.name = name
        self.email = email
        self.tier = tier
    }

    public static let layout = TableLayout<Account>(
        "accounts", noun: "account", blank: Account(name: ""), isListed: "id NOT IN (SELECT id FROM account_merges)",
        checked: { (account) throws(LibraryError) in
            var account = account
            account.name = try Check.line(account.name, "an account's name", characters: 200)
            account.email = try Check.optionalLine(account.email, "an e-mail address", characters: 254)
            return account
        },
        permit: { _, old, db in
            if old == nil { try TierCheck.requireRoom(for: .people, db) }
        }
    ) { column in
        column("name", \.name)
        column("email", \.email)
        column("tier", \.tier)
        column("public_key", \.publicKey)
        column("merged_into", \.mergedInto)
    }
}

extension Account {
    /// The account as it is kept: its name without surrounding spaces.
    /// - Throws: `LibraryError` of kind `invalidValue`, as adding it would.
    public func validated() throws(LibraryError) -> Account { try Self.layout.checked(self) }
}

extension Library {
    /// The account that uses the library on this device; nil where none was chosen, or it is not there (yet).
    public func activeAccount() async throws(LibraryError) -> Entry<Account>? {
        try await read(to: "read the account") { db in try ActiveAccount.entry(db) }
    }

    /// Chooses the account that uses the library on this device: its tier counts from now on.
    /// - Throws: `LibraryError` of kind `notFound` where there is no such account.
    public func activate(_ account: AccountID) async throws(LibraryError) {
        try await write(to: "choose the account \(account)") { db in
            guard try Account.layout.fetch(account, db) != nil else { throw Account.layout.gone(account) }
            try LocalSettings.set("account", to: account.description, db)
        }
    }

    /// Adds an account under an id that is known already, as that of a user who comes from another device. Where it is there, it
    /// stays as it is.
    public func addAccount(_ account: Account, id: AccountID) async throws(LibraryError) -> Entry<Account> {
        try await write(to: "add the account \(id)") { db in
            try Account.layout.fetch(id, db) ?? Account.layout.insert(account, id: id, db)
        }
    }
}

enum ActiveAccount {
    static func entry(_ db: Database) throws -> Entry<Account>? {
        guard let text = try LocalSettings.get("account", db) else { return nil }
        // Where it was merged into an account that has not arrived yet, it is still itself.
        let ids = [try AccountMerges.load(db).resolve(text), text]
        return try Account.layout.fetch(ids, db).first
    }
}
