import DioramaSync
import Crypto
import Foundation

/// Noise's CipherState with ChaChaPoly (Noise rev 34 sections 5.1 and 12.3): a key and the number of the next message.
struct NoiseCipher: Sendable {
    private var key: SymmetricKey
    private(set) var nonce: UInt64 = 0

    init(_ key: SymmetricKey) { self.key = key }

    static let tagLength = 16

    /// 32 zero bits, then the number, little-endian.
    private static func nonce(_ number: UInt64) throws -> ChaChaPoly.Nonce {
        try ChaChaPoly.Nonce(data: [0, 0, 0, 0] + (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) })
    }

    /// The next nonce; 2⁶⁴−1 is reserved for rekeying.
    private mutating func takeNonce() throws(SyncError) -> UInt64 {
        guard nonce < UInt64.max else {
            throw SyncError(.refused, "this connection has reached its maximum number of messages; connect again")
        }
        defer { nonce += 1 }
        return nonce
    }

    mutating func seal(_ plaintext: some DataProtocol, with additional: some DataProtocol) throws(SyncError) -> [UInt8] {
        let number = try takeNonce()
        guard
            let box = try? ChaChaPoly.seal(plaintext, using: key, nonce: Self.nonce(number), authenticating: additional)
        else { throw SyncError(.failed, "a message couldn't be encrypted") }
        return Array(box.ciphertext) + Array(box.tag)
    }

    /// - Throws: `damaged` where it was not encrypted with this key, nonce and data. The nonce is not consumed then.
    mutating func open(_ sealed: some DataProtocol, with additional: some DataProtocol) throws(SyncError) -> [UInt8] {
        let before = nonce
        let number = try takeNonce()
        guard sealed.count >= Self.tagLength,
            let box = try? ChaChaPoly.SealedBox(
                nonce: Self.nonce(number), ciphertext: sealed.prefix(sealed.count - Self.tagLength),
                tag: sealed.suffix(Self.tagLength)),
            let plaintext = try? ChaChaPoly.open(box, using: key, authenticating: additional)
        else {
            nonce = before
            throw SyncError(.damaged, "a message of the other device was altered, or is for another device")
        }
        return Array(plaintext)
    }

    /// A new key from the old one, which can't be found from it (section 11.3). The number goes on.
    mutating func rekey() throws(SyncError) {
        guard
            let box = try? ChaChaPoly.seal(
                [UInt8](repeating: 0, count: 32), using: key, nonce: Self.nonce(UInt64.max), authenticating: [UInt8]())
        else { throw SyncError(.failed, "the connection's key couldn't be renewed") }
        key = SymmetricKey(data: box.ciphertext)
    }
}
