import Crypto
import Foundation
import Support

/// The secret of a link's address: 32 random bytes, 43 letters of base64url.
enum LinkToken {
    static func make() -> String {
        var random = SystemRandomNumberGenerator()
        return Base64URL.encode((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &random) })
    }

    /// The stored form: SHA-256 as 64 hexadecimal digits. The time of a lookup reveals nothing about the token.
    /// - Returns: nil for text that is no token.
    static func digest(_ token: String) -> String? {
        guard let bytes = Base64URL.decode(token, limit: 32), bytes.count == 32 else { return nil }
        return SHA256.hash(data: bytes).map { String(format: "%02x", $0) }.joined()
    }
}
