import Codecs
import DioramaSync
import Crypto
import Foundation
import DioramaLibrary
import Support

/// A paired device as a bucket: every call goes over an encrypted connection to its `PeerServer`. The connection is made with the
/// first call, and again with the next call after it broke. Deleting is refused: a device removes only what is its own.
public actor PeerBucket: Bucket {
    public nonisolated let name: String
    /// Objects that came to the other device from elsewhere, as they come, while a connection stands. It is a hint to look, no
    /// list: words may be lost with a connection.
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
    ///   - address: where the device is now; asked before each connection.
    public init(
        _ peer: KnownPeer, as identity: DeviceIdentity, timeouts: PeerTimeouts = PeerTimeouts(),
        address: @escaping @Sendable () async throws(SyncError) -> PeerAddress
    ) {
        self.peer = peer
        self.identity = identity
        self.address = address
        self.timeouts = timeouts
        // Two devices may be called the same, and sync keeps a mark for each bucket by its name.
        name = "\(peer.name) (\(peer.device))"
        (newObjects, announce) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1000))
    }

    deinit { announce.finish() }

    /// Makes the connection now, so that `newObjects` speaks.
    /// - Throws: `unavailable` where the device can't be reached; `refused` where it has another key than when it was paired.
    public func connect() async throws(SyncError) { _ = try await open() }

    /// Ends the connection; the next call makes a new one.
    public func disconnect() async {
        let old = connection
        connection = nil
        await old?.close()
    }

    // MARK: Bucket

    public func list(_ folder: BucketKey, after: BucketKey?) async throws(SyncError) -> [BucketObject] {
        var objects: [BucketObject] = []
        while true {
            var reply = try await ask(.list(folder: folder, after: objects.last?.key ?? after))
            guard let isMore = reply.bool() else { throw torn() }
            let before = objects.count
            while !reply.isAtEnd {
                guard let key = reply.text(limit: 512).flatMap({ BucketKey($0) }), let count = reply.integer(Int64.self),
                    count >= 0,
                    objects.last.map({ $0.key < key }) ?? true
                else { throw torn() }
                objects.append(BucketObject(key: key, byteCount: count))
            }
            if !isMore || objects.count == before { return objects }
        }
    }

    public func folders(in folder: BucketKey) async throws(SyncError) -> [String] {
        var reply = try await ask(.folders(folder))
        var names: [String] = []
        while !reply.isAtEnd {
            guard let name = reply.text(limit: 512), BucketKey.isPart(name) else { throw torn() }
            names.append(name)
        }
        return names
    }

    public func head(_ key: BucketKey) async throws(SyncError) -> BucketObject? {
        var reply = try await ask(.head(key))
        guard let isThere = reply.bool() else { throw torn() }
        if !isThere { return nil }
        guard let count = reply.integer(Int64.self), count >= 0 else { throw torn() }
        return BucketObject(key: key, byteCount: count)
    }

    public func get(_ key: BucketKey, limit: Int) async throws(SyncError) -> Data {
        var data = Data()
        while true {
            let (total, part) = try await part(of: key, at: Int64(data.count), PeerRequest.chunkLength)
            if total > limit { throw SyncError(.refused, "\(key) on \(name) has \(total) bytes; at most \(limit) are taken") }
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
        guard let isWritten = reply.bool() else { throw torn() }
        return isWritten
    }

    public func upload(_ source: any ByteSource, to key: BucketKey, progress: ProgressReporter) async throws(SyncError) {
        _ = try await send(source, to: key, ifAbsent: false, progress)
    }

    public func delete(_ key: BucketKey) async throws(SyncError) {
        throw SyncError(.refused, "\(key) lies on \(name); a paired device removes its objects itself")
    }

    // MARK: Asking

    private func part(of key: BucketKey, at offset: Int64, _ count: Int) async throws(SyncError) -> (Int64, [UInt8]) {
        var reply = try await ask(.read(key, offset: offset, count: count))
        guard let total = reply.integer(Int64.self), total >= 0, reply.remaining <= count else { throw torn() }
        return (total, reply.rest())
    }

    /// Goes on behind what the other device already has of the same bytes.
    private func send(
        _ source: any ByteSource, to key: BucketKey, ifAbsent: Bool, _ progress: ProgressReporter
    ) async throws(SyncError) -> Bool {
        let upload = PeerUpload(key: key, byteCount: source.byteCount, hash: try await hash(source))
        var reply = try await ask(.begin(upload))
        guard var offset = reply.integer(Int64.self), (0...upload.byteCount).contains(offset) else { throw torn() }
        while offset < upload.byteCount {
            let piece = try await source.read(offset..<min(offset + Int64(PeerRequest.chunkLength), upload.byteCount))
            _ = try await ask(.chunk(upload, offset: offset, Array(piece)))
            offset += Int64(piece.count)
            try progress.advance(Double(offset) / Double(upload.byteCount), "Sending to \(name)")
        }
        reply = try await ask(.finish(upload, ifAbsent: ifAbsent))
        guard let isWritten = reply.bool() else { throw torn() }
        return isWritten
    }

    private func hash(_ source: any ByteSource) async throws(SyncError) -> [UInt8] {
        var hasher = SHA256()
        var offset: Int64 = 0
        while offset < source.byteCount {
            let piece = try await source.read(offset..<min(offset + 1 << 20, source.byteCount))
            hasher.update(data: piece)
            offset += Int64(piece.count)
        }
        return Array(hasher.finalize())
    }

    private func torn() -> SyncError { SyncError(.damaged, "\(name) sent an answer that can't be read") }

    private func ask(_ request: PeerRequest) async throws(SyncError) -> ByteReader { try await open().ask(request) }

    private func open() async throws(SyncError) -> PeerConnection {
        if let connection, await connection.isOpen { return connection }
        // Callers that come together share one connection.
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
        let place = try await address()
        let channel = try await SecureChannel.connect(to: place, .syncing, as: identity, timeouts) {
            (hello, key) throws(SyncError) in
            guard hello.device == peer.device else {
                throw SyncError(
                    .refused, "at \(place) answers \(hello.name), not \(peer.name); this device talks to the paired one only")
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
