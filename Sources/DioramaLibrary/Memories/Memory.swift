import Exploration
import Foundation
import GRDB

/// What is pinned to a point or an object of a space, as its creator saw it; its photos and sounds are `Media`.
public struct Memory: CatalogueValue {
    /// The author; nil for the owner of the library.
    public var account: AccountID?
    /// The space that it is pinned in.
    public var space: SpaceID?
    /// The main medium.
    public var kind: Kind
    /// What it is pinned to; nil for a memory without a position.
    public var anchor: MemoryAnchor?
    /// The camera with which its author pinned it.
    public var viewpoint: Viewpoint?
    /// 1 to 200 characters.
    public var title: String
    /// At most 20,000 characters.
    public var text: String
    /// One of `moods`, or another line of at most 100 characters; nil for none.
    public var mood: String?
    /// At most 100 different tags of 1 to 100 characters.
    public var tags: [String]
    /// Who may see it besides its author.
    public var privacy: Privacy
    /// The accounts that it is shared with, where its privacy is `shared`.
    public var audience: [AccountID]

    /// Creates a memory to be added; the limits are those of the properties.
    public init(
        title: String, text: String = "", space: SpaceID? = nil, kind: Kind = .text, anchor: MemoryAnchor? = nil,
        viewpoint: Viewpoint? = nil,
        mood: String? = nil, tags: [String] = [], privacy: Privacy = .private, audience: [AccountID] = [], account: AccountID? = nil
    ) {
        self.account = account
        self.space = space
        self.kind = kind
        self.anchor = anchor
        self.viewpoint = viewpoint
        self.title = title
        self.text = text
        self.mood = mood
        self.tags = tags
        self.privacy = privacy
        self.audience = audience
    }

    /// Who may see it, beside its author.
    public struct Privacy: RawRepresentable, Sendable, Hashable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Only the author.
        public static let `private` = Privacy(rawValue: "private")
        /// Everyone who may see the space, with the author's name.
        public static let `public` = Privacy(rawValue: "public")
        /// The same without the name.
        public static let anonymous = Privacy(rawValue: "anonymous")
        /// The accounts of its audience.
        public static let shared = Privacy(rawValue: "shared")
        /// As `public`: so wrote version 3.
        public static let link = Privacy(rawValue: "link")
    }

    /// What it mainly is.
    public struct Kind: RawRepresentable, Sendable, Hashable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Text without a file.
        public static let text = Kind(rawValue: "text")
        /// An image.
        public static let photo = Kind(rawValue: "photo")
        /// A sound recording.
        public static let audio = Kind(rawValue: "audio")
        /// A video.
        public static let video = Kind(rawValue: "video")
        /// A recorded live session.
        public static let session = Kind(rawValue: "session")
    }

    /// The moods that have a colour and a shape, in the order of their numbers.
    public static let moods = Mood.allCases.map(\.name)
    /// The kinds in the order of their numbers.
    public static let kinds = [Kind.text, .photo, .audio, .video, .session]
    /// The most characters of its text.
    public static let textLimit = 20_000

    public static let layout = TableLayout<Memory>(
        "memories", noun: "memory", blank: Memory(title: ""), mediaColumn: "memory",
        owned: [("memory_versions", "memory")],
        checked: { (memory) throws(LibraryError) in
            var memory = memory
            memory.title = try Check.line(memory.title, "a memory's title", characters: 200)
            memory.text = try Check.text(memory.text, "a memory's text", characters: textLimit)
            try Check.word(memory.kind.rawValue, "a kind of memory")
            memory.tags = try Check.tags(memory.tags)
            memory.mood = try Check.optionalLine(memory.mood, "a mood", characters: 100)
            try memory.anchor?.check()
            try Check.word(memory.privacy.rawValue, "a privacy")
            // A former audience is not stored.
            memory.audience = memory.privacy == .shared ? Set(memory.audience).sorted() : []
            if memory.audience.count > 1000 {
                throw LibraryError(.invalidValue, "a memory can be shared with at most 1000 accounts")
            }
            return memory
        }
    ) { column in
        column("account", \.account, references: "accounts")
        column("space", \.space, references: "spaces")
        column("kind", \.kind)
        column("anchor", \.storedAnchor)
        column("viewpoint", \.viewpoint)
        column("title", \.title)
        column("text", \.text)
        column("mood", \.mood)
        column("tags", \.tags)
        column("privacy", \.privacy)
        column("audience", \.audience)
    }
}

extension Memory {
    /// The anchor as its column has it.
    fileprivate var storedAnchor: StoredAnchor {
        get { StoredAnchor(anchor: anchor) }
        set { anchor = newValue.anchor }
    }
}

extension Memory.Privacy: CellValue {}
extension Memory.Kind: CellValue {}

extension Condition where Value == Memory {
    /// Memories of a space; nil for those of none.
    public static func space(_ space: SpaceID?) -> Self { indexed("space", space.cell) }
    /// Memories of an author; nil for those without one.
    public static func account(_ account: AccountID?) -> Self { isAccount(account) }
}
