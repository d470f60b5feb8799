import PlanFormats
import Foundation
import HTTPTypes
import Images
import DioramaLibrary
import Server
import Spaces
import Testing

@Suite struct LinkTests {
    /// Runs `body` with a server and a space in its library.
    private func withSpace(_ body: @escaping @Sendable (TestServer, Space) async throws -> Void) async throws {
        try await withServer { server async throws in try await body(server, try await server.addSpace("Kitchen")) }
    }

    private func visit(_ server: TestServer, _ token: String, password: String? = nil) async throws -> Answer {
        try await server.send(.post, "/api/v1/visits", json: ["token": token, "password": password as Any? ?? NSNull()])
    }

    @Test func `the owner makes, lists, changes and deletes links`() async throws {
        try await withSpace { server, space async throws in
            let links = "/api/v1/spaces/\(space.id)/links"
            let made = try await server.send(.post, links, json: ["name": "For Grandma", "showsMemories": false])
            #expect(made.status == 201)
            #expect(
                Set(made.json.keys) == [
                    "id", "space", "exhibit", "name", "url", "hasPassword", "created", "expires", "part", "showsMemories", "views",
                    "lastViewed",
                    "revoked", "job",
                ])
            #expect(made.text("url").hasPrefix("/s/") && made.text("url").utf8.count == 46)
            let list = try await server.get(links).json["links"] as? [[String: Any]]
            #expect(list?.count == 1 && list?[0]["url"] is NSNull)

            let link = "/api/v1/links/\(made.text("id"))"
            let changed = try await server.send(
                .patch, link, json: ["name": "For all", "expires": "2999-01-31T12:00:00Z", "password": "x", "showsMemories": true])
            #expect(
                changed.status == 200 && changed.text("name") == "For all" && changed.text("expires") == "2999-01-31T12:00:00.000Z")
            #expect(changed.json["hasPassword"] as? Bool == true && changed.json["showsMemories"] as? Bool == true)
            let open = try await server.send(.patch, link, json: ["expires": NSNull(), "password": NSNull()])
            #expect(open.json["expires"] is NSNull && open.json["hasPassword"] as? Bool == false && open.text("name") == "For all")
            #expect(try await server.request(.delete, link).status == 204)
            #expect(try await server.request(.delete, link).isProblem(404))
        }
    }

    @Test func `a link opens its space and no other, and nothing but to look`() async throws {
        try await withSpace { server, space async throws in
            let other = try await server.addSpace("Cellar", Array("other".utf8))
            let made = try await server.send(.post, "/api/v1/spaces/\(space.id)/links", json: ["name": "a"])
            let opened = try await visit(server, String(made.text("url").dropFirst(3)))
            #expect(opened.status == 201 && opened.text("space") == space.id.description)
            let ticket: HTTPFields = [HTTPField.Name("X-Diorama-Visit")!: opened.text("visit")]
            #expect(try await server.get("/api/v1/spaces/\(space.id)", headers: ticket).status == 200)
            #expect(try await server.get("/api/v1/spaces/\(space.id)?visit=\(opened.text("visit"))").status == 200)
            #expect(try await server.get("/api/v1/assets/\(space.assets[0].hash)?visit=\(opened.text("visit"))").status == 200)
            #expect(try await server.get("/api/v1/spaces/\(other.id)", headers: ticket).isProblem(404))
            #expect(try await server.get("/api/v1/assets/\(other.assets[0].hash)", headers: ticket).isProblem(404))
            for (method, path) in [
                (HTTPRequest.Method.get, "/api/v1/spaces/\(space.id)/links"), (.post, "/api/v1/spaces/\(space.id)/links"),
                (.delete, "/api/v1/links/\(made.text("id"))"), (.get, "/api/v1/links/qr.svg?text=a"),
                (.delete, "/api/v1/spaces/\(space.id)"),
                (.get, "/api/v1/jobs"), (.post, "/api/v1/spaces/\(space.id)/reanchor"),
            ] {
                let status = try await server.request(method, path, headers: ticket).status
                #expect([401, 403].contains(status), "\(method) \(path)")
            }
            let list = try await server.get("/api/v1/spaces/\(space.id)/links").json["links"] as? [[String: Any]]
            #expect(list?[0]["views"] as? Int == 1)
        }
    }

    @Test func `revoking, expiry and a new password end visits at once`() async throws {
        try await withSpace { server, space async throws in
            let made = try await server.send(.post, "/api/v1/spaces/\(space.id)/links", json: ["name": "a"])
            let token = String(made.text("url").dropFirst(3))
            let ticket = try await visit(server, token).text("visit")
            let page = "/api/v1/spaces/\(space.id)?visit=\(ticket)"
            let link = "/api/v1/links/\(made.text("id"))"
            for (end, again) in [
                (["revoked": true], ["revoked": false]), (["password": "x"], ["password": NSNull()]),
            ] as [([String: Any], [String: Any])] {
                #expect(try await server.get(page).status == 200)
                _ = try await server.send(.patch, link, json: end)
                #expect(try await server.get(page).isProblem(401))
                _ = try await server.send(.patch, link, json: again)
            }
            _ = try await server.send(.patch, link, json: ["revoked": true])
            #expect(try await visit(server, token).isProblem(404))
            _ = try await server.request(.delete, link)
            #expect(try await visit(server, token).isProblem(404))
            // The owner's own rights are not what a ticket that is over falls back to.
            #expect(try await server.get(page).isProblem(401))
            #expect(try await server.get("/api/v1/spaces/\(space.id)?visit=").isProblem(401))
        }
    }

    @Test func `wrong passwords are slowed down, and the right one has to wait as well`() async throws {
        try await withSpace { server, space async throws in
            let made = try await server.send(.post, "/api/v1/spaces/\(space.id)/links", json: ["name": "a", "password": "stove"])
            #expect(made.json["hasPassword"] as? Bool == true)
            let token = String(made.text("url").dropFirst(3))
            #expect(try await visit(server, token).isProblem(403))
            #expect(try await visit(server, token, password: "stove").status == 201)
            for _ in 0..<5 { #expect(try await visit(server, token, password: "window").isProblem(403)) }
            let slowed = try await visit(server, token, password: "stove")
            #expect(slowed.isProblem(429))
            #expect(slowed.headers[.retryAfter].flatMap { Int($0) }.map { $0 >= 1 } == true)
            // Another link is not slowed by it.
            let second = try await server.send(.post, "/api/v1/spaces/\(space.id)/links", json: ["name": "b", "password": "stove"])
            #expect(try await visit(server, String(second.text("url").dropFirst(3)), password: "stove").status == 201)
        }
    }

    @Test func `behind a trusted proxy wrong passwords are counted for each client`() async throws {
        try await withServer {
            $0.trustedProxies = ["127.0.0.1"]
        } _: { server async throws in
            let space = try await server.addSpace("Kitchen")
            var draft = ShareLinkDraft(name: "a", showsMemories: true)
            draft.password = "stove"
            let token = try await ShareLinks(library: server.library).add(draft, to: space).token
            func visit(_ client: String, _ password: String) async throws -> Answer {
                let person = Person(name: client).with(HTTPField.Name("X-Forwarded-For")!, client)
                return try await server.ask(
                    as: person, .post, "/api/v1/visits", json: #"{"token":"\#(token)","password":"\#(password)"}"#)
            }
            for _ in 0..<5 { #expect(try await visit("198.51.100.1", "window").isProblem(403)) }
            #expect(try await visit("198.51.100.1", "stove").isProblem(429))
            // An address further to the left is the client's own invention.
            #expect(try await visit("192.0.2.5, 198.51.100.1", "stove").isProblem(429))
            #expect(try await visit("198.51.100.2", "stove").status == 201)
        }
    }

    @Test func `hostile tokens, tickets and bodies are refused in one line`() async throws {
        try await withSpace { server, space async throws in
            for token in [
                "", "a", "../../etc/passwd", "' OR 1=1 --", "\0", String(repeating: "A", count: 43),
                String(repeating: "x", count: 60_000),
            ] {
                #expect(try await visit(server, token).isProblem(404), "\(token.prefix(20))")
            }
            let header = HTTPField.Name("X-Diorama-Visit")!
            for ticket in ["a", "%00", "..", String(repeating: "A", count: 90), String(repeating: "A", count: 5000)] {
                #expect(try await server.get("/api/v1/spaces/\(space.id)", headers: [header: ticket]).isProblem(401))
                #expect(try await server.get("/api/v1/spaces/\(space.id)?visit=\(ticket)").isProblem(401))
            }
            let links = "/api/v1/spaces/\(space.id)/links"
            for body in [
                [:], ["name": 1], ["name": ""], ["name": "a", "expires": "tomorrow"],
                ["name": "a", "part": ["min": [0, 0], "max": [1, 1, 1]]], ["name": "a", "password": ""],
                ["name": String(repeating: "a", count: 201)],
            ] as [[String: Any]] {
                #expect(try await server.send(.post, links, json: body).isProblem(400), "\(body)")
            }
            let over = ["name": "a", "expires": "1999-01-01T00:00:00Z"]
            #expect(try await server.send(.post, links, json: over).isProblem(422))
            // A space without a model has no parts.
            let part = ["name": "a", "part": ["min": [0, 0, 0], "max": [1, 1, 1]]] as [String: Any]
            #expect(try await server.send(.post, links, json: part).isProblem(422))
            #expect(try await server.send(.post, "/api/v1/spaces/\(SpaceID())/links", json: ["name": "a"]).isProblem(404))
            #expect(try await server.send(.patch, "/api/v1/links/nothing", json: ["name": "a"]).isProblem(404))
            #expect(try await server.get(links).json["links"] as? [String] == [])
        }
    }

    @Test func `QR codes come as SVG and as PNG, for the owner`() async throws {
        try await withSpace { server, _ async throws in
            let text = "https://example.org/s/" + String(repeating: "a", count: 43)
            let svg = try await server.get("/api/v1/links/qr.svg?text=\(text)")
            #expect(svg.status == 200 && svg.headers[.contentType] == "image/svg+xml" && svg.string.hasPrefix("<svg "))
            #expect(!svg.string.contains("example.org"))
            let png = try await server.get("/api/v1/links/qr.png?text=\(text)&module=4")
            let image = try PNG.decodeColor(png.body)
            #expect(png.headers[.contentType] == "image/png" && image.width == image.height && image.width % 4 == 0)
            // The border is white and the corner's square black, four modules in.
            #expect(image[0, 0].x == 255 && image[15, 15].x == 255 && image[16, 16].x == 0)
            for query in [
                "", "text=", "text=a&module=0", "text=a&module=41", "text=a&module=x", "text=%00",
                "text=" + String(repeating: "a", count: 1001),
            ] {
                #expect(try await server.get("/api/v1/links/qr.png?\(query)").isProblem(400), "\(query.prefix(20))")
            }
        }
    }

    @Test func `the pages of links tell their address to nobody, and only the embedded one may be framed`() async throws {
        let client = FileManager.default.temporaryDirectory.appendingPathComponent("client-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: client, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: client) }
        try Data("<!doctype html><title>x</title>".utf8).write(to: client.appendingPathComponent("index.html"))
        try await withServer {
            $0.webClient = client
        } _: { server async throws in
            let token = String(repeating: "a", count: 43)
            for (path, ancestors) in [("/s/\(token)", "'none'"), ("/s/\(token)?memory=x", "'none'"), ("/embed/\(token)", "*")] {
                let page = try await server.get(path)
                #expect(page.status == 200)
                #expect(page.header("Referrer-Policy") == "no-referrer")
                #expect(page.header("X-Robots-Tag") == "noindex, nofollow")
                #expect(page.header("Content-Security-Policy")?.hasSuffix("frame-ancestors \(ancestors)") == true)
                #expect(page.header("Content-Security-Policy")?.contains("unsafe-inline") == false)
                #expect(page.header("Set-Cookie") == nil && page.header("X-Frame-Options") == nil)
                let again = try await server.get(path, headers: [.ifNoneMatch: try #require(page.headers[.eTag])])
                #expect(again.status == 304 && again.header("Referrer-Policy") == "no-referrer")
            }
        }
    }
}

extension TestServer {
    /// A request with a JSON body.
    func send(_ method: HTTPRequest.Method, _ path: String, json body: [String: Any]) async throws -> Answer {
        let data = try JSONSerialization.data(withJSONObject: body)
        return try await request(method, path, headers: [.contentType: "application/json"], body: Array(data))
    }
}
