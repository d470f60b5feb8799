import Foundation
import Geometry
import DioramaLibrary

/// A link as the owner sees it.
struct LinkPayload: Encodable {
    let id: String
    /// What it opens: a space or an exhibit.
    @EncodesNull var space: String?
    @EncodesNull var exhibit: String?
    let name: String
    /// The page's path with the token, which is given once, when the link is made.
    @EncodesNull var url: String?
    let hasPassword: Bool
    let created: String
    @EncodesNull var expires: String?
    @EncodesNull var part: BoundsPayload?
    let showsMemories: Bool
    let views: Int
    @EncodesNull var lastViewed: String?
    @EncodesNull var revoked: String?
    /// The job that cuts the part, where one is under way.
    @EncodesNull var job: JobPayload?

    init(link: ShareLink, url: String? = nil, job: JobStatus? = nil) {
        id = link.id.description
        space = link.space?.description
        exhibit = link.exhibit
        name = link.name
        self.url = url
        hasPassword = link.hasPassword
        created = link.created.payload
        expires = link.expires?.payload
        part = link.part.flatMap(BoundsPayload.init)
        showsMemories = link.showsMemories
        views = link.views
        lastViewed = link.lastViewed?.payload
        revoked = link.revoked?.payload
        self.job = job.map(JobPayload.init)
    }
}

struct LinkListPayload: Encodable {
    let links: [LinkPayload]
    /// Where other machines of the network reach the server; null where they don't.
    @EncodesNull var origin: String?
}

/// The body of `POST /api/v1/spaces/{id}/links`.
struct LinkDraftPayload: Decodable {
    static let example = #"{"name":"For Grandma","password":null,"expires":null,"part":null,"showsMemories":true}"#

    let draft: ShareLinkDraft

    private enum Key: String, CodingKey { case name, password, expires, part, showsMemories }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        let part = try fields.decodeIfPresent(BoxPayload.self, forKey: .part)
        draft = ShareLinkDraft(
            name: try fields.decode(String.self, forKey: .name),
            password: try fields.decodeIfPresent(String.self, forKey: .password),
            expires: try fields.decodeIfPresent(TimePayload.self, forKey: .expires)?.date, part: part?.bounds,
            showsMemories: try fields.decodeIfPresent(Bool.self, forKey: .showsMemories) ?? true)
    }
}

/// The body of `PATCH /api/v1/links/{id}`: what is missing stays, what is null is taken away.
struct LinkChangePayload: Decodable {
    static let example = #"{"name":"For Grandma","expires":null,"revoked":true}"#

    let change: ShareLinkChange

    private enum Key: String, CodingKey { case name, password, expires, showsMemories, revoked }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        func change<V: Decodable, R>(_ key: Key, _ type: V.Type, transform value: (V) -> R) throws -> ShareLinkChange.Change<R> {
            guard fields.contains(key) else { return .keep }
            return try fields.decodeIfPresent(V.self, forKey: key).map { .set(value($0)) } ?? .remove
        }
        self.change = ShareLinkChange(
            name: try fields.decodeIfPresent(String.self, forKey: .name),
            password: try change(.password, String.self) { $0 },
            expires: try change(.expires, TimePayload.self) { $0.date },
            showsMemories: try fields.decodeIfPresent(Bool.self, forKey: .showsMemories),
            isRevoked: try fields.decodeIfPresent(Bool.self, forKey: .revoked))
    }
}

/// A box in metres: `{"min":[x,y,z],"max":[x,y,z]}`.
struct BoxPayload: Decodable {
    let bounds: Bounds

    private enum Key: String, CodingKey { case min, max }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        func corner(_ key: Key) throws -> Vector3 {
            let numbers = try fields.decode([Float].self, forKey: key)
            guard numbers.count == 3 else {
                throw DecodingError.dataCorruptedError(forKey: key, in: fields, debugDescription: "a corner has three numbers")
            }
            return Vector3(numbers[0], numbers[1], numbers[2])
        }
        bounds = Bounds(min: try corner(.min), max: try corner(.max))
    }
}

/// A time as ISO 8601 with a zone, with or without fractions of a second.
struct TimePayload: Decodable {
    let date: Date

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        let styles = [Date.ISO8601FormatStyle(includingFractionalSeconds: true), Date.ISO8601FormatStyle()]
        guard text.utf8.count < 64, let date = styles.lazy.compactMap({ try? $0.parse(text) }).first else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "a time is written as 2026-01-31T12:00:00Z")
        }
        self.date = date
    }
}

/// The body of `POST /api/v1/visits`.
struct VisitRequestPayload: Decodable {
    static let example = #"{"token":"…","password":null}"#

    let token: String
    let password: String?
}

/// A link that was opened.
struct VisitPayload: Encodable {
    /// The ticket for `X-Diorama-Visit` or `?visit=`.
    let visit: String
    /// What the link opens: a space or an exhibit.
    @EncodesNull var space: String?
    @EncodesNull var exhibit: String?
    let expires: String
    let showsMemories: Bool

    init(_ link: ShareLink, ticket: String, expires: Date) {
        self.init(ticket: ticket, target: link.target, expires: expires, showsMemories: link.showsMemories)
    }

    init(ticket: String, target: ShareTarget, expires: Date, showsMemories: Bool) {
        visit = ticket
        space = target.space?.description
        exhibit = target.exhibit
        self.expires = expires.payload
        self.showsMemories = showsMemories
    }
}
