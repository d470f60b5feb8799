import Foundation
import HTTPTypes
import DioramaLibrary
import Testing

/// Walks all routes of docs/openapi.yaml as each kind of visitor, with every id there is, and finds nothing that is not theirs.
@Suite struct PrivacyCrawlTests {
    /// A memory and all that would give it away.
    struct Secret {
        let name: String
        let space: SpaceID
        let id: String
        let media: String
        let hash: String
        /// Words, ids, hashes and sizes that appear nowhere else.
        let marks: [String]
    }

    struct Route {
        let method: HTTPRequest.Method
        let path: String
    }

    /// The routes of the document. (Its paths stand at the first indentation, its methods at the second.)
    static func routes() throws -> [Route] {
        let document = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../docs/openapi.yaml").standardizedFileURL
        var routes: [Route] = []
        var path = ""
        for line in try String(contentsOf: document, encoding: .utf8).split(separator: "\n") {
            if line == "components:" { break }
            if line.hasPrefix("  /"), line.hasSuffix(":") { path = String(line.dropFirst(2).dropLast()) }
            for method in ["get", "put", "post", "patch", "delete"] where line == "    \(method):" {
                routes.append(Route(method: HTTPRequest.Method(method.uppercased())!, path: path))
            }
        }
        return routes
    }

