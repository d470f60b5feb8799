import Codecs
import DioramaSync
import Foundation

/// A request to a paired device. Encoding: type, number of the request, fields.
enum PeerRequest: Sendable, Equatable {
    case list(folder: BucketKey, after: BucketKey?)
    case folders(BucketKey)
    case head(BucketKey)
    case read(BucketKey, offset: Int64, count: Int)
    case put(BucketKey, [UInt8], ifAbsent: Bool)
    /// Begins or resumes an upload: the response is the number of bytes that were received before.
    case begin(PeerUpload)
    case chunk(PeerUpload, offset: Int64, [UInt8])
    case finish(PeerUpload, ifAbsent: Bool)
    case delete(BucketKey)

    /// Maximum number of an object's bytes in a message.
    static let chunkLength = 1 << 20
    /// Maximum number of list entries in a response.
    static let pageLength = 2000
}

/// An upload. Its incomplete file is named by all three properties, so that only an upload of the same bytes resumes it.
struct PeerUpload: Sendable, Equatable {
    let key: BucketKey
    let byteCount: Int64
    /// SHA-256 of the complete object.
    let hash: [UInt8]
}

/// The response to a request, or a notification of a new object.
enum PeerReply: Sendable, Equatable {
    case done(UInt32, [UInt8])
    case failed(UInt32, SyncError)
    case newObject(BucketKey)
}

extension PeerRequest {
    func bytes(_ number: UInt32) -> [UInt8] {
        var writer = ByteWriter()
        writer.put(type)
        writer.put(number)
        switch self {
        case .list(let folder, let after):
            writer.put(folder.description)
            writer.put(after?.description ?? "")
        case .folders(let key), .head(let key), .delete(let key): writer.put(key.description)
        case .read(let key, let offset, let count):
            writer.put(key.description)
            writer.put(offset)
            writer.put(UInt32(count))
        case .put(let key, let data, let ifAbsent):
            writer.put(key.description)
            writer.put(ifAbsent)
            writer.put(data)
        case .begin(let upload): upload.write(to: &writer)
        case .chunk(let upload, let offset, let data):
            upload.write(to: &writer)
            writer.put(offset)
            writer.put(data)
        case .finish(let upload, let ifAbsent):
            upload.write(to: &writer)
            writer.put(ifAbsent)
        }
        return writer.bytes
    }

    private var type: UInt8 {
        switch self {
        case .list: 1
        case .folders: 2
        case .head: 3
        case .read: 4
        case .put: 5
        case .begin: 6
        case .chunk: 7
        case .finish: 8
        case .delete: 9
        }
    }

    /// Parses a request and its number.
    /// - Throws: `refused` where its type is unknown, it is truncated, or a key is invalid.
    static func parse(_ bytes: [UInt8]) throws(SyncError) -> (UInt32, PeerRequest) {
        var reader = ByteReader(bytes)
        guard let type = reader.integer(UInt8.self), let number = reader.integer(UInt32.self) else {
            throw SyncError(.refused, "a request is truncated")
        }
        guard (1...9).contains(type) else {
            throw SyncError(.refused, "the request type \(type) is not known here; update this device")
        }
        if let request = read(type, &reader), reader.isAtEnd { return (number, request) }
        throw SyncError(.refused, "a request of type \(type) is truncated, or has an invalid key")
    }

    private static func read(_ type: UInt8, _ reader: inout ByteReader) -> PeerRequest? {
        if (6...8).contains(type) {
            guard let upload = PeerUpload(&reader) else { return nil }
            if type == 6 { return .begin(upload) }
            if type == 8 { return reader.bool().map { .finish(upload, ifAbsent: $0) } }
            guard let offset = reader.integer(Int64.self), let data = reader.data(limit: chunkLength) else { return nil }
            return .chunk(upload, offset: offset, data)
        }
        guard let text = reader.text(limit: 512), let key = BucketKey(text) else { return nil }
        switch type {
        case 1:
            guard let after = reader.text(limit: 512) else { return nil }
            if after.isEmpty { return .list(folder: key, after: nil) }
            return BucketKey(after).map { .list(folder: key, after: $0) }
        case 2: return .folders(key)
        case 3: return .head(key)
        case 4:
            guard let offset = reader.integer(Int64.self), let count = reader.integer(UInt32.self), count <= chunkLength,
                offset >= 0
            else { return nil }
            return .read(key, offset: offset, count: Int(count))
        case 5:
            guard let ifAbsent = reader.bool(), let data = reader.data(limit: chunkLength) else { return nil }
            return .put(key, data, ifAbsent: ifAbsent)
        default: return .delete(key)
        }
    }

    var key: BucketKey {
        switch self {
        case .list(let key, _), .folders(let key), .head(let key), .read(let key, _, _), .put(let key, _, _), .delete(let key): key
        case .begin(let upload), .chunk(let upload, _, _), .finish(let upload, _): upload.key
        }
    }
}

extension PeerUpload {
    init?(_ reader: inout ByteReader) {
        guard let text = reader.text(limit: 512), let key = BucketKey(text), let byteCount = reader.integer(Int64.self),
            byteCount >= 0,
            let hash = reader.raw(32)
        else { return nil }
        self.init(key: key, byteCount: byteCount, hash: hash)
    }

    func write(to writer: inout ByteWriter) {
        writer.put(key.description)
        writer.put(byteCount)
        writer.putRaw(hash)
    }
}

extension PeerReply {
    private static let kinds: [SyncError.Kind] = [
        .failed, .invalidValue, .notFound, .unavailable, .noPermission, .damaged, .refused, .newerVersion, .clonedDevice,
        .notIncluded,
        .full, .cancelled,
    ]

    var bytes: [UInt8] {
        var writer = ByteWriter()
        switch self {
        case .done(let number, let body):
            writer.put(UInt8(128))
            writer.put(number)
            writer.putRaw(body)
        case .failed(let number, let error):
            writer.put(UInt8(129))
            writer.put(number)
            writer.put(UInt8(Self.kinds.firstIndex(of: error.kind) ?? 0))
            writer.put(error.message.oneLine(400))
        case .newObject(let key):
            writer.put(UInt8(130))
            writer.put(key.description)
        }
        return writer.bytes
    }

    init(_ bytes: [UInt8]) throws(SyncError) {
        var reader = ByteReader(bytes)
        let type = reader.integer(UInt8.self)
        switch type {
        case 128:
            guard let number = reader.integer(UInt32.self) else { break }
            self = .done(number, reader.rest())
            return
        case 129:
            guard let number = reader.integer(UInt32.self), let kind = reader.integer(UInt8.self),
                let text = reader.text(limit: 4096)
            else { break }
            self = .failed(number, SyncError(Int(kind) < Self.kinds.count ? Self.kinds[Int(kind)] : .failed, text.oneLine(400)))
            return
        case 130:
            guard let key = reader.text(limit: 512).flatMap({ BucketKey($0) }) else { break }
            self = .newObject(key)
            return
        default:
            throw SyncError(.refused, "the message type \(type.map { String($0) } ?? "none") is not known here; update this device")
        }
        throw SyncError(.refused, "a message of type \(type ?? 0) is truncated")
    }
}
