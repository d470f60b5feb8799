import Foundation
import Geometry
import DioramaLibrary

/// A link as the owner sees it. Absent values are written as null.
struct LinkPayload: Encodable {
    let link: SpaceLink
    /// The page's path with the token, which is told once, when the link is made.
    var url: String?
    /// The job that cuts the part, where one is under way.
    var job: JobStatus?

    private enum Key: String, CodingKey {
        case id, space, name, url, hasPassword, created, expires, part, showsMemories, views, lastViewed, revoked, job
    }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(link.id.description, forKey: .id)
        try fields.encode(link.space.description, forKey: .space)
        try fields.encode(link.name, forKey: .name)
        try fields.encode(url, forKey: .url)
        try fields.encode(link.hasPassword, forKey: .hasPassword)
        try fields.encode(link.created.payload, forKey: .created)
        try fields.encode(link.expires?.payload, forKey: .expires)
        try fields.encode(link.part.flatMap(BoundsPayload.init), forKey: .part)
        try fields.encode(link.showsMemories, forKey: .showsMemories)
        try fields.encode(link.views, forKey: .views)
        try fields.encode(link.lastViewed?.payload, forKey: .lastViewed)
        try fields.encode(link.revoked?.payload, forKey: .revoked)
        try fields.encode(job.map(JobPayload.init), forKey: .job)
    }
}

struct LinkListPayload: Encodable {
    let links: [LinkPayload]
}

/// The body of `POST /api/v1/spaces/{id}/links`.
struct LinkDraftPayload: Decodable {
    static let example = #"{"name":"For Grandma","password":null,"expires":null,"part":null,"showsMemories":true}"#

    let draft: SpaceLinkDraft

    private enum Key: String, CodingKey { case name, password, expires, part, showsMemories }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        let part = try fields.decodeIfPresent(BoxPayload.self, forKey: .part)
        draft = SpaceLinkDraft(
            name: try fields.decode(String.self, forKey: .name),
            password: try fields.decodeIfPresent(String.self, forKey: .password),
            expires: try fields.decodeIfPresent(TimePayload.self, forKey: .expires)?.date, part: part?.bounds,
            showsMemories: try fields.decodeIfPresent(Bool.self, forKey: .showsMemories) ?? true)
    }
}

/// The body of `PATCH /api/v1/links/{id}`: what is missing stays, what is null is taken away.
struct LinkChangePayload: Decodable {
    static let example = #"{"name":"For Grandma","expires":null,"revoked":true}"#

    let change: SpaceLinkChange

    private enum Key: String, CodingKey { case name, password, expires, showsMemories, revoked }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        func change<V: Decodable, R>(_ key: Key, _ type: V.Type, _ value: (V) -> R) throws -> SpaceLinkChange.Change<R> {
            guard fields.contains(key) else { return .keep }
            return try fields.decodeIfPresent(V.self, forKey: key).map { .set(value($0)) } ?? .remove
        }
        self.change = SpaceLinkChange(
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
    let space: String
    let expires: String
    let showsMemories: Bool
}
