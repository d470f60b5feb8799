import DioramaSync
import Crypto
import Foundation

/// A key pair of X25519 (RFC 7748): a device's long-term key, or one made for a single handshake.
public struct NoiseKeyPair: Sendable {
    /// The secret, 32 bytes. Keep it where only this program's user can read it.
    public let privateKey: Data
    /// 32 bytes.
    public let publicKey: Data

    /// A new pair.
    public init() {
        let key = Curve25519.KeyAgreement.PrivateKey()
        privateKey = key.rawRepresentation
        publicKey = key.publicKey.rawRepresentation
    }

    /// The pair of a secret that was kept.
    /// - Throws: `SyncError` of kind `invalidValue` unless it has 32 bytes.
    public init(privateKey: Data) throws(SyncError) {
        guard let key = try? Curve25519.KeyAgreement.PrivateKey(rawRepresentation: privateKey) else {
            throw SyncError(.invalidValue, "a device's secret key has 32 bytes, not \(privateKey.count)")
        }
        self.privateKey = key.rawRepresentation
        publicKey = key.publicKey.rawRepresentation
    }

    /// The shared secret with another's public key (Noise's DH function).
    /// - Throws: `refused` where that is no usable key (wrong length, or one that gives a secret of zeros).
    func sharedSecret(with other: [UInt8]) throws(SyncError) -> SymmetricKey {
        guard let own = try? Curve25519.KeyAgreement.PrivateKey(rawRepresentation: privateKey),
            let key = try? Curve25519.KeyAgreement.PublicKey(rawRepresentation: other),
            let secret = try? own.sharedSecretFromKeyAgreement(with: key),
            secret.withUnsafeBytes({ bytes in bytes.reduce(0, |) }) != 0
        else { throw SyncError(.refused, "the other device sent a key that can't be used") }
        return secret.withUnsafeBytes { SymmetricKey(data: $0) }
    }

    /// The first 16 bytes of a public key's SHA-256: what a pairing code holds of it. Finding another key with them takes 2¹²⁸
    /// tries.
    public static func fingerprint(_ publicKey: Data) -> Data { Data(SHA256.hash(data: publicKey).prefix(16)) }
}
