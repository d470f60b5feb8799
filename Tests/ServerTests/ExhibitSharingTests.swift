import DioramaLibrary
import Foundation
import HTTPTypes
import Testing

/// Exhibits that are shared by links and with accounts: who sees what, and until when.
@Suite struct ExhibitSharingTests {
    private static let ticket = HTTPField.Name("X-Diorama-Visit")!

    /// An exhibit of the library.
    private func make(_ server: TestServer, _ title: String) async throws -> String {
        try await server.ask(as: .owner, .post, "/api/v1/exhibits", json: #"{"title":"\#(title)"}"#).text("id")
    }

    /// Makes a link to an exhibit and opens it.
    private func visit(
        _ server: TestServer, _ exhibit: String, _ body: String = #"{"name":"Class 7b"}"#, password: String? = nil
    ) async throws -> (link: Answer, visit: Answer, person: Person) {
        let link = try await server.ask(as: .owner, .post, "/api/v1/exhibits/\(exhibit)/links", json: body)
        #expect(link.status == 201, "\(link.string)")
        let token = try #require(link.text("url").split(separator: "/").last)
        let secret = password.map { #","password":"\#($0)""# } ?? ""
        let visit = try await server.ask(as: .nobody, .post, "/api/v1/visits", json: #"{"token":"\#(token)"\#(secret)}"#)
        return (link, visit, Person.nobody.with(Self.ticket, visit.text("visit")).named("visit"))
    }

    @Test func `visitors by a link see its exhibit alone, and nothing of it after it was revoked`() async throws {
        try await withServer { server async throws in
            let shown = try await make(server, "Shown exhibit")
            let hidden = try await make(server, "Hidden exhibit")
            let space = try await server.addSpace("Hidden space").id
            let (link, visit, person) = try await visit(server, shown)
            #expect(link.text("exhibit") == shown && link.json["space"] is NSNull)
            #expect(visit.text("exhibit") == shown && visit.json["space"] is NSNull)
            #expect(try await server.ask(as: person, .get, "/api/v1/me").text("exhibit") == shown)
            let list = try await server.ask(as: person, .get, "/api/v1/exhibits").json["exhibits"] as? [[String: Any]]
            #expect(list?.compactMap { $0["id"] as? String } == [shown])
            let path = "/api/v1/exhibits/\(shown)"
            let detail = try await server.ask(as: person, .get, path)
            #expect(detail.status == 200 && detail.json["canEdit"] as? Bool == false)
            #expect(try await server.ask(as: person, .delete, path).isProblem(403))
            #expect(try await server.ask(as: person, .get, path + "/links").isProblem(403))
            // Every address with every id: no word of anything else.
            for route in try PrivacyCrawlTests.routes() where route.method == .get && !route.path.hasSuffix("/events") {
                for id in [hidden, "artemis", space.description, shown] {
                    let address = Self.fill(route.path, id: id)
                    let answer = try await server.ask(as: person, .get, address)
                    #expect(!answer.string.contains("Hidden"), "\(address) shows what is not shared")
                    if route.path.contains("{id}"), id != shown {
                        #expect([400, 401, 403, 404].contains(answer.status), "\(address): \(answer.status)")
                    }
                }
            }
            let revoked = try await server.ask(
                as: .owner, .patch, "/api/v1/links/\(link.text("id"))", json: #"{"revoked":true}"#)
            #expect(revoked.status == 200)
            #expect(try await server.ask(as: person, .get, path).isProblem(401))
        }
    }

    @Test func `visitors by a link ask the guide of its exhibit alone, and nothing of it is kept`() async throws {
        try await withServer { server async throws in
            let other = try await make(server, "Hidden exhibit")
            let space = try await server.addSpace("Hidden space").id
            let (link, _, person) = try await visit(server, "artemis")
            let path = "/api/v1/exhibits/artemis/guide"
            let guide = try await server.ask(as: person, .get, path)
            #expect(guide.status == 200 && guide.json["conversations"] as? Bool == false)
            #expect(guide.text("notice").contains("Simulated persona based on public information"))
            #expect(try await server.ask(as: person, .get, path + "/portraits/koch").status == 200)
            let question = #"{"question":"How wide are the solar arrays of Orion?"}"#
            let answer = try await server.ask(as: person, .post, path + "/answers", json: question)
            #expect(answer.status == 200, "\(answer.string)")
            #expect((answer.json["citations"] as? [Any])?.isEmpty == false && !(answer.json["conversation"] is String))
            let kept = #"{"question":"Who flies?","conversation":"new"}"#
            #expect(try await server.ask(as: person, .post, path + "/answers", json: kept).isProblem(400))
            #expect(try await server.ask(as: person, .get, "/api/v1/guide/conversations").isProblem(403))
            let owners = try await server.ask(as: .owner, .get, "/api/v1/guide/conversations")
            #expect((owners.json["conversations"] as? [Any])?.isEmpty == true)
            for elsewhere in ["/api/v1/exhibits/\(other)/guide", "/api/v1/spaces/\(space)/guide"] {
                #expect(try await server.ask(as: person, .get, elsewhere).isProblem(404))
                #expect(try await server.ask(as: person, .post, elsewhere + "/answers", json: question).isProblem(404))
            }
            #expect(try await server.ask(as: person, .post, "/api/v1/guide/answers", json: question).isProblem(403))
            // A link has 60 questions at once, the owner as many as they like.
            let empty = #"{"question":"Who?","persona":"nobody"}"#
            var statuses: [Int] = []
            for _ in 0..<70 where statuses.last != 429 {
                statuses.append(try await server.ask(as: person, .post, path + "/answers", json: empty).status)
            }
            #expect(statuses.last == 429 && (55...69).contains(statuses.filter { $0 == 422 }.count), "\(statuses)")
            #expect(try await server.ask(as: .owner, .post, path + "/answers", json: empty).isProblem(422))
            let revoke = try await server.ask(as: .owner, .patch, "/api/v1/links/\(link.text("id"))", json: #"{"revoked":true}"#)
            #expect(revoke.status == 200)
            #expect(try await server.ask(as: person, .post, path + "/answers", json: question).isProblem(401))
        }
    }

    private static func fill(_ path: String, id: String) -> String {
        let values = [
            "{id}": id, "{sha256}": String(repeating: "0", count: 64), "{number}": "1", "{token}": "x", "{code}": "222222",
            "{file}": "0.glb", "{folder}": "images", "{name}": "a.jpg", "{operation}": "a", "{media}": id, "{step}": "front",
        ]
        return values.reduce(path) { $0.replacingOccurrences(of: $1.key, with: $1.value) }
    }

    @Test func `a link to the built-in exhibit has a password and an end; a part and a time that is over are refused`() async throws
    {
        try await withServer { server async throws in
            let body = #"{"name":"a","password":"bread","expires":"2100-01-01T00:00:00Z"}"#
            let (link, visit, person) = try await visit(server, "artemis", body, password: "bread")
            #expect(link.json["hasPassword"] as? Bool == true && visit.text("exhibit") == "artemis")
            #expect(try await server.ask(as: person, .get, "/api/v1/exhibits/artemis").status == 200)
            #expect(try await server.ask(as: person, .get, "/api/v1/spaces").json["total"] as? Int == 0)
            let path = "/api/v1/exhibits/artemis/links"
            let past = #"{"name":"a","expires":"2020-01-01T00:00:00Z"}"#
            #expect(try await server.ask(as: .owner, .post, path, json: past).isProblem(422))
            let part = #"{"name":"a","part":{"min":[0,0,0],"max":[1,1,1]}}"#
            #expect([400, 422].contains(try await server.ask(as: .owner, .post, path, json: part).status))
            let links = try await server.ask(as: .owner, .get, path).json["links"] as? [[String: Any]]
            #expect(links?.count == 1 && links?.first?["views"] as? Int == 1)
        }
    }

    @Test func `accounts see the exhibits that are shared with them, until they are not`() async throws {
        try await withServer { server async throws in
            let shelf = try await make(server, "Shelf")
            let (ada, adaID) = try await server.signUp("Ada")
            let path = "/api/v1/exhibits/\(shelf)"
            #expect(try await server.ask(as: ada, .get, path).isProblem(404))
            let grant = #"{"grants":[{"account":"\#(adaID)","permission":"see"}]}"#
            #expect(try await server.ask(as: .owner, .put, path + "/grants", json: grant).status == 200)
            #expect(try await server.ask(as: ada, .get, path).status == 200)
            let list = try await server.ask(as: ada, .get, "/api/v1/exhibits").json["exhibits"] as? [[String: Any]]
            #expect(list?.compactMap { $0["id"] as? String } == ["artemis", shelf])
            #expect(try await server.ask(as: ada, .put, path + "/grants", json: grant).isProblem(403))
            let pin = grant.replacingOccurrences(of: "see", with: "pin")
            #expect(try await server.ask(as: .owner, .put, path + "/grants", json: pin).isProblem(422))
            #expect(try await server.ask(as: .owner, .put, "/api/v1/exhibits/artemis/grants", json: grant).isProblem(409))
            #expect(try await server.ask(as: .owner, .put, path + "/grants", json: #"{"grants":[]}"#).status == 200)
            #expect(try await server.ask(as: ada, .get, path).isProblem(404))
        }
    }

    @Test func `a model that is added has a name for its progress; unknown names and bad ones are refused`() async throws {
        try await withServer { server async throws in
            let path = "/api/v1/exhibits/\(try await make(server, "Shelf"))"
            #expect(try await server.ask(as: .owner, .get, path + "/additions/a").isProblem(404))
            #expect(try await server.ask(as: .owner, .delete, path + "/additions/a").isProblem(404))
            let binary: HTTPFields = [.contentType: "application/octet-stream"]
            let bad = try await server.ask(
                as: .owner, .post, path + "/models?name=a.glb&operation=a/b", body: [0], headers: binary)
            #expect(bad.isProblem(400))
            let ply = try await server.ask(
                as: .owner, .post, path + "/models?name=a.ply&operation=a", body: trianglePLY, headers: binary)
            #expect(ply.status == 200, "\(ply.string)")
            let models = (ply.json["document"] as? [String: Any])?["models"] as? [[String: Any]]
            #expect(models?.count == 1)
        }
    }
}
