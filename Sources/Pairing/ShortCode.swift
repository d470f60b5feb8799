import Crypto
import Foundation

/// The six digits that two people compare. After the handshake, and bound to it, both devices send a random number; the responder
/// commits to its number before it receives the other's. A man in the middle, with a handshake to each device, has to choose its
/// last number before it knows the last honest one: the digits agree with a probability of one in a million.
///
/// The construction is that of Bluetooth's numeric comparison (Core Specification vol. 2, part H, section 7.2.1) with Noise's
/// handshake hash instead of the public keys; docs/pairing.md gives the argument.
enum ShortCode {
    static let nonceLength = 32

    static func nonce() -> [UInt8] { (0..<nonceLength).map { _ in UInt8.random(in: 0...255) } }

    /// The responder's first message: it commits to its number without revealing it.
    static func commitment(_ nonce: [UInt8], _ handshakeHash: Data) -> [UInt8] {
        Array(SHA256.hash(data: Array("diorama pairing commitment 1".utf8) + handshakeHash + nonce))
    }

    /// Six digits, "482 193".
    static func digits(caller: [UInt8], called: [UInt8], _ handshakeHash: Data) -> String {
        let hash = SHA256.hash(data: Array("diorama pairing digits 1".utf8) + handshakeHash + caller + called)
        let number = hash.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } % 1_000_000
        let digits = String(repeating: "0", count: 6 - String(number).count) + String(number)
        return "\(digits.prefix(3)) \(digits.suffix(3))"
    }
}
