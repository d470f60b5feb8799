import Crypto
import CryptoExtras
import Dispatch
import Foundation
import Support

/// A link's password as it is kept: `scrypt$32768$8$3$salt$key`, by scrypt (RFC 7914) with a salt of its own.
///
/// One guess takes 32 MiB and some tenths of a second. They are made one at a time, so that many visitors at once can't take the
/// memory.
enum LinkPassword {
    private static let rounds = 32768
    private static let blockSize = 8
    private static let parallelism = 3
    private static let queue = DispatchQueue(label: "diorama.passwords", qos: .utility)

    static func keep(_ password: String) async throws -> String {
        var random = SystemRandomNumberGenerator()
        let salt = Data((0..<16).map { _ in UInt8.random(in: .min ... .max, using: &random) })
        let key = try await derive(password, salt)
        return "scrypt$\(rounds)$\(blockSize)$\(parallelism)$\(Base64URL.encode(salt))$\(Base64URL.encode(key))"
    }

    /// Whether `password` is the one kept. Takes the same time wherever the first difference is.
    static func matches(_ password: String, _ kept: String) async throws -> Bool {
        let parts = kept.split(separator: "$", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 6, Array(parts[..<4]) == ["scrypt", "\(rounds)", "\(blockSize)", "\(parallelism)"],
            let salt = Base64URL.decode(parts[4], limit: 64), let key = Base64URL.decode(parts[5], limit: 64), key.count == 32
        else {
            throw LibraryError(.damaged, "the password of a link can't be read; set it again")
        }
        return ConstantTime.areEqual(try await derive(password, salt), key)
    }

    /// The text as it was typed on another machine: composed characters are one character (Unicode's NFC).
    private static func derive(_ password: String, _ salt: Data) async throws -> Data {
        let bytes = Data(password.precomposedStringWithCanonicalMapping.utf8)
        return try await withCheckedThrowingContinuation { continuation in
            queue.async {
                continuation.resume(
                    with: Result {
                        let key = try KDF.Scrypt.deriveKey(
                            from: bytes, salt: salt, outputByteCount: 32, rounds: rounds, blockSize: blockSize,
                            parallelism: parallelism)
                        return key.withUnsafeBytes { Data($0) }
                    })
            }
        }
    }
}

/// Comparison of secrets.
package enum ConstantTime {
    /// Takes the same time for all pairs of the same lengths.
    package static func areEqual(_ a: some Collection<UInt8>, _ b: some Collection<UInt8>) -> Bool {
        guard a.count == b.count else { return false }
        return zip(a, b).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
