import Crypto
import Foundation
import Support

/// What a visitor shows with each request: which link was opened, and until when that counts, signed by this library.
///
/// 67 bytes as base64url: the link's id, the time in milliseconds, and an HMAC-SHA256 (RFC 2104) of both together with what the
/// link was opened by. So a ticket ends with its time, with its link, and with the link's password.
struct VisitTicket: Equatable {
    let link: LinkID
    let expires: Date

    private static let length = KSUID.length + 8 + 32

    /// - Parameter secret: what the link was opened by: the digest of its token, and its password as it is kept.
    func signed(by key: SymmetricKey, secret: String) -> String {
        Base64URL.encode(content + Data(HMAC<SHA256>.authenticationCode(for: Self.message(content, secret), using: key)))
    }

    /// What a text says it is a ticket of. Nothing is checked yet; see `isValid`.
    static func read(_ text: String) -> (ticket: VisitTicket, code: Data)? {
        guard let bytes = Base64URL.decode(text, limit: length), bytes.count == length,
            let link = LinkID(String(decoding: bytes.prefix(KSUID.length), as: UTF8.self))
        else { return nil }
        let time = bytes.dropFirst(KSUID.length).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return (VisitTicket(link: link, expires: Date(milliseconds: Int64(clamping: time))), bytes.suffix(32))
    }

    /// Whether `code` is this ticket's signature, compared in constant time, and it has not expired.
    func isValid(_ code: Data, key: SymmetricKey, secret: String, at time: Date) -> Bool {
        HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: Self.message(content, secret), using: key) && time < expires
    }

    private var content: Data {
        let time = UInt64(max(expires.milliseconds, 0))
        return Data(link.description.utf8) + (0..<8).map { UInt8(truncatingIfNeeded: time >> (56 - 8 * $0)) }
    }

    private static func message(_ content: Data, _ secret: String) -> Data {
        Data("diorama visit 1\n".utf8) + content + Data(secret.utf8)
    }
}
