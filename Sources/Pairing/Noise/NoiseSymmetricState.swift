import DioramaSync
import Crypto
import Foundation

/// Noise's SymmetricState with SHA-256 (Noise rev 34 section 5.2): everything said so far, hashed and mixed into the key.
struct NoiseSymmetricState: Sendable {
    private var chainingKey: [UInt8]
    private(set) var hash: [UInt8]
    private var cipher: NoiseCipher?

    init(protocolName: String) {
        let name = Array(protocolName.utf8)
        hash = name.count <= 32 ? name + [UInt8](repeating: 0, count: 32 - name.count) : Array(SHA256.hash(data: name))
        chainingKey = hash
    }

    mutating func mixHash(_ data: some DataProtocol) {
        var hasher = SHA256()
        hasher.update(data: hash)
        hasher.update(data: data)
        hash = Array(hasher.finalize())
    }

    mutating func mixKey(_ input: SymmetricKey) {
        let (first, second) = Self.derive(chainingKey, input)
        chainingKey = first
        cipher = NoiseCipher(SymmetricKey(data: second))
    }

    mutating func encryptAndHash(_ plaintext: some DataProtocol) throws(SyncError) -> [UInt8] {
        let ciphertext = try cipher?.seal(plaintext, with: hash) ?? Array(plaintext)
        mixHash(ciphertext)
        return ciphertext
    }

    mutating func decryptAndHash(_ ciphertext: some DataProtocol) throws(SyncError) -> [UInt8] {
        let plaintext = try cipher?.open(ciphertext, with: hash) ?? Array(ciphertext)
        mixHash(ciphertext)
        return plaintext
    }

    /// How many bytes longer an encrypted text is, at this point.
    var overhead: Int { cipher == nil ? 0 : NoiseCipher.tagLength }

    /// The initiator's sending cipher, and the responder's.
    func split() -> (NoiseCipher, NoiseCipher) {
        let (first, second) = Self.derive(chainingKey, SymmetricKey(data: [UInt8]()))
        return (NoiseCipher(SymmetricKey(data: first)), NoiseCipher(SymmetricKey(data: second)))
    }

    /// Noise's HKDF with two outputs (section 4.3).
    private static func derive(_ chainingKey: [UInt8], _ input: SymmetricKey) -> ([UInt8], [UInt8]) {
        let code = input.withUnsafeBytes { HMAC<SHA256>.authenticationCode(for: $0, using: SymmetricKey(data: chainingKey)) }
        let key = SymmetricKey(data: Data(code))
        let first = Array(HMAC<SHA256>.authenticationCode(for: [1], using: key))
        return (first, Array(HMAC<SHA256>.authenticationCode(for: first + [2], using: key)))
    }
}
