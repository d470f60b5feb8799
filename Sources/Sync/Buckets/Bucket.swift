import Foundation
import Work

/// An object as a bucket lists it.
public struct BucketObject: Sendable, Equatable {
    public let key: BucketKey
    public let byteCount: Int64

    public init(key: BucketKey, byteCount: Int64) {
        self.key = key
        self.byteCount = byteCount
    }
}

/// Named objects that devices share: a folder, an S3 bucket, a paired device. Objects are written whole or not at all.
///
/// Layout: `recordings/`, `images/` (media by hash), `inbound/<account>/` (shares and requests), `changes/<device>/`, `snapshots/`.
public protocol Bucket: Sendable {
    /// Where it is, for messages; without secrets.
    var name: String { get }

    /// All objects directly in `folder` ("changes/<device>"), by their keys' bytes; only those behind `after` where it is given.
    func list(_ folder: BucketKey, after: BucketKey?) async throws(SyncError) -> [BucketObject]

    /// The names of the folders directly in `folder`, in order.
    func folders(in folder: BucketKey) async throws(SyncError) -> [String]

    /// The object, or nil where there is none.
    func head(_ key: BucketKey) async throws(SyncError) -> BucketObject?

    /// The bytes of an object of at most `limit` bytes.
    /// - Throws: `notFound`; `refused` where it is larger.
    func get(_ key: BucketKey, limit: Int) async throws(SyncError) -> Data

    /// Writes a small object (up to some 64 MB).
    /// - Returns: whether it was written; false only with `ifAbsent`, where there was one already.
    func put(_ key: BucketKey, _ data: Data, ifAbsent: Bool) async throws(SyncError) -> Bool

    /// Writes a file of any size, in parts where it is large; goes on with what an earlier call left half done.
    func upload(_ file: URL, to key: BucketKey, progress: ProgressReporter) async throws(SyncError)

    /// Reads an object of any size into `file`, going on behind the bytes that `file` already has.
    func download(_ key: BucketKey, to file: URL, progress: ProgressReporter) async throws(SyncError)

    /// Removes an object; nothing happens where there is none.
    func delete(_ key: BucketKey) async throws(SyncError)
}
