import Crypto
import Foundation

/// Deterministic encryption of object names: the same name in the same folder gives the same ciphertext, so that objects can be
/// found and folders listed.
///
/// Each part of a key is encrypted separately, with its folder's plain name as associated data, as in SIV (Rogaway,
/// Shrimpton, "Deterministic Authenticated-Encryption", 2006; RFC 5297), with HMAC-SHA256 both as the pseudorandom function and,
/// counting, as the key stream:
///
///     padded = length (1 byte), name, zeros up to a multiple of 32 bytes
///     tag    = HMAC(k1, length of folder (2 bytes), folder, padded), its first 16 bytes
///     stream = HMAC(k2, tag, 0), HMAC(k2, tag, 1), …       (counters of 4 bytes)
///     result = base64url(tag, padded ⊕ stream)
///
/// k1 and k2 are derived from the key of the library's first epoch and never change: names must stay the same.
struct NameCipher: Sendable {
    private let tagKey: SymmetricKey
    private let streamKey: SymmetricKey
    private static let tagByteCount = 16
    private static let block = 32
    /// Maximum size of a part, in bytes: its ciphertext has 235 characters, and file systems allow 255.
    static let maxPartByteCount = 159

    init(_ first: LibraryKey) {
        tagKey = first.derived("names tag")
        streamKey = first.derived("names stream")
    }

    /// The key of the object in the bucket.
    func encrypt(_ key: BucketKey) throws(SyncError) -> BucketKey {
        var plain: [Substring] = []
        var cipher: [String] = []
        for part in key.description.split(separator: "/") {
            guard part.utf8.count <= Self.maxPartByteCount else {
                throw SyncError(
                    .invalidValue, "\(key) can't be encrypted: one of its parts has more than \(Self.maxPartByteCount) characters")
            }
            cipher.append(encrypt(String(part), in: plain.joined(separator: "/")))
            plain.append(part)
        }
        guard let result = BucketKey(cipher.joined(separator: "/")) else {
            throw SyncError(.invalidValue, "\(key) can't be encrypted: it is too long")
        }
        return result
    }

    /// The plain key of an encrypted one; nil where it is not one of this library.
    func decrypt(_ key: BucketKey) -> BucketKey? {
        var plain: [String] = []
        for part in key.description.split(separator: "/") {
            guard let name = decrypt(String(part), in: plain.joined(separator: "/")) else { return nil }
            plain.append(name)
        }
        return BucketKey(plain.joined(separator: "/"))
    }

    func encrypt(_ part: String, in folder: String) -> String {
        var padded = Data([UInt8(part.utf8.count)]) + Data(part.utf8)
        padded.append(Data(count: (Self.block - padded.count % Self.block) % Self.block))
        let tag = tag(padded, folder)
        return (tag + masked(padded, tag)).base64URL
    }

    func decrypt(_ part: String, in folder: String) -> String? {
        guard part.utf8.count <= 255, let data = Data(base64URL: part), data.count > Self.tagByteCount,
            (data.count - Self.tagByteCount) % Self.block == 0
        else { return nil }
        let tag = Data(data.prefix(Self.tagByteCount))
        let padded = masked(Data(data.dropFirst(Self.tagByteCount)), tag)
        guard Self.areEqual(self.tag(padded, folder), tag) else { return nil }
        let count = Int(padded[0])
        guard count > 0, count < padded.count else { return nil }
        let name = String(decoding: padded[1...count], as: UTF8.self)
        return BucketKey.isPart(name) ? name : nil
    }

    private func tag(_ padded: Data, _ folder: String) -> Data {
        var hmac = HMAC<SHA256>(key: tagKey)
        hmac.update(data: Data(UInt16(folder.utf8.count)))
        hmac.update(data: Data(folder.utf8))
        hmac.update(data: padded)
        return Data(hmac.finalize().prefix(Self.tagByteCount))
    }

    private func masked(_ bytes: Data, _ tag: Data) -> Data {
        var out = Data(capacity: bytes.count)
        for (counter, start) in stride(from: bytes.startIndex, to: bytes.endIndex, by: 32).enumerated() {
            let stream = HMAC<SHA256>.authenticationCode(for: tag + Data(UInt32(counter)), using: streamKey)
            out.append(contentsOf: zip(bytes[start..<min(start + 32, bytes.endIndex)], stream).map { $0 ^ $1 })
        }
        return out
    }

    /// Comparison in constant time.
    private static func areEqual(_ a: Data, _ b: Data) -> Bool {
        a.count == b.count && zip(a, b).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
