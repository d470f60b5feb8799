import Codecs
import DioramaSync
import Foundation
import Support

/// Answers the requests of one paired device from a bucket.
struct PeerService: Sendable {
    let channel: SecureChannel
    let bucket: any Bucket
    let uploads: PeerUploads
    let limits: PeerLimits
    /// When the last request came, or the last response was sent.
    let activity: Locked<ContinuousClock.Instant>
    /// Called with the key of each object written by this connection.
    let onNewObject: @Sendable (BucketKey) async -> Void

    /// Serves until the connection ends. Requests are received while one is processed, so that keep-alive records are seen.
    func run() async {
        let (requests, queue) = AsyncStream<(UInt32, PeerRequest)>.makeStream(bufferingPolicy: .bufferingOldest(limits.requests))
        let worker = Task {
            for await (number, request) in requests {
                let reply = await answer(number, request)
                do { try await channel.send(reply.bytes) } catch { break }
                activity.withLockedValue { $0 = .now }
            }
        }
        do throws(SyncError) {
            while true {
                let request = try PeerRequest.parse(try await channel.receive())
                activity.withLockedValue { $0 = .now }
                if case .dropped = queue.yield(request) {
                    throw SyncError(.refused, "more than \(limits.requests) requests wait for their responses")
                }
            }
        } catch {
            await channel.close(error)
        }
        queue.finish()
        worker.cancel()
    }

    private func answer(_ number: UInt32, _ request: PeerRequest) async -> PeerReply {
        do throws(SyncError) {
            guard let folder = request.key.description.split(separator: "/").first, PeerLimits.folders.contains(folder) else {
                throw SyncError(.refused, "\(request.key) is outside the folders that paired devices have access to")
            }
            return .done(number, try await result(of: request))
        } catch {
            return .failed(number, error)
        }
    }

    private func result(of request: PeerRequest) async throws(SyncError) -> [UInt8] {
        var writer = ByteWriter()
        switch request {
        case .list(let folder, let after):
            let objects = try await bucket.list(folder, after: after)
            writer.put(objects.count > PeerRequest.pageLength)
            for object in objects.prefix(PeerRequest.pageLength) {
                writer.put(object.key.description)
                writer.put(object.byteCount)
            }
        case .folders(let folder):
            for name in try await bucket.folders(in: folder) { writer.put(name) }
        case .head(let key):
            let object = try await bucket.head(key)
            writer.put(object != nil)
            if let object { writer.put(object.byteCount) }
        case .read(let key, let offset, let count):
            guard let object = try await bucket.head(key) else { throw SyncError(.notFound, "\(key) is not there") }
            writer.put(object.byteCount)
            let end = min(offset + Int64(count), object.byteCount)
            if offset < end { writer.putRaw(try await bucket.read(key, offset..<end)) }
        case .put(let key, let data, let ifAbsent):
            try check(key)
            writer.put(try await put(Data(data), key: key, ifAbsent: ifAbsent))
        case .begin(let upload):
            try check(upload.key)
            writer.put(try await uploads.begin(upload, from: channel.peer.device))
        case .chunk(let upload, let offset, let data):
            try await uploads.add(data, at: offset, to: upload, from: channel.peer.device)
        case .finish(let upload, let ifAbsent): writer.put(try await finish(upload, ifAbsent))
        case .delete(let key): throw SyncError(.refused, "\(key) can't be deleted by another device")
        }
        return writer.bytes
    }

    /// Objects must be in a folder.
    private func check(_ key: BucketKey) throws(SyncError) {
        if !key.description.contains("/") { throw SyncError(.refused, "\(key) is a folder") }
    }

    private func put(_ data: Data, key: BucketKey, ifAbsent: Bool) async throws(SyncError) -> Bool {
        let isImmutable = isImmutable(key)
        if try await bucket.put(key, data, ifAbsent: ifAbsent || isImmutable) {
            await onNewObject(key)
            return true
        }
        if ifAbsent { return false }
        return try await isSame(key, DataSource(data))
    }

    private func finish(_ upload: PeerUpload, _ ifAbsent: Bool) async throws(SyncError) -> Bool {
        let device = channel.peer.device
        let file = try await uploads.finish(upload, from: device)
        let source = try FileSource(file)
        if try await bucket.head(upload.key) != nil, ifAbsent || isImmutable(upload.key) {
            let isWritten = ifAbsent ? false : try await isSame(upload.key, source)
            await uploads.remove(upload, from: device)
            return isWritten
        }
        if ifAbsent, upload.byteCount <= 64 << 20 {
            let data = try await source.read(0..<upload.byteCount)
            guard try await bucket.put(upload.key, data, ifAbsent: true) else { return false }
        } else if ifAbsent {
            throw SyncError(.invalidValue, "\(upload.key) is too large for a conditional write")
        } else {
            try await bucket.upload(source, to: upload.key, progress: .silent)
        }
        await uploads.remove(upload, from: device)
        await onNewObject(upload.key)
        return true
    }

    private func isImmutable(_ key: BucketKey) -> Bool {
        key.description.split(separator: "/").first.map { PeerLimits.immutableFolders.contains($0) } ?? false
    }

    /// True where the object has the same bytes already, as when a request is repeated after a lost response.
    private func isSame(_ key: BucketKey, _ source: any ByteSource) async throws(SyncError) -> Bool {
        guard let object = try await bucket.head(key) else {
            throw SyncError(.unavailable, "\(key) was deleted meanwhile; try again")
        }
        var offset: Int64 = 0
        var isSame = object.byteCount == source.byteCount
        while isSame, offset < source.byteCount {
            let end = min(offset + 1 << 20, source.byteCount)
            isSame = try await bucket.read(key, offset..<end) == source.read(offset..<end)
            offset = end
        }
        if !isSame { throw SyncError(.refused, "\(key) exists with other bytes, and objects of this folder are immutable") }
        return true
    }
}
