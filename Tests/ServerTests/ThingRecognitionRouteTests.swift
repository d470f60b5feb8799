import Foundation
import HTTPTypes
import TestSupport
import Testing

/// What photos show, over HTTP. `identifyThing` itself is tested by `ThingCommandTests` and the browser's checks.
@Suite struct ThingRecognitionRouteTests {
    private func add(_ name: String, photos: [[UInt8]], to server: TestServer) async throws -> String {
        let body = Array(#"{"name":"\#(name)"}"#.utf8)
        let id = try await server.request(
            .post, "/api/v1/things", headers: [.contentType: "application/json"], body: body
        ).text("id")
        for photo in photos {
            let sent = try await server.request(.post, "/api/v1/things/\(id)/media?kind=photo&name=p.jpg", body: photo)
            #expect(sent.status == 201)
        }
        return id
    }

    @Test func `what can't be compared is refused, and without photos there are no duplicates`() async throws {
        try await withServer { server async throws in
            let id = try await add("Drill", photos: [], to: server)
            let path = "/api/v1/things/\(id)/feedback"
            let image = try makePicture(width: 40, height: 30)
            #expect(try await server.request(.post, path, body: image).isProblem(400))
            #expect(try await server.request(.post, path + "?match=perhaps", body: image).isProblem(400))
            #expect(try await server.request(.post, path + "?match=right", body: Array("no image".utf8)).isProblem(422))
            #expect(try await server.request(.post, path + "?match=wrong", body: image).isProblem(422))
            let nobody = "/api/v1/things/000000000000000000000000000/feedback?match=right"
            #expect(try await server.request(.post, nobody, body: image).isProblem(404))
            #expect(try await server.get("/api/v1/things/duplicates?after=x").isProblem(400))
            let none = try await server.get("/api/v1/things/duplicates")
            #expect((none.json["pairs"] as? [Any])?.isEmpty == true && none.json["total"] as? Int == 0)
            #expect(none.json["next"] is NSNull)
        }
    }

    @Test(.enabled(if: TestData.has("photos-fox"), "../shared/data/photos-fox is not there"))
    func `two things with photos of the same fox are duplicates, until they are merged`() async throws {
        let photos = try ["0001", "0002"].map { name in
            [UInt8](try Data(contentsOf: TestData.shared("photos-fox/images/\(name).jpg")))
        }
        try await withServer { server async throws in
            var ids: Set<String> = []
            for (i, photo) in photos.enumerated() { ids.insert(try await add("Fox \(i)", photos: [photo], to: server)) }
            _ = try await add("Picture", photos: [try makePicture(width: 400, height: 300)], to: server)
            let found = try await duplicates(server)
            #expect(found == [ids])
            let fox = ids.sorted()
            let right = try await server.request(.post, "/api/v1/things/\(fox[0])/feedback?match=right", body: photos[1])
            #expect(right.status == 204)
            let merge = Array(#"{"others":["\#(fox[1])"]}"#.utf8)
            let merged = try await server.request(
                .post, "/api/v1/things/\(fox[0])/merge", headers: [.contentType: "application/json"], body: merge)
            #expect(merged.status == 200)
            #expect(try await duplicates(server).isEmpty)
        }
    }

    /// All pairs, over all parts.
    private func duplicates(_ server: TestServer) async throws -> Set<Set<String>> {
        var pairs: Set<Set<String>> = []
        var next = ""
        repeat {
            let part = try await server.get("/api/v1/things/duplicates\(next)")
            #expect(part.status == 200)
            for pair in part.json["pairs"] as? [[String: Any]] ?? [] {
                pairs.insert(Set(["first", "second"].compactMap { (pair[$0] as? [String: Any])?["id"] as? String }))
            }
            next = (part.json["next"] as? String).map { "?after=\($0)" } ?? ""
        } while next != ""
        return pairs
    }
}
