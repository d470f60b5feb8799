import DioramaLibrary
import Foundation
import Geometry
import ModelFormats
import Models
import Testing

/// `/api/v1/spaces/{id}/contents`.
@Suite struct ContentsRouteTests {
    /// A GLB with two nodes and two materials.
    private static func model(in folder: URL) throws -> [UInt8] {
        var primitive = Primitive()
        primitive.positions = [Vector3(0, 0, 0), Vector3(1, 0, 0), Vector3(0, 0, 1)]
        primitive.indices = [0, 2, 1]
        var scene = Scene()
        scene.materials = [Material(name: "Oak"), Material(name: "Steel")]
        for number in 0..<2 {
            primitive.material = number
            scene.meshes.append(Mesh(primitives: [primitive]))
            var node = Node(
                name: ["Top", "Leg"][number],
                transform: .parts(
                    translation: SIMD3(0, Double(number), 0), rotation: SIMD4(0, 0, 0, 1), scale: SIMD3(repeating: 1)))
            node.mesh = number
            scene.nodes.append(node)
        }
        scene.roots = [0, 1]
        let file = folder.appendingPathComponent("table.glb")
        try SceneFile.write(scene, to: file)
        return Array(try Data(contentsOf: file))
    }

    @Test func `an uploaded model of several parts is listed with what a format would lose`() async throws {
        try await withServer { server async throws in
            let upload = try await server.upload(try Self.model(in: server.folder), fileName: "table.glb")
            let job = try await server.ended(upload)
            #expect(job.text("state") == "done", "\(job.json)")
            let path = "/api/v1/spaces/\(job.text("space"))/contents"
            let bare = try await server.get(path)
            #expect(bare.status == 200)
            #expect(bare.json["triangles"] as? Int == 2 && bare.json["format"] as? String == "glb")
            let nodes = try #require(bare.json["nodes"] as? [[String: Any]])
            #expect(nodes.map { $0["name"] as? String } == ["Top", "Leg"])
            let materials = try #require(bare.json["materials"] as? [[String: Any]])
            #expect(materials.map { $0["name"] as? String } == ["Oak", "Steel"])
            #expect((bare.json["losses"] as? [Any])?.isEmpty == true && bare.json["target"] == nil)
            let stl = try await server.get(path + "?for=stl")
            let losses = try #require(stl.json["losses"] as? [[String: Any]])
            #expect(losses.contains { $0["sentence"] as? String == "stl can't store 2 materials." }, "\(losses)")
            #expect(stl.json["target"] as? String == "stl")
        }
    }

    @Test func `unknown formats and spaces without a model are refused`() async throws {
        try await withServer { server async throws in
            let space = try await server.library.add(SpaceDraft(name: "Empty"))
            #expect(try await server.get("/api/v1/spaces/\(space.id)/contents").status == 404)
            let wrong = try await server.get("/api/v1/spaces/\(space.id)/contents?for=doc")
            #expect(wrong.status == 400 && wrong.text("detail").hasPrefix("for must be "))
            #expect(try await server.get("/api/v1/spaces/\(space.id)/contents?format=stl").status == 400)
        }
    }
}
