import DioramaLibrary
import Foundation
import Geometry
import Spaces
import Support

/// Keeps recorded sessions as memories of their spaces, in which pages replay them.
public struct SessionMemories: Sendable {
    private let library: Library
    /// Characters of a title that is made of names.
    private static let maxTitleCharacters = 200

    /// Memories of the spaces of `library`.
    public init(library: Library) { self.library = library }

    /// Adds a recording as a memory, after it was checked as a whole.
    /// - Parameters:
    ///   - file: the recording; it is copied.
    ///   - name: what an error calls it.
    ///   - draft: the memory. An empty title becomes the names of who took part; without an anchor it is pinned to the middle of
    ///     what happened. It is private unless it says otherwise.
    ///   - space: the space.
    ///   - id: chosen by the caller, so that adding it twice adds it once; nil for a new one.
    ///   - viewer: the author.
    /// - Returns: the memory; nil where nobody took part in the session, so that there is nothing to see.
    /// - Throws: `SessionsError` of kind `invalidValue` where the recording is damaged or too large, and what `SpaceMemories.add`
    ///   and `VisibleMemories.add` throw.
    public func add(
        _ file: URL, named name: String, as draft: Memory = Memory(title: ""), to space: Space, id: MemoryID? = nil,
        by viewer: Viewer
    ) async throws -> AuthorizedMemory? {
        let session = try await Blocking.run { try RecordedSession(checking: file, named: name) }
        if session.names.isEmpty { return nil }
        var memory = draft
        memory.kind = .session
        if memory.title.isEmpty { memory.title = Self.title(session.names) }
        if memory.anchor == nil { memory.anchor = MemoryAnchor(point: Self.point(session.focus, in: space.bounds)) }
        let added = try await SpaceMemories(library: library).add(memory, to: space, id: id, as: viewer)
        // The library moves the file that it is given.
        let copy = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).live")
        defer { try? FileManager.default.removeItem(at: copy) }
        let memories = library.memories(for: viewer)
        do {
            try await Blocking.run { try FileManager.default.copyItem(at: file, to: copy) }
            let media = session.media(fileName: memory.title)
            return try await memories.add(media, file: copy, to: added.entry.id, at: 0)
        } catch {
            // A memory without its recording is of no use.
            if added.media.isEmpty { _ = try? await memories.trash(added.entry.id) }
            throw error
        }
    }

    /// The names, as many as a title can have.
    private static func title(_ names: [String]) -> String {
        var title = ""
        for name in names {
            let longer = title.isEmpty ? name : "\(title), \(name)"
            if longer.count > maxTitleCharacters { break }
            title = longer
        }
        return title
    }

    /// A point of the space: the nearest to where it happened.
    private static func point(_ focus: Vector3?, in bounds: Bounds?) -> [Double] {
        guard let bounds, !bounds.isEmpty else { return [focus?.x ?? 0, focus?.y ?? 0, focus?.z ?? 0].map { Double($0) } }
        let point = focus ?? (bounds.min + bounds.max) / 2
        return (0..<3).map { Double(min(max(point[$0], bounds.min[$0]), bounds.max[$0])) }
    }
}
