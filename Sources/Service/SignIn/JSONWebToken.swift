import Foundation
import Support

/// A signed JSON web token (RFC 7519) in the compact form of RFC 7515, whose signature is not checked yet.
struct JSONWebToken: Sendable {
    /// The header's fields that are understood here.
    struct Header: Decodable, Sendable {
        let alg: String
        let kid: String?
        /// Extensions that a reader has to understand; there are none.
        let crit: [String]?
    }

    let header: Header
    /// The claims as JSON.
    let payload: Data
    /// What is signed: the first two parts with the point between them.
    let signed: Data
    let signature: Data

    /// Longer texts are no tokens.
    static let maxBytes = 16_384

    /// - Throws: `ServiceError` of kind `notAuthenticated` where the text is not a token of three parts, or demands extensions.
    init(_ text: String, what: String) throws(ServiceError) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard text.utf8.count <= Self.maxBytes, parts.count == 3, let head = Base64URL.decode(parts[0]),
            let payload = Base64URL.decode(parts[1]), let signature = Base64URL.decode(parts[2]), !signature.isEmpty,
            let header = try? JSONDecoder().decode(Header.self, from: head)
        else { throw ServiceError(.notAuthenticated, "the \(what) is not a signed JSON web token of three parts") }
        guard header.crit == nil else {
            throw ServiceError(.notAuthenticated, "the \(what) demands extensions that are not known here")
        }
        self.header = header
        self.payload = payload
        self.signature = signature
        signed = Data("\(parts[0]).\(parts[1])".utf8)
    }

    /// The claims as a `T`.
    func claims<T: Decodable>(_ type: T.Type, what: String) throws(ServiceError) -> T {
        guard let claims = try? JSONDecoder().decode(type, from: payload) else {
            throw ServiceError(.notAuthenticated, "the \(what) lacks claims that are needed, or has them in another form")
        }
        return claims
    }
}
