import Crypto
import Foundation
import NIOSSL
import Server
import Support
import SwiftASN1
import TestSupport
import X509

/// A certificate that signs itself, for the files of `--tls-certificate` and `--tls-key`.
struct TestCertificate {
    let certificate: Certificate
    let key = P256.Signing.PrivateKey()

    init(_ names: [String] = ["localhost"], from start: Date = Date() - 3600, until end: Date = Date() + 30 * 86400) throws {
        let issuer = Certificate.PrivateKey(key)
        let subject = try DistinguishedName { CommonName("test") }
        let alternatives = names.map { GeneralName.dnsName($0) } + [.ipAddress(ASN1OctetString(contentBytes: [127, 0, 0, 1]))]
        certificate = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: issuer.publicKey, notValidBefore: start,
            notValidAfter: end, issuer: subject, subject: subject,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
                SubjectAlternativeNames(alternatives)
            },
            issuerPrivateKey: issuer)
    }

    /// Writes `NAME.pem` and `NAME.key`.
    @discardableResult func write(to folder: URL, as name: String = "server") throws -> CertificateSource {
        let files = (folder.appendingPathComponent("\(name).pem"), folder.appendingPathComponent("\(name).key"))
        try certificate.pem.write(to: files.0, atomically: true, encoding: .utf8)
        try key.pemRepresentation.write(to: files.1, atomically: true, encoding: .utf8)
        return .files(certificate: files.0, key: files.1)
    }
}

extension Certificate {
    var pem: String {
        get throws { try serializeAsPEM().pemString + "\n" }
    }

    var derBytes: [UInt8] {
        get throws {
            var serializer = DER.Serializer()
            try serializer.serialize(self)
            return serializer.serializedBytes
        }
    }

    /// As a client trusts it.
    var trusted: NIOSSLCertificate {
        get throws { try NIOSSLCertificate(bytes: derBytes, format: .der) }
    }
}

/// The curl program: a client whose verifier knows name constraints for addresses, as those of browsers do and BoringSSL's doesn't.
enum Curl {
    static let isInstalled = FileManager.default.isExecutableFile(atPath: "/usr/bin/curl")

    /// The answer with its header.
    static func get(_ url: String, trusting authority: Certificate) async throws -> (status: Int, text: String) {
        try await TestData.withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("authority.pem")
            try authority.pem.write(to: file, atomically: true, encoding: .utf8)
            return try await Blocking.run {
                let options = ["-sSi", "--noproxy", "*", "--max-time", "60", "--cacert", file.path]
                let outcome = try RunningProgram(URL(fileURLWithPath: "/usr/bin/curl"), options + [url]).waitUntilExit()
                let text = outcome.out + outcome.error
                let words = text.split(separator: " ", maxSplits: 2)
                return (words.count > 1 ? Int(words[1]) ?? 0 : 0, text)
            }
        }
    }
}

/// The openssl program: a verifier that is not ours.
enum OpenSSL {
    static let isInstalled = FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")

    static func run(_ arguments: [String]) throws -> (code: Int32, output: String) {
        let outcome = try RunningProgram(URL(fileURLWithPath: "/usr/bin/openssl"), arguments).waitUntilExit()
        return (outcome.code, outcome.out + outcome.error)
    }
}
