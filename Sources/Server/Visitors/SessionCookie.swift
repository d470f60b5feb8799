import Foundation
import HTTPTypes
import Hummingbird
import Spaces

/// The cookie of a session (RFC 6265): no script reads it, and no other site's form sends it.
enum SessionCookie {
    static let name = "diorama_session"
    /// How long a session holds.
    static let lifetime: TimeInterval = 180 * 24 * 3600

    static func token(_ request: Request) -> SessionToken? {
        for field in request.headers[values: .cookie] {
            for pair in field.split(separator: ";") {
                let parts = pair.split(separator: "=", maxSplits: 1)
                guard parts.count == 2, parts[0].trimming(while: { $0 == " " }) == name else { continue }
                return SessionToken(parts[1].trimming(while: { $0 == " " }))
            }
        }
        return nil
    }

    /// Sets the cookie; `Secure` where the page was loaded over TLS, which the connection or a proxy says.
    static func setting(_ token: SessionToken, for request: Request) -> String {
        field(token.text, maximumAge: Int(lifetime), request)
    }

    static func clearing(for request: Request) -> String { field("", maximumAge: 0, request) }

    private static func field(_ value: String, maximumAge: Int, _ request: Request) -> String {
        let isSecure =
            request.head.scheme == "https" || request.headers[HTTPField.Name("X-Forwarded-Proto")!]?.lowercased() == "https"
            || request.headers[.origin].flatMap { Origin($0) }?.scheme == "https"
        return "\(name)=\(value); Path=/; Max-Age=\(maximumAge); HttpOnly; SameSite=Lax" + (isSecure ? "; Secure" : "")
    }
}
