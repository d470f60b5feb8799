import Crypto
import CryptoExtras
import Foundation
import Support

/// A public key of an issuer (RFC 7517) that verifies signatures of one algorithm. The algorithm belongs to the key: what a token
/// names has to be the same, so that a public key is never used as the secret of another algorithm.
struct JSONWebKey: Sendable {
    /// The algorithms of ID tokens: RSA with SHA-256 as every issuer has to offer, and ECDSA on P-256.
    static let algorithms = ["RS256", "ES256"]

    let id: String
    let algorithm: String
    private let key: Key

    private enum Key: Sendable {
        case rsa(_RSA.Signing.PublicKey)
        case p256(P256.Signing.PublicKey)
    }

    /// A key as a set of keys lists it.
    struct Entry: Decodable, Sendable {
        let kty: String
        let kid: String?
        let use: String?
        let alg: String?
        let n: String?
        let e: String?
        let crv: String?
        let x: String?
        let y: String?
    }

    /// Nil for keys of other types, of other uses, without an id, and for RSA keys of fewer than 2048 bits.
    init?(_ entry: Entry) {
        guard let id = entry.kid, !id.isEmpty, entry.use == nil || entry.use == "sig" else { return nil }
        self.id = id
        switch entry.kty {
        case "RSA":
            guard entry.alg == nil || entry.alg == "RS256", let n = entry.n.flatMap({ Base64URL.decode($0, limit: 1024) }),
                let e = entry.e.flatMap({ Base64URL.decode($0, limit: 8) }), Self.bits(n) >= 2048,
                let key = try? _RSA.Signing.PublicKey(n: n, e: e)
            else { return nil }
            algorithm = "RS256"
            self.key = .rsa(key)
        case "EC":
            guard entry.alg == nil || entry.alg == "ES256", entry.crv == "P-256",
                let x = entry.x.flatMap({ Base64URL.decode($0, limit: 32) }), x.count == 32,
                let y = entry.y.flatMap({ Base64URL.decode($0, limit: 32) }), y.count == 32,
                let key = try? P256.Signing.PublicKey(x963Representation: Data([4]) + x + y)
            else { return nil }
            algorithm = "ES256"
            self.key = .p256(key)
        default: return nil
        }
    }

    /// A key of this service.
    init(id: String, _ key: P256.Signing.PublicKey) {
        self.id = id
        algorithm = "ES256"
        self.key = .p256(key)
    }

    private static func bits(_ number: Data) -> Int {
        let digits = number.drop { $0 == 0 }
        return digits.first.map { digits.count * 8 - $0.leadingZeroBitCount } ?? 0
    }

    /// Whether the token was signed with the private part of this key, by this key's algorithm.
    func verifies(_ token: JSONWebToken) -> Bool {
        guard token.header.alg == algorithm else { return false }
        switch key {
        case .rsa(let key):
            let signature = _RSA.Signing.RSASignature(rawRepresentation: token.signature)
            return key.isValidSignature(signature, for: SHA256.hash(data: token.signed), padding: .insecurePKCS1v1_5)
        case .p256(let key):
            guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: token.signature) else { return false }
            return key.isValidSignature(signature, for: SHA256.hash(data: token.signed))
        }
    }
}
