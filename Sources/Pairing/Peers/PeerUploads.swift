import Codecs
import DioramaSync
import Crypto
import Foundation
import DioramaLibrary

/// Incomplete uploads: each is a file in the staging folder, named by the sending device and the upload, so that a later call
/// resumes it.
actor PeerUploads {
    private let folder: URL
    private let limits: PeerLimits

    init(_ folder: URL, _ limits: PeerLimits) {
        self.folder = folder
        self.limits = limits
    }

    /// The number of bytes that were received before.
    func begin(_ upload: PeerUpload, from device: KSUID) throws(SyncError) -> Int64 {
        guard upload.byteCount <= limits.objectByteCount else {
            throw SyncError(.refused, "\(upload.key) has \(upload.byteCount) bytes; at most \(limits.objectByteCount) are accepted")
        }
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw SyncError(.noPermission, "the folder for uploads can't be created: \(error.localizedDescription)")
        }
        let partial = file(upload, device)
        if !FileManager.default.fileExists(atPath: partial.path) { makeRoom() }
        let part = try PartialFile(partial)
        if part.byteCount > upload.byteCount { try part.truncate(to: 0) }
        return part.byteCount
    }

    func add(_ bytes: [UInt8], at offset: Int64, to upload: PeerUpload, from device: KSUID) throws(SyncError) {
        let partial = file(upload, device)
        guard FileManager.default.fileExists(atPath: partial.path) else {
            throw SyncError(.unavailable, "the upload of \(upload.key) was discarded; start it again")
        }
        let part = try PartialFile(partial)
        guard part.byteCount == offset, Int64(bytes.count) <= upload.byteCount - offset else {
            throw SyncError(.refused, "a part of \(upload.key) doesn't continue the received bytes")
        }
        try part.write(Data(bytes), at: offset)
    }

    /// The complete file, after verifying its bytes.
    func finish(_ upload: PeerUpload, from device: KSUID) async throws(SyncError) -> URL {
        let partial = file(upload, device)
        let source = try FileSource(partial)
        guard source.byteCount == upload.byteCount else {
            throw SyncError(.refused, "\(upload.key) is incomplete: \(source.byteCount) of \(upload.byteCount) bytes were received")
        }
        var hasher = SHA256()
        var offset: Int64 = 0
        while offset < source.byteCount {
            let chunk = try await source.read(offset..<min(offset + 1 << 20, source.byteCount))
            hasher.update(data: chunk)
            offset += Int64(chunk.count)
        }
        guard Array(hasher.finalize()) == upload.hash else {
            remove(upload, from: device)
            throw SyncError(.damaged, "\(upload.key) doesn't match its hash; send it again")
        }
        return partial
    }

    func remove(_ upload: PeerUpload, from device: KSUID) { try? FileManager.default.removeItem(at: file(upload, device)) }

    private func file(_ upload: PeerUpload, _ device: KSUID) -> URL {
        var writer = ByteWriter()
        writer.put(device.description)
        upload.write(to: &writer)
        let digits = SHA256.hash(data: writer.bytes).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
        return folder.appendingPathComponent(digits.joined() + ".partial")
    }

    private func makeRoom() {
        let keys: Set<URLResourceKey> = [.contentModificationDateKey]
        let files =
            (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: Array(keys)))?
            .filter { $0.pathExtension == "partial" } ?? []
        guard files.count >= limits.uploads else { return }
        let dated = files.map { ($0, (try? $0.resourceValues(forKeys: keys).contentModificationDate) ?? .distantPast) }
        for (file, _) in dated.sorted(by: { $0.1 < $1.1 }).prefix(files.count - limits.uploads + 1) {
            try? FileManager.default.removeItem(at: file)
        }
    }
}
