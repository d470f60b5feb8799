import DioramaLibrary
import Foundation

/// A share of this account, for lists.
public struct SentShare: Sendable, Equatable, Encodable {
    /// The share's id.
    public let id: String
    /// What the receiver sees first.
    public let title: String
    /// The receiver's name.
    public let contact: String
    /// The receiver's account.
    public let account: String
    /// The id of the shared space; nil for other rows.
    public let space: String?
    /// `read` or `edit`.
    public let permission: String
    /// `offered`, `accepted`, `declined` or `revoked`.
    public let state: String
    /// Number of shared files.
    public let files: Int
    /// Their size in bytes, as far as it is known.
    public let byteCount: Int64
    /// When it was offered.
    public let created: Date
    /// When it was accepted, declined or revoked.
    public let answered: Date?
    /// Number of memories of the space that are left out because they are private; nil where that was not asked.
    public var privateMemories: Int?

    init(_ share: Entry<Share>) {
        id = share.id.description
        title = share.title
        contact = share.peerName
        account = share.peer
        space = share.details.space
        permission = share.permission.rawValue
        state = share.state.rawValue
        files = share.details.media.count
        byteCount = share.details.media.reduce(0) { $0 + ($1.byteCount ?? 0) }
        created = share.created
        answered = share.answered
    }
}

/// A share that another account offered.
public struct ReceivedOffer: Sendable, Equatable, Encodable {
    /// The share's id.
    public let id: String
    /// The title that its sender gave it.
    public let title: String
    /// The sender's message.
    public let message: String
    /// The sender's name.
    public let from: String
    /// The sender's account.
    public let account: String
    /// `read` or `edit`.
    public let permission: String
    /// `offered`, `accepted`, `declined` or `revoked`.
    public let state: String
    /// Number of its files.
    public let files: Int
    /// Their size in bytes, as far as it is known.
    public let byteCount: Int64
    /// Number of files of an accepted share that are not on this device yet.
    public let missingFiles: Int
    /// The ids of its spaces.
    public let spaces: [String]
    /// The ids of its recordings.
    public let recordings: [String]
    /// How many spaces, things, memories and so on it has, as `space` and its number; files are counted by `files`.
    public let contents: [String: Int]
    /// The id of the request of this account that it answers; nil for none.
    public let answers: String?
    /// What happened to it: "Ben revoked this share".
    public let note: String?
    /// When it was received.
    public let received: Date

    init(_ share: Entry<Share>, missingFiles: Int) {
        id = share.id.description
        title = share.title
        message = share.message
        from = share.peerName
        account = share.peer
        permission = share.permission.rawValue
        state = share.state.rawValue
        files = share.details.media.count
        byteCount = share.details.media.reduce(0) { $0 + ($1.byteCount ?? 0) }
        self.missingFiles = missingFiles
        spaces = share.details.rows["spaces"] ?? []
        recordings = share.details.rows["recordings"] ?? []
        let names = [
            "spaces": "space", "places": "place", "things": "thing", "recordings": "recording", "memories": "memory",
            "workflows": "workflow",
        ]
        contents = Dictionary(
            share.details.rows.compactMap { table, ids in names[table].flatMap { ids.isEmpty ? nil : ($0, ids.count) } },
            uniquingKeysWith: { first, _ in first })
        answers = share.details.answers
        note = share.details.note
        received = share.created
    }
}

/// A request of another account for a recording.
public struct ReceivedRequest: Sendable, Equatable, Encodable {
    /// The request's id.
    public let id: String
    /// What is asked for.
    public let title: String
    /// The sender's message.
    public let message: String
    /// The sender's name.
    public let from: String
    /// The sender's account.
    public let account: String
    /// `open`, `accepted`, `declined`, `answered` or `withdrawn`.
    public let state: String
    /// The day by which it is needed.
    public let due: Date?
    /// When it was received.
    public let received: Date

    init(_ request: Entry<Request>) {
        id = request.id.description
        title = request.title
        message = request.message
        from = request.peerName
        account = request.peer
        state = request.state.rawValue
        due = request.due
        received = request.created
    }
}

/// What others offered and asked for.
public struct Inbox: Sendable, Equatable, Encodable {
    /// Offered shares, newest first.
    public let offers: [ReceivedOffer]
    /// Requests for recordings, newest first.
    public let requests: [ReceivedRequest]
}
