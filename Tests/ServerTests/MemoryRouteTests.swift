import PlanFormats
import Foundation
import HTTPTypes
import DioramaLibrary
import Testing

/// Memories over HTTP, as their author uses them.
@Suite struct MemoryRouteTests {
    @Test func `a memory for chosen people needs somebody who is chosen`() async throws {
        try await withServer { server in
            let space = try await server.addSpace("Kitchen").id
            let (_, ada) = try await server.signUp("Ada")
            func body(_ audience: String) -> String {
                #"{"title":"A","privacy":"shared","audience":[\#(audience)],"anchor":{"point":[0,0,0]}}"#
            }
            let path = "/api/v1/spaces/\(space)/memories"
            let refused = try await server.ask(as: .owner, .post, path, json: body(""))
            #expect(refused.isProblem(400) && refused.text("detail").contains("nobody is chosen"))
            let made = try await server.ask(as: .owner, .post, path, json: body("\"\(ada)\""))
            #expect(made.status == 201)
            let edited = try await server.ask(as: .owner, .patch, "/api/v1/memories/\(made.text("id"))", json: #"{"audience":[]}"#)
            #expect(edited.isProblem(400))
        }
    }

    @Test func `a memory is pinned, changed, thrown away and taken back`() async throws {
        try await withServer { server in
            let space = try await server.addSpace("Kitchen").id
            let created = try await server.ask(
                as: .owner, .post, "/api/v1/spaces/\(space)/memories",
                json: """
                    {"title":"Stove","text":"Soup.","kind":"photo","mood":"joy","tags":["soup"],"privacy":"public",
                    "anchor":{"point":[1,2,3],"height":0.5},
                    "viewpoint":{"matrix":[1,0,0,0,0,1,0,0,0,0,1,0,0,1.6,2,1],"fieldOfView":1,"aspect":1.5}}
                    """)
            #expect(created.status == 201)
            let id = created.text("id")
            #expect(created.header("Location") == "/api/v1/memories/\(id)")
            for key in [
                "id", "space", "kind", "title", "text", "mood", "tags", "privacy", "audience", "author", "mine", "created",
                "modified",
                "trashed", "anchor", "position", "viewpoint", "media",
            ] { #expect(created.json.keys.contains(key), "\(key)") }
            #expect(created.json["mine"] as? Bool == true)
            let anchor = try #require(created.json["anchor"] as? [String: Any])
            #expect(anchor["state"] as? String == "held")
            #expect(anchor["screen"] is NSNull)
            #expect(created.json["position"] as? [Double] == [1, 2.5, 3])

            let pins = try await server.get("/api/v1/spaces/\(space)/pins")
            let pin = try #require((pins.json["pins"] as? [[Any]])?.first)
            #expect(pin[0] as? String == id)
            #expect((1...3).map { pin[$0] as? Double } == [1, 2.5, 3])
            #expect(pin[4] as? Int == 0)
            #expect(pin[5] as? Int == 1)
            #expect(pin[7] as? Int == 1)
            let tag = try #require(pins.header("ETag"))
            #expect(try await server.get("/api/v1/spaces/\(space)/pins", headers: [.ifNoneMatch: tag]).status == 304)
            #expect(pins.header("Cache-Control")?.contains("private") == true)

            let edited = try await server.ask(as: .owner, .patch, "/api/v1/memories/\(id)", json: #"{"text":"Stew.","mood":null}"#)
            #expect(edited.text("text") == "Stew.")
            #expect(edited.json["mood"] is NSNull)
            #expect(edited.text("title") == "Stove")
            let versions = try await server.get("/api/v1/memories/\(id)/versions")
            #expect((versions.json["versions"] as? [[String: Any]])?.compactMap { $0["text"] as? String } == ["Soup.", "Stew."])
            let back = try await server.ask(as: .owner, .post, "/api/v1/memories/\(id)/versions/1/restore")
            #expect(back.text("text") == "Soup.")

            #expect(try await server.ask(as: .owner, .delete, "/api/v1/memories/\(id)").status == 204)
            #expect(try await server.get("/api/v1/spaces/\(space)/memories").json["total"] as? Int == 0)
            #expect(try await server.get("/api/v1/spaces/\(space)/memories?trashed=true").json["total"] as? Int == 1)
            #expect(try await server.ask(as: .owner, .post, "/api/v1/memories/\(id)/restore").json["trashed"] is NSNull)
            #expect(try await server.get("/api/v1/spaces/\(space)/memories?search=sou&mood=joy").json["total"] as? Int == 1)
        }
    }

    @Test func `what can't be kept is refused in one line`() async throws {
        try await withServer { server in
            let space = try await server.addSpace("Kitchen").id
            let path = "/api/v1/spaces/\(space)/memories"
            for json in [
                "{}", #"{"title":"a"}"#, #"{"title":"","anchor":{"point":[0,0,0]}}"#, #"{"title":"a","anchor":{"point":[0,0]}}"#,
                #"{"title":"a","anchor":{"point":[0,0,0]},"mood":"glee"}"#,
                #"{"title":"a","anchor":{"point":[0,0,0]},"privacy":"link"}"#,
                #"{"title":"a","anchor":{"point":[0,0,1e9]}}"#, #"{"title":"a","anchor":{"point":[0,0,0]},"tags":null}"#,
                #"{"title":"a","anchor":{"point":[0,0,0]},"text":"\#(String(repeating: "x", count: 20_001))"}"#,
                #"{"title":"a","anchor":{"point":[0,0,0]},"viewpoint":{"matrix":[1],"fieldOfView":1,"aspect":1}}"#,
            ] {
                let answer = try await server.ask(as: .owner, .post, path, json: json)
                #expect(answer.isProblem(400), "\(json.prefix(80)) \(answer.string)")
            }
            #expect(try await server.get(path).json["total"] as? Int == 0)
        }
    }

    @Test func `a file is what its bytes are, and others get it without its place`() async throws {
        try await withServer { server in
            let space = try await server.addSpace("Kitchen").id
            let (ada, id) = try await server.signUp("Ada")
            try await server.grant([id: "see"], in: space)
            let memory = try await server.pin("Stove", in: space, as: .owner).text("id")
            let path = "/api/v1/memories/\(memory)/media"
            let picture = try makePicture(width: 300, height: 200)
            let added = try await server.ask(
                as: .owner, .post, "\(path)?kind=photo&name=..%2F..%2Fetc%2Fpasswd%00.svg&alternative=A%20stove", body: picture,
                headers: [.contentType: "text/html"])
            #expect(added.status == 201)
            let media = try #require((added.json["media"] as? [[String: Any]])?.first)
            #expect(media["contentType"] as? String == "image/png")
            #expect(media["width"] as? Int == 300)
            #expect(media["alternative"] as? String == "A stove")
            let url = try #require(media["url"] as? String)
            let original = try await server.get(url)
            #expect(original.body == picture)
            #expect(original.header("Content-Security-Policy")?.contains("sandbox") == true)
            #expect(original.header("X-Content-Type-Options") == "nosniff")
            #expect(original.header("Cache-Control") == "private, no-cache")
            let small = try await server.ask(as: ada, .get, "\(url)?size=small")
            #expect(small.status == 200 && small.header("Content-Type") == "image/jpeg")
            let shared = try await server.ask(as: ada, .get, url)
            #expect(shared.status == 200)
            #expect(shared.header("ETag") != original.header("ETag"))
            #expect(try await server.ask(as: .owner, .get, url, headers: [.range: "bytes=0-3"]).body == Array(picture.prefix(4)))
            // Nobody else may add, change or take away.
            #expect(try await server.ask(as: ada, .post, "\(path)?kind=photo", body: picture).isProblem(403))
            #expect(try await server.ask(as: ada, .delete, url).isProblem(403))
            #expect(try await server.ask(as: .owner, .delete, url).status == 200)
            #expect(try await server.get(url).isProblem(404))
        }
    }

    @Test func `SVG, HTML, polyglots, bombs and files of another kind are refused`() async throws {
        try await withServer { server in
            let space = try await server.addSpace("Kitchen").id
            let memory = try await server.pin("Stove", in: space, as: .owner).text("id")
            let path = "/api/v1/memories/\(memory)/media"
            let svg = Array(#"<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>"#.utf8)
            let html = Array("<!doctype html><script>alert(1)</script>".utf8)
            // A JPEG's first bytes, and HTML behind them.
            let polyglot: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + html
            // A PNG that says it has 60,000 by 60,000 pixels.
            var bomb = try makePicture(width: 8, height: 8)
            bomb.replaceSubrange(16..<24, with: [0, 0, 0xEA, 0x60, 0, 0, 0xEA, 0x60])
            let picture = try makePicture(width: 8, height: 8)
            for (kind, bytes) in [
                ("photo", svg), ("photo", html), ("photo", polyglot), ("photo", bomb), ("photo", Array(picture.prefix(40))),
                ("audio", picture),
                ("video", picture), ("video", Array("#EXTM3U\nfile:///etc/passwd\n".utf8)),
                ("photo", Array("RIFF1234WAVEfmt ".utf8)),
            ] {
                let answer = try await server.ask(as: .owner, .post, "\(path)?kind=\(kind)&name=a.png", body: bytes)
                #expect(answer.isProblem(400), "\(kind) \(answer.string)")
                #expect(!answer.string.contains(server.folder.path))
            }
            #expect(try await server.ask(as: .owner, .post, "\(path)?kind=svg", body: svg).isProblem(400))
            // Two gigabytes are refused before they come.
            let connection = try RawConnection(port: server.port)
            await connection.send(
                "POST \(path)?kind=photo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2147483648\r\n\r\n")
            #expect(await connection.read(through: "\r\n\r\n")?.contains("413") == true)
            let seen = try await server.get("/api/v1/memories/\(memory)")
            #expect((seen.json["media"] as? [Any])?.isEmpty == true)
            #expect(server.uploadsLeft() == [])
        }
    }

    @Test func `whoever watches a space hears of what they may see, and of nothing else`() async throws {
        try await withServer {
            $0.heartbeat = .milliseconds(200)
        } _: { server in
            let space = try await server.addSpace("Kitchen").id
            let (ada, adaID) = try await server.signUp("Ada")
            let (bea, beaID) = try await server.signUp("Bea")
            try await server.grant([adaID: "pin", beaID: "see"], in: space)
            let connection = try RawConnection(port: server.port)
            let fields = bea.headers.map { "\($0.name): \($0.value)\r\n" }.joined()
            await connection.send("GET /api/v1/spaces/\(space)/events HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n")
            _ = try #require(await connection.read(through: "watching"))
            let hidden = try await server.pin("Hidden", in: space, as: ada, privacy: "private").text("id")
            let open = try await server.pin("Open", in: space, as: ada).text("id")
            let heard = try #require(await connection.read(through: open))
            #expect(heard.contains(#""change":"added""#))
            _ = try await server.ask(as: ada, .patch, "/api/v1/memories/\(open)", json: #"{"privacy":"private"}"#)
            let gone = try #require(await connection.read(through: open))
            #expect(gone.contains(#""change":"removed""#))
            #expect(!(heard + gone).contains(hidden))
            // Without a grant the stream ends.
            try await server.grant([adaID: "pin"], in: space)
            _ = await connection.readToEnd()
        }
    }

    @Test func `an account pins where it was granted to, and follows what is new`() async throws {
        try await withServer { server in
            let space = try await server.addSpace("Kitchen").id
            let (ada, id) = try await server.signUp("Ada")
            #expect(try await server.pin("x", in: space, as: ada).isProblem(404))
            try await server.grant([id: "see"], in: space)
            #expect(try await server.pin("x", in: space, as: ada).isProblem(403))
            try await server.grant([id: "pin"], in: space)
            #expect(try await server.pin("x", in: space, as: ada).status == 201)
            #expect(
                try await server.ask(as: ada, .get, "/api/v1/me").json["permissions"] as? [String: String] == ["\(space)": "pin"])
            #expect(try await server.ask(as: ada, .put, "/api/v1/spaces/\(space)/follow").status == 204)
            _ = try await server.pin("New", in: space, as: .owner)
            let spaces = try await server.ask(as: ada, .get, "/api/v1/spaces").json["spaces"] as? [[String: Any]]
            #expect(spaces?.first?["newMemories"] as? Int == 1)
            #expect(spaces?.first?["capture"] is NSNull)
            _ = try await server.ask(as: ada, .put, "/api/v1/spaces/\(space)/follow")
            let follows = try await server.ask(as: ada, .get, "/api/v1/follows").json["follows"] as? [[String: Any]]
            #expect(follows?.first?["newMemories"] as? Int == 0)
        }
    }
}
