import Foundation
import DioramaLibrary
import Support

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
/// Layout: `recordings/`, `images/` (media by hash), `inbound/<account>/` (shares and requests), `changes/<device>/`, `snapshots/`;
/// of an encrypted library also `keys/`.
///
/// A call that throws may have had its effect: the connection can break between a server's work and its answer. All calls can
/// simply be made again. After a `put` with `ifAbsent` that threw, a second one may find the first one's object there and return
/// false: read it and compare.
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

    /// The bytes of an object in `range`; fewer where the object ends before it does.
    /// - Throws: `notFound`.
    func read(_ key: BucketKey, _ range: Range<Int64>) async throws(SyncError) -> Data

    /// Writes a small object (up to some 64 MB).
    /// - Returns: whether it was written; false only with `ifAbsent`, where there was one already.
    func put(_ key: BucketKey, _ data: Data, ifAbsent: Bool) async throws(SyncError) -> Bool

    /// Writes an object of any size, in parts where it is large; goes on with what an earlier call left half done where the bucket
    /// can.
    func upload(_ source: any ByteSource, to key: BucketKey, progress: ProgressReporter) async throws(SyncError)

    /// Reads an object of any size into `file`, going on behind the bytes that `file` already has.
    ///
    /// `file` is written in place: give a name that nothing else reads, check its bytes, and move it.
    func download(_ key: BucketKey, to file: URL, progress: ProgressReporter) async throws(SyncError)

    /// Removes an object; nothing happens where there is none.
    func delete(_ key: BucketKey) async throws(SyncError)
}

extension Bucket {
    /// Writes a file of any size.
    public func upload(_ file: URL, to key: BucketKey, progress: ProgressReporter) async throws(SyncError) {
        try await upload(FileSource(file), to: key, progress: progress)
    }

    /// Whether the bucket keeps the promise of `ifAbsent`: some S3 servers take the condition and don't heed it. It writes a small
    /// object twice and removes it.
    public func heedsConditions() async throws(SyncError) -> Bool {
        guard let key = BucketKey("snapshots/probe-\(KSUID())") else { return false }
        let first = try await put(key, Data("first".utf8), ifAbsent: true)
        let second = try await put(key, Data("second".utf8), ifAbsent: true)
        try await delete(key)
        return first && !second
    }

    public func download(_ key: BucketKey, to file: URL, progress: ProgressReporter) async throws(SyncError) {
        try await downloadByRanges(key, to: file, progress: progress) { (_) throws(SyncError) in }
    }
}

/// Something that lies in a bucket, whatever its name is.
public struct BucketEntry: Sendable, Equatable {
    public enum Kind: Sendable, Equatable {
        case object
        /// An upload that was not finished: its bytes lie there, but nobody sees them as an object.
        case unfinished
        /// No object at all: a symbolic link, a device.
        case other
    }

    /// The name from the bucket's beginning on (without the prefix of its address).
    public let name: String
    public let byteCount: Int64
    public let kind: Kind

    public init(name: String, byteCount: Int64, kind: Kind) {
        self.name = name
        self.byteCount = byteCount
        self.kind = kind
    }
}

/// A bucket that can tell everything that lies in it, also what no key names.
public protocol WalkableBucket: Bucket {
    /// Everything, in any depth, by name.
    func walk() async throws(SyncError) -> [BucketEntry]
}
