import Crypto
import Foundation
import NIOSSL
import SwiftASN1
import X509

/// A certificate with its intermediates and its private key, ready to be used by a listener.
struct ServerCertificate: Sendable {
    /// The certificate first, then its intermediates.
    let chain: [NIOSSLCertificate]
    let key: NIOSSLPrivateKey
    /// Its DNS names in lower case, some of which may begin with `*.`.
    let names: [String]
    let addresses: [NetworkAddress]
    let notValidBefore: Date
    let notValidAfter: Date
    /// SHA-256 of the certificate.
    let fingerprint: String

    init(_ certificate: Certificate, chain: [NIOSSLCertificate], key: NIOSSLPrivateKey) throws {
        self.chain = chain
        self.key = key
        let alternatives = try certificate.extensions.subjectAlternativeNames ?? SubjectAlternativeNames()
        names = alternatives.compactMap { if case .dnsName(let name) = $0 { name.lowercased() } else { nil } }
        addresses = alternatives.compactMap {
            if case .ipAddress(let octets) = $0 { NetworkAddress(bytes: octets.bytes) } else { nil }
        }
        notValidBefore = certificate.notValidBefore
        notValidAfter = certificate.notValidAfter
        fingerprint = try certificate.sha256
    }

    /// Whether browsers accept it for a host (RFC 6125: `*` stands for the first label).
    func covers(_ host: HostName) -> Bool {
        if let address = NetworkAddress(host.name.contains(":") ? "[\(host.name)]" : host.name) {
            return addresses.contains(address)
        }
        let parent = host.name.firstIndex(of: ".").map { "*" + host.name[$0...] }
        return names.contains(host.name) || parent.map { names.contains($0) } == true
    }

    /// How listeners use it: TLS 1.2 at least, HTTP/2 and HTTP/1.1.
    func context() throws -> NIOSSLContext {
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["h2", "http/1.1"]
        return try NIOSSLContext(configuration: configuration)
    }
}

extension Certificate {
    /// Its encoding, as it is sent and signed.
    var der: [UInt8] {
        get throws {
            var serializer = DER.Serializer()
            try serializer.serialize(self)
            return serializer.serializedBytes
        }
    }

    /// SHA-256 of the certificate as programs show it: `3A:0F:…`.
    var sha256: String {
        get throws { Fingerprint.text(SHA256.hash(data: try der)) }
    }
}

/// How a fingerprint is written.
enum Fingerprint {
    static func text(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined(separator: ":")
    }
}
