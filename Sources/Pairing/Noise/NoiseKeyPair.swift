import DioramaSync
import Crypto
import Foundation

/// An X25519 key pair (RFC 7748): a device's static key, or the ephemeral key of one handshake.
public struct NoiseKeyPair: Sendable {
    /// The private key, 32 bytes. Store it where only the user of this program can read it.
    public let privateKey: Data
    /// The public key, 32 bytes.
    public let publicKey: Data

    /// A new random key pair.
    public init() {
        let key = Curve25519.KeyAgreement.PrivateKey()
        privateKey = key.rawRepresentation
        publicKey = key.publicKey.rawRepresentation
    }

    /// The key pair of a stored private key.
    /// - Throws: `SyncError` of kind `invalidValue` unless it has 32 bytes.
    public init(privateKey: Data) throws(SyncError) {
        guard let key = try? Curve25519.KeyAgreement.PrivateKey(rawRepresentation: privateKey) else {
            throw SyncError(.invalidValue, "a device's secret key has 32 bytes, not \(privateKey.count)")
        }
        self.privateKey = key.rawRepresentation
        publicKey = key.publicKey.rawRepresentation
    }

    /// The shared secret with another's public key (Noise's DH function).
    /// - Throws: `refused` where the public key is invalid (wrong length, or the shared secret is zero).
    func sharedSecret(with other: [UInt8]) throws(SyncError) -> SymmetricKey {
        guard let own = try? Curve25519.KeyAgreement.PrivateKey(rawRepresentation: privateKey),
            let key = try? Curve25519.KeyAgreement.PublicKey(rawRepresentation: other),
            let secret = try? own.sharedSecretFromKeyAgreement(with: key),
            secret.withUnsafeBytes({ bytes in bytes.reduce(0, |) }) != 0
        else { throw SyncError(.refused, "the other device sent a key that can't be used") }
        return secret.withUnsafeBytes { SymmetricKey(data: $0) }
    }

    /// The first 16 bytes of a public key's SHA-256: the part that a pairing code contains. Finding another key with the same one
    /// takes 2¹²⁸ attempts.
    public static func fingerprint(_ publicKey: Data) -> Data { Data(SHA256.hash(data: publicKey).prefix(16)) }
}
