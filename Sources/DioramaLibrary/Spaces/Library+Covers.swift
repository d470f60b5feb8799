import Foundation
import GRDB

extension Library {
    /// The covers of those of these spaces that have one.
    public func covers(of spaces: [SpaceID]) async throws(LibraryError) -> [SpaceID: Entry<Media>] {
        if spaces.isEmpty { return [:] }
        return try await read(to: "find the covers of spaces") { db in
            let request: SQLRequest<String> = """
                SELECT id FROM media WHERE space IN \(spaces.map(\.description)) AND role = \(Media.Role.cover.rawValue)
                    AND trashed IS NULL ORDER BY id
                """
            var covers: [SpaceID: Entry<Media>] = [:]
            // Two devices may have set one each: the later one counts.
            for entry in try Media.layout.fetch(request.fetchAll(db), db) {
                if let space = entry.space { covers[space] = entry }
            }
            return covers
        }
    }

    /// Sets the cover of a space from an image file. A former one is moved to the trash.
    /// - Parameters:
    ///   - file: a JPEG, PNG, WebP or HEIC of at most 50 MB, which is copied; nil removes the cover.
    ///   - name: what the file is called.
    ///   - space: the space.
    /// - Returns: the cover; nil where it was removed.
    /// - Throws: `LibraryError`: `invalidValue` where the file is no image, `notFound` where there is no such space outside the
    ///   trash.
    public func setCover(_ file: URL?, name: String, of space: SpaceID) async throws(LibraryError) -> Entry<Media>? {
        guard let found = try await self.space(space), found.trashed == nil else {
            throw LibraryError(.notFound, "there is no space \(space) outside the trash")
        }
        let former = try await media.list([.space(space)], limit: 1000).entries.filter { $0.role == .cover }
        var cover: Entry<Media>?
        if let file {
            var media = try MediaIntake.media(at: file, kind: .photo, name: name)
            media.space = space
            media.role = .cover
            cover = try await add(media, file: file)
        }
        _ = try await media.trash(former.map(\.id))
        return cover
    }
}
