import Foundation
import Synchronization
import Support

/// A bucket that encrypts contents (`ObjectCipher`) and names (`NameCipher`). Only `keys/` is not encrypted by it: there each
/// member finds the library's keys (`Keyring`). docs/encryption.md says what the bucket's owner still learns.
public final class EncryptedBucket: Bucket {
    private struct Opened {
        let header: ObjectCipher.Header
        let cipherByteCount: Int64
    }

    private let inner: any Bucket
    private let keys: Mutex<Keyring>
    private let names: NameCipher
    /// Headers of objects that are read by ranges.
    private let headers = Mutex<[BucketKey: Opened]>([:])

    /// A bucket whose objects are stored in `inner`, encrypted with `keys`.
    public init(_ inner: any Bucket, keys: Keyring) {
        self.inner = inner
        self.keys = Mutex(keys)
        names = keys.names
    }

    public var name: String { inner.name }

    /// The keys that this device knows.
    public var keyring: Keyring { keys.withLock { $0 } }

    /// Loads newer keys from the bucket. Call it before each sync, so that a revoked member can't read what is written.
    /// - Throws: `noPermission` where this device was revoked itself.
    public func refresh() async throws(SyncError) {
        let newer = try await keyring.refreshed(in: inner)
        keys.withLock { if newer.current > $0.current { $0 = newer } }
    }

    /// Uses newer keys, after a member was added or revoked.
    public func use(_ newer: Keyring) { keys.withLock { if newer.current > $0.current { $0 = newer } } }

    public func list(_ folder: BucketKey, after: BucketKey?) async throws(SyncError) -> [BucketObject] {
        var objects: [BucketObject] = []
        for object in try await inner.list(try names.encrypt(folder), after: nil) {
            // Names that can't be decrypted don't belong to this library; the audit reports them.
            guard let part = names.decrypt(String(object.key.name), in: folder.description),
                let key = BucketKey("\(folder)/\(part)"),
                after.map({ key > $0 }) ?? true
            else { continue }
            objects.append(BucketObject(key: key, byteCount: ObjectCipher.plainByteCount(object.byteCount) ?? 0))
        }
        return objects.sorted { $0.key < $1.key }
    }

    public func folders(in folder: BucketKey) async throws(SyncError) -> [String] {
        try await inner.folders(in: try names.encrypt(folder)).compactMap { names.decrypt($0, in: folder.description) }.sorted {
            $0.utf8.lexicographicallyPrecedes($1.utf8)
        }
    }

    public func head(_ key: BucketKey) async throws(SyncError) -> BucketObject? {
        guard let object = try await inner.head(try names.encrypt(key)) else { return nil }
        guard let byteCount = ObjectCipher.plainByteCount(object.byteCount) else { throw damaged(key) }
        return BucketObject(key: key, byteCount: byteCount)
    }

    public func get(_ key: BucketKey, limit: Int) async throws(SyncError) -> Data {
        let data: Data
        do throws(SyncError) {
            data = try await inner.get(
                try names.encrypt(key), limit: Int(ObjectCipher.cipherByteCount(Int64(min(max(limit, 0), 1 << 40)))))
        } catch {
            throw renamed(error, key)
        }
        guard let byteCount = ObjectCipher.plainByteCount(Int64(data.count)) else { throw damaged(key) }
        let cipher = try await cipher(key, bytes: data, byteCount: byteCount)
        var out = Data(capacity: Int(byteCount))
        var at = data.startIndex + ObjectCipher.headerByteCount
        for chunk in 0..<cipher.chunkCount {
            let end = min(at + ObjectCipher.wholeChunk, data.endIndex)
            guard let plain = cipher.open(data[at..<end], chunk) else { throw damaged(key) }
            out.append(plain)
            at = end
        }
        return out
    }

    public func read(_ key: BucketKey, _ range: Range<Int64>) async throws(SyncError) -> Data {
        do throws(SyncError) {
            return try await readOnce(key, range)
        } catch {
            guard error.kind == .damaged, headers.withLock({ $0.removeValue(forKey: key) }) != nil else {
                throw renamed(error, key)
            }
        }
        // The object may have been replaced since its header was read.
        return try await readOnce(key, range)
    }

