import DioramaLibrary
import Foundation
import HTTPTypes
import Testing

/// Description and cover of a space, and what a memory is once its first file has come.
@Suite struct SpaceAboutTests {
    private let json: HTTPFields = [.contentType: "application/json"]

    @Test func `a space has a description and a cover, which visitors of a part don't see`() async throws {
        try await withServer { server async throws in
            let model = Array(
                String(decoding: trianglePLY, as: UTF8.self).replacingOccurrences(of: "1 0 0\n", with: "8 0 0\n").utf8)
            let imported = try await server.ended(server.upload(model, fileName: "kitchen.ply", name: "Kitchen"))
            let space = try #require(SpaceID(imported.text("space")))
            let path = "/api/v1/spaces/\(space)"
            let edited = try await server.request(
                .patch, path, headers: json, body: Array(#"{"description":"Before the renovation."}"#.utf8))
            #expect(edited.text("description") == "Before the renovation." && edited.text("name") == "Kitchen")
            for body in ["{}", #"{"name":""}"#, #"{"colour":1}"#, #"{"description":1}"#, #"{"name":"A","description":null}"#] {
                #expect(try await server.request(.patch, path, headers: json, body: Array(body.utf8)).isProblem(400), "\(body)")
            }
            #expect(try await server.get(path + "/cover").isProblem(404))
            let image = try makePicture(width: 60, height: 40)
            let first = try await server.request(.put, path + "/cover?name=a.png", body: image)
            #expect(first.status == 200)
            let covered = try await server.request(.put, path + "/cover?name=b.png", body: image)
            #expect(covered.text("cover").hasPrefix(path + "/cover?v=") && covered.text("cover") != first.text("cover"))
            #expect(try await server.get(covered.text("cover")).headers[.contentType] == "image/jpeg")
            #expect(try await server.request(.put, path + "/cover", body: Array("text".utf8)).isProblem(400))
            let listed = try await server.get("/api/v1/spaces").json["spaces"] as? [[String: Any]]
            #expect(listed?.first?["cover"] as? String == covered.text("cover"))
            let whole = try await visit(server, space, part: "null")
            #expect(try await server.ask(as: whole, .get, path).text("description") == "Before the renovation.")
            #expect(try await server.ask(as: whole, .get, path + "/cover?size=small").status == 200)
            let part = try await visit(server, space, part: #"{"min":[-0.5,-1,-1],"max":[2.5,1,1]}"#)
            #expect(try await server.ask(as: part, .get, path + "/cover").isProblem(404))
            #expect(try await server.ask(as: whole, .delete, path + "/cover").isProblem(403))
            #expect(try await server.request(.delete, path + "/cover").json["cover"] is NSNull)
        }
    }

    @Test func `the points of an alignment are the owner's to store and visitors' of the whole space to see`() async throws {
        try await withServer { server async throws in
            let imported = try await server.ended(server.upload(Array(trianglePLY), fileName: "hall.ply", name: "Hall"))
            let space = try #require(SpaceID(imported.text("space")))
            let path = "/api/v1/spaces/\(space)/alignment"
            func body(_ x: Double, _ other: Double, extra: String = "") -> String {
                let view = #"{"matrix":[1,0,0,0,0,1,0,0,0,0,1,0,0,1.5,3,1],"fieldOfView":0.9,"aspect":1.5}"#
                let points = [x, other].map { #"{"point":[\#($0),0,0],"viewpoint":\#(view)}"# }
                return #"{"points":[\#(points.joined(separator: ","))]\#(extra)}"#
            }
            #expect((try await server.get(path).json["points"] as? [Any])?.isEmpty == true)
            for wrong in [body(0, 0.2), body(0, 2, extra: #","name":"A""#), #"{"points":[{"point":[0,0,0]}]}"#, "{}"] {
                #expect(try await server.ask(as: .owner, .put, path, json: wrong).isProblem(400), "\(wrong)")
            }
            let stored = try await server.ask(as: .owner, .put, path, json: body(0, 2))
            #expect(stored.status == 200 && (stored.json["points"] as? [Any])?.count == 2)
            let whole = try await visit(server, space, part: "null")
            #expect(try await server.ask(as: whole, .get, path).string == stored.string)
            #expect(try await server.ask(as: whole, .put, path, json: body(0, 3)).isProblem(403))
            let part = try await visit(server, space, part: #"{"min":[-0.5,-1,-1],"max":[2.5,1,1]}"#)
            #expect(try await server.ask(as: part, .get, path).isProblem(404))
            #expect(try await server.ask(as: .owner, .put, path, json: #"{"points":[]}"#).status == 200)
        }
    }

    private func visit(_ server: TestServer, _ space: SpaceID, part: String) async throws -> Person {
        let link = try await server.ask(
            as: .owner, .post, "/api/v1/spaces/\(space)/links", json: #"{"name":"L","showsMemories":true,"part":\#(part)}"#)
        let token = try #require(link.text("url").split(separator: "/").last, "\(link.string)")
        let visit = try await server.ask(as: .nobody, .post, "/api/v1/visits", json: #"{"token":"\#(token)"}"#)
        return Person.nobody.with(HTTPField.Name("X-Diorama-Visit")!, visit.text("visit"))
    }

    @Test func `the first file says what a memory is, where that was not said before`() async throws {
        try await withServer { server async throws in
            let space = try await server.addSpace("Kitchen").id
            let image = try makePicture(width: 20, height: 20)
            for (kind, expected) in [("", "photo"), (#""kind":"audio","#, "audio")] {
                let made = try await server.ask(
                    as: .owner, .post, "/api/v1/spaces/\(space)/memories",
                    json: #"{"title":"T",\#(kind)"anchor":{"point":[0,0,0]}}"#)
                let answer = try await server.ask(
                    as: .owner, .post, "/api/v1/memories/\(made.text("id"))/media?kind=photo&name=a", body: image)
                #expect(answer.text("kind") == expected, "\(answer.string)")
            }
            let photos = try await server.get("/api/v1/spaces/\(space)/memories?kind=photo")
            #expect(photos.json["total"] as? Int == 1)
        }
    }
}
