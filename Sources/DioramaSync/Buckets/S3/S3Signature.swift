import Crypto
import Foundation

/// The signature of requests to S3: AWS Signature Version 4, in the `Authorization` header
/// (Amazon S3 API Reference, "Authenticating Requests: Using the Authorization Header").
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
        let names = headers.keys.sorted()
        let canonicalHeaders = names.map { "\($0):\(Self.trimmed(headers[$0]!))\n" }.joined()
        let signedHeaders = names.joined(separator: ";")
        let canonical = [method, path, Self.canonicalQuery(query), canonicalHeaders, signedHeaders, payloadHash].joined(
            separator: "\n")
        let day = String(date.prefix(8))
        let scope = "\(day)/\(region)/\(service)/aws4_request"
        let text = ["AWS4-HMAC-SHA256", date, scope, Self.hash(Data(canonical.utf8))].joined(separator: "\n")
        var key = SymmetricKey(data: Data("AWS4\(credentials.secretAccessKey)".utf8))
        for part in [day, region, service, "aws4_request"] {
            key = SymmetricKey(data: HMAC<SHA256>.authenticationCode(for: Data(part.utf8), using: key))
        }
        let signature = Self.hexadecimal(HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: key))
        return
            "AWS4-HMAC-SHA256 Credential=\(credentials.accessKeyID)/\(scope),SignedHeaders=\(signedHeaders),Signature=\(signature)"
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
