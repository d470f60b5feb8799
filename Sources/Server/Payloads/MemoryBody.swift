import Foundation
import DioramaLibrary

/// The body of a new memory, and of a change: what is left out stays as it is, null empties it.
struct MemoryBody: Decodable, Sendable {
    /// Of a new one, made by the client: sent twice, it is there once.
    let id: MemoryID?
    private let title: String?
    private let text: String?
    private let kind: String?
    private let mood: String??
    private let tags: [String]?
    private let privacy: String?
    private let audience: [AccountID]?
    private let anchor: MemoryAnchor?
    private let viewpoint: View??

    private struct View: Decodable, Sendable {
        let matrix: [Double]
        let fieldOfView: Double
        let aspect: Double
    }

    private enum Key: CodingKey { case id, title, text, kind, mood, tags, privacy, audience, anchor, viewpoint }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        func value<T: Decodable>(_ type: T.Type, _ key: Key) throws -> T? {
            // Null is not a value here: only fields that may be empty take it.
            fields.contains(key) ? try fields.decode(type, forKey: key) : nil
        }
        func emptiable<T: Decodable>(_ type: T.Type, _ key: Key) throws -> T?? {
            fields.contains(key) ? .some(try fields.decodeIfPresent(type, forKey: key)) : nil
        }
        id = try value(MemoryID.self, .id)
        title = try value(String.self, .title)
        text = try value(String.self, .text)
        kind = try value(String.self, .kind)
        mood = try emptiable(String.self, .mood)
        tags = try value([String].self, .tags)
        privacy = try value(String.self, .privacy)
        audience = try value([AccountID].self, .audience)
        anchor = try value(MemoryAnchor.self, .anchor)
        viewpoint = try emptiable(View.self, .viewpoint)
    }

    static let example = #"{"title":"Stove","text":"…","anchor":{"point":[1,0.9,2]},"privacy":"public"}"#

    /// A new memory in `space`.
    /// - Throws: `Problem` 400, `LibraryError` of kind `invalidValue`.
    func memory(in space: SpaceID) throws -> Memory {
        guard let title else { throw Problem(.badRequest, "title is missing; send JSON like \(Self.example).") }
        guard anchor != nil else { throw Problem(.badRequest, "anchor is missing; send JSON like \(Self.example).") }
        var memory = Memory(title: title, space: space)
        try change(&memory)
        return memory
    }

    func change(_ memory: inout Memory) throws {
        if let title { memory.title = title }
        if let text { memory.text = text }
        if let kind { memory.kind = Memory.Kind(rawValue: try Self.one(of: Memory.kinds.map(\.rawValue), kind, "kind")) }
        if let mood { memory.mood = try mood.map { try Self.one(of: Memory.moods, $0, "mood") } }
        if let tags { memory.tags = tags }
        if let privacy {
            memory.privacy = Memory.Privacy(
                rawValue: try Self.one(of: ["private", "public", "anonymous", "shared"], privacy, "privacy"))
        }
        if let audience { memory.audience = audience }
        if let anchor { memory.anchor = anchor }
        if let viewpoint {
            memory.viewpoint = try viewpoint.map { view in
                try Viewpoint(matrix: view.matrix, fieldOfView: view.fieldOfView, aspect: view.aspect)
            }
        }
    }

    static func one(of words: [String], _ word: String, _ name: String) throws -> String {
        guard words.contains(word) else { throw Problem(.badRequest, "\(name) must be one of \(words.joined(separator: ", ")).") }
        return word
    }
}

/// The body of a change of a memory's file.
struct MemoryMediaBody: Decodable, Sendable {
    let alternative: String?
    let transcript: String?
}
