import DioramaLibrary
import Foundation
import Sessions

/// A live session as everybody with its code sees it.
struct LiveSessionPayload: Encodable {
    let code: String
    let space: String
    let spaceName: String
    /// The page's path.
    let link: String
    let created: String
    let expires: String
    /// Those who are connected now.
    let participants: Int
    /// What the visitor is if they join: `host`, `guest` or `viewer`.
    let role: String
    let maxMinutes: Int
    let allowsGuests: Bool
    let reactionsOnly: Bool
    let recording: Bool
    /// The memory that the last recording became; for the host.
    @EncodesNull var memory: String?

    init(_ session: HostedSession, space: Space, isHost: Bool) {
        let record = session.record
        code = record.code.description
        self.space = record.space
        spaceName = space.name
        link = "/live/\(record.code)"
        created = record.created.payload
        expires = record.expires.payload
        participants = session.room.participantCount
        role = isHost ? "host" : record.settings.allowsGuests ? "guest" : "viewer"
        maxMinutes = record.settings.maxMinutes
        allowsGuests = record.settings.allowsGuests
        reactionsOnly = record.settings.reactionsOnly
        recording = session.isRecording
        memory = isHost && !record.isRecording ? record.memory : nil
    }
}

struct LiveSessionListPayload: Encodable {
    let sessions: [LiveSessionPayload]
}

/// The body of `POST /api/v1/spaces/{id}/live` and `PATCH /api/v1/live/{code}`: what is missing stays, null is refused.
struct LiveSettingsBody: Decodable {
    static let example = #"{"maxMinutes":120,"allowsGuests":true,"reactionsOnly":false}"#

    let maxMinutes: Int?
    let allowsGuests: Bool?
    let reactionsOnly: Bool?

    private enum Key: String, CodingKey { case maxMinutes, allowsGuests, reactionsOnly }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        func value<V: Decodable>(_ key: Key) throws -> V? { fields.contains(key) ? try fields.decode(V.self, forKey: key) : nil }
        maxMinutes = try value(.maxMinutes)
        allowsGuests = try value(.allowsGuests)
        reactionsOnly = try value(.reactionsOnly)
    }

    func applied(to settings: SessionSettings) -> SessionSettings {
        SessionSettings(
            maxMinutes: maxMinutes ?? settings.maxMinutes, allowsGuests: allowsGuests ?? settings.allowsGuests,
            reactionsOnly: reactionsOnly ?? settings.reactionsOnly)
    }
}
