import AsyncHTTPClient
import DioramaLibrary
import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL
import Server
import TestSupport
import Testing

/// HTTPS with certificates from files, with real clients over real connections.
@Suite struct SecureServerTests {
    /// Runs `body` with a server whose certificate is `certificate`'s; its files are `server.pem` and `server.key` in the folder.
    private func withSecureServer(
        _ certificate: TestCertificate, _ change: (inout ServerConfiguration) -> Void = { _ in },
        _ body: @escaping @Sendable (TestServer, URL) async throws -> Void
    ) async throws {
        let folder = try TestData.temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let source = try certificate.write(to: folder)
        try await withServer {
            $0.tls = source
            change(&$0)
        } _: { server in
            try await body(server, folder)
        }
    }

    @Test func `HTTP/2 and HTTP/1.1 are agreed on in the handshake, and answer alike`() async throws {
        let certificate = try TestCertificate()
        try await withSecureServer(certificate) { server, _ in
            let space = try await server.addSpace("Office")
            var bodies: [[UInt8]] = []
            for (version, expected) in [
                (HTTPClient.Configuration.HTTPVersion.automatic, HTTPVersion.http2), (.http1Only, .http1_1),
            ] {
                try await withClient(trusting: certificate.certificate, version: version) { client in
                    let base = "https://localhost:\(server.port)"
                    let health = try await client.ask(base + "/health")
                    #expect(health.version == expected && health.status == 200)
                    let shown = try await client.ask(base + "/api/v1/spaces/\(space.id)")
                    #expect(shown.status == 200 && shown.headers.first(name: "Connection") == nil)
                    bodies.append(shown.body)
                    #expect(try await client.ask(base + "/health", .HEAD).body.isEmpty)
                    let status1 = try await client.ask(base + "/api/v1/nothing").status
                    #expect(status1 == 404)
                }
            }
            #expect(bodies[0] == bodies[1] && !bodies[0].isEmpty)
            for (offered, agreed) in [(["h2", "http/1.1"], "h2"), (["http/1.1"], "http/1.1"), ([], "none")] {
                let connection = try await SecureConnection(port: server.port, protocols: offered)
                #expect(await connection.holds { connection.agreed != nil })
                #expect(connection.agreed == agreed)
                await connection.close()
            }
        }
    }

