import Crypto
import DioramaLibrary
import Foundation

/// The server's identification at push services: VAPID (RFC 8292), an ES256 JSON Web Token for the service's origin.
public struct PushAuthorization: Sendable {
    private let key: P256.Signing.PrivateKey
    private let contact: String

    /// How long a token is valid; services accept at most 24 hours.
    private static let lifetime: TimeInterval = 12 * 3600

    /// - Parameters:
    ///   - key: the private key, 32 bytes.
    ///   - contact: whom the operator of a push service can write to: `mailto:` or `https:`.
    /// - Throws: `SpacesError` of kind `damaged` where the key is no key of P-256.
    public init(key: Data, contact: String) throws {
        guard let key = try? P256.Signing.PrivateKey(rawRepresentation: key) else {
            throw SpacesError(.damaged, "the key with which notifications are signed is damaged")
        }
        self.key = key
        self.contact = contact
    }

    /// The key of the library's server, which is made when it is first needed.
    public static func key(of library: Library) async throws -> Data {
        try await library.updatePushRecords { records in
            let key = records.signingKey ?? P256.Signing.PrivateKey().rawRepresentation
            records.signingKey = key
            return key
        }
    }

    /// What browsers subscribe with: 65 bytes.
    public var publicKey: Data { key.publicKey.x963Representation }

    /// The value of the header field `Authorization`.
    /// - Parameters:
    ///   - endpoint: the address that a message is sent to.
    ///   - now: the time from which the token's end is counted.
    public func header(for endpoint: URL, now: Date = Date()) throws -> String {
        var origin = "\(endpoint.scheme ?? "https")://\(endpoint.host ?? "")"
        if let port = endpoint.port { origin += ":\(port)" }
        let claims = Claims(aud: origin, exp: Int64(now.timeIntervalSince1970 + Self.lifetime), sub: contact)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let header = Data(#"{"alg":"ES256","typ":"JWT"}"#.utf8).base64URLText
        let signed = "\(header).\(try encoder.encode(claims).base64URLText)"
        let signature = try key.signature(for: Data(signed.utf8)).rawRepresentation
        return "vapid t=\(signed).\(signature.base64URLText), k=\(publicKey.base64URLText)"
    }

    private struct Claims: Encodable {
        let aud: String
        let exp: Int64
        let sub: String
    }
}

extension Data {
    /// Base64 with the alphabet of addresses, without padding (RFC 4648, section 5).
    public var base64URLText: String {
        base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .trimmingCharacters(in: ["="])
    }

    /// Reads what `base64URLText` wrote, with or without padding; nil for anything else.
    public init?(base64URLText text: String) {
        let plain = text.trimmingCharacters(in: ["="]).replacingOccurrences(of: "-", with: "+")
            .replacingOccurrences(of: "_", with: "/")
        self.init(base64Encoded: plain + String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4))
    }
}
