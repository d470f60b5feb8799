import Foundation
import Support

/// A file that is encrypted under a key of its own, in the format of encrypted objects (`ObjectCipher`): a copy for somebody who
/// gets the key, and who has no key of the library.
package struct SealedFile: Sendable {
    private let key: LibraryKey
    private let name: BucketKey
    /// Copies belong to no epoch of a library.
    private static let epoch: UInt32 = 0

    /// Nil where `key` has not 32 bytes.
    /// - Parameter name: what is authenticated with the bytes, so that one file can't be exchanged for another.
    package init?(key: Data, name: BucketKey) {
        guard let key = LibraryKey(bytes: key) else { return nil }
        self.key = key
        self.name = name
    }

    /// Size of the ciphertext of `byteCount` bytes.
    package static func byteCount(ofPlain byteCount: Int64) -> Int64 { ObjectCipher.cipherByteCount(byteCount) }

    /// The ciphertext of a file, encrypted while it is read. The same file gives the same bytes.
    package func seal(_ plain: any ByteSource) async throws(SyncError) -> any ByteSource {
        try await EncryptingSource(plain, key: key, epoch: Self.epoch, name: name)
    }

    /// Decrypts `sealed` into `file`, which is replaced.
    /// - Throws: `SyncError` of kind `damaged` where it is not authentic.
    package func open(_ sealed: any ByteSource, to file: URL) async throws(SyncError) {
        let bodyStart = Int64(ObjectCipher.headerByteCount)
        guard let byteCount = ObjectCipher.plainByteCount(sealed.byteCount),
            case .header(let header) = ObjectCipher.header(try await sealed.read(0..<bodyStart)),
            let cipher = ChunkCipher(opening: header, with: key, name: name, byteCount: byteCount)
        else { throw damaged(sealed) }
        let target = try PartialFile(file)
        defer { target.unlock() }
        try target.truncate(to: 0)
        let whole = Int64(ObjectCipher.wholeChunk)
        for chunk in 0..<cipher.chunkCount {
            if Task.isCancelled { throw .cancelled }
            let start = bodyStart + chunk * whole
            let bytes = try await sealed.read(start..<min(start + whole, sealed.byteCount))
            guard let plain = cipher.open(bytes, chunk) else { throw damaged(sealed) }
            let offset = cipher.range(chunk).lowerBound
            try await Blocking.call { () throws(SyncError) in try target.write(plain, at: offset) }
        }
        try await Blocking.call { () throws(SyncError) in try target.sync() }
    }

    private func damaged(_ sealed: any ByteSource) -> SyncError {
        SyncError(.damaged, "\(sealed.name) is not the shared file: it was altered, truncated or encrypted with another key")
    }
}
