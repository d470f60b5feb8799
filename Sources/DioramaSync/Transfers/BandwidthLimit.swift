import Foundation
import Support

/// A limit of bytes a second, shared by all who take from it: a token bucket that holds one second's worth.
public actor BandwidthLimit {
    /// Bytes a second.
    public let rate: Double
    private var available: Double
    private var last: Double
    private let now: @Sendable () -> Double
    private let sleep: @Sendable (Double) async throws -> Void

    /// - Parameters:
    ///   - bytesPerSecond: the limit.
    ///   - now: a clock in seconds that only goes forward.
    ///   - sleep: how it waits; tests don't.
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

    /// Waits until `count` bytes may pass. Whoever takes more than there is goes into debt and waits it off: large pieces pass,
    /// too, and nobody overtakes for ever.
    /// - Throws: `cancelled`.
    public func take(_ count: Int) async throws(SyncError) {
        let time = now()
        available = min(rate, available + max(0, time - last) * rate) - Double(count)
        last = time
        guard available < 0 else { return }
        do { try await sleep(-available / rate) } catch { throw .cancelled }
    }
}

/// A bucket through which only so many bytes a second pass, up and down together. It stands directly before the network: inside an
/// `EncryptedBucket`, so that what is only hashed is not counted.
public struct ThrottledBucket: Bucket {
    private let inner: any Bucket
    private let limit: BandwidthLimit

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
        // Its size was not known before: it is waited for now.
        try await limit.take(data.count)
        return data
    }

    public func read(_ key: BucketKey, _ range: Range<Int64>) async throws(SyncError) -> Data {
        let data = try await inner.read(key, range)
        try await limit.take(data.count)
        return data
    }

    public func put(_ key: BucketKey, _ data: Data, ifAbsent: Bool) async throws(SyncError) -> Bool {
        try await limit.take(data.count)
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
        try await limit.take(range.count)
        return try await inner.read(range)
    }
}
