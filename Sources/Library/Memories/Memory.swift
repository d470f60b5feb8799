import Foundation
import GRDB

/// What is pinned to a point or an object of a space, as its creator saw it; its photos and sounds are `Media`.
public struct Memory: CatalogueValue {
    public var account: AccountID?
    public var space: SpaceID?
    /// What it is pinned to: a JSON object.
    public var anchor: String
    /// From where its creator looked, as bytes that `Exploration` reads.
    public var viewpoint: Data?
    /// 1 to 200 characters.
    public var title: String
    public var text: String
    public var mood: String?
    public var privacy: Privacy

    public init(
        title: String, text: String = "", space: SpaceID? = nil, anchor: String = "{}", viewpoint: Data? = nil, mood: String? = nil,
        privacy: Privacy = .private, account: AccountID? = nil
    ) {
        self.account = account
        self.space = space
        self.anchor = anchor
        self.viewpoint = viewpoint
        self.title = title
        self.text = text
        self.mood = mood
        self.privacy = privacy
    }

    /// Who may see it.
    public struct Privacy: RawRepresentable, Sendable, Hashable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let `private` = Privacy(rawValue: "private")
        /// Whoever has the link.
        public static let link = Privacy(rawValue: "link")
        public static let `public` = Privacy(rawValue: "public")
    }

    public static let layout = TableLayout<Memory>(
        "memories", noun: "memory", blank: Memory(title: ""), mediaColumn: "memory",
        checked: { (memory) throws(LibraryError) in
            var memory = memory
            memory.title = try Check.line(memory.title, "a memory's title", characters: 200)
            memory.text = try Check.text(memory.text, "a memory's text")
            memory.mood = try Check.optionalLine(memory.mood, "a mood", characters: 100)
            try Check.object(memory.anchor, "a memory's anchor")
            try Check.word(memory.privacy.rawValue, "a privacy")
            if (memory.viewpoint?.count ?? 0) > 64 * 1024 {
                throw LibraryError(.invalidValue, "a viewpoint can have at most 64 kB")
            }
            return memory
        }
    ) { column in
        column("account", \.account, references: "accounts")
        column("space", \.space, references: "spaces")
        column("anchor", \.anchor)
        column("viewpoint", \.viewpoint)
        column("title", \.title)
        column("text", \.text)
        column("mood", \.mood)
        column("privacy", \.privacy)
    }
}

extension Memory.Privacy: CellValue {}

extension Condition where Value == Memory {
    public static func space(_ space: SpaceID?) -> Self { indexed("space", space.cell) }
    public static func account(_ account: AccountID?) -> Self { equals("account", account.cell) }
}
