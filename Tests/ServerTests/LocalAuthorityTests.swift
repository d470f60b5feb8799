import Crypto
import Foundation
import Logging
import NIOCore
import Server
import SwiftASN1
import TestSupport
import Testing
import X509

/// The local authority: its file, what it may sign, and the pages that explain it.
@Suite struct LocalAuthorityTests {
    private func withFolder<R>(_ body: (URL) async throws -> R) async throws -> R {
        let folder = try TestData.temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await body(folder)
    }

    private func authority(_ folder: URL, host: String? = "studio") throws -> LocalAuthority {
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        return try LocalAuthority.open(in: folder, hostName: host, logger: logger)
    }

    private func mode(_ file: URL) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int)
    }

    @Test func `it is made once, and only its user can read the key`() async throws {
        try await withFolder { parent in
            let folder = parent.appendingPathComponent("authority")
            let file = folder.appendingPathComponent(LocalAuthority.fileName)
            let first = try authority(folder)
            #expect(try mode(folder) == 0o700 && mode(file) == 0o600)
            let again = try authority(folder)
            #expect(again.certificate == first.certificate)
            // Access of others is removed.
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
            #expect(try authority(folder).certificate == first.certificate)
            #expect(try mode(file) == 0o600)
            // The certificate alone holds no key.
            let certificate = try String(contentsOf: folder.appendingPathComponent("authority.crt"), encoding: .utf8)
            #expect(certificate.contains("BEGIN CERTIFICATE") && !certificate.contains("PRIVATE"))
            try Data("-----BEGIN X-----".utf8).write(to: file)
            let error = #expect(throws: ServerError.self) { try authority(folder) }
            #expect(error?.description.contains("is damaged") == true)
        }
    }

    @Test func `several servers that start at once make one authority`() async throws {
        try await withFolder { folder in
            let certificates = try await withThrowingTaskGroup { group in
                for _ in 0..<8 { group.addTask { try authority(folder).certificate } }
                return try await group.reduce(into: Set<Certificate>()) { $0.insert($1) }
            }
            #expect(certificates.count == 1)
        }
    }

    /// Signs a certificate for any name, as a thief of the key would, and lets openssl verify it.
    private func verdict(_ authority: LocalAuthority, _ name: GeneralName, in folder: URL) throws -> (code: Int32, output: String) {
        let key = Certificate.PublicKey(P256.Signing.PrivateKey().publicKey)
        let leaf = try authority.sign(key, alternatives: [name], from: Date() - 60, until: Date() + 86400)
        let files = ["ca.pem", "leaf.pem"].map { folder.appendingPathComponent($0) }
        try authority.certificate.pem.write(to: files[0], atomically: true, encoding: .utf8)
        try leaf.pem.write(to: files[1], atomically: true, encoding: .utf8)
        return try OpenSSL.run(["verify", "-x509_strict", "-purpose", "sslserver", "-CAfile", files[0].path, files[1].path])
    }

    @Test(.enabled(if: OpenSSL.isInstalled, "openssl is not installed"))
    func `openssl accepts certificates for local names and addresses, and refuses all others`() async throws {
        try await withFolder { folder in
            let authority = try self.authority(folder.appendingPathComponent("authority"))
            func address(_ text: String) throws -> GeneralName {
                .ipAddress(ASN1OctetString(contentBytes: try #require(NetworkAddress(text)).octets[...]))
            }
            let permitted: [GeneralName] = [
                .dnsName("localhost"), .dnsName("studio"), .dnsName("studio.local"), try address("10.1.2.3"),
                try address("172.31.0.1"),
                try address("192.168.1.5"), try address("127.0.0.1"), try address("169.254.7.7"), try address("::1"),
                try address("fe80::1"), try address("fd12:3456::1"),
            ]
            for name in permitted {
                let verdict = try self.verdict(authority, name, in: folder)
                #expect(verdict.code == 0, "\(name): \(verdict.output)")
            }
            let refused: [GeneralName] = [
                .dnsName("example.org"), .dnsName("studio.example.org"), .dnsName("local.example.org"), .dnsName("notlocalhost"),
                try address("8.8.8.8"), try address("172.32.0.1"), try address("192.169.0.1"), try address("2001:db8::1"),
                try address("::2"),
            ]
            for name in refused {
                let verdict = try self.verdict(authority, name, in: folder)
                #expect(verdict.code != 0 && verdict.output.contains("permitted subtree violation"), "\(name): \(verdict.output)")
            }
        }
    }

    @Test func `it signs for the names and addresses that it may sign for`() async throws {
        try await withFolder { folder in
            let authority = try self.authority(folder)
            let addresses = ["127.0.0.1", "192.168.1.5", "203.0.113.9", "fe80::1", "2001:db8::1"].compactMap { NetworkAddress($0) }
            let permitted = authority.permitted(
                LocalNames(names: ["localhost", "studio", "renamed", "renamed.local", "example.org"], addresses: addresses))
            #expect(permitted.names == ["localhost", "studio", "renamed.local"])
            #expect(permitted.addresses.map(\.description) == ["127.0.0.1", "192.168.1.5", "fe80::1"])
            #expect(LocalAuthority.lifetime <= 397 * 86400)
        }
    }

    // MARK: Served

    private func withLocalServer(
        _ change: (inout ServerConfiguration) -> Void = { _ in },
        _ body: @escaping @Sendable (TestServer, LocalAuthority) async throws -> Void
    ) async throws {
        try await withFolder { folder in
            let opened = try authority(folder, host: LocalNames.hostName)
            try await withServer {
                $0.tls = .local(folder: folder)
                change(&$0)
            } _: { server in
                try await body(server, opened)
            }
        }
    }

    @Test(.enabled(if: Curl.isInstalled, "curl is not installed"))
    func `clients that trust it reach the server by name and by address`() async throws {
        try await withLocalServer { server, authority in
            for host in ["localhost", "127.0.0.1"] {
                let answer = try await Curl.get("https://\(host):\(server.port)/health", trusting: authority.certificate)
                #expect(answer.status == 200 && !answer.text.lowercased().contains("strict-transport-security"), "\(answer.text)")
            }
            await #expect(throws: (any Error).self) {
                let other = try TestCertificate()
                try await withClient(trusting: other.certificate) { client in
                    _ = try await client.ask("https://localhost:\(server.port)/health")
                }
            }
            let connection = try await SecureConnection(port: server.port, protocols: ["http/1.1"])
            #expect(await connection.holds { connection.agreed != nil })
            await connection.close()
        }
    }

    @Test func `the page and the certificate are there by plain HTTP and by HTTPS`() async throws {
        try await withLocalServer { server, authority in
            let host = "localhost:\(server.port)"
            let fingerprint = try #require(server.server.security?.authorityFingerprint)
            let hash = SHA256.hash(data: try authority.certificate.derBytes)
            #expect(fingerprint == hash.map { String(format: "%02X", $0) }.joined(separator: ":"))
            let page = try await TestServer.plain(server.port, "/certificate", host: host)
            #expect(page.status == 200 && page.header("Content-Type") == "text/html; charset=utf-8")
            #expect(page.string.contains(fingerprint) && page.string.contains("Certificate Trust Settings"))
            #expect(page.header("Content-Security-Policy")?.contains("default-src 'none'") == true)
            let file = try await TestServer.plain(server.port, "/certificate/authority.crt", host: host)
            #expect(file.header("Content-Type") == "application/x-x509-ca-cert")
            #expect(file.body == (try authority.certificate.derBytes))
            #expect(try await TestServer.plain(server.port, "/certificate/qr.svg", host: host).string.hasPrefix("<svg"))
            #expect(try await TestServer.plain(server.port, "/certificate/authority.pem", host: host).status == 308)
            guard Curl.isInstalled else { return }
            for (path, status) in [("", 200), ("/authority.crt", 200), ("/authority.pem", 404)] {
                let answer = try await Curl.get("https://\(host)/certificate\(path)", trusting: authority.certificate)
                #expect(answer.status == status, "\(path): \(answer.text.prefix(300))")
                if path.isEmpty { #expect(answer.text.hasSuffix(page.string)) }
            }
        }
    }
}
