import Foundation
import GRDB

/// A file that the catalogue names, wherever it lies, with all that names it together.
public struct NamedOriginal: Sendable, Equatable {
    public let hash: AssetHash
    /// The media type, as `image/heic`.
    public let contentType: String
    /// Size of the file in bytes.
    public let byteCount: Int64
    /// The spaces that it belongs to, by itself or through a recording, a thing or a memory.
    public internal(set) var spaces: Set<SpaceID>
    /// The tags of the things that it belongs to.
    public internal(set) var tags: Set<String>
}

extension Library {
    /// Every file that the catalogue names, also what names it from the trash: it can be taken out again.
    public func namedOriginals() async throws(LibraryError) -> [NamedOriginal] {
        try await read(to: "list the files of the library") { db in
            var found: [String: NamedOriginal] = [:]
            let rows = try Row.fetchCursor(
                db,
                sql: """
                    SELECT hash, content_type, byte_count, space, NULL AS tags FROM space_assets WHERE length(hash) = 64
                    UNION ALL
                    SELECT m.hash, m.content_type, m.byte_count, coalesce(m.space, r.space, t.space, e.space), t.tags
                    FROM media m LEFT JOIN recordings r ON r.id = m.recording LEFT JOIN things t ON t.id = m.thing
                        LEFT JOIN memories e ON e.id = m.memory
                    WHERE length(m.hash) = 64
                    """)
            while let row = try rows.next() {
                let name: String = row[0]
                guard let hash = AssetHash(name) else { continue }
                var original =
                    found[name] ?? NamedOriginal(hash: hash, contentType: row[1], byteCount: row[2], spaces: [], tags: [])
                if let space = (row[3] as String?).flatMap({ SpaceID($0) }) { original.spaces.insert(space) }
                if let tags = (row[4] as String?).flatMap({ try? JSONDecoder().decode([String].self, from: Data($0.utf8)) }) {
                    original.tags.formUnion(tags)
                }
                found[name] = original
            }
            return found.values.sorted { $0.hash < $1.hash }
        }
    }
}
