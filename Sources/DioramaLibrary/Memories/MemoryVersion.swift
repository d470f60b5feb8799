import Foundation
import GRDB

/// What a memory said before a change. Its privacy is no part of it: taking an old text back must not show it to whom it was once
/// shown.
public struct MemoryVersion: CatalogueValue {
    /// The memory that this is an earlier version of.
    public var memory: MemoryID?
    /// Nil where this version of the program can't read it.
    public var content: Content?

    /// Creates a version to be stored.
    public init(memory: MemoryID?, content: Content?) {
        self.memory = memory
        self.content = content
    }

    public static let layout = TableLayout<MemoryVersion>(
        "memory_versions", noun: "memory version", blank: MemoryVersion(memory: nil, content: nil),
        checked: { (version) throws(LibraryError) in version }
    ) { column in
        column("memory", \.memory)
        column("content", \.storedContent)
    }

    /// The words and the position of a memory.
    public struct Content: Sendable, Equatable {
        /// Title, 1 to 200 characters.
        public var title: String
        /// Text, at most 20,000 characters.
        public var text: String
        /// Raw value of `Memory.Kind`.
        public var kind: String
        /// Mood; nil for none.
        public var mood: String?
        /// Tags.
        public var tags: [String]
        /// What it was pinned to; nil without a position.
        public var anchor: MemoryAnchor?
        /// The camera with which it was pinned.
        public var viewpoint: Viewpoint?

        init(_ memory: Memory) {
            title = memory.title
            text = memory.text
            kind = memory.kind.rawValue
            mood = memory.mood
            tags = memory.tags
            anchor = memory.anchor
            viewpoint = memory.viewpoint
        }

        func write(to memory: inout Memory) {
            memory.title = title
            memory.text = text
            memory.kind = Memory.Kind(rawValue: kind)
            memory.mood = mood
            memory.tags = tags
            memory.anchor = anchor
            memory.viewpoint = viewpoint
        }
    }
}

extension MemoryVersion.Content: JSONCellValue {
    private enum CodingKeys: CodingKey { case title, text, kind, mood, tags, anchor, viewpoint }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        title = try container.decode(String.self, forKey: .title)
        text = try container.decode(String.self, forKey: .text)
        kind = try container.decode(String.self, forKey: .kind)
        mood = try container.decodeIfPresent(String.self, forKey: .mood)
        tags = try container.decode([String].self, forKey: .tags)
        anchor = try container.decode(StoredAnchor.self, forKey: .anchor).anchor
        viewpoint = try container.decodeIfPresent(Data.self, forKey: .viewpoint).flatMap { Viewpoint($0) }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(title, forKey: .title)
        try container.encode(text, forKey: .text)
        try container.encode(kind, forKey: .kind)
        try container.encodeIfPresent(mood, forKey: .mood)
        try container.encode(tags, forKey: .tags)
        try container.encode(StoredAnchor(anchor: anchor), forKey: .anchor)
        try container.encodeIfPresent(viewpoint?.data, forKey: .viewpoint)
    }
}

extension MemoryVersion {
    /// The content as its column has it: `{}` for none.
    fileprivate var storedContent: StoredContent {
        get { StoredContent(content: content) }
        set { content = newValue.content }
    }

    fileprivate struct StoredContent: CellValue {
        var content: Content?

        init(content: Content?) { self.content = content }

        var cell: DatabaseValue { content?.cell ?? "{}".databaseValue }

        init?(cell: DatabaseValue) { content = Content(cell: cell) }
    }
}

/// One state of a memory, counted from 1; the last one is what it says now.
public struct MemoryState: Sendable, Equatable {
    /// Position in the history, from 1.
    public let number: Int
    /// Until when it said this; nil for now.
    public let until: Date?
    /// What the memory said.
    public let content: MemoryVersion.Content
}
