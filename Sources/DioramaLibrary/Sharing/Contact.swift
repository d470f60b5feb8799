import Foundation
import GRDB

/// A person with whose account this one shares, by their contact card.
public struct Contact: CatalogueValue {
    /// The own account that added the contact.
    public var account: AccountID?
    /// The id of the person's account.
    public var peer: String
    /// The person's name, 1 to 200 characters.
    public var name: String
    /// The text of their contact card, which the module `Sharing` reads.
    public var card: String

    /// Creates a contact to be added; the limits are those of the properties.
    public init(peer: String, name: String, card: String, account: AccountID? = nil) {
        self.account = account
        self.peer = peer
        self.name = name
        self.card = card
    }

    public static let layout = TableLayout<Contact>(
        "contacts", noun: "contact", blank: Contact(peer: "", name: "", card: ""),
        checked: { (contact) throws(LibraryError) in
            var contact = contact
            contact.peer = try Check.line(contact.peer, "a contact's account", characters: 500)
            contact.name = try Check.line(contact.name, "a contact's name", characters: 200)
            contact.card = try Check.line(contact.card, "a contact card", characters: 4000)
            return contact
        }
    ) { column in
        column("account", \.account, references: "accounts")
        column("peer", \.peer)
        column("name", \.name)
        column("card", \.card)
    }

    /// The contacts, oldest first; of one that was added on several devices, each row.
    package static func fetchAll(_ db: Database) throws -> [Entry<Contact>] {
        try layout.fetch(where: "trashed IS NULL", [], db)
    }

    /// The contact with an account; of several rows the one that was added last.
    package static func fetch(peer: String, _ db: Database) throws -> Entry<Contact>? {
        try layout.fetch(where: "peer = ? AND trashed IS NULL", [peer], db).last
    }

    /// Adds the contact, or replaces the card of the one with the same account.
    package func save(at time: Date, _ db: Database) throws {
        if let old = try Self.fetch(peer: peer, db) {
            _ = try Self.layout.update(old, from: old.content, to: self, at: time, db)
        } else {
            _ = try Self.layout.insert(self, at: time, db)
        }
    }

    /// Removes the contact on all devices of the account.
    /// - Returns: whether there was one.
    package static func remove(peer: String, _ db: Database) throws -> Bool {
        try db.execute(sql: "DELETE FROM contacts WHERE peer = ?", arguments: [peer])
        return db.changesCount > 0
    }
}
