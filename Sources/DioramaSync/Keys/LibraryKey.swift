import Crypto
import Foundation

/// The 256-bit secret of one epoch of an encrypted library. Its description shows nothing of it.
struct LibraryKey: Sendable, Equatable, CustomStringConvertible {
    static let byteCount = 32
    let secret: SymmetricKey

    /// A new random key.
    init() { secret = SymmetricKey(size: .bits256) }

    /// Reads exactly 32 bytes; nil for anything else.
    init?(bytes: Data) {
        guard bytes.count == Self.byteCount else { return nil }
        secret = SymmetricKey(data: bytes)
    }

    /// The secret itself, for a secret store.
    var bytes: Data { secret.withUnsafeBytes { Data($0) } }

    var description: String { "a library key" }

    /// The key for one purpose (HKDF-SHA256, RFC 5869).
    func derived(_ purpose: String) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(inputKeyMaterial: secret, info: Data("diorama 1 \(purpose)".utf8), outputByteCount: 32)
    }

    /// A hash that identifies the key without revealing it.
    var fingerprint: Data { derived("fingerprint").withUnsafeBytes { Data($0) } }
}

extension LibraryKey: CustomReflectable {
    var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension Data {
    /// URL-safe base64 without padding (RFC 4648, section 5).
    var base64URL: String {
        base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }

    /// Decodes it; nil for any other encoding.
    init?(base64URL text: String) {
        let plain = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        let padding = String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: plain + padding), data.base64URL == text else { return nil }
        self = data
    }

    /// Big-endian.
    init(_ value: some FixedWidthInteger) { self = Swift.withUnsafeBytes(of: value.bigEndian) { Data($0) } }
}