    @Test func `uploads and downloads of megabytes pass through HTTP/2`() async throws {
        let certificate = try TestCertificate()
        try await withSecureServer(certificate) { server, _ in
            let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) }
            let space = try await server.addSpace("Large", bytes)
            let hash = try #require(space.assets.first?.hash)
            try await withClient(trusting: certificate.certificate) { client in
                let base = "https://localhost:\(server.port)/api/v1"
                let file = try await client.ask("\(base)/assets/\(hash)")
                #expect(file.version == .http2 && file.body == bytes)
                let upload = try await client.ask(
                    "\(base)/spaces?fileName=a.ply", .POST, ["Content-Type": "application/octet-stream"], body: bytes)
                #expect(upload.status == 202, "\(upload.text)")
            }
        }
    }

    @Test func `plain HTTP on the port of HTTPS and on a further port is redirected`() async throws {
        let certificate = try TestCertificate()
        try await withSecureServer(certificate) {
            $0.redirectPort = 0
        } _: { server, _ in
            let further = try await redirectPort(server)
            for port in [server.port, further] {
                let host = "localhost:\(port)"
                let answer = try await TestServer.plain(port, "/spaces/x?mode=plan&a=%20b", host: host)
                #expect(answer.status == 308)
                #expect(answer.header("Location") == "https://localhost:\(server.port)/spaces/x?mode=plan&a=%20b")
                // A redirect that browsers keep would shadow plain HTTP of other programs.
                #expect(answer.header("Cache-Control") == "no-store")
                #expect(answer.header("Strict-Transport-Security") == nil)
                let api = try await TestServer.plain(port, "/api/v1/spaces", host: host, method: .post)
                #expect(api.status == 308 && api.body.isEmpty)
                #expect(try await TestServer.plain(port, "/certificate", host: host).status == 308)
                let v6 = try await TestServer.plain(port, "/", host: "[::1]:\(port)")
                #expect(v6.header("Location") == "https://[::1]:\(server.port)/")
                let raw = try RawConnection(port: port)
                await raw.send("GET / HTTP/1.1\r\nHost: a b\r\n\r\n")
                #expect(await raw.read(through: "\r\n")?.hasPrefix("HTTP/1.1 400 ") == true)
            }
        }
    }

    private func redirectPort(_ server: TestServer) async throws -> Int {
        try await eventually { server.server.security?.redirectPort != nil }
        return try #require(server.server.security?.redirectPort)
    }

    @Test func `TLS older than 1.2 is refused`() async throws {
        let certificate = try TestCertificate()
        try await withSecureServer(certificate) { server, _ in
            for (version, isAccepted) in [(TLSVersion.tlsv11, false), (.tlsv12, true), (.tlsv13, true)] {
                var tls = TLSConfiguration.makeClientConfiguration()
                tls.trustRoots = .certificates([try certificate.certificate.trusted])
                tls.minimumTLSVersion = .tlsv1
                tls.maximumTLSVersion = version
                let client = HTTPClient(
                    eventLoopGroupProvider: .singleton, configuration: HTTPClient.Configuration(tlsConfiguration: tls))
                let answer = try? await client.ask("https://localhost:\(server.port)/health")
                #expect((answer?.status == 200) == isAccepted, "\(version)")
                try await client.shutdown()
            }
        }
    }

    // MARK: Renewal

    @Test func `new files are used by new connections, and open ones go on`() async throws {
        let first = try TestCertificate()
        let second = try TestCertificate()
        try await withSecureServer(first) { server, folder in
            let open = try await SecureConnection(port: server.port, protocols: ["http/1.1"])
            await open.send("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(await open.holds { open.text.contains("\"ok\"") })
            let before = server.server.security?.fingerprint
            try second.write(to: folder)
            try await eventually { server.server.security?.fingerprint != before }
            try await withClient(trusting: second.certificate) { client in
                let status2 = try await client.ask("https://localhost:\(server.port)/health").status
                #expect(status2 == 200)
            }
            await #expect(throws: (any Error).self) {
                try await withClient(trusting: first.certificate) { try await $0.ask("https://localhost:\(server.port)/health") }
            }
            await open.send("GET /api/v1/me HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(await open.holds { open.text.components(separatedBy: "HTTP/1.1 200").count == 3 })
            await open.close()
        }
    }

    @Test func `files that can't be used leave the earlier certificate, and the owner learns why`() async throws {
        let first = try TestCertificate()
        try await withSecureServer(first) { server, folder in
            let fingerprint = server.server.security?.fingerprint
            let key = folder.appendingPathComponent("server.key")
            try TestCertificate().key.pemRepresentation.write(to: key, atomically: true, encoding: .utf8)
            try await withClient(trusting: first.certificate) { client in
                let address = "https://localhost:\(server.port)/api/v1/health"
                try await eventually { try await client.ask(address).text.contains("doesn't belong to the certificate") }
                let health = try await client.ask(address).text
                #expect(health.contains(#""topic":"certificate""#) && !health.contains("PRIVATE KEY"))
                #expect(server.server.security?.fingerprint == fingerprint)
                try first.write(to: folder)
                try await eventually { try await !client.ask(address).text.contains("certificate") }
            }
        }
    }

    // MARK: Files

    @Test func `files that can't be used are refused with one line that says what is wrong`() throws {
        let folder = try TestData.temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let good = try TestCertificate()
        try good.write(to: folder)
        try TestCertificate(until: Date() - 86400).write(to: folder, as: "old")
        try TestCertificate(from: Date() + 86400).write(to: folder, as: "early")
        try TestCertificate().write(to: folder, as: "other")
        try Data(try good.certificate.derBytes).write(to: folder.appendingPathComponent("der.pem"))
        if OpenSSL.isInstalled {
            let made = try OpenSSL.run([
                "pkey", "-in", folder.appendingPathComponent("server.key").path, "-aes256", "-passout", "pass:secret", "-out",
                folder.appendingPathComponent("encrypted.key").path,
            ])
            #expect(made.code == 0, "\(made.output)")
        }
        let cases =
            [
                ("none.pem", "server.key", "there is no such file"), ("server.pem", "none.key", "there is no such file"),
                ("der.pem", "server.key", "no certificate in PEM format"),
                ("server.key", "server.key", "no certificate in PEM format"),
                ("server.pem", "server.pem", "no private key in PEM format"),
                ("server.pem", "other.key", "doesn't belong to the certificate"),
                ("old.pem", "old.key", "expired on"), ("early.pem", "early.key", "is valid from"),
            ] + (OpenSSL.isInstalled ? [("server.pem", "encrypted.key", "is encrypted")] : [])
        let library = try Library(at: folder.appendingPathComponent("library"))
        for (certificate, key, reason) in cases {
            var configuration = ServerConfiguration(library: library)
            configuration.tls = .files(
                certificate: folder.appendingPathComponent(certificate), key: folder.appendingPathComponent(key))
            let error = #expect(throws: ServerError.self) { try DioramaServer(configuration) }
            let text = error?.description ?? ""
            #expect(text.contains(reason) && !text.contains("\n"), "\(certificate), \(key): \(text)")
        }
    }

    // MARK: What browsers are told

    @Test func `cookies are secure, and HTTPS alone holds for public names only`() async throws {
        let certificate = try TestCertificate(["localhost", "diorama.example.org", "diorama.lan"])
        try await withSecureServer(certificate) {
            $0.allowedHosts = ["diorama.example.org", "diorama.lan"]
        } _: { server, _ in
            let invitation = try await server.server.ownerSignIn()
            let token = try #require(invitation.split(separator: "#").last)
            try await withClient(trusting: certificate.certificate) { client in
                let base = "https://localhost:\(server.port)"
                let session = try await client.ask(
                    base + "/api/v1/session", .POST, ["Content-Type": "application/json"],
                    body: Array(#"{"invitation":"\#(token)"}"#.utf8))
                let cookie = session.headers.first(name: "Set-Cookie") ?? ""
                #expect(cookie.hasSuffix("; Secure"), "\(session.status) \(cookie)")
                for (host, isPublic) in [("localhost", false), ("diorama.lan", false), ("diorama.example.org", true)] {
                    let answer = try await client.ask(base + "/health", .GET, ["Host": host])
                    let field = answer.headers.first(name: "Strict-Transport-Security")
                    #expect(field == (isPublic ? "max-age=31536000" : nil), "\(host)")
                }
                for (origin, status) in [("https", 401), ("http", 403)] {
                    let headers: HTTPHeaders = ["Host": "diorama.lan", "Origin": "\(origin)://diorama.lan"]
                    #expect(try await client.ask(base + "/api/v1/trash", .DELETE, headers).status == status, "\(origin)")
                }
            }
        }
    }
}
