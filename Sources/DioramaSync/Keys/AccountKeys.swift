import Crypto
import DioramaLibrary
import Foundation

/// An account's secret keys: an Ed25519 key (RFC 8032) to sign, an X25519 key (RFC 7748) to decrypt.
///
/// They belong to the account: all its devices have them. They are stored with the account's identity on each device, and wrapped
/// for each device in the library (`WrappedAccountKeys`), never unencrypted in a bucket.
public struct AccountKeys: Sendable {
    private let signing: Curve25519.Signing.PrivateKey
    private let sealing: Curve25519.KeyAgreement.PrivateKey

    /// New keys.
    public init() {
        signing = Curve25519.Signing.PrivateKey()
        sealing = Curve25519.KeyAgreement.PrivateKey()
    }

    /// Decodes keys that `bytes` encoded.
    /// - Throws: `SyncError` of kind `invalidValue` for anything else.
    public init(bytes: Data) throws(SyncError) {
        let bytes = Data(bytes)
        guard bytes.count == 65, bytes[0] == 1,
            let signing = try? Curve25519.Signing.PrivateKey(rawRepresentation: bytes[1..<33]),
            let sealing = try? Curve25519.KeyAgreement.PrivateKey(rawRepresentation: bytes[33..<65])
        else { throw SyncError(.invalidValue, "invalid account keys: they have 65 bytes, the first of them 1") }
        self.signing = signing
        self.sealing = sealing
    }

    /// Both secrets, to keep them: 65 bytes.
    public var bytes: Data { Data([1]) + signing.rawRepresentation + sealing.rawRepresentation }

    /// The public key that others check signatures with; 32 bytes.
    public var signingKey: Data { signing.publicKey.rawRepresentation }
    /// The public key that others seal to; 32 bytes.
    public var sealingKey: Data { sealing.publicKey.rawRepresentation }

    /// Both public keys as URL-safe base64, as `Account.publicKey` has them.
    public var publicKey: String { (signingKey + sealingKey).base64URL }

    // MARK: Wrapping

    private static func binding(_ publicKey: String, _ account: AccountID) -> Data { Data("\(account) \(publicKey)".utf8) }
    private static let wrapInfo = Data("diorama 1 account keys".utf8)

    /// The keys, encrypted for a device or recovery phrase (HPKE, RFC 9180, base mode): the encapsulated key, then the ciphertext.
    func wrapped(for recipient: MemberKey, of account: AccountID) throws(SyncError) -> Data {
        do {
            var sender = try HPKE.Sender(
                recipientKey: Curve25519.KeyAgreement.PublicKey(rawRepresentation: recipient.bytes), ciphersuite: Self.suite,
                info: Self.wrapInfo)
            return sender.encapsulatedKey + (try sender.seal(bytes, authenticating: Self.binding(publicKey, account)))
        } catch {
            throw SyncError(.failed, "the keys of the account \(account) couldn't be encrypted for a device: \(error)")
        }
    }

    /// Decrypts keys that were wrapped for `device`; nil where they were not, or are not the secret keys of `publicKey`.
    init?(unwrapping sealed: Data, publicKey: String, of account: AccountID, with device: DeviceKey) {
        let sealed = Data(sealed)
        guard sealed.count > 32,
            var recipient = try? HPKE.Recipient(
                privateKey: device.privateKey, ciphersuite: Self.suite, info: Self.wrapInfo, encapsulatedKey: sealed.prefix(32)),
            let bytes = try? recipient.open(sealed.dropFirst(32), authenticating: Self.binding(publicKey, account)),
            let keys = try? AccountKeys(bytes: bytes), keys.publicKey == publicKey
        else { return nil }
        self = keys
    }

    // MARK: Messages

    package func sign(_ bytes: [UInt8]) throws(SyncError) -> [UInt8] {
        guard let signature = try? signing.signature(for: bytes) else { throw SyncError(.failed, "a message couldn't be signed") }
        return Array(signature)
    }

    package static func isSigned(_ bytes: [UInt8], _ signature: [UInt8], by key: Data) -> Bool {
        (try? Curve25519.Signing.PublicKey(rawRepresentation: key))?.isValidSignature(signature, for: bytes) ?? false
    }

    /// A secret for one file of one share (HKDF-SHA256, RFC 5869).
    package func derived(_ purpose: String, hash: AssetHash, share: KSUID, byteCount: Int) -> Data {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: bytes), info: Data("\(purpose) \(share) \(hash)".utf8), outputByteCount: byteCount
        ).withUnsafeBytes { Data($0) }
    }

    private static let suite = HPKE.Ciphersuite.Curve25519_SHA256_ChachaPoly

    /// Seals to a public key (HPKE, RFC 9180, base mode): the key for this message, then the ciphertext.
    package static func seal(_ bytes: [UInt8], to key: Data, info: [UInt8], with additional: [UInt8]) throws(SyncError) -> [UInt8] {
        guard let key = try? Curve25519.KeyAgreement.PublicKey(rawRepresentation: key),
            var sender = try? HPKE.Sender(recipientKey: key, ciphersuite: suite, info: Data(info)),
            let sealed = try? sender.seal(bytes, authenticating: additional)
        else { throw SyncError(.invalidValue, "nothing can be sealed to this key; ask for a new contact card") }
        return Array(sender.encapsulatedKey) + Array(sealed)
    }

    /// Nil where it was not sealed to these keys with `info` and `additional`.
    package func open(_ sealed: [UInt8], info: [UInt8], with additional: [UInt8]) -> [UInt8]? {
        guard sealed.count >= 32 + 16,
            var recipient = try? HPKE.Recipient(
                privateKey: sealing, ciphersuite: Self.suite, info: Data(info), encapsulatedKey: Data(sealed.prefix(32))),
            let bytes = try? recipient.open(Data(sealed.dropFirst(32)), authenticating: additional)
        else { return nil }
        return Array(bytes)
    }
}
