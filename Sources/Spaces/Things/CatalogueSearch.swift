import DioramaLibrary
import Foundation

/// Searches everything that the library's owner has.
public struct CatalogueSearch: Sendable {
    private let library: Library

    /// A search in `library`.
    public init(library: Library) { self.library = library }

    /// Something that was found, with where it is.
    public struct Hit: Sendable, Equatable {
        /// What was found.
        public let hit: SearchHit
        /// The space that it belongs to or is; nil where it has none.
        public let space: SpaceID?
        /// The names of the places of a thing or place, the outermost first, or the name of the space.
        public let path: [String]
        /// The thing that a file or recording belongs to.
        public let thing: ThingID?
    }

    /// What has all words of `text`, best first; the last word also as the beginning of a longer one.
    /// - Parameters:
    ///   - kinds: what to search in; everything where it is empty.
    ///   - limit: 1 to 200.
    /// - Throws: `LibraryError` of kind `invalidValue` for a limit out of range.
    public func hits(_ text: String, in kinds: [SearchKind] = [], limit: Int = 20) async throws -> [Hit] {
        var hits: [Hit] = []
        for hit in try await library.search(text, in: kinds, limit: limit) { hits.append(try await located(hit)) }
        return hits
    }

    private func located(_ hit: SearchHit) async throws -> Hit {
        switch hit.kind {
        case .space: return Hit(hit: hit, space: SpaceID(hit.id), path: [], thing: nil)
        case .place:
            let path = try await library.path(to: PlaceID(hit.id))
            return Hit(hit: hit, space: path.last?.space, path: path.dropLast().map(\.name), thing: nil)
        case .thing: return try await located(hit, thing: ThingID(hit.id))
        case .recording:
            let recording = try await library.recordings.get(RecordingID(hit.id))
            return try await located(hit, space: recording?.space, thing: recording?.thing)
        case .memory:
            return try await located(hit, space: try await library.memories.get(MemoryID(hit.id))?.space, thing: nil)
        case .media:
            let media = try await library.media.get(MediaID(hit.id))
            let memory = media?.memory
            let space = if let memory { try await library.memories.get(memory)?.space } else { media?.space }
            return try await located(hit, space: space, thing: media?.thing)
        }
    }

    private func located(_ hit: SearchHit, space: SpaceID? = nil, thing id: ThingID? = nil) async throws -> Hit {
        let thing = if let id { try await library.things.get(id) } else { Entry<Thing>?.none }
        let space = space ?? thing?.space
        var path: [String] = []
        if let place = thing?.place { path = try await library.path(to: place).map(\.name) }
        if path.isEmpty, let space { path = [try await library.space(space)?.name].compactMap(\.self) }
        return Hit(hit: hit, space: space, path: path, thing: id)
    }
}
