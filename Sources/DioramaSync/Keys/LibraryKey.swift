import Crypto
import Foundation

/// A 256-bit secret of an encrypted library: that of one epoch. Its description shows nothing of it.
public struct LibraryKey: Sendable, Equatable, CustomStringConvertible {
    static let byteCount = 32
    let secret: SymmetricKey

    /// A new random key.
    public init() { secret = SymmetricKey(size: .bits256) }

    /// Reads exactly 32 bytes; nil for anything else.
    public init?(bytes: Data) {
        guard bytes.count == Self.byteCount else { return nil }
        secret = SymmetricKey(data: bytes)
    }

    /// The secret itself, to be kept where secrets are.
    public var bytes: Data { secret.withUnsafeBytes { Data($0) } }

    public var description: String { "a library key" }

    /// The key for one purpose (HKDF-SHA256, RFC 5869): what is made with one tells nothing about another.
    func derived(_ purpose: String) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(inputKeyMaterial: secret, info: Data("diorama 1 \(purpose)".utf8), outputByteCount: 32)
    }

    /// A hash that names the key and tells nothing about it.
    var fingerprint: Data { derived("fingerprint").withUnsafeBytes { Data($0) } }
}

extension LibraryKey: CustomReflectable {
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension Data {
    /// URL-safe base64 without padding (RFC 4648, section 5).
    var base64URL: String {
        base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }

    /// Reads it; nil for anything that is not written exactly so.
    init?(base64URL text: String) {
        let plain = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        let padding = String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: plain + padding), data.base64URL == text else { return nil }
        self = data
    }

    /// Big-endian.
    init(_ value: some FixedWidthInteger) { self = Swift.withUnsafeBytes(of: value.bigEndian) { Data($0) } }
}
