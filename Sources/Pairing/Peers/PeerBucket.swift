import Codecs
import DioramaSync
import Crypto
import Foundation
import DioramaLibrary
import Support

/// A paired device as a bucket: every call goes over an encrypted connection to its `PeerServer`. The first call opens the
/// connection, and so does the next call after a failure. `delete` is refused: a device deletes only its own objects.
public actor PeerBucket: Bucket {
    /// The device's name and id, for messages.
    public nonisolated let name: String
    /// Other devices can't replace or delete what a device has.
    public nonisolated var replacesObjects: Bool { false }
    /// Keys of objects that other devices wrote to this bucket while connected. Elements may be lost with a connection: list the
    /// bucket to be sure.
    public nonisolated let newObjects: AsyncStream<BucketKey>

    private let peer: KnownPeer
    private let identity: DeviceIdentity
    private let address: @Sendable () async throws(SyncError) -> PeerAddress
    private let timeouts: PeerTimeouts
    private let announce: AsyncStream<BucketKey>.Continuation
    private var connection: PeerConnection?
    private var opening: Task<Result<PeerConnection, SyncError>, Never>?

    /// - Parameters:
    ///   - peer: the paired device.
    ///   - identity: this device.
    ///   - timeouts: how long to wait for the other device.
    ///   - address: the device's current address; called before each connection.
    public init(
        _ peer: KnownPeer, as identity: DeviceIdentity, timeouts: PeerTimeouts = PeerTimeouts(),
        address: @escaping @Sendable () async throws(SyncError) -> PeerAddress
    ) {
        self.peer = peer
        self.identity = identity
        self.address = address
        self.timeouts = timeouts
        // Two devices may be called the same, and sync keeps its progress by the bucket's name.
        name = "\(peer.name) (\(peer.device))"
        (newObjects, announce) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1000))
    }

    deinit { announce.finish() }

    /// Opens the connection, so that `newObjects` receives elements.
    /// - Throws: `unavailable` where the device can't be reached; `refused` where its key differs from the paired one.
    public func connect() async throws(SyncError) { _ = try await open() }

    /// Ends the connection; the next call opens a new one.
    public func disconnect() async {
        let old = connection
        connection = nil
        await old?.close()
    }

    // MARK: Bucket

    /// The device whose bucket it is.
    public nonisolated var compaction: BucketCompaction { .otherDevice }

    public func list(_ folder: BucketKey, after: BucketKey?) async throws(SyncError) -> [BucketObject] {
        var objects: [BucketObject] = []
        while true {
            var reply = try await ask(.list(folder: folder, after: objects.last?.key ?? after))
            guard let isMore = reply.bool() else { throw invalidResponse() }
            let before = objects.count
            while !reply.isAtEnd {
                guard let key = reply.text(limit: 512).flatMap({ BucketKey($0) }), let count = reply.integer(Int64.self),
                    count >= 0,
                    objects.last.map({ $0.key < key }) ?? true
                else { throw invalidResponse() }
                objects.append(BucketObject(key: key, byteCount: count))
            }
            if !isMore || objects.count == before { return objects }
        }
    }

    public func folders(in folder: BucketKey) async throws(SyncError) -> [String] {
        var reply = try await ask(.folders(folder))
        var names: [String] = []
        while !reply.isAtEnd {
            guard let name = reply.text(limit: 512), BucketKey.isPart(name) else { throw invalidResponse() }
            names.append(name)
        }
        return names
    }

    public func head(_ key: BucketKey) async throws(SyncError) -> BucketObject? {
        var reply = try await ask(.head(key))
        guard let isThere = reply.bool() else { throw invalidResponse() }
        if !isThere { return nil }
        guard let count = reply.integer(Int64.self), count >= 0 else { throw invalidResponse() }
        return BucketObject(key: key, byteCount: count)
    }

    public func get(_ key: BucketKey, limit: Int) async throws(SyncError) -> Data {
        var data = Data()
        while true {
            let (total, part) = try await part(of: key, at: Int64(data.count), PeerRequest.chunkLength)
            if total > limit { throw SyncError(.refused, "\(key) on \(name) has \(total) bytes; at most \(limit) are accepted") }
            data += part
            if Int64(data.count) == total { return data }
            if part.isEmpty || Int64(data.count) > total {
                throw SyncError(.damaged, "\(key) on \(name) changed while it was read")
            }
        }
    }

    public func read(_ key: BucketKey, _ range: Range<Int64>) async throws(SyncError) -> Data {
        var data = Data()
        while data.count < range.count || range.isEmpty {
            let missing = min(PeerRequest.chunkLength, range.count - data.count)
            let (_, part) = try await part(of: key, at: range.lowerBound + Int64(data.count), missing)
            data += part
            if part.count < missing || range.isEmpty { break }
        }
        return data
    }

    public func put(_ key: BucketKey, _ data: Data, ifAbsent: Bool) async throws(SyncError) -> Bool {
        if data.count > PeerRequest.chunkLength { return try await send(DataSource(data), to: key, ifAbsent: ifAbsent, .silent) }
        var reply = try await ask(.put(key, Array(data), ifAbsent: ifAbsent))
        guard let isWritten = reply.bool() else { throw invalidResponse() }
        return isWritten
    }

    public func upload(_ source: any ByteSource, to key: BucketKey, progress: ProgressReporter) async throws(SyncError) {
        _ = try await send(source, to: key, ifAbsent: false, progress)
    }

    public func delete(_ key: BucketKey) async throws(SyncError) {
        throw SyncError(.refused, "\(key) belongs to \(name); a paired device deletes its own objects")
    }

    // MARK: Requests

    private func part(of key: BucketKey, at offset: Int64, _ count: Int) async throws(SyncError) -> (Int64, [UInt8]) {
        var reply = try await ask(.read(key, offset: offset, count: count))
        guard let total = reply.integer(Int64.self), total >= 0, reply.remaining <= count else { throw invalidResponse() }
        return (total, reply.rest())
    }

    /// Resumes after the bytes that the other device already has.
    private func send(
        _ source: any ByteSource, to key: BucketKey, ifAbsent: Bool, _ progress: ProgressReporter
    ) async throws(SyncError) -> Bool {
        let upload = PeerUpload(key: key, byteCount: source.byteCount, hash: try await hash(source))
        var reply = try await ask(.begin(upload))
        guard var offset = reply.integer(Int64.self), (0...upload.byteCount).contains(offset) else { throw invalidResponse() }
        while offset < upload.byteCount {
            let chunk = try await source.read(offset..<min(offset + Int64(PeerRequest.chunkLength), upload.byteCount))
            _ = try await ask(.chunk(upload, offset: offset, Array(chunk)))
            offset += Int64(chunk.count)
            try progress.advance(Double(offset) / Double(upload.byteCount), "Sending to \(name)")
        }
        reply = try await ask(.finish(upload, ifAbsent: ifAbsent))
        guard let isWritten = reply.bool() else { throw invalidResponse() }
        return isWritten
    }

    private func hash(_ source: any ByteSource) async throws(SyncError) -> [UInt8] {
        var hasher = SHA256()
        var offset: Int64 = 0
        while offset < source.byteCount {
            let chunk = try await source.read(offset..<min(offset + 1 << 20, source.byteCount))
            hasher.update(data: chunk)
            offset += Int64(chunk.count)
        }
        return Array(hasher.finalize())
    }

    private func invalidResponse() -> SyncError { SyncError(.damaged, "\(name) sent an invalid response") }

    private func ask(_ request: PeerRequest) async throws(SyncError) -> ByteReader { try await open().ask(request) }

    private func open() async throws(SyncError) -> PeerConnection {
        if let connection, await connection.isOpen { return connection }
        // Concurrent callers share one connection.
        let task =
            opening
            ?? Task {
                let result: Result<PeerConnection, SyncError>
                do throws(SyncError) {
                    result = .success(try await make())
                } catch {
                    result = .failure(error)
                }
                if case .success(let made) = result { connection = made }
                opening = nil
                return result
            }
        opening = task
        return try await task.value.get()
    }

    private func make() async throws(SyncError) -> PeerConnection {
        let peer = peer
        let address = try await address()
        let channel = try await SecureChannel.connect(to: address, .syncing, as: identity, timeouts) {
            (hello, key) throws(SyncError) in
            // The key identifies a device: its id changes when its library is copied.
            guard hello.device == peer.device || key == peer.publicKey else {
                throw SyncError(
                    .refused, "\(hello.name) answers at \(address), not \(peer.name); only the paired device is accepted")
            }
            guard key == peer.publicKey else {
                throw SyncError(
                    .refused,
                    "\(peer.name) answers with another key than it was paired with. If it was set up again, forget it and "
                        + "pair again; otherwise another device pretends to be it")
            }
        }
        let made = PeerConnection(channel, timeouts) { [announce] key in announce.yield(key) }
        await made.start()
        return made
    }
}
