import Crypto
import CryptoExtras
import Foundation
import Support

/// What a browser signs (Web Authentication Level 2, section 5.8.1).
struct PasskeyClientData {
    let challenge: Data
    /// The bytes as they were signed.
    let raw: Data

    private struct Fields: Decodable {
        let type: String
        let challenge: String
        let origin: String
        let crossOrigin: Bool?
    }

    /// - Throws: `ServiceError` of kind `notAuthenticated` where it is of another operation or another site.
    init(_ text: String, type: String, party: RelyingParty) throws(ServiceError) {
        guard let raw = Base64URL.decode(text, limit: 8192), let fields = try? JSONDecoder().decode(Fields.self, from: raw),
            let challenge = Base64URL.decode(fields.challenge, limit: 256)
        else { throw Self.refusal("its client data can't be read") }
        guard fields.type == type else { throw Self.refusal("it was made for another operation") }
        guard fields.origin == party.origin, fields.crossOrigin != true else { throw Self.refusal("it was made on another site") }
        self.raw = raw
        self.challenge = challenge
    }

    static func refusal(_ why: String) -> ServiceError { ServiceError(.notAuthenticated, "the passkey is refused: \(why)") }
}

/// What an authenticator says (Web Authentication Level 2, section 6.1).
struct PasskeyAuthenticatorData {
    let raw: Data
    /// How often the passkey was used; 0 where the authenticator doesn't count.
    let uses: Int64
    private let isNew: Bool

    /// - Throws: `ServiceError` of kind `notAuthenticated` where it is of another site, or nobody was verified.
    init(_ text: String, party: RelyingParty) throws(ServiceError) {
        guard let raw = Base64URL.decode(text, limit: 8192), raw.count >= 37 else {
            throw PasskeyClientData.refusal("its authenticator data can't be read")
        }
        guard raw.prefix(32) == Data(SHA256.hash(data: Data(party.id.utf8))) else {
            throw PasskeyClientData.refusal("it belongs to another site")
        }
        let flags = raw[32]
        // User present, and verified by a gesture, a face or a code.
        guard flags & 0x01 != 0, flags & 0x04 != 0 else {
            throw PasskeyClientData.refusal("its user wasn't verified; unlock it with a code, a finger or a face")
        }
        self.raw = raw
        isNew = flags & 0x40 != 0
        uses = raw[33..<37].reduce(0) { $0 << 8 | Int64($1) }
    }

    /// The new passkey in it.
    /// - Throws: `ServiceError` of kind `notAuthenticated` where there is none, or its key is of another algorithm.
    func credential() throws(ServiceError) -> (id: Data, key: PasskeyKey) {
        let bytes = [UInt8](raw)
        guard isNew, bytes.count >= 55 else { throw PasskeyClientData.refusal("it has no new key") }
        let length = Int(bytes[53]) << 8 | Int(bytes[54])
        guard (1...1023).contains(length), bytes.count > 55 + length else {
            throw PasskeyClientData.refusal("its id can't be read")
        }
        guard let key = PasskeyKey(cose: Array(bytes[(55 + length)...])) else {
            throw PasskeyClientData.refusal("its key is none of ES256 and RS256")
        }
        return (Data(bytes[55..<55 + length]), key)
    }
}

/// The public key of a passkey.
///
/// Authenticators write COSE keys in the canonical form of CTAP 2, so that there is one sequence of bytes for each: it is compared,
/// not interpreted.
struct PasskeyKey: Equatable {
    /// "ES256" or "RS256".
    let algorithm: String
    /// The coordinates of the point, 32 bytes each; or the modulus.
    let bytes: Data

    init?(algorithm: String, bytes: Data) {
        switch algorithm {
        case "ES256" where bytes.count == 64, "RS256" where bytes.count == 256: break
        default: return nil
        }
        self.algorithm = algorithm
        self.bytes = bytes
    }

    /// Nil for other algorithms, and where the point isn't on the curve.
    init?(cose: [UInt8]) {
        // {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}
        let point: [UInt8] = [0xA5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]
        let second: [UInt8] = [0x22, 0x58, 0x20]
        // {1: 3 (RSA), 3: -257 (RS256), -1: n, -2: e}
        let modulus: [UInt8] = [0xA4, 0x01, 0x03, 0x03, 0x39, 0x01, 0x00, 0x20, 0x59, 0x01, 0x00]
        let exponent: [UInt8] = [0x21, 0x43, 0x01, 0x00, 0x01]
        if cose.starts(with: point), cose.count >= 77, Array(cose[42..<45]) == second {
            self.init(algorithm: "ES256", bytes: Data(cose[10..<42] + cose[45..<77]))
            guard (try? P256.Signing.PublicKey(rawRepresentation: bytes)) != nil else { return nil }
        } else if cose.starts(with: modulus), cose.count >= 272, Array(cose[267..<272]) == exponent {
            self.init(algorithm: "RS256", bytes: Data(cose[11..<267]))
        } else {
            return nil
        }
    }

    /// Whether this key signed what the browser and the authenticator say.
    func verifies(_ signature: Data, _ authenticator: PasskeyAuthenticatorData, _ client: PasskeyClientData) -> Bool {
        let message = authenticator.raw + Data(SHA256.hash(data: client.raw))
        if algorithm == "ES256" {
            guard let key = try? P256.Signing.PublicKey(rawRepresentation: bytes),
                let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature)
            else { return false }
            return key.isValidSignature(signature, for: SHA256.hash(data: message))
        }
        guard let key = try? _RSA.Signing.PublicKey(n: bytes, e: Data([1, 0, 1])) else { return false }
        return key.isValidSignature(
            _RSA.Signing.RSASignature(rawRepresentation: signature), for: SHA256.hash(data: message), padding: .insecurePKCS1v1_5)
    }
}
