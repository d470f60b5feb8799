import Foundation
import HTTPTypes
import Testing

/// Against pages of other sites: DNS rebinding, and posts across sites.
@Suite struct OriginTests {
    @Test func `loopback names are this server`() async throws {
        try await withServer { server async throws in
            for host in ["localhost", "LOCALHOST", "127.0.0.1", "127.1.2.3", "[::1]", "localhost.", "diorama.localhost"] {
                for authority in [host, "\(host):\(server.port)", "\(host):1"] {
                    #expect(try await server.request(.get, "/health", authority: authority).status == 200, "\(authority)")
                }
            }
        }
    }

    @Test func `other names are misdirected`() async throws {
        try await withServer { server async throws in
            for host in [
                "evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "10.0.0.1", "[::2]", "128.0.0.1", "127.0.0.256",
                "0.0.0.0",
            ] {
                #expect(try await server.request(.get, "/health", authority: "\(host):\(server.port)").isProblem(421), "\(host)")
            }
        }
    }

    @Test func `a request without a valid Host is 400`() async throws {
        try await withServer { server async throws in
            for line in ["", "Host:\r\n", "Host: a b\r\n", "Host: localhost:x\r\n", "Host: user@localhost\r\n", "Host: [::1\r\n"] {
                let connection = try RawConnection(port: server.port)
                await connection.send("GET /health HTTP/1.1\r\n\(line)Connection: close\r\n\r\n")
                let answer = await connection.readToEnd()
                #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(line)")
            }
        }
    }

    @Test func `names that are allowed are this server`() async throws {
        try await withServer {
            $0.allowedHosts = ["diorama.example"]
        } _: { server async throws in
            #expect(try await server.request(.get, "/health", authority: "Diorama.Example").status == 200)
            #expect(try await server.request(.get, "/health", authority: "x.diorama.example").isProblem(421))
        }
        try await withServer {
            $0.allowedHosts = ["*"]
        } _: { server async throws in
            #expect(try await server.request(.get, "/health", authority: "anything.example:80").status == 200)
        }
    }

    @Test func `a server on every interface answers under the address it was reached on`() async throws {
        try await withServer {
            $0.host = "0.0.0.0"
        } _: { server async throws in
            #expect(try await server.request(.get, "/health", authority: "127.0.0.1:\(server.port)").status == 200)
            #expect(try await server.request(.get, "/health", authority: "192.0.2.1").isProblem(421))
        }
    }

    @Test func `changes come from this server's pages or from no page`() async throws {
        try await withServer { server async throws in
            let space = try await server.addSpace("Office")
            func rename(_ headers: HTTPFields) async throws -> Int {
                var headers = headers
                headers[.contentType] = "application/json"
                return try await server.request(
                    .patch, "/api/v1/spaces/\(space.id)", headers: headers, body: Array(#"{"name":"x"}"#.utf8)
                ).status
            }
            let site = try #require(HTTPField.Name("Sec-Fetch-Site"))
            #expect(try await rename([:]) == 200)
            #expect(try await rename([.origin: "http://\(server.authority)"]) == 200)
            #expect(try await rename([.origin: "http://\(server.authority)", site: "same-origin"]) == 200)
            #expect(try await rename([site: "none"]) == 200)
            for origin in [
                "http://evil.example", "null", "http://localhost", "http://localhost:1", "http://127.0.0.1:\(server.port)",
                "file://",
                "http://\(server.authority).evil.example", "ftp://\(server.authority)", "",
            ] {
                #expect(try await rename([.origin: origin]) == 403, "\(origin)")
            }
            for value in ["cross-site", "same-site", "x"] { #expect(try await rename([site: value]) == 403) }
        }
    }

    @Test func `a proxy that ends TLS leaves origin and host alike`() async throws {
        try await withServer {
            $0.allowedHosts = ["diorama.example"]
        } _: { server async throws in
            let space = try await server.addSpace("Office")
            // Who comes under that name still has to sign in.
            for (origin, status) in [("https://diorama.example", 401), ("https://diorama.example:8443", 403)] {
                let answer = try await server.request(
                    .delete, "/api/v1/spaces/\(space.id)", headers: [.origin: origin], authority: "diorama.example")
                #expect(answer.status == status)
            }
        }
    }

    @Test func `reading from another site is not refused but not shared either`() async throws {
        try await withServer { server async throws in
            let answer = try await server.get("/api/v1/spaces", headers: [.origin: "http://evil.example"])
            #expect(answer.status == 200)
            #expect(answer.headers[.accessControlAllowOrigin] == nil)
            #expect(answer.header("Cross-Origin-Resource-Policy") == "same-origin")
        }
    }
}
