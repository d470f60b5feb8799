import Crypto
import Foundation

/// The signature of requests to S3: AWS Signature Version 4, in the `Authorization` header or in the query of a presigned URL
/// (Amazon S3 API Reference, "Authenticating Requests: Using the Authorization Header" and "Using Query Parameters").
package struct S3Signature: Sendable {
    package let credentials: S3Credentials
    package let region: String
    package let service: String

    package init(credentials: S3Credentials, region: String, service: String = "s3") {
        self.credentials = credentials
        self.region = region
        self.service = service
    }

    /// The value of `Authorization`.
    /// - Parameters:
    ///   - method: the HTTP method.
    ///   - path: the path as it is sent, escaped.
    ///   - query: names and values, not escaped.
    ///   - headers: all that are to be signed, `host` and `x-amz-date` among them, by lowercase names.
    ///   - payloadHash: SHA-256 of the body as lowercase hexadecimal digits.
    ///   - date: `20130524T000000Z`, the value of `x-amz-date`.
    package func authorization(
        method: String, path: String, query: [(String, String)], headers: [String: String], payloadHash: String, date: String
    ) -> String {
        let signedHeaders = headers.keys.sorted().joined(separator: ";")
        let signature = sign(
            [method, path, Self.canonicalQuery(query), Self.canonical(headers), signedHeaders, payloadHash], date: date)
        let credential = "\(credentials.accessKeyID)/\(scope(date))"
        return "AWS4-HMAC-SHA256 Credential=\(credential),SignedHeaders=\(signedHeaders),Signature=\(signature)"
    }

    /// The query of a presigned URL, as it is sent: whoever has it may send the request until it expires.
    /// - Parameters:
    ///   - method: the HTTP method.
    ///   - path: the path as it is sent, escaped.
    ///   - more: parameters of the request, unescaped.
    ///   - host: the value of the `host` header, the only one that is signed.
    ///   - seconds: how long it is valid after `date`.
    ///   - date: `20130524T000000Z`.
    package func presignedQuery(
        method: String, path: String, query more: [(String, String)] = [], host: String, seconds: Int, date: String
    ) -> String {
        var query =
            more + [
                ("X-Amz-Algorithm", "AWS4-HMAC-SHA256"), ("X-Amz-Credential", "\(credentials.accessKeyID)/\(scope(date))"),
                ("X-Amz-Date", date), ("X-Amz-Expires", String(seconds)), ("X-Amz-SignedHeaders", "host"),
            ]
        if let token = credentials.sessionToken { query.append(("X-Amz-Security-Token", token)) }
        let canonical = Self.canonicalQuery(query)
        let signature = sign([method, path, canonical, "host:\(host)\n", "host", "UNSIGNED-PAYLOAD"], date: date)
        return "\(canonical)&X-Amz-Signature=\(signature)"
    }

    /// The signature of a canonical request, given by its lines.
    private func sign(_ canonical: [String], date: String) -> String {
        let request = canonical.joined(separator: "\n")
        let text = ["AWS4-HMAC-SHA256", date, scope(date), Self.hash(Data(request.utf8))].joined(separator: "\n")
        var key = SymmetricKey(data: Data("AWS4\(credentials.secretAccessKey)".utf8))
        for part in [String(date.prefix(8)), region, service, "aws4_request"] {
            key = SymmetricKey(data: HMAC<SHA256>.authenticationCode(for: Data(part.utf8), using: key))
        }
        return Self.hexadecimal(HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: key))
    }

    private func scope(_ date: String) -> String { "\(date.prefix(8))/\(region)/\(service)/aws4_request" }

    private static func canonical(_ headers: [String: String]) -> String {
        headers.sorted { $0.key < $1.key }.map { "\($0.key):\(trimmed($0.value))\n" }.joined()
    }

    /// SHA-256 as lowercase hexadecimal digits.
    package static func hash(_ data: Data) -> String { hexadecimal(SHA256.hash(data: data)) }

    /// The query as it is signed, and sent: escaped, in the order of the escaped names and values.
    static func canonicalQuery(_ query: [(String, String)]) -> String {
        query.map { (escaped($0.0), escaped($0.1)) }.sorted { $0 < $1 }.map { "\($0.0)=\($0.1)" }.joined(separator: "&")
    }

    /// RFC 3986: all but unreserved characters as %XX; slashes stay where they part a path.
    static func escaped(_ text: String, isPath: Bool = false) -> String {
        var out = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "~"):
                out.unicodeScalars.append(Unicode.Scalar(byte))
            case UInt8(ascii: "/") where isPath: out += "/"
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                out += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return out
    }

    static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// Without spaces at the ends and with single ones inside.
    private static func trimmed(_ value: String) -> String { value.split(separator: " ").joined(separator: " ") }
}
