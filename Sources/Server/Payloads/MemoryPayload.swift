import Foundation
import DioramaLibrary

/// A memory as the API shows it to somebody. Absent values are written as null, so that clients find every key.
struct MemoryPayload: Encodable {
    let memory: SeenMemory

    private enum Key: String, CodingKey {
        case id, space, kind, title, text, mood, tags, privacy, audience, author, mine, created, modified, trashed, anchor,
            position, viewpoint, media
    }

    func encode(to encoder: any Encoder) throws {
        let (entry, isMine) = (memory.entry, memory.isMine)
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(entry.id.description, forKey: .id)
        try fields.encode(entry.space?.description, forKey: .space)
        try fields.encode(Self.kind(entry.kind.rawValue), forKey: .kind)
        try fields.encode(entry.title, forKey: .title)
        try fields.encode(entry.text, forKey: .text)
        try fields.encode(Self.mood(entry.mood), forKey: .mood)
        try fields.encode(entry.tags, forKey: .tags)
        try fields.encode(Self.privacy(entry.privacy), forKey: .privacy)
        try fields.encode(isMine ? entry.audience.map(\.description) : [], forKey: .audience)
        try fields.encode(memory.author.map(AuthorPayload.init), forKey: .author)
        try fields.encode(isMine, forKey: .mine)
        try fields.encode(entry.created.payload, forKey: .created)
        try fields.encode(entry.modified.payload, forKey: .modified)
        try fields.encode(entry.trashed?.payload, forKey: .trashed)
        let anchor = MemoryAnchor(json: entry.anchor)
        try fields.encode(anchor, forKey: .anchor)
        try fields.encode(anchor?.cuePosition, forKey: .position)
        try fields.encode(entry.viewpoint.flatMap { Viewpoint($0) }, forKey: .viewpoint)
        try fields.encode(
            memory.media.map { MemoryMediaPayload(media: $0, memory: entry.id, isMine: isMine) }, forKey: .media)
    }

    static func kind(_ word: String) -> String { Memory.kinds.contains { $0.rawValue == word } ? word : "text" }
    static func mood(_ word: String?) -> String? { word.flatMap { Memory.moods.contains($0) ? $0 : nil } }

    /// What another version wrote is told as what it means here.
    private static func privacy(_ privacy: Memory.Privacy) -> String {
        switch privacy {
        case .link, .public: "public"
        case .anonymous: "anonymous"
        case .shared: "shared"
        default: "private"
        }
    }
}

struct AuthorPayload: Encodable {
    let id: String
    let name: String

    init(_ author: SeenMemory.Author) { (id, name) = (author.id.description, author.name) }
}

/// A file of a memory.
struct MemoryMediaPayload: Encodable {
    let media: Entry<Media>
    let memory: MemoryID
    let isMine: Bool

    private enum Key: String, CodingKey {
        case id, kind, url, contentType, byteCount, width, height, duration, thumbnails, poster, alternative, transcript
    }

    func encode(to encoder: any Encoder) throws {
        let url = "/api/v1/memories/\(memory)/media/\(media.id)"
        let hasPictures = media.kind == .photo || media.kind == .video
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(media.id.description, forKey: .id)
        try fields.encode(media.kind.rawValue, forKey: .kind)
        try fields.encode(url, forKey: .url)
        try fields.encode(isMine ? media.contentType : Self.shared(media.contentType), forKey: .contentType)
        // Others get a copy of another size; that of the original is not told.
        try fields.encode(isMine ? media.byteCount : nil, forKey: .byteCount)
        try fields.encode(media.width, forKey: .width)
        try fields.encode(media.height, forKey: .height)
        try fields.encode(media.duration.flatMap(finite), forKey: .duration)
        try fields.encode(
            hasPictures
                ? ["small": "\(url)?size=small", "medium": "\(url)?size=medium", "large": "\(url)?size=large"] : nil,
            forKey: .thumbnails)
        try fields.encode(media.kind == .video ? "\(url)?size=poster" : nil, forKey: .poster)
        try fields.encode(media.alternative, forKey: .alternative)
        try fields.encode(media.transcript, forKey: .transcript)
    }

    /// A picture that can't be stripped of its place is given to others as a JPEG.
    static func shared(_ contentType: String) -> String { contentType == "image/heic" ? "image/jpeg" : contentType }
}

/// A page of memories.
struct MemoryListPayload: Encodable {
    let memories: [MemoryPayload]
    let next: String?
    let total: Int

    private enum Key: String, CodingKey { case memories, next, total }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(memories, forKey: .memories)
        try fields.encode(next, forKey: .next)
        try fields.encode(total, forKey: .total)
    }
}

/// What a memory said over time.
struct MemoryStatesPayload: Encodable {
    let versions: [State]

    struct State: Encodable {
        let state: MemoryState

        private enum Key: String, CodingKey { case number, until, title, text, kind, mood, tags, anchor, viewpoint }

        func encode(to encoder: any Encoder) throws {
            var fields = encoder.container(keyedBy: Key.self)
            try fields.encode(state.number, forKey: .number)
            try fields.encode(state.until?.payload, forKey: .until)
            try fields.encode(state.content.title, forKey: .title)
            try fields.encode(state.content.text, forKey: .text)
            try fields.encode(MemoryPayload.kind(state.content.kind), forKey: .kind)
            try fields.encode(MemoryPayload.mood(state.content.mood), forKey: .mood)
            try fields.encode(state.content.tags, forKey: .tags)
            try fields.encode(MemoryAnchor(json: state.content.anchor), forKey: .anchor)
            try fields.encode(state.content.viewpoint.flatMap { Viewpoint($0) }, forKey: .viewpoint)
        }
    }
}
