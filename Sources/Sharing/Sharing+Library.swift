import DioramaLibrary
import DioramaSync
import Foundation
import Images
import Support

extension Sharing {
    /// Sharing of `library`.
    /// - Parameters:
    ///   - library: the library.
    ///   - account: the account that shares.
    ///   - keys: the account's secret keys.
    ///   - hooks: `requiring` is replaced by the library's own check of the account's tier.
    /// - Throws: `SyncError`, where its tables can't be written.
    public init(_ library: Library, account: KSUID, keys: AccountKeys, hooks: SharingHooks) async throws(SyncError) {
        var hooks = hooks
        hooks.requiring = { () throws(SyncError) in try await library.allow(.sharing) }
        try await self.init(
            account: account, keys: keys, database: library.pool,
            quarantine: library.folder.appendingPathComponent("quarantine", isDirectory: true),
            downloads: library.folder.appendingPathComponent("transfers/shared", isDirectory: true), hooks: hooks)
    }
}

extension SharingHooks {
    /// Files of a library: what others get are copies without personal metadata.
    public static func standard(_ library: Library, _ media: MediaStore) -> SharingHooks {
        let copies = ShareableCopies(media: media, folder: library.folder.appendingPathComponent("shared", isDirectory: true))
        return SharingHooks(
            copying: { (hash, contentType) throws(SyncError) in
                let (copy, file) = try await copies.copy(hash, contentType: contentType)
                return SharedMedia(hash: copy, contentType: contentType, byteCount: try FileSource(file).byteCount)
            },
            reading: { (copy, original, contentType) throws(SyncError) in
                let (hash, file) = try await copies.copy(original, contentType: contentType)
                guard hash == copy else {
                    throw SyncError(
                        .notFound,
                        "the copy of a file for others was made on another device; run 'diorama inbox receive' there")
                }
                return try FileSource(file)
            },
            isHere: { hash in media.originals.localFile(hash) != nil },
            keeping: { (hash, file) throws(SyncError) in
                do throws(LibraryError) {
                    try await library.keepOriginal(hash, file: file, isConsumed: true)
                } catch {
                    throw SyncError(library: error)
                }
            })
    }
}

/// The files that others get in place of originals.
private struct ShareableCopies {
    let media: MediaStore
    /// For copies of images that `MediaStore` makes none of.
    let folder: URL

    /// The file, and its hash: that of the original where there is nothing to remove.
    func copy(_ hash: AssetHash, contentType: String) async throws(SyncError) -> (hash: AssetHash, file: URL) {
        do {
            if let copy = try await media.sharedCopy(hash, contentType: contentType) {
                return (try await AssetHash.ofFile(copy), copy)
            }
            let original = try await media.original(hash, contentType: contentType)
            guard contentType.hasPrefix("image/") else { return (hash, original) }
            let copy = folder.appendingPathComponent(hash.description)
            if !FileManager.default.fileExists(atPath: copy.path) {
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                try AtomicFile.write(try LocationStripping.strip(Array(try Data(contentsOf: original))), to: copy)
            }
            return (try await AssetHash.ofFile(copy), copy)
        } catch let error as LibraryError {
            throw SyncError(library: error)
        } catch {
            throw SyncError(.failed, "couldn't remove the location from an image, so nothing was shared: \(error)")
        }
    }
}
