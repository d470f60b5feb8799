import DioramaServiceClient
import Foundation
import NIOCore
import Service
import Testing

/// Parts of the service's client that need no service.
@Suite struct ServiceClientTests {
    @Test func `events are read whatever pieces they arrive in`() throws {
        let stream =
            "retry: 2000\n\nevent: progress\ndata: {\"a\":1}\n\n: still here\n\ndata: x\r\ndata:y\r\n\r\ndata: z\rdata: \r\r"
        for size in 1...9 {
            var parser = EventParser()
            var events: [String] = []
            let bytes = Array(stream.utf8)
            for start in stride(from: 0, to: bytes.count, by: size) {
                let piece = ByteBuffer(bytes: bytes[start..<min(start + size, bytes.count)])
                events += try parser.add(piece).map { String(decoding: $0, as: UTF8.self) }
            }
            #expect(events == [#"{"a":1}"#, "x\ny", "z\n"], "pieces of \(size)")
        }
    }

    @Test func `an event without an end is refused`() {
        var parser = EventParser()
        #expect(throws: ServiceClientError.self) {
            for _ in 0..<3 { _ = try parser.add(ByteBuffer(repeating: 0x61, count: 1 << 19)) }
        }
    }

    @Test func `credentials go by HTTPS, or to this machine`() throws {
        #expect(try ServiceCredentials.checked(address: "https://scans.example.org/") == "https://scans.example.org")
        #expect(try ServiceCredentials.checked(address: "http://127.0.0.1:8090") == "http://127.0.0.1:8090")
        let wrong = [
            "http://scans.example.org", "scans.example.org", "ftp://localhost", "https://", "https://a@b.example",
            "https://a.example/x", "https://a.example?x=1", "",
        ]
        for text in wrong { #expect(throws: ServiceClientError.self, "\(text)") { try ServiceCredentials.checked(address: text) } }
    }

    @Test func `credentials are for their user alone`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("credentials-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = CredentialStore(folder.appendingPathComponent("remote.json"))
        let missing = try store.load()
        #expect(missing == nil)
        let credentials = ServiceCredentials(address: "https://a.example", key: "secret")
        try store.save(credentials)
        let mode = try FileManager.default.attributesOfItem(atPath: store.file.path)[.posixPermissions] as? NSNumber
        let loaded = try store.load()
        #expect(mode?.intValue == 0o600 && loaded == credentials)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: store.file.path)
        #expect(throws: ServiceClientError.self) { try store.load() }
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: store.file.path)
        try Data("{".utf8).write(to: store.file)
        #expect(throws: ServiceClientError.self) { try store.load() }
    }

    @Test func `an upload is found again by service and file`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("uploads-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = UploadStore(folder)
        let file = folder.appendingPathComponent("office.tar")
        let state = UploadState(address: "https://a.example", scan: "1")
        try store.save(state, of: file)
        #expect(store.load("https://a.example", file) == state)
        #expect(store.load("https://b.example", file) == nil && store.load("https://a.example", folder) == nil)
        store.remove("https://a.example", file)
        #expect(store.load("https://a.example", file) == nil)
    }

    @Test func `roles grow from viewer to owner`() {
        #expect(Role.viewer.scopes.isStrictSubset(of: Role.member.scopes))
        #expect(Role.member.scopes.isStrictSubset(of: Role.admin.scopes))
        #expect(Role.owner.scopes == Set(Scope.allCases) && !Role.member.scopes.contains(.team))
    }

    @Test func `a file of issuers is complete or refused`() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("issuers-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        func read(_ text: String) throws -> [TokenIssuer] {
            try Data(text.utf8).write(to: file)
            return try TokenIssuer.read(file, allowsPrivate: false)
        }
        let google = #"{"issuer": "https://accounts.google.com", "audiences": ["a"]}"#
        let issuers = try read("[\(google)]")
        #expect(issuers == [TokenIssuer(issuer: "https://accounts.google.com", audiences: ["a"])])
        let wrong = [
            "", "{}", "[\(google), \(google)]", #"[{"issuer": "https://a.example", "audiences": []}]"#,
            #"[{"issuer": "http://a.example", "audiences": ["a"]}]"#, #"[{"issuer": "https://127.0.0.1", "audiences": ["a"]}]"#,
            #"[{"issuer": "https://a.example", "audiences": ["a"], "jwksUri": "https://[::1]/keys"}]"#,
        ]
        for text in wrong { #expect(throws: ServiceError.self, "\(text)") { try read(text) } }
    }

    @Test func `tokens of other algorithms are refused before any key is fetched`() async {
        let verifier = IDTokenVerifier([TokenIssuer(issuer: "https://issuer.invalid", audiences: ["a"])], allowsPrivate: false)
        func part(_ text: String) -> String {
            Data(text.utf8).base64EncodedString().replacingOccurrences(of: "=", with: "").replacingOccurrences(of: "+", with: "-")
                .replacingOccurrences(of: "/", with: "_")
        }
        for header in [#"{"alg":"none","kid":"1"}"#, #"{"alg":"HS256","kid":"1"}"#, #"{"alg":"RS256"}"#, "{}", "[]"] {
            let text = "\(part(header)).\(part("{}")).\(part("x"))"
            await #expect(throws: ServiceError.self, "\(header)") { try await verifier.person(of: text, nonce: nil) }
        }
        for text in ["", "a.b", "a.b.c.d", String(repeating: "a", count: 20_000)] {
            await #expect(throws: ServiceError.self) { try await verifier.person(of: text, nonce: nil) }
        }
    }
}
