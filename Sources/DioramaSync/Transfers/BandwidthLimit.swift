import Foundation
import Support

/// A limit of bytes per second that callers share: a token bucket with a capacity of one second.
public actor BandwidthLimit {
    /// Bytes per second.
    public let rate: Double
    private var available: Double
    private var last: Double
    private let now: @Sendable () -> Double
    private let sleep: @Sendable (Double) async throws -> Void

    /// - Parameters:
    ///   - bytesPerSecond: the limit.
    ///   - now: a clock in seconds that only goes forward.
    ///   - sleep: waits for a number of seconds; tests replace it.
    public init(
        bytesPerSecond: Int, now: @escaping @Sendable () -> Double = { ProcessInfo.processInfo.systemUptime },
        sleep: @escaping @Sendable (Double) async throws -> Void = { try await Task.sleep(for: .seconds($0)) }
    ) {
        rate = Double(max(1, bytesPerSecond))
        available = rate
        self.now = now
        self.sleep = sleep
        last = now()
    }

    /// Waits until `count` bytes may be transferred. A request for more than is available waits until its deficit is refilled.
    /// - Throws: `cancelled`.
    public func consume(_ count: Int) async throws(SyncError) {
        let time = now()
        available = min(rate, available + max(0, time - last) * rate) - Double(count)
        last = time
        guard available < 0 else { return }
        do { try await sleep(-available / rate) } catch { throw .cancelled }
    }
}

/// A bucket with limited bandwidth, uploads and downloads together. Use it inside an `EncryptedBucket`, so that only transferred
/// bytes are counted.
public struct ThrottledBucket: Bucket {
    private let inner: any Bucket
    private let limit: BandwidthLimit

    /// The bucket `inner`, limited to `limit`.
    public init(_ inner: any Bucket, limit: BandwidthLimit) {
        self.inner = inner
        self.limit = limit
    }

    public var name: String { inner.name }

    public func list(_ folder: BucketKey, after: BucketKey?) async throws(SyncError) -> [BucketObject] {
        try await inner.list(folder, after: after)
    }

    public func folders(in folder: BucketKey) async throws(SyncError) -> [String] { try await inner.folders(in: folder) }

    public func head(_ key: BucketKey) async throws(SyncError) -> BucketObject? { try await inner.head(key) }

    public func get(_ key: BucketKey, limit byteLimit: Int) async throws(SyncError) -> Data {
        let data = try await inner.get(key, limit: byteLimit)
        // The size was not known before.
        try await limit.consume(data.count)
        return data
    }

    public func read(_ key: BucketKey, _ range: Range<Int64>) async throws(SyncError) -> Data {
        let data = try await inner.read(key, range)
        try await limit.consume(data.count)
        return data
    }

    public func put(_ key: BucketKey, _ data: Data, ifAbsent: Bool) async throws(SyncError) -> Bool {
        try await limit.consume(data.count)
        return try await inner.put(key, data, ifAbsent: ifAbsent)
    }

    public func upload(_ source: any ByteSource, to key: BucketKey, progress: ProgressReporter) async throws(SyncError) {
        try await inner.upload(ThrottledSource(inner: source, limit: limit), to: key, progress: progress)
    }

    public func delete(_ key: BucketKey) async throws(SyncError) { try await inner.delete(key) }
}

private struct ThrottledSource: ByteSource {
    let inner: any ByteSource
    let limit: BandwidthLimit

    var name: String { inner.name }
    var byteCount: Int64 { inner.byteCount }

    func read(_ range: Range<Int64>) async throws(SyncError) -> Data {
        try await limit.consume(range.count)
        return try await inner.read(range)
    }
}
