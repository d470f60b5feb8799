import DioramaLibrary
import Foundation
import HTTPTypes
import Testing

/// Exhibits over HTTP: who sees them, saving with revisions, files, and requests that can't be carried out.
@Suite struct ExhibitRouteTests {
    private let json: HTTPFields = [.contentType: "application/json"]

    private func document(_ title: String) -> [UInt8] {
        Array(#"{"version":1,"title":"\#(title)","summary":"","language":"en","license":""}"#.utf8)
    }

    @Test func `an exhibit is made, saved by its revision, deleted and restored`() async throws {
        try await withServer { server async throws in
            let made = try await server.request(.post, "/api/v1/exhibits", headers: json, body: Array(#"{"title":"Shelf"}"#.utf8))
            #expect(made.status == 201)
            let id = made.text("id")
            let revision = made.text("revision")
            let path = "/api/v1/exhibits/\(id)"
            #expect(try await server.request(.put, path, headers: json, body: document("A")).isProblem(428))
            var based = json
            based[.ifMatch] = "\"\(revision)\""
            #expect(try await server.request(.put, path, headers: based, body: document("A")).status == 200)
            #expect(try await server.request(.put, path, headers: based, body: document("B")).isProblem(412))
            based[.ifMatch] = "*"
            #expect(try await server.request(.put, path, headers: based, body: document("B")).status == 200)
            #expect(try await server.request(.put, path, headers: based, body: document("")).isProblem(422))
            #expect(try await server.request(.put, path, headers: based, body: Array("[]".utf8)).isProblem(422))
            #expect(try await server.request(.put, path, headers: based, body: Array("{".utf8)).isProblem(400))
            let list = try #require(try await server.get("/api/v1/exhibits").json["exhibits"] as? [[String: Any]])
            #expect(list.compactMap { $0["id"] as? String } == ["artemis", id] && list[1]["title"] as? String == "B")
            #expect(try await server.request(.delete, path).status == 204)
            #expect(try await server.get(path).isProblem(404))
            #expect(try await server.request(.post, path + "/restore").status == 200)
            #expect(try await server.get(path).status == 200)
        }
    }

    @Test func `the built-in exhibit can't be changed, and what is no file, size or body is refused by name`() async throws {
        try await withServer { server async throws in
            var based = json
            based[.ifMatch] = "*"
            #expect(try await server.request(.put, "/api/v1/exhibits/artemis", headers: based, body: document("A")).isProblem(409))
            #expect(try await server.request(.delete, "/api/v1/exhibits/artemis").isProblem(409))
            let made = try await server.request(.post, "/api/v1/exhibits", headers: json, body: Array(#"{"title":"Shelf"}"#.utf8))
            let path = "/api/v1/exhibits/\(made.text("id"))"
            for body in [#"{}"#, #"{"title":"A","copyOf":"artemis"}"#, #"{"titel":"A"}"#] {
                #expect(try await server.request(.post, "/api/v1/exhibits", headers: json, body: Array(body.utf8)).isProblem(400))
            }
            let bytes: [UInt8] = Array("no model".utf8)
            let binary: HTTPFields = [.contentType: "application/octet-stream"]
            for query in [
                "", "?name=../a.glb", "?name=a.glb&size=-1", "?name=a.glb&axis=x", "?name=a.glb&size=1&axis=up", "?nam=a",
            ] {
                #expect(
                    try await server.request(.post, path + "/models" + query, headers: binary, body: bytes).isProblem(400),
                    "\(query)")
            }
            #expect(try await server.request(.post, path + "/models?name=a.glb", headers: binary, body: bytes).isProblem(422))
            let image: HTTPFields = [.contentType: "image/jpeg"]
            #expect(try await server.request(.put, path + "/images/a.jpg", headers: image, body: bytes).isProblem(422))
            #expect(try await server.request(.put, path + "/images/a.png", headers: image, body: bytes).isProblem(415))
            #expect(try await server.request(.put, path + "/images/a.svg", headers: image, body: bytes).isProblem(400))
            #expect(try await server.get(path + "/files/models/a.glb").isProblem(404))
            #expect(try await server.get(path + "/files/secrets/a.glb").isProblem(404))
            #expect(try await server.get(path + "/export?format=pdf").isProblem(400))
            let zip: HTTPFields = [.contentType: "application/zip"]
            #expect(try await server.request(.post, "/api/v1/exhibits/import", headers: zip, body: bytes).isProblem(422))
            #expect(try await server.request(.post, "/api/v1/exhibits/import", headers: json, body: bytes).isProblem(415))
        }
    }
}
