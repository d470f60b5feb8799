import Crypto
import Foundation

/// Encrypts a push message for one browser: RFC 8291 (message encryption for Web Push) with the content coding `aes128gcm` of
/// RFC 8188. The push service between server and browser can't read it.
public enum PushEncryption {
    /// Largest message in bytes: push services accept bodies of 4096 bytes, of which 103 are header, delimiter and tag.
    public static let maximumBytes = 3993

    private static let recordSize: UInt32 = 4096

    /// - Parameters:
    ///   - message: at most `maximumBytes`.
    ///   - publicKey: the browser's key: 65 bytes, an uncompressed point of P-256.
    ///   - secret: the browser's authentication secret, 16 bytes.
    /// - Returns: the body of the request.
    /// - Throws: `SpacesError` of kind `invalidInput` where the key is no point of the curve, or the message is too long.
    public static func body(_ message: Data, for publicKey: Data, secret: Data) throws -> Data {
        var salt = Data(count: 16)
        for i in salt.indices { salt[i] = UInt8.random(in: 0...255) }
        return try body(message, for: publicKey, secret: secret, with: P256.KeyAgreement.PrivateKey(), salt: salt)
    }

    /// The same with a given key of the server's and a given salt of 16 bytes, which must never be used twice.
    static func body(
        _ message: Data, for publicKey: Data, secret: Data, with key: P256.KeyAgreement.PrivateKey, salt: Data
    ) throws -> Data {
        guard message.count <= maximumBytes else {
            throw SpacesError(.invalidInput, "a notification can have at most \(maximumBytes) bytes, not \(message.count)")
        }
        guard let browser = try? P256.KeyAgreement.PublicKey(x963Representation: publicKey),
            let shared = try? key.sharedSecretFromKeyAgreement(with: browser)
        else { throw SpacesError(.invalidInput, "the browser's key is no point of the curve P-256") }
        let own = key.publicKey.x963Representation
        // RFC 8291, section 3.4: the secret of the agreement is bound to both keys and to the browser's secret first.
        let keyInfo = Data("WebPush: info\0".utf8) + publicKey + own
        let input = shared.hkdfDerivedSymmetricKey(
            using: SHA256.self, salt: secret, sharedInfo: keyInfo, outputByteCount: 32)
        let contentKey = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: input, salt: salt, info: Data("Content-Encoding: aes128gcm\0".utf8), outputByteCount: 16)
        let nonce = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: input, salt: salt, info: Data("Content-Encoding: nonce\0".utf8), outputByteCount: 12)
        // One record, which is the last: delimiter 2 (RFC 8188, section 2).
        let sealed = try AES.GCM.seal(
            message + [2], using: contentKey, nonce: AES.GCM.Nonce(data: nonce.withUnsafeBytes { Data($0) }))
        var size = recordSize.bigEndian
        let header = salt + Data(bytes: &size, count: 4) + [UInt8(own.count)] + own
        return header + sealed.ciphertext + sealed.tag
    }
}
