import PlanFormats
import SyntheticScenes
import FloorPlans
import ModelFormats
import Foundation
import Geometry
import HTTPTypes
import DioramaLibrary
import Server
import Spaces
import Testing

@Suite struct PlanRouteTests {
    /// Runs `body` with a space that has the sample flat as its plan.
    private func withPlan(_ body: @escaping @Sendable (TestServer, Space, String) async throws -> Void) async throws {
        try await withServer { server async throws in
            let space = try await server.addSpace("Flat")
            _ = try await server.library.setPlan(String(decoding: try SampleFlat.plan().json(), as: UTF8.self), of: space.id)
            try await body(server, space, "/api/v1/spaces/\(space.id)/plan")
        }
    }

    private func names(_ answer: Answer, _ list: String) -> [String] {
        (answer.json[list] as? [[String: Any]] ?? []).compactMap { $0["kind"] as? String }
    }

    private func rooms(_ answer: Answer) throws -> [String] {
        let plan = try #require(answer.json["plan"] as? [String: Any])
        let storey = try #require((plan["storeys"] as? [[String: Any]])?.first)
        return (storey["rooms"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
    }

    @Test func `a plan is shown with where it lies on its sheet, which is drawn in every format`() async throws {
        try await withPlan { server, _, plan async throws in
            let answer = try await server.get(plan)
            #expect(answer.status == 200 && answer.json["canEdit"] as? Bool == true)
            let sheet = try #require((answer.json["sheets"] as? [[String: Any]])?.first)
            #expect((sheet["toSheet"] as? [Double])?.count == 6 && sheet["width"] as? Double ?? 0 > 100)
            let starts: [PlanFormat: [UInt8]] = [
                .svg: Array("<?xml".utf8), .png: [0x89, 0x50], .pdf: Array("%PDF".utf8), .dwg: Array("AC1015".utf8),
                .ifc: Array("ISO-10303".utf8), .json: Array("{".utf8),
            ]
            for format in PlanFormat.allCases {
                let file = try await server.get("\(plan)/file?format=\(format.rawValue)&units=imperial")
                #expect(file.status == 200 && file.header("Content-Type") == format.mediaType, "\(format)")
                #expect(Array(file.body.prefix(starts[format]?.count ?? 0)) == starts[format] ?? [], "\(format)")
                let isShown = format == .svg || format == .png
                #expect((file.header("Content-Disposition") == nil) == isShown, "\(format)")
            }
            #expect(try await server.get("\(plan)/file?format=exe").isProblem(400))
            #expect(try await server.get("\(plan)/file?storey=7").isProblem(404))
            #expect(try await server.get("\(plan)/file?storey=-1").isProblem(400))
            #expect(try await server.get("\(plan)?units=cubits").isProblem(400))
        }
    }

    @Test func `edits are made, undone and redone, and what can't be is refused with a reason`() async throws {
        try await withPlan { server, space, plan async throws in
            #expect(try await server.request(.post, "\(plan)/undo").isProblem(409))
            let made = try await server.send(
                .post, "\(plan)/edits", json: ["kind": "rename-room", "room": "bedroom", "name": "Oma's room"])
            #expect(made.status == 201 && names(made, "edits") == ["rename-room"])
            #expect(try rooms(made).contains("Oma's room"))
            _ = try await server.send(.post, "\(plan)/edits", json: ["kind": "move-wall", "wall": "partition", "distance": 0.2])
            let deleted = try await server.send(.post, "\(plan)/edits", json: ["kind": "delete-opening", "opening": "passage"])
            #expect(names(deleted, "edits") == ["rename-room", "move-wall", "delete-opening"])
            let refused = try await server.send(
                .post, "\(plan)/edits", json: ["kind": "move-wall", "wall": "partition", "distance": 9])
            #expect(refused.isProblem(422) && refused.string.contains("would leave wall"), "\(refused.string)")
            #expect(try await server.send(.post, "\(plan)/edits", json: ["kind": "paint"]).isProblem(400))

            let undone = try await server.request(.post, "\(plan)/undo")
            #expect(names(undone, "edits") == ["rename-room", "move-wall"] && names(undone, "undone") == ["delete-opening"])
            let redone = try await server.request(.post, "\(plan)/redo")
            #expect(names(redone, "edits").count == 3 && names(redone, "undone") == [])
            #expect(try await server.request(.post, "\(plan)/redo").isProblem(409))
            // The plan as it was made is as it was.
            let kept = try #require(try await server.library.plan(of: space.id))
            #expect(try FloorPlan(json: Data(kept.plan.content.content.utf8)) == SampleFlat.plan())
            #expect(try await server.request(.delete, plan).status == 204)
            let none = try await server.get(plan)
            #expect(none.status == 200 && none.json["plan"] is NSNull)
            #expect(try await server.get("\(plan)/file").isProblem(404))
        }
    }

    @Test func `objects are the plan's furniture, where it stands in the world`() async throws {
        try await withPlan { server, space, _ async throws in
            let objects = try await server.get("/api/v1/spaces/\(space.id)/objects").json["objects"] as? [[String: Any]] ?? []
            #expect(objects.count == SampleFlat.plan().storeys[0].furniture.count)
            let bed = try #require(objects.first { $0["id"] as? String == "bed" })
            let center = try #require(bed["center"] as? [Double])
            #expect(abs(center[0] - 7.2) < 1e-9 && abs(center[1] - 0.25) < 1e-9 && abs(center[2] + 2.6) < 1e-9)
            #expect(bed["size"] as? [Double] == [1.6, 0.5, 2])
        }
    }

    @Test func `visitors see the plan and change nothing; those of a part don't see it`() async throws {
        try await withPlan { server, space, plan async throws in
            func ticket(_ link: [String: Any]) async throws -> HTTPFields {
                let made = try await server.send(.post, "/api/v1/spaces/\(space.id)/links", json: link)
                let token = String(made.text("url").dropFirst(3))
                let visit = try await server.send(.post, "/api/v1/visits", json: ["token": token, "password": NSNull()])
                return [HTTPField.Name("X-Diorama-Visit")!: visit.text("visit")]
            }
            let all = try await ticket(["name": "all"])
            let seen = try await server.get(plan, headers: all)
            #expect(seen.status == 200 && seen.json["canEdit"] as? Bool == false)
            #expect(try await server.get("\(plan)/file", headers: all).status == 200)
            for (method, path) in [
                (HTTPRequest.Method.post, plan), (.delete, plan), (.post, plan + "/edits"), (.post, plan + "/undo"),
            ] {
                #expect(try await server.request(method, path, headers: all).isProblem(403), "\(method) \(path)")
            }
        }
    }

    @Test func `a plan is made of a room's surface by a job, and one of no room fails with a reason`() async throws {
        try await withServer { server async throws in
            let importer = SpaceImporter(library: server.library)
            func space(_ name: String, _ mesh: TriangleMesh) async throws -> Space {
                let file = server.folder.appendingPathComponent("\(name).glb")
                try ModelFile.write(Model(mesh), to: file)
                return try await importer.importSpace(from: file, name: name)
            }
            let room = try await space("Room", roomMesh(width: 4, depth: 3, height: 2.5))
            let begun = try await server.request(.post, "/api/v1/spaces/\(room.id)/plan")
            // Whoever looks at the space finds the job by these.
            #expect(begun.text("kind") == "plan" && begun.text("space") == room.id.description)
            let made = try await server.ended(begun)
            #expect(made.text("state") == "done", "\(made.string)")
            let plan = try await server.get("/api/v1/spaces/\(room.id)/plan")
            #expect(try rooms(plan).count == 1)
            let found = try #require(try await server.library.plan(of: room.id))
            let area = try FloorPlan(json: Data(found.plan.content.content.utf8)).area
            #expect(abs(area - 12) < 0.15, "\(area)")

            let statue = try await space("Statue", roomMesh(width: 0.3, depth: 0.3, height: 0.4))
            let failed = try await server.ended(try await server.request(.post, "/api/v1/spaces/\(statue.id)/plan"))
            #expect(failed.text("state") == "failed" && failed.text("error").contains("too small for a room"), "\(failed.string)")
            #expect(failed.text("space") == statue.id.description)
            #expect(try await server.get("/api/v1/spaces/\(statue.id)/plan").json["plan"] is NSNull)
        }
    }
}