    @Test func `no route shows or changes what is not the visitor's`() async throws {
        try await withServer { server in
            // One that parts can be cut of, and that is larger than the part with the margin of anchors.
            let imported = try await server.ended(server.upload(Self.room, fileName: "kitchen.ply", name: "Kitchen"))
            let kitchen = try #require(SpaceID(imported.text("space")))
            let attic = try await server.addSpace("Attic").id
            let (ada, adaID) = try await server.signUp("Ada")
            let (bea, beaID) = try await server.signUp("Bea")
            try await server.grant([adaID: "pin", beaID: "pin"], in: kitchen)
            try await server.grant([beaID: "pin"], in: attic)
            var secrets: [Secret] = []
            for (space, place) in [(kitchen, "kitchen"), (attic, "attic")] {
                for (author, audience) in [(Person.owner, adaID), (ada, beaID), (bea, adaID)]
                where place == "kitchen" || author.name != "Ada" {
                    for privacy in ["private", "public", "anonymous", "shared"] {
                        secrets.append(
                            try await pin(
                                server, "\(author.name)-\(privacy)-\(place)", in: space, as: author, privacy: privacy,
                                for: audience,
                                index: secrets.count))
                    }
                }
            }
            var visitors: [(person: Person, sees: (Secret) -> Bool)] = [
                (.owner, { Self.isOpen($0) || $0.name.hasPrefix("owner-") }),
                (
                    ada,
                    {
                        $0.space == kitchen
                            && (Self.isOpen($0) || $0.name.hasPrefix("Ada-")
                                || ["owner-shared-kitchen", "Bea-shared-kitchen"].contains($0.name))
                    }
                ),
                (bea, { Self.isOpen($0) || $0.name.hasPrefix("Bea-") || $0.name == "Ada-shared-kitchen" }),
                (.nobody, { _ in false }),
            ]
            for (name, part) in [("visit", nil), ("part", #"{"min":[-0.5,-1,-1],"max":[2.5,1,1]}"#)] {
                guard let person = try await visit(server, kitchen, named: name, part: part) else { continue }
                visitors.append(
                    (
                        person,
                        { secret in
                            secret.space == kitchen && Self.isOpen(secret) && (part == nil || secret.name.hasPrefix("owner-"))
                        }
                    ))
            }
            let live = try await server.ask(as: .owner, .post, "/api/v1/spaces/\(kitchen)/live", json: "{}")
            let routes = try Self.routes()
            #expect(routes.count > 40)
            for (person, sees) in visitors {
                let hidden = secrets.filter { !sees($0) }
                for route in routes {
                    for path in paths(
                        route, secrets, spaces: [kitchen, attic], accounts: [adaID, beaID], code: live.text("code"))
                    {
                        try await check(route, path, as: person, hidden: hidden, on: server)
                    }
                }
                for query in ["search=secret", "trashed=true", "order=oldest", "kind=text", "author=\(adaID)", "limit=1"] {
                    for space in [kitchen, attic] {
                        let route = Route(method: .get, path: "memories")
                        try await check(
                            route, "/api/v1/spaces/\(space)/memories?\(query)", as: person, hidden: hidden, on: server)
                    }
                }
                // And nothing is missing that is theirs: counts are exact.
                guard person.name != "nobody" else { continue }
                for space in [kitchen, attic] {
                    let list = try await server.ask(as: person, .get, "/api/v1/spaces/\(space)/memories?limit=200")
                    let expected = Set(secrets.filter { sees($0) && $0.space == space }.map(\.name))
                    if expected.isEmpty, list.status == 404 { continue }
                    #expect(list.json["total"] as? Int == expected.count, "\(person.name)")
                    let titles = (list.json["memories"] as? [[String: Any]])?.compactMap { $0["title"] as? String }
                    #expect(Set(titles ?? []) == expected, "\(person.name)")
                    let pins = try await server.ask(as: person, .get, "/api/v1/spaces/\(space)/pins").json["pins"] as? [[Any]]
                    #expect(pins?.count == expected.count, "\(person.name)")
                }
            }
            // Nothing of it was changed on the way.
            for secret in secrets {
                let author = [Person.owner, ada, bea].first { secret.name.hasPrefix($0.name) } ?? .owner
                let memory = try await server.ask(as: author, .get, "/api/v1/memories/\(secret.id)")
                #expect(memory.text("title") == secret.name)
                #expect(memory.json["trashed"] is NSNull)
                #expect((memory.json["media"] as? [Any])?.count == 1)
            }
        }
    }

    /// A triangle 8 m long.
    private static let room = Array(
        String(decoding: trianglePLY, as: UTF8.self).replacingOccurrences(of: "1 0 0\n", with: "8 0 0\n").utf8)

    private static func isOpen(_ secret: Secret) -> Bool {
        secret.name.contains("-public-") || secret.name.contains("-anonymous-")
    }

    private func pin(
        _ server: TestServer, _ name: String, in space: SpaceID, as author: Person, privacy: String, for audience: AccountID,
        index: Int
    ) async throws -> Secret {
        let isShared = privacy == "shared"
        let created = try await server.pin(
            name, in: space, as: author, privacy: privacy, audience: isShared ? [audience] : [], at: author.name == "owner" ? 1 : 5)
        #expect(created.status == 201, "\(created.string)")
        let id = created.text("id")
        // Every picture has a size of its own, in pixels and in bytes.
        let width = 2001 + 2 * index
        let height = 1 + 40 * index
        let answer = try await server.ask(
            as: author, .post, "/api/v1/memories/\(id)/media?kind=photo&name=file-\(name)&alternative=alt-\(name)",
            body: try makePicture(width: width, height: height))
        let media = try #require((answer.json["media"] as? [[String: Any]])?.first, "\(answer.string)")
        let mediaID = try #require(media["id"] as? String)
        let key = try #require(MediaID(mediaID))
        let entry = try #require(try await server.library.media.get(key))
        let hash = entry.hash.description
        return Secret(
            name: name, space: space, id: id, media: mediaID, hash: hash,
            marks: [name, id, mediaID, hash, #""width":\#(width)}"#, #""byteCount":\#(entry.byteCount),"#])
    }

    /// A visitor by a link; nil where this server makes none.
    private func visit(_ server: TestServer, _ space: SpaceID, named name: String, part: String?) async throws -> Person? {
        let link = try await server.ask(
            as: .owner, .post, "/api/v1/spaces/\(space)/links",
            json: #"{"name":"\#(name)","showsMemories":true\#(part.map { #","part":\#($0)"# } ?? "")}"#)
        if link.status == 404 || link.status == 405 { return nil }
        let token = try #require(link.text("url").split(separator: "/").last)
        let visit = try await server.ask(as: .nobody, .post, "/api/v1/visits", json: #"{"token":"\#(token)"}"#)
        return Person.nobody.with(HTTPField.Name("X-Diorama-Visit")!, visit.text("visit")).named(name)
    }

    /// The route's path with every id that could stand in it.
    private func paths(
        _ route: Route, _ secrets: [Secret], spaces: [SpaceID], accounts: [AccountID], code: String
    ) -> [String] {
        // Streams have no end; MemoryRouteTests reads one.
        if route.path.hasSuffix("/events") { return [] }
        var paths = [route.path]
        func fill(_ name: String, _ values: [String]) {
            paths = paths.flatMap { path in
                path.contains(name) ? values.map { path.replacingOccurrences(of: name, with: $0) } : [path]
            }
        }
        if route.path.contains("{media}") {
            // Each file under its own memory, and under each that the visitor may see.
            paths = secrets.flatMap { secret in
                [secret.id, secrets[1].id, secrets[2].id].map {
                    route.path.replacingOccurrences(of: "{id}", with: $0).replacingOccurrences(of: "{media}", with: secret.media)
                }
            }
        }
        let ids =
            route.path.contains("/memories/{id}")
            ? secrets.map(\.id) : route.path.contains("/accounts/") ? accounts.map(\.description) : []
        fill("{id}", ids.isEmpty ? spaces.map(\.description) : ids)
        fill("{sha256}", secrets.map(\.hash))
        fill("{number}", ["1"])
        fill("{token}", ["x"])
        fill("{code}", [code])
        fill("{file}", ["0.glb"])
        fill("{folder}", ["images"])
        fill("{name}", ["a.jpg"])
        fill("{operation}", ["a"])
        return paths
    }

    private func check(
        _ route: Route, _ path: String, as person: Person, hidden: [Secret], on server: TestServer
    ) async throws {
        let target = hidden.first { path.contains($0.id) || path.contains($0.media) }
        // What changes something is tried on what is hidden alone: the rest is theirs to change.
        if route.method != .get && target == nil { return }
        // A body that the route takes: one with unknown fields is refused for these, whoever asks.
        let body = path.contains("/media/") ? #"{"alternative":"x"}"# : #"{"title":"x"}"#
        let json = route.method == .patch || route.method == .put || route.method == .post ? body : nil
        let answer = try await server.ask(as: person, route.method, path, json: json)
        if let target {
            let isRefused = [401, 403, 404].contains(answer.status)
            #expect(isRefused, "\(person.name) \(route.method) \(path): \(answer.status) for \(target.name)")
        }
        // The path itself says what was asked for.
        let text = answer.string + answer.headers.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
        for secret in hidden {
            for mark in secret.marks where text.contains(mark) {
                Issue.record("\(person.name) \(route.method) \(path) tells \(mark) of \(secret.name)")
            }
        }
        if answer.status == 200, route.method == .get, path.hasPrefix("/api/") {
            let cache = answer.header("Cache-Control") ?? ""
            #expect(cache.contains("no-store") || cache.contains("private"), "\(path): \(cache)")
        }
    }
}
