import Foundation

/// The site that passkeys belong to.
public struct RelyingParty: Sendable, Equatable {
    /// The host name: passkeys of one host don't work at another.
    public let id: String
    /// The origin of its pages: "https://scans.example.org".
    public let origin: String

    /// The site at a public address.
    /// - Throws: `ServiceError` of kind `invalidInput` where browsers make no passkeys for it: it has to be HTTPS with a host name,
    ///   or `http://localhost`.
    public init(_ address: String) throws(ServiceError) {
        guard let parts = URLComponents(string: address), let scheme = parts.scheme, let host = parts.host, !host.isEmpty,
            NetworkBytes(host.trimmingCharacters(in: ["[", "]"])) == nil,
            scheme == "https" || (scheme == "http" && host == "localhost")
        else {
            throw ServiceError(
                .invalidInput, "passkeys need a --public-address like https://scans.example.org, or http://localhost:8080")
        }
        id = host
        let standard = scheme == "https" ? 443 : 80
        origin = "\(scheme)://\(host)" + (parts.port.map { $0 == standard ? "" : ":\($0)" } ?? "")
    }
}