    private func readOnce(_ key: BucketKey, _ range: Range<Int64>) async throws(SyncError) -> Data {
        let object = try names.encrypt(key)
        let opened = try await header(key, object)
        guard let byteCount = ObjectCipher.plainByteCount(opened.cipherByteCount) else { throw damaged(key) }
        let wanted = range.clamped(to: 0..<byteCount)
        guard !wanted.isEmpty else { return Data() }
        let cipher = try await cipher(key, bytes: opened.header.bytes, byteCount: byteCount)
        let size = Int64(ObjectCipher.chunkByteCount)
        let whole = Int64(ObjectCipher.wholeChunk)
        let first = wanted.lowerBound / size
        let last = (wanted.upperBound - 1) / size
        let bodyStart = Int64(ObjectCipher.headerByteCount)
        let data = try await inner.read(
            object, bodyStart + first * whole..<min(bodyStart + (last + 1) * whole, opened.cipherByteCount))
        var out = Data(capacity: Int((last - first + 1) * size))
        for chunk in first...last {
            let start = data.startIndex + Int((chunk - first) * whole)
            guard start < data.endIndex, let plain = cipher.open(data[start..<min(start + Int(whole), data.endIndex)], chunk) else {
                throw damaged(key)
            }
            out.append(plain)
        }
        let start = Int(wanted.lowerBound - first * size)
        return out.subdata(in: start..<start + wanted.count)
    }

    public func put(_ key: BucketKey, _ data: Data, ifAbsent: Bool) async throws(SyncError) -> Bool {
        let source = try await encrypting(DataSource(data, name: key.description), key)
        return try await inner.put(try names.encrypt(key), try await source.read(0..<source.byteCount), ifAbsent: ifAbsent)
    }

    public func upload(_ source: any ByteSource, to key: BucketKey, progress: ProgressReporter) async throws(SyncError) {
        try await inner.upload(try await encrypting(source, key), to: try names.encrypt(key), progress: progress)
    }

    public func delete(_ key: BucketKey) async throws(SyncError) {
        _ = headers.withLock { $0.removeValue(forKey: key) }
        try await inner.delete(try names.encrypt(key))
    }

    private func encrypting(_ source: any ByteSource, _ key: BucketKey) async throws(SyncError) -> EncryptingSource {
        let (epoch, secret) = keys.withLock { ($0.current, $0.currentKey) }
        return try await EncryptingSource(source, key: secret, epoch: epoch, name: key)
    }

    private func header(_ key: BucketKey, _ object: BucketKey) async throws(SyncError) -> Opened {
        if let known = headers.withLock({ $0[key] }) { return known }
        guard let found = try await inner.head(object) else {
            throw SyncError(.notFound, "couldn't read \(key): \(name) doesn't have it")
        }
        let bytes = try await inner.read(object, 0..<Int64(ObjectCipher.headerByteCount))
        let opened = Opened(header: try header(key, bytes), cipherByteCount: found.byteCount)
        headers.withLock { all in
            // A few objects are read at once; more need not be remembered.
            if all.count >= 64 { all.removeAll() }
            all[key] = opened
        }
        return opened
    }

    private func header(_ key: BucketKey, _ bytes: Data) throws(SyncError) -> ObjectCipher.Header {
        switch ObjectCipher.header(bytes) {
        case .header(let header): return header
        case .newerVersion:
            throw SyncError(
                .newerVersion, "couldn't read \(key): it was encrypted by a newer version of the program; update this one")
        case .foreign: throw SyncError(.damaged, "refused \(key) in \(name): it was not encrypted for this library")
        }
    }

    /// The cipher of an object that begins with `bytes`; loads newer keys where its epoch is not known.
    private func cipher(_ key: BucketKey, bytes: Data, byteCount: Int64) async throws(SyncError) -> ChunkCipher {
        let header = try header(key, bytes)
        var secret = keys.withLock { $0.key(header.epoch) }
        if secret == nil, header.epoch > keyring.current {
            try await refresh()
            secret = keys.withLock { $0.key(header.epoch) }
        }
        guard let secret else {
            throw SyncError(
                .damaged, "refused \(key) in \(name): it was altered, or encrypted with keys that are not in the bucket")
        }
        guard let cipher = ChunkCipher(opening: header, with: secret, name: key, byteCount: byteCount) else { throw damaged(key) }
        return cipher
    }

    private func damaged(_ key: BucketKey) -> SyncError {
        SyncError(.damaged, "refused \(key) in \(name): it was altered, truncated, or exchanged for another object")
    }

    /// Replaces the encrypted key in a message by the plain one.
    private func renamed(_ error: SyncError, _ key: BucketKey) -> SyncError {
        guard let object = try? names.encrypt(key) else { return error }
        return SyncError(error.kind, error.message.replacingOccurrences(of: object.description, with: key.description))
    }
}
