import Crypto
import Foundation
import Support

/// 32 random bytes that a browser or an invitation carries; the library keeps only their SHA-256.
public struct SessionToken: Sendable {
    private static let byteCount = 32
    private let bytes: Data

    /// A new one.
    public init() { bytes = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) } }

    /// Reads 43 characters of base64url; nil for anything else.
    public init?(_ text: some StringProtocol) {
        guard text.utf8.count == 43, let bytes = Base64URL.decode(text), bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    /// As it stands in a cookie or address.
    public var text: String { Base64URL.encode(bytes) }

    /// What is kept of it.
    public var digest: Data { Data(SHA256.hash(data: bytes)) }
}
