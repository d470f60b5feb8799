import Foundation
import HTTPTypes
import Testing

@Suite struct WebClientTests {
    private static let page = "<!doctype html><script type=module src=\"/assets/main-ABCD2345.js\"></script>"

    /// Runs `body` with a server that has a small client.
    private func withClient(_ body: @escaping @Sendable (TestServer) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("client-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder.appendingPathComponent("assets"), withIntermediateDirectories: true)
        for (name, text) in [
            ("index.html", Self.page), ("assets/main.js", "export {}"), ("assets/main.js.gz", "zipped"),
            ("assets/core.wasm", "\0asm"), ("assets/main-ABCD2345.js", "export {}"), ("assets/main-abcd2345.js", "export {}"),
            ("README.md", "note"), ("assets/.hidden", "x"),
        ] {
            try Data(text.utf8).write(to: folder.appendingPathComponent(name))
        }
        try await withServer {
            $0.webClient = folder
        } _: {
            try await body($0)
        }
    }

    @Test func `every page is the one document, under a strict policy`() async throws {
        try await withClient { server async throws in
            for path in ["/", "/spaces/3MPbI6lfXfQGMoLEBPwwryOgRQi", "/?x=1"] {
                let answer = try await server.get(path)
                #expect(answer.status == 200)
                #expect(answer.string == Self.page)
                #expect(answer.headers[.contentType] == "text/html; charset=utf-8")
                #expect(answer.headers[.cacheControl] == "no-cache")
                let policy = try #require(answer.header("Content-Security-Policy"))
                #expect(policy.contains("script-src 'self' 'wasm-unsafe-eval';"))
                #expect(policy.contains("default-src 'self'"))
                #expect(policy.contains("frame-ancestors 'none'"))
                #expect(!policy.contains("unsafe-inline"))
            }
        }
    }

    @Test func `files have their types and are asked for again`() async throws {
        try await withClient { server async throws in
            let script = try await server.get("/assets/main.js")
            #expect(script.string == "export {}")
            #expect(script.headers[.contentType] == "text/javascript; charset=utf-8")
            #expect(script.headers[.vary] == "Accept-Encoding")
            let tag = try #require(script.headers[.eTag])
            #expect(try await server.get("/assets/main.js", headers: [.ifNoneMatch: tag]).status == 304)
            let wasm = try await server.get("/assets/core.wasm")
            #expect(wasm.headers[.contentType] == "application/wasm")
            #expect(wasm.headers[.vary] == nil)
        }
    }

    @Test func `files that are named by their content need not be asked for again`() async throws {
        try await withClient { server async throws in
            #expect(
                try await server.get("/assets/main-ABCD2345.js").headers[.cacheControl] == "public, max-age=31536000, immutable")
            for path in ["/assets/main-abcd2345.js", "/assets/main.js", "/assets/core.wasm"] {
                #expect(try await server.get(path).headers[.cacheControl] == "no-cache", "\(path)")
            }
        }
    }

    @Test func `the gzip twin is sent to who takes it`() async throws {
        try await withClient { server async throws in
            let plain = try await server.get("/assets/main.js").headers[.eTag]
            for field in ["gzip", "deflate, gzip;q=0.5", "br, *", "GZIP"] {
                let answer = try await server.get("/assets/main.js", headers: [.acceptEncoding: field])
                #expect(answer.string == "zipped", "\(field)")
                #expect(answer.headers[.contentEncoding] == "gzip")
                #expect(answer.headers[.contentType] == "text/javascript; charset=utf-8")
                #expect(answer.headers[.eTag] != plain)
            }
            for field in ["br", "gzip;q=0", "*;q=0", "identity"] {
                #expect(
                    try await server.get("/assets/main.js", headers: [.acceptEncoding: field]).string == "export {}", "\(field)")
            }
        }
    }

    @Test(arguments: [
        "/README.md", "/assets/.hidden", "/assets/../index.html", "/assets/%2e%2e/index.html", "//etc/passwd", "/../../etc/passwd",
        "/assets/main.js.gz", "/assets", "/assets/main.js%00", "/index.htm",
    ])
    func `nothing else is served`(path: String) async throws {
        try await withClient { server async throws in #expect(try await server.get(path).status == 404) }
    }

    @Test func `a client that is not built says so`() async throws {
        try await withServer { server async throws in
            #expect(!server.server.hasWebClient)
            let answer = try await server.get("/")
            #expect(answer.status == 503)
            #expect(answer.headers[.contentType] == "text/html; charset=utf-8")
            #expect(answer.string.contains("The web client isn't built"))
            #expect(answer.string.contains("make web"))
            #expect(try await server.get("/api/v1/spaces").status == 200)
        }
    }
}
