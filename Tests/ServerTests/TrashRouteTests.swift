import DioramaLibrary
import Foundation
import HTTPTypes
import Testing

/// The trash over HTTP: what is in it, restoring, permanent deletion, and the retention of what was deleted.
@Suite struct TrashRouteTests {
    private let json: HTTPFields = [.contentType: "application/json"]

    @Test func `a space is trashed with its memories, restored as one, and deleted permanently`() async throws {
        try await withServer { server async throws in
            let space = try await server.addSpace("Office")
            let memory = try await server.library.memories.add(Memory(title: "Here", space: space.id))
            let path = "/api/v1/spaces/\(space.id)"
            #expect(try await server.request(.delete, path).status == 204)
            #expect(try await server.get("/api/v1/memories/\(memory.id)").isProblem(404))
            #expect(try await server.get(path).isProblem(404))
            let items = try #require(try await server.get("/api/v1/trash").json["items"] as? [[String: Any]])
            #expect(items.count == 1 && items[0]["kind"] as? String == "space" && items[0]["memories"] as? Int == 1)

            let restored = try await server.request(.post, "/api/v1/trash/\(space.id)/restore")
            #expect(restored.status == 200 && restored.text("name") == "Office")
            #expect(try await server.get("/api/v1/memories/\(memory.id)").status == 200)
            #expect(try await server.request(.post, "/api/v1/trash/\(space.id)/restore").isProblem(404))
            #expect(try await server.request(.delete, "/api/v1/trash/\(space.id)").isProblem(404))

            _ = try await server.request(.delete, path)
            #expect(try await server.request(.delete, "/api/v1/trash/\(space.id)").status == 204)
            #expect(try await server.library.memories.get(memory.id) == nil)
            #expect(try await server.library.hasTraces() == false)
            let empty = try await server.get("/api/v1/trash")
            #expect((empty.json["items"] as? [Any])?.isEmpty == true)
        }
    }

    @Test func `the trash is emptied at once`() async throws {
        try await withServer { server async throws in
            for name in ["a", "b"] {
                _ = try await server.request(.delete, "/api/v1/spaces/\(try await server.addSpace(name).id)")
            }
            #expect(try await server.request(.delete, "/api/v1/trash").json["purged"] as? Int == 2)
            #expect(try await server.library.trashedSpaces().isEmpty)
        }
    }

    @Test func `the retention is shown and set, within its range`() async throws {
        try await withServer { server async throws in
            let path = "/api/v1/retention"
            #expect(try await server.get(path).json["bucketDays"] as? Int == 7)
            let body = Array(#"{"bucketDays":0,"backupDays":3}"#.utf8)
            let set = try await server.request(.put, path, headers: json, body: body)
            #expect(set.status == 200 && set.json["backupDays"] as? Int == 3)
            #expect(try await server.library.retention() == Retention(bucketDays: 0, backupDays: 3))
            for wrong in [#"{"bucketDays":-1,"backupDays":3}"#, #"{"bucketDays":1}"#, #"{"bucketDays":1,"backupDays":3,"x":1}"#] {
                #expect(try await server.request(.put, path, headers: json, body: Array(wrong.utf8)).isProblem(400), "\(wrong)")
            }
        }
    }
}
