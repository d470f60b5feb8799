import DioramaSync
import Crypto
import Foundation
import GRDB
import Images
import DioramaLibrary
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
            quarantine: library.folder.appendingPathComponent("quarantine", isDirectory: true), hooks: hooks)
    }
}

extension SharingHooks {
    /// Removes the location from images of a library.
    /// - Parameters:
    ///   - media: where the originals are read from.
    ///   - folder: for the changed copies, named by their hashes, which `granting` uploads for the receiver.
    ///   - granting: gives the receiver access to a file: one in `folder`, or an original.
    public static func standard(
        _ media: MediaStore, copies folder: URL,
        granting: @escaping @Sendable (_ hash: AssetHash, _ receiver: KSUID) async throws(SyncError) -> String?
    ) -> SharingHooks {
        SharingHooks(
            strippingLocation: { (hash, contentType) throws(SyncError) in
                guard contentType.hasPrefix("image/") else { return hash }
                do {
                    let original = try await media.original(hash, contentType: contentType)
                    let bytes = try LocationStripping.strip(Array(try Data(contentsOf: original)))
                    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                    let digits = SHA256.hash(data: bytes).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
                    guard let copy = AssetHash(digits.joined()) else { throw SyncError(.failed, "no hash") }
                    if copy != hash { try AtomicFile.write(bytes, to: folder.appendingPathComponent(copy.description)) }
                    return copy
                } catch {
                    throw SyncError(.failed, "couldn't remove the location from an image, so nothing was shared: \(error)")
                }
            }, granting: granting)
    }
}
