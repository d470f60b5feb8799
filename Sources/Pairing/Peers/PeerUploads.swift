import Codecs
import DioramaSync
import Crypto
import Foundation
import DioramaLibrary

/// Uploads on their way in: each a file in the staging folder, named by who sends it and what it will be, so that a later call goes
/// on with it.
actor PeerUploads {
    private let folder: URL
    private let limits: PeerLimits

    init(_ folder: URL, _ limits: PeerLimits) {
        self.folder = folder
        self.limits = limits
    }

    /// How many bytes are there already.
    func begin(_ upload: PeerUpload, from device: KSUID) throws(SyncError) -> Int64 {
        guard upload.byteCount <= limits.objectByteCount else {
            throw SyncError(.refused, "\(upload.key) has \(upload.byteCount) bytes; at most \(limits.objectByteCount) are taken")
        }
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw SyncError(.noPermission, "the folder for uploads can't be made: \(error.localizedDescription)")
        }
        let place = file(upload, device)
        if !FileManager.default.fileExists(atPath: place.path) { makeRoom() }
        let part = try PartialFile(place)
        if part.byteCount > upload.byteCount { try part.cut(to: 0) }
        return part.byteCount
    }

    func add(_ bytes: [UInt8], at offset: Int64, to upload: PeerUpload, from device: KSUID) throws(SyncError) {
        let place = file(upload, device)
        guard FileManager.default.fileExists(atPath: place.path) else {
            throw SyncError(.unavailable, "the upload of \(upload.key) was given up meanwhile; begin it again")
        }
        let part = try PartialFile(place)
        guard part.byteCount == offset, Int64(bytes.count) <= upload.byteCount - offset else {
            throw SyncError(.refused, "a part of \(upload.key) doesn't fit to what is there")
        }
        try part.write(Data(bytes), at: offset)
    }

    /// The whole file, its bytes checked.
    func finish(_ upload: PeerUpload, from device: KSUID) async throws(SyncError) -> URL {
        let place = file(upload, device)
        let source = try FileSource(place)
        guard source.byteCount == upload.byteCount else {
            throw SyncError(.refused, "\(upload.key) is not whole: \(source.byteCount) of \(upload.byteCount) bytes came")
        }
        var hasher = SHA256()
        var offset: Int64 = 0
        while offset < source.byteCount {
            let piece = try await source.read(offset..<min(offset + 1 << 20, source.byteCount))
            hasher.update(data: piece)
            offset += Int64(piece.count)
        }
        guard Array(hasher.finalize()) == upload.hash else {
            remove(upload, from: device)
            throw SyncError(.damaged, "\(upload.key) has other bytes than were announced; send it again")
        }
        return place
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
