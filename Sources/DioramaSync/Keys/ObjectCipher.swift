import Crypto
import Foundation

/// The format of encrypted objects.
///
///     header = "DIOC", version 1 (1 byte), epoch (4), log₂ of the chunk's size (1: 16), 2 zeros, salt (32), commitment (32)
///     chunk  = ChaCha20-Poly1305 of up to 65,536 bytes, with its tag of 16 behind it
///
/// The chunks are the STREAM construction (Hoang, Reyhanitabar, Rogaway, Vizár, "Online Authenticated-Encryption and its
/// Nonce-Reuse Misuse-Resistance", 2015): the nonce holds the chunk's number and whether it is the last one, so that chunks can't
/// be dropped, swapped or truncated, and each can be decrypted separately. Header, length and name are the associated data of every
/// chunk:
/// objects can't be exchanged.
///
/// The salt is an HMAC of name, length and bytes, and key and commitment come from it and the epoch's key by HKDF. So no key is
/// ever used for two different objects, whatever random numbers a machine has, and the same object always gives the same
/// ciphertext: an upload can be resumed, and a repeated upload is no conflict. The commitment makes sure that an object
/// opens under one key only (Albertini et al., "How to Abuse and Fix Authenticated Encryption Without Key Commitment", 2022).
enum ObjectCipher {
    static let magic = Data("DIOC".utf8)
    static let version: UInt8 = 1
    static let chunkByteCount = 65_536
    static let tagByteCount = 16
    static let headerByteCount = 76
    static let wholeChunk = chunkByteCount + tagByteCount

    /// The beginning of an object.
    struct Header: Sendable, Equatable {
        var epoch: UInt32
        var salt: Data
        var commitment: Data

        var bytes: Data {
            magic + Data([version]) + Data(epoch) + Data([16, 0, 0]) + salt + commitment
        }
    }

    enum HeaderResult: Sendable, Equatable {
        case header(Header)
        /// Ciphertext of a newer version of the program.
        case newerVersion
        /// Not an object that Diorama encrypted.
        case foreign
    }

    static func header(_ data: Data) -> HeaderResult {
        let bytes = [UInt8](data.prefix(headerByteCount))
        guard bytes.count == headerByteCount, Data(bytes[..<4]) == magic else { return .foreign }
        guard bytes[4] == version else { return bytes[4] > version ? .newerVersion : .foreign }
        guard bytes[9] == 16, bytes[10] == 0, bytes[11] == 0 else { return .foreign }
        let epoch = bytes[5..<9].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return .header(Header(epoch: epoch, salt: Data(bytes[12..<44]), commitment: Data(bytes[44..<76])))
    }

    static func chunkCount(ofPlain byteCount: Int64) -> Int64 {
        max(1, (byteCount + Int64(chunkByteCount) - 1) / Int64(chunkByteCount))
    }

    /// Size of the ciphertext of `byteCount` bytes.
    static func cipherByteCount(_ byteCount: Int64) -> Int64 {
        Int64(headerByteCount) + byteCount + chunkCount(ofPlain: byteCount) * Int64(tagByteCount)
    }

    /// Size of what a ciphertext of `byteCount` bytes holds; nil where none has this size.
    static func plainByteCount(_ byteCount: Int64) -> Int64? {
        let body = byteCount - Int64(headerByteCount)
        guard body >= Int64(tagByteCount) else { return nil }
        let chunks = (body + Int64(wholeChunk) - 1) / Int64(wholeChunk)
        let plain = body - chunks * Int64(tagByteCount)
        return plain >= 0 && cipherByteCount(plain) == byteCount ? plain : nil
    }
}

/// Seals and opens the chunks of one object.
struct ChunkCipher: Sendable {
    let header: ObjectCipher.Header
    let byteCount: Int64
    private let key: SymmetricKey
    private let associated: Data

    /// For an object to be written; `salt` is that of `Salting`.
    init(sealing key: LibraryKey, epoch: UInt32, name: BucketKey, byteCount: Int64, salt: Data) {
        let (objectKey, commitment) = Self.keys(key, salt)
        self.init(
            ObjectCipher.Header(epoch: epoch, salt: salt, commitment: commitment), byteCount: byteCount, name: name, key: objectKey)
    }

    /// For an object that was read; nil where it was not sealed with `key`.
    init?(opening header: ObjectCipher.Header, with key: LibraryKey, name: BucketKey, byteCount: Int64) {
        let (objectKey, commitment) = Self.keys(key, header.salt)
        guard commitment == header.commitment else { return nil }
        self.init(header, byteCount: byteCount, name: name, key: objectKey)
    }

    private init(_ header: ObjectCipher.Header, byteCount: Int64, name: BucketKey, key: SymmetricKey) {
        self.header = header
        self.byteCount = byteCount
        self.key = key
        associated = header.bytes + Data(UInt64(byteCount)) + Data(name.description.utf8)
    }

    var chunkCount: Int64 { ObjectCipher.chunkCount(ofPlain: byteCount) }

    /// The plain bytes of a chunk.
    func range(_ chunk: Int64) -> Range<Int64> {
        let size = Int64(ObjectCipher.chunkByteCount)
        return min(chunk * size, byteCount)..<min((chunk + 1) * size, byteCount)
    }

    func seal(_ plain: Data, _ chunk: Int64) throws(SyncError) -> Data {
        do {
            let box = try ChaChaPoly.seal(plain, using: key, nonce: nonce(chunk), authenticating: associated)
            return box.ciphertext + box.tag
        } catch {
            throw SyncError(.failed, "couldn't encrypt: \(error)")
        }
    }

    /// - Returns: nil where it is not authentic: altered, from another position or another object.
    func open(_ cipher: Data, _ chunk: Int64) -> Data? {
        let range = range(chunk)
        guard cipher.count == range.count + ObjectCipher.tagByteCount, let nonce = try? nonce(chunk),
            let box = try? ChaChaPoly.SealedBox(
                nonce: nonce, ciphertext: cipher.dropLast(ObjectCipher.tagByteCount), tag: cipher.suffix(ObjectCipher.tagByteCount))
        else { return nil }
        return try? ChaChaPoly.open(box, using: key, authenticating: associated)
    }

    /// 7 zeros (each key has one object only), the chunk's number, and 1 for the last chunk.
    private func nonce(_ chunk: Int64) throws -> ChaChaPoly.Nonce {
        try ChaChaPoly.Nonce(
            data: Data(count: 7) + Data(UInt32(truncatingIfNeeded: chunk)) + Data([chunk == chunkCount - 1 ? 1 : 0]))
    }

    private static func keys(_ key: LibraryKey, _ salt: Data) -> (SymmetricKey, Data) {
        let material = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: key.derived("objects"), salt: salt, info: Data("diorama 1 object".utf8), outputByteCount: 64)
        return material.withUnsafeBytes { raw in (SymmetricKey(data: Data(raw[..<32])), Data(raw[32...])) }
    }
}

/// The salt of an object: HMAC-SHA256 of its name, length and bytes.
struct Salting {
    private var hmac: HMAC<SHA256>

    init(_ key: LibraryKey, name: BucketKey, byteCount: Int64) {
        hmac = HMAC<SHA256>(key: key.derived("salts"))
        hmac.update(data: Data(UInt16(name.description.utf8.count)))
        hmac.update(data: Data(name.description.utf8))
        hmac.update(data: Data(UInt64(byteCount)))
    }

    mutating func update(_ data: Data) { hmac.update(data: data) }

    func finish() -> Data { Data(hmac.finalize()) }
}
