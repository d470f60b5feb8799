import Foundation
import DioramaLibrary

/// A memory as the API shows it to somebody.
struct MemoryPayload: Encodable {
    let id: String
    @EncodesNull var space: String?
    let kind: String
    let title: String
    let text: String
    @EncodesNull var mood: String?
    let tags: [String]
    let privacy: String
    let audience: [String]
    @EncodesNull var author: AuthorPayload?
    let mine: Bool
    let created: String
    let modified: String
    @EncodesNull var trashed: String?
    @EncodesNull var anchor: MemoryAnchor?
    /// Where its cue is, in metres.
    @EncodesNull var position: [Double]?
    @EncodesNull var viewpoint: Viewpoint?
    let media: [MemoryMediaPayload]

    /// `showsPicture`: whether the author's picture can be loaded; not from an exported website.
    init(memory: AuthorizedMemory, showsPicture: Bool = true) {
        let entry = memory.entry
        id = entry.id.description
        space = entry.space?.description
        kind = Self.kind(entry.kind.rawValue)
        title = entry.title
        text = entry.text
        mood = Self.mood(entry.mood)
        tags = entry.tags
        privacy = Self.privacy(entry.privacy)
        audience = memory.isMine ? entry.audience.map(\.description) : []
        author = memory.author.map { AuthorPayload($0, showsPicture: showsPicture) }
        mine = memory.isMine
        created = entry.created.payload
        modified = entry.modified.payload
        trashed = entry.trashed?.payload
        let anchor = entry.anchor
        self.anchor = anchor
        position = anchor?.cuePosition
        viewpoint = entry.viewpoint
        media = memory.media.map { MemoryMediaPayload(media: $0, memory: entry.id, isMine: memory.isMine) }
    }

    static func kind(_ word: String) -> String { Memory.kinds.contains { $0.rawValue == word } ? word : "text" }
    static func mood(_ word: String?) -> String? { word.flatMap { Memory.moods.contains($0) ? $0 : nil } }

    /// Values that another version wrote are mapped to what they mean here.
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
    @EncodesNull var picture: String?

    init(_ author: AuthorizedMemory.Author, showsPicture: Bool) {
        id = author.id.description
        name = author.name
        picture = showsPicture ? AccountPicturePayload.address(author.id, author.pictureTime) : nil
    }
}

/// A file of a memory.
struct MemoryMediaPayload: Encodable {
    let id: String
    let kind: String
    let url: String
    let contentType: String
    @EncodesNull var byteCount: Int64?
    @EncodesNull var width: Int?
    @EncodesNull var height: Int?
    @EncodesNull var duration: Double?
    @EncodesNull var thumbnails: [String: String]?
    @EncodesNull var poster: String?
    let alternative: String
    let transcript: String

    init(media: Entry<Media>, memory: MemoryID, isMine: Bool) {
        let url = "/api/v1/memories/\(memory)/media/\(media.id)"
        let hasImages = media.kind == .photo || media.kind == .video
        id = media.id.description
        kind = media.kind.rawValue
        self.url = url
        contentType = isMine ? media.contentType : Self.shared(media.contentType)
        // Others get a copy of another size; that of the original is not given.
        byteCount = isMine ? media.byteCount : nil
        width = media.width
        height = media.height
        duration = media.duration.flatMap(finite)
        thumbnails =
            hasImages ? ["small": "\(url)?size=small", "medium": "\(url)?size=medium", "large": "\(url)?size=large"] : nil
        poster = media.kind == .video ? "\(url)?size=poster" : nil
        alternative = media.alternative
        transcript = media.transcript
    }

    /// An image whose location can't be removed is sent to others as a JPEG.
    static func shared(_ contentType: String) -> String { contentType == "image/heic" ? "image/jpeg" : contentType }
}

/// A page of memories.
struct MemoryListPayload: Encodable {
    let memories: [MemoryPayload]
    @EncodesNull var next: String?
    let total: Int
}

/// The versions of a memory.
struct MemoryStatesPayload: Encodable {
    let versions: [State]

    struct State: Encodable {
        let number: Int
        @EncodesNull var until: String?
        let title: String
        let text: String
        let kind: String
        @EncodesNull var mood: String?
        let tags: [String]
        @EncodesNull var anchor: MemoryAnchor?
        @EncodesNull var viewpoint: Viewpoint?

        init(state: MemoryState) {
            number = state.number
            until = state.until?.payload
            title = state.content.title
            text = state.content.text
            kind = MemoryPayload.kind(state.content.kind)
            mood = MemoryPayload.mood(state.content.mood)
            tags = state.content.tags
            anchor = state.content.anchor
            viewpoint = state.content.viewpoint
        }
    }
}
