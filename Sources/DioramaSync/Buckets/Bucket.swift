import Foundation
import DioramaLibrary
import Support

/// An object as a bucket lists it.
public struct BucketObject: Sendable, Equatable {
    /// The object's name in the bucket.
    public let key: BucketKey
    /// Size in bytes.
    public let byteCount: Int64

    /// An object of `byteCount` bytes.
    public init(key: BucketKey, byteCount: Int64) {
        self.key = key
        self.byteCount = byteCount
    }
}

/// Named objects that devices share: a folder, an S3 bucket, a paired device. Writes of objects are atomic.
///
/// Layout: `recordings/`, `images/` (media by hash), `inbound/<account>/` (shares and requests), `changes/<device>/`, `snapshots/`;
/// of an encrypted library also `keys/`.
///
/// A call that throws may have had its effect: the connection can break between a server's work and its answer. All calls can be
/// repeated. After a `put` with `ifAbsent` that threw, a second one may find the first one's object there and return false: read it
/// and compare.
public protocol Bucket: Sendable {
    /// The location for messages, without secrets: "the folder /media/disk/diorama".
    var name: String { get }

    /// Whether objects can be replaced and deleted; a paired device's can't.
    var replacesObjects: Bool { get }

    /// All objects directly in `folder` ("changes/<device>"), sorted by the bytes of their keys; only those after `after`, if
    /// given.
    func list(_ folder: BucketKey, after: BucketKey?) async throws(SyncError) -> [BucketObject]

    /// The names of the folders directly in `folder`, sorted by bytes.
    func folders(in folder: BucketKey) async throws(SyncError) -> [String]

    /// The object, or nil where there is none.
    func head(_ key: BucketKey) async throws(SyncError) -> BucketObject?

    /// The bytes of an object of at most `limit` bytes.
    /// - Throws: `notFound`; `refused` where it is larger.
    func get(_ key: BucketKey, limit: Int) async throws(SyncError) -> Data

    /// The bytes of an object in `range`, clamped to the object's size.
    /// - Throws: `notFound`.
    func read(_ key: BucketKey, _ range: Range<Int64>) async throws(SyncError) -> Data

    /// Writes an object of up to about 64 MB.
    /// - Returns: whether it was written; false only with `ifAbsent`, where there was one already.
    func put(_ key: BucketKey, _ data: Data, ifAbsent: Bool) async throws(SyncError) -> Bool

    /// Writes an object of any size, in parts where it is large; resumes an interrupted upload where the bucket supports it.
    func upload(_ source: any ByteSource, to key: BucketKey, progress: ProgressReporter) async throws(SyncError)

    /// Reads an object of any size into `file`, resuming after the bytes that `file` already has.
    ///
    /// `file` is written in place: use a name that nothing else reads, verify its bytes, then move it.
    func download(_ key: BucketKey, to file: URL, progress: ProgressReporter) async throws(SyncError)

    /// Removes an object; does nothing where there is none.
    func delete(_ key: BucketKey) async throws(SyncError)

    /// Which device writes snapshots and removes the changesets that they include.
    var compaction: BucketCompaction { get }
}

/// Which device compacts a bucket.
public enum BucketCompaction: Sendable {
    /// The device with the smallest id of those that write to it.
    case smallestDevice
    /// This device: the bucket belongs to it.
    case thisDevice
    /// Another one: the bucket belongs to it.
    case otherDevice
}

extension Bucket {
    public var replacesObjects: Bool { true }

    /// All devices of a shared bucket are equal.
    public var compaction: BucketCompaction { .smallestDevice }

    /// Writes a file of any size.
    public func upload(_ file: URL, to key: BucketKey, progress: ProgressReporter) async throws(SyncError) {
        try await upload(FileSource(file), to: key, progress: progress)
    }

    /// Whether the bucket supports `ifAbsent`: some S3 servers accept the condition and ignore it. Writes a small object twice and
    /// removes it.
    public func supportsConditionalWrites() async throws(SyncError) -> Bool {
        guard let key = BucketKey("snapshots/probe-\(KSUID())") else { return false }
        let first = try await put(key, Data("first".utf8), ifAbsent: true)
        let second = try await put(key, Data("second".utf8), ifAbsent: true)
        try await delete(key)
        return first && !second
    }

    /// Downloads by range reads of 8 MiB.
    public func download(_ key: BucketKey, to file: URL, progress: ProgressReporter) async throws(SyncError) {
        try await downloadByRanges(key, to: file, progress: progress) { (_) throws(SyncError) in }
    }
}

/// Anything in a bucket, including what no `BucketKey` can name.
public struct BucketEntry: Sendable, Equatable {
    /// What an entry is.
    public enum Kind: Sendable, Equatable {
        /// A complete object.
        case object
        /// An incomplete upload: it takes up space, but is not listed as an object.
        case unfinished
        /// A symbolic link, a device file or another special file.
        case other
    }

    /// The name relative to the prefix of the bucket's address.
    public let name: String
    /// Size in bytes; 0 where it is not known.
    public let byteCount: Int64
    /// Object, incomplete upload or something else.
    public let kind: Kind

    /// An entry of a bucket.
    public init(name: String, byteCount: Int64, kind: Kind) {
        self.name = name
        self.byteCount = byteCount
        self.kind = kind
    }
}

/// A bucket that can list everything in it, including what no `BucketKey` can name.
public protocol WalkableBucket: Bucket {
    /// All entries at any depth, sorted by name.
    func walk() async throws(SyncError) -> [BucketEntry]
}
