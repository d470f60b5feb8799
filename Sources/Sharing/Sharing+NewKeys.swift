import DioramaLibrary
import DioramaSync
import Foundation
import GRDB

// New keys of an account, as after a lost device was removed (docs/sharing.md).

extension Sharing {
    /// Queues this account's new contact card for all contacts, signed with the keys that they know, and what they may not have
    /// received yet once more, signed with the new ones. Does nothing where these keys were announced before.
    /// - Parameters:
    ///   - card: the card with the present keys.
    ///   - former: the keys that the contacts know.
    package func announce(_ card: ContactCard, signedWith former: AccountKeys) async throws(SyncError) {
        let account = account
        let content = Array(card.description.utf8)
        let signedBefore = Outbox(account: account, keys: former, now: now)
        let outbox = outbox
        let publicKey = keys.publicKey
        let contacts = try await contacts().map(\.account.description)
        try await write("announce the account's new keys") { db in
            if try LocalSettings.get(Self.announced, db) == publicKey { return }
            for contact in contacts {
                try signedBefore.add(.newKeys, about: account, to: contact, content: content, in: db)
                // Devices that receive the announcement first refuse what was signed with the former keys.
                try outbox.sendAgain(to: contact, in: db)
            }
            try LocalSettings.set(Self.announced, to: publicKey, db)
        }
    }

    /// When contacts announced new keys, by account; those whose fingerprint was compared since then are left out.
    ///
    /// It is known on the devices that have received the announcement.
    public func newKeys() async throws(SyncError) -> [KSUID: Date] {
        try await write("list the contacts with new keys") { db in try NewKeys.all(db) }
    }

    /// Notes that people have compared the fingerprint of a contact with new keys.
    /// - Throws: `notFound` where there is no such contact.
    public func noteCompared(_ contact: KSUID) async throws(SyncError) {
        try await write("note that the fingerprint was compared") { db in
            _ = try Self.knownContact(db, contact)
            try NewKeys.set(nil, of: contact, db)
        }
    }

    /// The public keys that were announced last: the program may be killed between the announcement and the note of it with the
    /// secret keys.
    private static let announced = "sharing.announced"
}

/// When contacts announced new keys, as settings of this device.
enum NewKeys {
    private static let prefix = "sharing.newKeys."

    static func set(_ time: Date?, of contact: KSUID, _ db: Database) throws {
        try LocalSettings.set(prefix + contact.description, to: time.map { String($0.milliseconds) }, db)
    }

    static func all(_ db: Database) throws -> [KSUID: Date] {
        var all: [KSUID: Date] = [:]
        for contact in try Contact.fetchAll(db) {
            guard let account = KSUID(contact.peer), let time = try LocalSettings.get(prefix + contact.peer, db).flatMap(Int64.init)
            else { continue }
            all[account] = Date(milliseconds: time)
        }
        return all
    }
}

extension Outbox {
    /// Queues once more what a contact may not have been able to decrypt or to verify: open requests, answers, revocations. Shares
    /// follow as updates with the next exchange, which also asks again for access to missing files.
    func sendAgain(to peer: String, in db: Database) throws {
        for share in try Share.fetchAll(in: [.offered, .accepted, .declined, .revoked], db) where share.peer == peer {
            let id = share.id.ksuid
            switch (share.isIncoming, share.state) {
            case (true, .accepted): try add(.accept, about: id, to: peer, in: db)
            case (true, .declined): try add(.decline, about: id, to: peer, in: db)
            case (false, .revoked): try add(.revoke, about: id, to: peer, in: db)
            default: break
            }
            try db.execute(sql: "UPDATE sharing_sent SET digest = NULL WHERE subject = ?", arguments: [id.description])
            try db.execute(sql: "DELETE FROM sharing_asked WHERE share = ?", arguments: [id.description])
        }
        for request in try Request.fetchAll(of: peer, db) {
            let id = request.id.ksuid
            switch (request.isIncoming, request.state) {
            case (false, .open): try add(.request, about: id, to: peer, content: RequestContent(request.content).bytes(), in: db)
            case (false, .withdrawn): try add(.requestWithdrawn, about: id, to: peer, in: db)
            case (true, .declined): try add(.requestDeclined, about: id, to: peer, in: db)
            // A recording that answers a request is a share.
            default: break
            }
        }
    }
}

extension IncomingEnvelope {
    /// A contact has new keys: their card is replaced by one that differs from it in the keys only.
    func replaceCard(_ db: Database) throws -> SharingEvent? {
        guard envelope.subject == envelope.sender, let text = String(validating: envelope.content, as: UTF8.self),
            let card = try? ContactCard(text), card.account == envelope.sender
        else { throw SyncError(.refused, "it announces new keys without a contact card of its sender") }
        guard card.bucket == sender.bucket else {
            throw SyncError(
                .refused, "it announces new keys together with another bucket; ask \(sender.name) for a new contact card")
        }
        var contact = card.contact
        contact.name = sender.name
        contact.account = AccountID(account)
        try contact.save(at: time, db)
        try NewKeys.set(time, of: envelope.sender, db)
        try outbox.sendAgain(to: peer, in: db)
        // What was signed with the new keys may have arrived before this announcement, and was refused.
        try db.execute(sql: "DELETE FROM sharing_files WHERE name NOT IN (SELECT id FROM sharing_seen)")
        // It could not decrypt grants for its former keys. The copies are there already.
        for share in try Share.fetchAll(in: [.accepted], db) where share.peer == peer && !share.isIncoming {
            try SharingTables.due(share.id.ksuid, db)
        }
        return .newKeys(of: envelope.sender)
    }
}
