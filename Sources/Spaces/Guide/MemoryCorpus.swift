import DioramaLibrary
import Foundation
import Guide

/// The corpus of a space or a library: the memories that somebody may see, with the transcripts and descriptions of their files.
enum MemoryCorpus {
    /// Passages of a corpus at most, the latest memories first: more would take minutes to prepare. docs/guide.md says so.
    static let limit = 20_000

    /// The passages of a space, as `viewer` sees it; nil shows no memories.
    static func passages(of space: Space, in library: Library, for viewer: Viewer?) async throws -> [Passage] {
        let date = String(space.created.formatted(.iso8601).prefix(10))
        var passages = [
            Passage(
                id: "space/\(space.id)", title: space.name, text: "\(space.name) is a space that was added on \(date).",
                source: PassageSource(name: space.name, date: date), target: .space(space.id.description))
        ]
        guard let viewer else { return passages }
        let memories = library.memories(for: viewer)
        var last: MemoryID?
        repeat {
            let page = try await memories.list(in: space.id, after: last, limit: 200)
            passages += page.memories.compactMap { passage($0, in: space) }
            last = page.hasMore ? page.memories.last?.entry.id : nil
            try Task.checkCancellation()
        } while last != nil && passages.count < limit
        return passages
    }

    /// A memory as a passage; nil where it has no words.
    private static func passage(_ memory: AuthorizedMemory, in space: Space) -> Passage? {
        let entry = memory.entry
        var parts = [entry.title, entry.text].filter { !$0.isEmpty }
        for media in memory.media {
            parts += [media.transcript, media.alternative].filter { !$0.isEmpty }
        }
        guard !parts.isEmpty else { return nil }
        if !entry.tags.isEmpty { parts.append("Tags: " + entry.tags.joined(separator: ", ")) }
        let text = parts.map { ".!?…".contains($0.last ?? ".") ? $0 : $0 + "." }.joined(separator: " ")
        let author = memory.author.map { "\($0.name), memory in \(space.name)" } ?? "Memory in \(space.name)"
        return Passage(
            id: "memory/\(entry.id)", title: space.name, text: text,
            source: PassageSource(name: author, date: String(entry.created.formatted(.iso8601).prefix(10))),
            target: .memory(space: space.id.description, memory: entry.id.description))
    }
}
