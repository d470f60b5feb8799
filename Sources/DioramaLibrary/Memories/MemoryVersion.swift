import Foundation
import GRDB

/// What a memory said before a change. Its privacy is no part of it: taking an old text back must not show it to whom it was once shown.
public struct MemoryVersion: CatalogueValue {
    public var memory: MemoryID?
    /// A `Content`, as JSON.
    public var content: String

    public init(memory: MemoryID?, content: String) {
        self.memory = memory
        self.content = content
    }

    public static let layout = TableLayout<MemoryVersion>(
        "memory_versions", noun: "memory version", blank: MemoryVersion(memory: nil, content: "{}"),
        checked: { (version) throws(LibraryError) in version }
    ) { column in
        column("memory", \.memory)
        column("content", \.content)
    }

    /// The words and the place of a memory.
    public struct Content: Sendable, Equatable, Codable {
        public var title: String
        public var text: String
        public var kind: String
        public var mood: String?
        public var tags: [String]
        public var anchor: String
        public var viewpoint: Data?

        init(_ memory: Memory) {
            (title, text, kind, mood) = (memory.title, memory.text, memory.kind.rawValue, memory.mood)
            (tags, anchor, viewpoint) = (memory.tags, memory.anchor, memory.viewpoint)
        }

        func write(to memory: inout Memory) {
            (memory.title, memory.text, memory.kind, memory.mood) = (title, text, Memory.Kind(rawValue: kind), mood)
            (memory.tags, memory.anchor, memory.viewpoint) = (tags, anchor, viewpoint)
        }
    }
}

/// One state of a memory, counted from 1; the last one is what it says now.
public struct MemoryState: Sendable, Equatable {
    public let number: Int
    /// Until when it said this; nil for now.
    public let until: Date?
    public let content: MemoryVersion.Content
}
