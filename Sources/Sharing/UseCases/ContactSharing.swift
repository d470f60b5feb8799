import DioramaLibrary
import DioramaSync
import Foundation

/// Sharing with contacts: contact cards, offers, the inbox, and the exchange through buckets.
public struct ContactSharing: Sendable {
    /// The exchange of the active account.
    public let sharing: Sharing
    let sync: SyncClient
    let library: Library

    /// Sharing of the library that `sync` synchronizes.
    /// - Throws: `SyncError`: `notFound` where the device has no active account, `notIncluded` where its tier has no sharing.
    public init(_ library: Library, sync: SyncClient, media: MediaStore) async throws {
        self.library = library
        self.sync = sync
        sharing = try await Sharing(sync, media: media)
    }

    /// Exchanges with the contacts once, as after a sync.
    /// - Returns: nil where there is nobody to exchange with: no contacts, no tier with sharing, or a demo library. What failed is
    ///   in `failures`.
    /// - Throws: `CancellationError`.
    public static func exchange(
        _ library: Library, sync: SyncClient, media: MediaStore
    ) async throws(CancellationError) -> Sharing.Exchange? {
        do {
            guard try await library.contacts.count() > 0, try await library.allows(.sharing) else { return nil }
            return try await ContactSharing(library, sync: sync, media: media).exchange()
        } catch {
            if error is CancellationError || (error as? SyncError)?.kind == .cancelled { throw CancellationError() }
            var exchange = Sharing.Exchange()
            exchange.failures = ["\(error)"]
            return exchange
        }
    }

    /// Exchanges envelopes and files with the contacts once; one process at a time.
    public func exchange() async throws -> Sharing.Exchange {
        let lock = try await SyncLock.wait(in: library.folder, named: "exchange.lock")
        try await announceNewKeys()
        let exchange = try await sharing.exchange(SharingBuckets(sync))
        withExtendedLifetime(lock) {}
        return exchange
    }

    /// Sends the contacts the new contact card where the account's keys were rotated on this device.
    private func announceNewKeys() async throws {
        // A rotation that has not reached the library yet is announced later.
        let account = AccountID(sharing.account)
        guard let former = try await sync.keys.formerKeys(of: account), former.publicKey != sharing.keys.publicKey else { return }
        try await sharing.announce(try await ownCard(), signedWith: former)
        try await sync.keys.noteAnnounced(sharing.keys, of: account)
    }

    // MARK: Contacts

    /// The card that others need to share with this account. Its bucket is the library's.
    public func ownCard() async throws -> ContactCard {
        guard let account = try await library.activeAccount() else {
            throw SyncError(.notFound, "this device has no active account; create one first")
        }
        return try await sharing.card(name: account.name, bucket: try await sync.bucket())
    }

    /// The contacts, by name.
    public func contacts() async throws -> [ContactCard] {
        try await sharing.contacts().sorted { ($0.name, $0.account) < ($1.name, $1.account) }
    }

    /// Adds a contact, or replaces the card of a known one.
    /// - Parameter text: the card's text: `diorama:contact?…`.
    public func addContact(_ text: String) async throws -> ContactCard {
        let card = try ContactCard(text)
        try await sharing.add(card)
        return card
    }

    /// The contact with this name (capital letters don't matter) or account id.
    /// - Throws: `SyncError` where there is none, or more than one.
    public func contact(_ text: String) async throws -> ContactCard {
        let contacts = try await contacts()
        if let card = contacts.first(where: { $0.account.description == text }) { return card }
        let named = contacts.filter { $0.name.compare(text, options: [.caseInsensitive, .diacriticInsensitive]) == .orderedSame }
        guard let card = named.first else {
            throw SyncError(
                .notFound, "there is no contact \"\(text.oneLine())\"; add their contact card first: diorama contacts add CARD")
        }
        if named.count > 1 {
            throw SyncError(
                .invalidValue,
                "\(named.count) contacts are named \"\(text.oneLine())\"; give the account id, as 'diorama contacts list' prints it"
            )
        }
        return card
    }

    // MARK: Offers

