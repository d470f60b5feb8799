import Foundation
import GRDB

/// Something that was shared with somebody, or by somebody with us.
public struct Share: CatalogueValue {
    /// The own account that sent or received it.
    public var account: AccountID?
    /// Who is on the other side: the name of their key or account.
    public var peer: String
    /// Display name of the other side, at most 200 characters.
    public var peerName: String
    /// Whether it came to us.
    public var isIncoming: Bool
    /// Title, at most 200 characters.
    public var title: String
    /// Message, at most 10,000 characters.
    public var message: String
    /// The shared rows, at most 10,000.
    public var items: [RowReference]
    /// What the receiver may do.
    public var permission: Permission
    /// Progress of the share.
    public var state: State
    /// When it ends by itself.
    public var expires: Date?
    /// When it was accepted, declined or revoked.
    public var answered: Date?
    /// Properties without a column of their own.
    public var details: Details

    /// Creates a share to be added; the limits are those of the properties.
    public init(
        peer: String, peerName: String = "", isIncoming: Bool = false, title: String = "", message: String = "",
        items: [RowReference] = [], permission: Permission = .read, state: State = .offered, expires: Date? = nil,
        answered: Date? = nil, details: Details = Details(), account: AccountID? = nil
    ) {
        self.account = account
        self.peer = peer
        self.peerName = peerName
        self.isIncoming = isIncoming
        self.title = title
        self.message = message
        self.items = items
        self.permission = permission
        self.state = state
        self.expires = expires
        self.answered = answered
        self.details = details
    }

    /// What the receiver may do with the shared rows. Later versions may add permissions.
    public struct Permission: RawRepresentable, Sendable, Hashable, Codable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Read only.
        public static let read = Permission(rawValue: "read")
        /// Also change the shared rows; the changes go back to the sender.
        public static let edit = Permission(rawValue: "edit")

        /// The permissions that this version knows.
        package static let known: Set<Permission> = [.read, .edit]
    }

    /// How far a share has got. Later versions may add states.
    public struct State: RawRepresentable, Sendable, Hashable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Sent, without an answer.
        public static let offered = State(rawValue: "offered")
        /// Accepted by the receiver.
        public static let accepted = State(rawValue: "accepted")
        /// Declined by the receiver.
        public static let declined = State(rawValue: "declined")
        /// Ended by its sender. The receiver's copy is in the trash.
        public static let revoked = State(rawValue: "revoked")

        /// The states that this version knows.
        package static let known: Set<State> = [.offered, .accepted, .declined, .revoked]
    }

    public static let layout = TableLayout<Share>(
        "shares", noun: "share", blank: Share(peer: ""),
        checked: { (share) throws(LibraryError) in
            var share = share
            share.peer = try Check.line(share.peer, "the other side of a share", characters: 500)
            share.peerName = try Check.text(share.peerName, "a name", characters: 200)
            share.title = try Check.text(share.title, "a share's title", characters: 200)
            share.message = try Check.text(share.message, "a message", characters: 10_000)
            if share.items.count > 10_000 {
                throw LibraryError(.invalidValue, "a share can name at most 10,000 entries, not \(share.items.count)")
            }
            for item in share.items { try item.check() }
            try Check.word(share.permission.rawValue, "a permission")
            try Check.word(share.state.rawValue, "a state")
            try Check.time(share.expires, "the end of a share")
            try Check.time(share.answered, "the answer to a share")
            return share
        }
    ) { column in
        column("account", \.account, references: "accounts")
        column("peer", \.peer)
        column("peer_name", \.peerName)
        column("is_incoming", \.isIncoming)
        column("title", \.title)
        column("message", \.message)
        column("items", \.items)
        column("permission", \.permission)
        column("state", \.state)
        column("expires", \.expires)
        column("answered", \.answered)
        column("details", \.details)
    }
}

extension Share.Permission: CellValue {}
extension Share.State: CellValue {}

extension Condition where Value == Share {
    /// Received or sent shares.
    public static func isIncoming(_ isIncoming: Bool) -> Self { equals("is_incoming", isIncoming.cell) }
    /// Shares in a state.
    public static func state(_ state: Share.State) -> Self { equals("state", state.cell) }
    /// Shares with a peer, by the name of its key or account.
    public static func peer(_ peer: String) -> Self { equals("peer", peer.cell) }
}

/// Any row of a shared table.
public struct RowReference: Sendable, Hashable, Codable {
    /// The shared table: "things".
    public let table: String
    /// Id of the row.
    public let id: KSUID

    /// References a row of any shared table; tables are checked when the share is written.
    public init(table: String, id: KSUID) {
        self.table = table
        self.id = id
    }

    /// A row of the table of `Value`.
    public init<Value: CatalogueValue>(_ id: Identifier<Value>) { self.init(table: Value.layout.table, id: id.ksuid) }

    /// References a space.
    public init(_ space: SpaceID) { self.init(table: "spaces", id: space.ksuid) }

    private enum CodingKeys: CodingKey { case table, id }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let text = try container.decode(String.self, forKey: .id)
        guard let id = KSUID(text) else {
            throw DecodingError.dataCorruptedError(forKey: .id, in: container, debugDescription: "an id has 27 letters and digits")
        }
        self.init(table: try container.decode(String.self, forKey: .table), id: id)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(table, forKey: .table)
        try container.encode(id.description, forKey: .id)
    }

    func check() throws(LibraryError) {
        if !Schema.tracked.contains(table) { throw LibraryError(.invalidValue, "there is no shared table \"\(table.prefix(50))\"") }
    }
}
