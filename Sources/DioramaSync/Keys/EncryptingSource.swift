import Foundation

/// A source encrypted on the fly, with random access.
struct EncryptingSource: ByteSource {
    private let plain: any ByteSource
    private let cipher: ChunkCipher

    /// Reads the source once to find its salt.
    init(_ plain: any ByteSource, key: LibraryKey, epoch: UInt32, name: BucketKey) async throws(SyncError) {
        var salting = Salting(key, name: name, byteCount: plain.byteCount)
        var offset: Int64 = 0
        while offset < plain.byteCount {
            if Task.isCancelled { throw .cancelled }
            let piece = try await plain.read(offset..<min(offset + (1 << 20), plain.byteCount))
            salting.update(piece)
            offset += Int64(piece.count)
        }
        self.plain = plain
        cipher = ChunkCipher(sealing: key, epoch: epoch, name: name, byteCount: plain.byteCount, salt: salting.finish())
    }

    var name: String { plain.name }
    var byteCount: Int64 { ObjectCipher.cipherByteCount(plain.byteCount) }

    func read(_ range: Range<Int64>) async throws(SyncError) -> Data {
        let header = Int64(ObjectCipher.headerByteCount)
        let whole = Int64(ObjectCipher.wholeChunk)
        guard range.lowerBound >= 0, range.upperBound <= byteCount else {
            throw SyncError(.failed, "couldn't encrypt \(name): it has no bytes \(range)")
        }
        guard !range.isEmpty else { return Data() }
        var out = Data(capacity: range.count)
        if range.lowerBound < header {
            out.append(cipher.header.bytes[Int(range.lowerBound)..<Int(min(range.upperBound, header))])
        }
        guard range.upperBound > header else { return out }
        let first = max(0, range.lowerBound - header) / whole
        let last = (range.upperBound - 1 - header) / whole
        let plainRange = cipher.range(first).lowerBound..<cipher.range(last).upperBound
        let plain = try await plain.read(plainRange)
        for chunk in first...last {
            let part = cipher.range(chunk)
            let offset = plain.startIndex + Int(part.lowerBound - plainRange.lowerBound)
            let sealed = try cipher.seal(plain[offset..<offset + part.count], chunk)
            let start = header + chunk * whole
            let wanted = range.clamped(to: start..<start + Int64(sealed.count))
            out.append(
                sealed[sealed.startIndex + Int(wanted.lowerBound - start)..<sealed.startIndex + Int(wanted.upperBound - start)])
        }
        return out
    }
}
