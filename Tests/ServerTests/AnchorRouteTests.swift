import DioramaLibrary
import FloorPlans
import Foundation
import Geometry
import Spaces
import SyntheticScenes
import Testing

/// Anchors that don't fit their space are refused, over HTTP and by the use case that commands call.
@Suite struct AnchorRouteTests {
    private let bounds = Bounds(min: Vector3(-3, 0, -2), max: Vector3(3, 2.5, 2))

    /// Runs `body` with a space of 6 × 2.5 × 4 m whose plan has a stove.
    private func withSpace(_ body: @escaping @Sendable (TestServer, Space) async throws -> Void) async throws {
        let bounds = bounds
        try await withServer { server in
            let space = try await server.library.add(SpaceDraft(name: "Kitchen", bounds: bounds))
            var plan = SampleFlat.plan()
            plan.storeys[0].furniture = [
                Furniture(id: "stove", category: .stove, center: PlanPoint(1, 1), width: 0.6, depth: 0.6, height: 0.9)
            ]
            _ = try await server.library.setPlan(String(decoding: try plan.json(), as: UTF8.self), of: space.id)
            try await body(server, space)
        }
    }

    private static let refused = [
        (#"{"point":[5000,1,0]}"#, "Anchor.point: (5000.0, 1.0, 0.0) is outside of the space; choose a point between"),
        (#"{"point":[0,-1.2,0]}"#, "anchor.point"), (#"{"point":[0,0,3.1]}"#, "anchor.point"),
        (#"{"point":[0,1,0],"offset":[0,500,0]}"#, "anchor.offset"), (#"{"point":[0,1,0],"height":900}"#, "anchor.offset"),
        (#"{"point":[0,1,0],"screen":{"position":[0,1,40],"rotation":[0,0,0,1],"size":[1,1]}}"#, "anchor.screen.position"),
        (#"{"point":[0,1,0],"object":{"id":"fridge","name":"Fridge"}}"#, "has no object"),
        (#"{"point":[1,0.9,-1],"object":{"id":"Stove","name":"Stove"}}"#, "has no object"),
    ]

    @Test func `a point outside of the space and an object that it doesn't have are refused`() async throws {
        try await withSpace { server, space in
            let path = "/api/v1/spaces/\(space.id)/memories"
            for (anchor, reason) in Self.refused {
                let answer = try await server.ask(as: .owner, .post, path, json: #"{"title":"a","anchor":\#(anchor)}"#)
                #expect(answer.isProblem(400), "\(anchor)")
                #expect(answer.text("detail").lowercased().contains(reason.lowercased()), "\(answer.text("detail"))")
            }
            #expect(try await server.get(path).json["total"] as? Int == 0)
            for anchor in [
                #"{"point":[-3.5,0,2.5]}"#, #"{"point":[0,2.5,0],"height":5}"#,
                #"{"point":[1,0.9,-1],"object":{"id":"stove","name":"Stove"}}"#,
            ] {
                let answer = try await server.ask(as: .owner, .post, path, json: #"{"title":"a","anchor":\#(anchor)}"#)
                #expect(answer.status == 201, "\(anchor): \(answer.text("detail"))")
            }
        }
    }

    @Test func `a changed anchor is checked, and one that is as it was is not`() async throws {
        try await withSpace { server, space in
            // As after a re-scan: its surface and its object are gone.
            let lost = MemoryAnchor(point: [40, 0, 0], object: .init(id: "sofa", name: "Sofa"), state: "lost")
            let memory = try await server.library.memories(for: .owner(nil))
                .add(Memory(title: "Sofa", space: space.id, anchor: lost)).entry
            let path = "/api/v1/memories/\(memory.id)"
            #expect(try await server.ask(as: .owner, .patch, path, json: #"{"text":"red"}"#).status == 200)
            let same = #"{"anchor":{"point":[40,0,0],"object":{"id":"sofa","name":"Red sofa"},"state":"lost"}}"#
            #expect(try await server.ask(as: .owner, .patch, path, json: same).status == 200)
            let moved = #"{"anchor":{"point":[41,0,0],"object":{"id":"sofa","name":"Sofa"}}}"#
            #expect(try await server.ask(as: .owner, .patch, path, json: moved).isProblem(400))
            let other = #"{"anchor":{"point":[40,0,0],"object":{"id":"bed","name":"Bed"}}}"#
            #expect(try await server.ask(as: .owner, .patch, path, json: other).isProblem(400))
            #expect(try await server.ask(as: .owner, .patch, path, json: #"{"anchor":{"point":[1,0,0]}}"#).status == 200)
        }
    }

    @Test func `a space without a plan has no objects, and one without a model takes any point`() async throws {
        try await withServer { server in
            let memories = SpaceMemories(library: server.library)
            let space = try await server.addSpace("Office")
            let named = Memory(title: "a", anchor: MemoryAnchor(point: [0, 0, 0], object: .init(id: "stove", name: "")))
            let error = await #expect(throws: SpacesError.self) { _ = try await memories.add(named, to: space, as: .owner(nil)) }
            #expect(error?.kind == .invalidInput && error?.input == "anchor.object")
            let far = Memory(title: "a", anchor: MemoryAnchor(point: [400, 0, 0]))
            #expect(try await memories.add(far, to: space, as: .owner(nil)).entry.space == space.id)
            #expect(try await memories.edit(MemoryID(), as: .owner(nil)) { $0.title = "b" } == nil)
        }
    }
}
