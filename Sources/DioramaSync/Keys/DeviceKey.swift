import Crypto
import Foundation

/// The X25519 private key of a device, for which the library's keys are wrapped. It never leaves the device.
public struct DeviceKey: Sendable, CustomStringConvertible {
    let privateKey: Curve25519.KeyAgreement.PrivateKey

    /// A new random key.
    public init() { privateKey = Curve25519.KeyAgreement.PrivateKey() }

    /// Reads 32 bytes; nil for anything else.
    public init?(bytes: Data) {
        guard let key = try? Curve25519.KeyAgreement.PrivateKey(rawRepresentation: bytes) else { return nil }
        privateKey = key
    }

    /// The secret itself, for a secret store.
    public var bytes: Data { privateKey.rawRepresentation }

    /// The public key.
    public var member: MemberKey { MemberKey(publicKey: privateKey.publicKey.rawRepresentation) }

    public var description: String { "the key of \(member)" }
}

extension DeviceKey: CustomReflectable {
    public var customMirror: Mirror { Mirror(self, children: ["member": member]) }
}

/// A member of an encrypted library: the X25519 public key of a device or of a recovery phrase.
public struct MemberKey: Hashable, Sendable, CustomStringConvertible, Codable {
    /// 32 bytes.
    public let bytes: Data

    init(publicKey: Data) { bytes = publicKey }

    /// Reads what `description` wrote: 43 characters of URL-safe base64; nil for anything else.
    public init?(_ text: some StringProtocol) {
        guard let data = Data(base64URL: String(text)), data.count == 32,
            (try? Curve25519.KeyAgreement.PublicKey(rawRepresentation: data)) != nil
        else { return nil }
        bytes = data
    }

    public var description: String { bytes.base64URL }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let key = MemberKey(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "a member is 43 characters of base64url")
        }
        self = key
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
