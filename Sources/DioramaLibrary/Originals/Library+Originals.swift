import Foundation
import GRDB

extension Library {
    /// Adds media with its file, whole or not at all: the file is brought into the library's folder, then one transaction adds the
    /// row and puts the file in its place.
    /// - Parameters:
    ///   - media: hash and size are taken from the file; so are pixels, seconds, date and place, where they are left out and it
    ///     tells them.
    ///   - file: the original.
    ///   - isConsumed: whether the library takes the file over; see `AssetDraft.isConsumed`.
    /// - Throws: `LibraryError`: `invalidValue` where something can't be kept, `notFound` where the file or the owner is not there,
    ///   `diskFull`, `cancelled`. Nothing is left then.
    public func add(_ media: Media, file: URL, isConsumed: Bool = false) async throws(LibraryError) -> Entry<Media> {
        let added = try await add([(media, file)], areConsumed: isConsumed)
        guard let entry = added.first else { throw LibraryError(.damaged, "\(media.fileName) was written but is not there") }
        return entry
    }

    /// Adds several media with their files: all or none.
    public func add(_ media: [(media: Media, file: URL)], areConsumed: Bool = false) async throws(LibraryError) -> [Entry<Media>] {
        let drafts = media.map {
            AssetDraft(
                kind: .source, contentType: $0.media.contentType, fileName: $0.media.fileName, file: $0.file,
                isConsumed: areConsumed)
        }
        for draft in drafts { try draft.check() }
        let values = await Self.detailed(media)
        return try await addFiles(drafts, to: "add \(drafts.count == 1 ? drafts[0].fileName : "\(drafts.count) files")") {
            staged, db in
            try zip(values, staged).map { value, asset in
                var value = value
                value.hash = asset.hash
                value.byteCount = asset.byteCount
                try Originals.note(asset.hash, byteCount: asset.byteCount, db)
                return try Media.layout.insert(value, db)
            }
        }
    }

    /// The media with what their files tell of themselves. What can't be read is left out, and no reason to refuse a file.
    private static func detailed(_ media: [(media: Media, file: URL)]) async -> [Media] {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(
                    returning: media.map { MediaDetails(of: $0.file, contentType: $0.media.contentType).filling($0.media) })
            }
        }
    }

    /// Where an original lies on this device; nil where it is only in the bucket, or not known at all.
    public func original(_ hash: AssetHash) async throws(LibraryError) -> URL? {
        let isHere = try await read(to: "find the file \(hash)") { db in
            try Row.fetchOne(try db.cachedStatement(sql: "SELECT 1 FROM assets WHERE hash = ?"), arguments: [hash.cell]) != nil
        }
        return isHere ? layout.asset(hash) : nil
    }

    /// Puts a file that arrived from elsewhere in its place.
    /// - Throws: `LibraryError`: `notFound` where nothing names it, `invalidValue` where its bytes are not those that its name
    ///   says.
    public func keepOriginal(_ hash: AssetHash, file: URL, isConsumed: Bool = false) async throws(LibraryError) {
        let draft = AssetDraft(
            kind: .source, contentType: "application/octet-stream", fileName: "\(hash)", file: file, isConsumed: isConsumed)
        _ = try await addFiles([draft], to: "keep the file \(hash)") { staged, db in
            for asset in staged {
                if asset.hash != hash {
                    throw LibraryError(.invalidValue, "\(file.path) is not the file \(hash): its bytes are others")
                }
                try Originals.note(hash, byteCount: asset.byteCount, db)
                let isNamed = try Bool.fetchOne(
                    db, sql: "SELECT \(Originals.isNamed) FROM assets WHERE hash = ?", arguments: [hash.cell])
                if isNamed != true { throw LibraryError(.notFound, "nothing in the library names the file \(hash)") }
            }
            return true
        }
    }

    /// Removes an original from this device. Make sure first that it is in the bucket: this is not checked here.
    /// - Returns: whether it was here.
    public func dropOriginal(_ hash: AssetHash) async throws(LibraryError) -> Bool {
        let wasHere = try await write(to: "remove the file \(hash)") { db in
            try db.execute(sql: "DELETE FROM assets WHERE hash = ?", arguments: [hash.cell])
            return db.changesCount > 0
        }
        if wasHere { try await removeUnnamed([hash]) }
        return wasHere
    }
}
