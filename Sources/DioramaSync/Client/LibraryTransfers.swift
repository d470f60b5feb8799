import Foundation
import GRDB
import DioramaLibrary
import Support

/// The originals and previews of a library, for transfers.
struct LibraryTransfers: TransferStore {
    let library: Library
    let media: MediaStore

    func media() async throws -> [MediaItem] {
        struct Use {
            var contentType: String
            var byteCount: Int64
            var spaces: Set<String> = []
            var tags: Set<String> = []
            var isThumbnail = false
        }
        let uses = try await library.pool.read { db in
            var uses: [String: Use] = [:]
            let rows = try Row.fetchCursor(
                db,
                sql: """
                    SELECT hash, content_type, byte_count, space, NULL AS tags, kind = 'thumbnail' AS is_thumbnail
                    FROM space_assets
                    UNION ALL
                    SELECT m.hash, m.content_type, m.byte_count, coalesce(m.space, r.space, t.space, y.space), t.tags, 0
                    FROM media AS m LEFT JOIN recordings AS r ON r.id = m.recording
                        LEFT JOIN things AS t ON t.id = coalesce(m.thing, r.thing)
                        LEFT JOIN memories AS y ON y.id = m.memory
                    """)
            while let row = try rows.next() {
                let hash: String = row["hash"]
                var use = uses[hash] ?? Use(contentType: row["content_type"], byteCount: row["byte_count"])
                if let space: String = row["space"] { use.spaces.insert(space) }
                if let tags: String = row["tags"], let names = try? JSONDecoder().decode([String].self, from: Data(tags.utf8)) {
                    use.tags.formUnion(names)
                }
                use.isThumbnail = use.isThumbnail || row["is_thumbnail"] == 1
                uses[hash] = use
            }
            return uses
        }
        var items: [MediaItem] = []
        for (name, use) in uses.sorted(by: { $0.key < $1.key }) {
            // A row of a later version may name no valid hash.
            guard let hash = AssetHash(name), hash != .ofNothing else { continue }
            func item(_ variant: MediaItem.Variant) -> MediaItem {
                MediaItem(
                    hash: hash, variant: variant, contentType: use.contentType,
                    byteCount: variant == .original ? use.byteCount : nil,
                    spaces: use.spaces, tags: use.tags, isThumbnail: use.isThumbnail)
            }
            items.append(item(.original))
            let hasPreviews = use.contentType.hasPrefix("image/") || use.contentType.hasPrefix("video/")
            if hasPreviews { items += PreviewSize.allCases.map { item(.preview($0.rawValue)) } }
        }
        return items
    }

    func file(of item: MediaItem) async throws -> URL? {
        switch item.variant {
        case .original: media.originals.localFile(item.hash)
        case .preview(let size): PreviewSize(rawValue: size).flatMap { media.existingPreview(item.hash, $0) }
        }
    }

    func place(_ item: MediaItem, from file: URL) async throws {
        switch item.variant {
        case .original: try await library.keepOriginal(item.hash, file: file, isConsumed: true)
        case .preview(let size):
            guard let size = PreviewSize(rawValue: size) else { return }
            try media.keepPreview(item.hash, size, file: file)
        }
    }
}
