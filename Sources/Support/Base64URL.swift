import Foundation

/// Base64 for addresses, links and cookies: `-` and `_` for `+` and `/`, no padding (RFC 4648 section 5).
public enum Base64URL {
    /// Encodes bytes without padding.
    public static func encode(_ bytes: some Sequence<UInt8>) -> String {
        Data(bytes).base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }

    /// Nil for anything that `encode` does not write, and for more than `limit` bytes.
    public static func decode(_ text: some StringProtocol, limit: Int = 1 << 20) -> Data? {
        guard text.utf8.count <= (limit + 2) / 3 * 4 else { return nil }
        let standard = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        let padded = standard + String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: padded), data.count <= limit, encode(data) == text else { return nil }
        return data
    }
}