    /// Maximum length of a message, in Unicode scalars.
    static let messageLimit = 2000

    /// Offers a space, memory, thing, recording or place to a contact, with the files that belong to it.
    /// - Parameters:
    ///   - id: the id of the row.
    ///   - contact: the receiver.
    ///   - permission: what the receiver may do with the copy.
    ///   - message: text for the receiver.
    public func share(
        _ id: String, with contact: ContactCard, permission: Share.Permission, message: String = ""
    ) async throws -> SentShare {
        guard message.unicodeScalars.count <= Self.messageLimit else {
            throw SyncError(.invalidValue, "a message has at most \(Self.messageLimit) characters")
        }
        let share: KSUID
        switch try await item(id) {
        case .space(let space):
            share = try await sharing.share(
                space: space.id, with: contact.account, permission: permission, title: space.name, message: message)
        case .rows(let rows, let title):
            share = try await sharing.share(rows, with: contact.account, permission: permission, title: title, message: message)
        }
        return try await sent(ShareID(share))
    }

    /// Ends a share of this account.
    public func revoke(_ id: ShareID) async throws -> SentShare {
        try await sharing.revoke(id.ksuid)
        return try await sent(id)
    }

    /// The shares of this account, newest first.
    public func sent() async throws -> [SentShare] {
        try await shares(isIncoming: false).map { SentShare($0) }
    }

    private func sent(_ id: ShareID) async throws -> SentShare {
        guard let entry = try await library.shares.get(id), !entry.isIncoming else {
            throw SyncError(.notFound, "this account has no share \(id); 'diorama share list' prints the shares")
        }
        var share = SentShare(entry)
        if let space = entry.details.space.flatMap({ SpaceID($0) }) {
            share.privateMemories = try await sharing.privateMemoryCount(of: space, for: entry.content)
        }
        return share
    }

    private enum Item {
        case space(Space)
        case rows([String: [KSUID]], title: String)
    }

    private func item(_ text: String) async throws -> Item {
        guard let id = KSUID(text) else {
            throw SyncError(.invalidValue, "'\(text.oneLine())' is not an id; 'diorama library list' prints the ids")
        }
        if let space = try await library.space(SpaceID(id)), space.trashed == nil { return .space(space) }
        if let memory = try await library.memories.get(MemoryID(id)), memory.trashed == nil {
            return .rows(try await withMedia("memories", id, [.memory(memory.id)]), title: memory.title)
        }
        if let thing = try await library.things.get(ThingID(id)), thing.trashed == nil {
            return .rows(try await withMedia("things", id, [.thing(thing.id)]), title: thing.name)
        }
        if let recording = try await library.recordings.get(RecordingID(id)), recording.trashed == nil {
            return .rows(try await withMedia("recordings", id, [.recording(recording.id)]), title: recording.title)
        }
        if let place = try await library.places.get(PlaceID(id)), place.trashed == nil {
            return .rows(["places": [id]], title: place.name)
        }
        throw SyncError(
            .notFound,
            "the library has no space, memory, thing, recording or place \(text); 'diorama library list' prints the spaces")
    }

    private func withMedia(_ table: String, _ id: KSUID, _ media: [Condition<Media>]) async throws -> [String: [KSUID]] {
        var rows = [table: [id]]
        var cursor: Cursor<Media>?
        repeat {
            let page = try await library.media.list(media, after: cursor, limit: 200)
            rows["media", default: []] += page.entries.map(\.id.ksuid)
            cursor = page.next
        } while cursor != nil
        return rows
    }

    func shares(isIncoming: Bool) async throws -> [Entry<Share>] {
        var shares: [Entry<Share>] = []
        var cursor: Cursor<Share>?
        repeat {
            let page = try await library.shares.list([.isIncoming(isIncoming)], after: cursor, limit: 200)
            shares += page.entries
            cursor = page.next
        } while cursor != nil
        return shares
    }
}

extension Library {
    fileprivate func allows(_ feature: Feature) async throws -> Bool {
        do throws(SyncError) {
            try await allow(feature)
            return true
        } catch {
            if error.kind == .notIncluded { return false }
            throw error
        }
    }
}
