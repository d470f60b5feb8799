import Codecs
import Foundation
import Geometry
import ModelFormats
import Models
import TestSupport
import Testing

/// Scenes that are written as glTF come back as they were.
@Suite struct SceneGLTFTests {
    /// Foreign files with one or more of hierarchies, textures, animations and interleaved attributes.
    static let foreign = [
        "foreign-formats/assimp/BoxTextured.glb", "foreign-formats/trimesh/BoxInterleaved.glb",
        "foreign-formats/trimesh/CesiumMilkTruck.glb", "foreign-formats/trimesh/cubevc.glb",
        "foreign-formats/trimesh/nested.glb", "nasa-artemis/orion-arow.glb", "corrupt/trimesh/no_indices_3storybuilding.glb",
    ]

    @Test(.enabled(if: TestData.has("foreign-formats"), "needs ../shared/data"), arguments: foreign)
    func `Foreign scenes come back from GLB and glTF as they were read`(name: String) throws {
        let file = TestData.shared(name)
        guard FileManager.default.fileExists(atPath: file.path) else { return }
        let scene = try sceneOfGLB(Array(try Data(contentsOf: file)))
        #expect(!scene.meshes.isEmpty && scene.flaw == nil)
        try TestData.withTemporaryFolder { folder in
            let binary = folder.appendingPathComponent("a.glb")
            try GLB.write(scene, to: binary)
            expectSameScene(try sceneOfGLB(Array(try Data(contentsOf: binary))), scene)
            let text = folder.appendingPathComponent("a.gltf")
            try GLTF.write(scene, to: text)
            expectSameScene(try sceneOfGLTF(text), scene)
        }
    }

    @Test(.enabled(if: TestData.has("foreign-formats"), "needs ../shared/data"))
    func `The milk truck has its parts, textures and wheels`() throws {
        let file = TestData.shared("foreign-formats/trimesh/CesiumMilkTruck.glb")
        let scene = try sceneOfGLB(Array(try Data(contentsOf: file)))
        #expect(scene.materials.count == 4 && scene.textures.count == 2 && scene.images.count == 1)
        #expect(scene.meshes.map(\.primitives.count).reduce(0, +) == 4)
        #expect(scene.animations.count == 1 && scene.animations[0].channels.allSatisfy { $0.target == .rotation })
        // Half of a turn moves what is in front of the axle behind it.
        let wheel = scene.animations[0].channels[0].node
        let still = ScenePose(scene).world[wheel]
        let turned = ScenePose(scene, animation: 0, at: scene.animations[0].duration / 2).world[wheel]
        #expect(still != turned && still.translation == turned.translation)
    }

    @Test func `A scene with everything comes back from GLB`() throws {
        let scene = try GLTFSceneSample.everything()
        #expect(scene.flaw == nil)
        try TestData.withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("a.glb")
            #expect(try GLB.write(scene, to: file).isEmpty)
            let bytes = Array(try Data(contentsOf: file))
            let again = try sceneOfGLB(bytes)
            expectSameScene(again, scene)
            #expect(again.images == scene.images)
            #expect(again.notes == ["Textures in KTX 2.0 (KHR_texture_basisu) are kept as they are; they are not decoded."])
            try GLB.write(again, to: file)
            #expect(Array(try Data(contentsOf: file)) == bytes, "the same scene gives the same bytes")
        }
    }

    @Test func `A scene with everything comes back from glTF with its images beside it`() throws {
        let scene = try GLTFSceneSample.everything()
        try TestData.withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("my room.gltf")
            let losses = try GLTF.write(scene, to: file)
            #expect(losses.map(\.kind) == [.names])
            let again = try sceneOfGLTF(file)
            expectSameScene(again, scene)
            #expect(again.images == scene.images)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
            #expect(
                names == [
                    "my room.bin", "my room.gltf", "my room_n_me_.webp", "my room_packed.ktx2", "my room_wood.png",
                    "my room_wood_2.jpg",
                ])
        }
    }

    @Test func `Map coordinates keep their millimetres, animated roots too`() throws {
        var scene = try GLTFSceneSample.everything()
        scene.origin = SIMD3(500_000, 0, 4_000_000)
        scene.crs = "PROJCRS[\"A \\ \u{e9}\"]"
        scene.animations.removeLast()
        // The reader of models refuses them.
        scene.nodes[5].instances = []
        let bytes = try bytesWritten("a.glb") { file in
            let losses = try GLB.write(scene, to: file)
            #expect(losses.isEmpty)
        }
        expectSameScene(try sceneOfGLB(bytes), scene)
        let model = try bytes.withUnsafeBytes { try GLB.read($0) }
        #expect(model.origin == scene.origin)
        scene.animations = [
            Animation(channels: [.init(node: 0, target: .translation, times: [0, 1], values: [0, 0, 0, 1, 0, 0])])
        ]
        let moving = try bytesWritten("a.glb") { file in
            let losses = try GLB.write(scene, to: file)
            #expect(losses.map(\.kind) == [.precision])
        }
        expectSameScene(try sceneOfGLB(moving), scene)
    }

    @Test func `What glTF can't hold is reported`() throws {
        var scene = try GLTFSceneSample.everything()
        scene.images[0].bytes = Array("BM not for glTF".utf8)
        scene.meshes[2].primitives[0].attributes = [
            PointAttribute(PointAttribute.Name.gpsTime, .double([0.1, 2, 3])), PointAttribute("id", .uint32([1, 2, 3])),
        ]
        scene.meshes[0].primitives[0].normals = []
        let bytes = try bytesWritten("a.glb") {
            let losses = try GLB.write(scene, to: $0, options: WriteOptions(unit: .foot, up: .z, quantizes: true))
            #expect(Set(losses.map(\.kind)) == [.unit, .upAxis, .size, .texture, .normals, .precision])
        }
        let again = try sceneOfGLB(bytes)
        #expect(again.images.count == 3 && again.textures.count == 3)
        #expect(again.materials[0].baseColorTexture == nil && again.materials[0].metallicRoughnessTexture?.texture == 0)
        #expect(again.meshes[2].primitives[0].attributes[0].values == .float([0.1, 2, 3]))
        #expect(again.meshes[2].primitives[0].attributes[1] == PointAttribute("id", .float([1, 2, 3])))
    }

    @Test func `Nothing and damaged scenes are not written`() throws {
        var damaged = try GLTFSceneSample.everything()
        damaged.nodes[3].children = [0]
        try TestData.withTemporaryFolder { folder in
            for (scene, text) in [(Scene(), "empty"), (damaged, "damaged")] {
                for name in ["a.glb", "a.gltf"] {
                    let file = folder.appendingPathComponent(name)
                    let error = try #require(throws: FormatError.self) {
                        name == "a.glb" ? try GLB.write(scene, to: file) : try GLTF.write(scene, to: file)
                    }
                    #expect(error.kind == .unwritable && error.reason.contains(text))
                    #expect(!FileManager.default.fileExists(atPath: file.path))
                }
            }
            #expect(throws: FormatError.self) {
                try GLTF.write(try GLTFSceneSample.everything(), to: folder.appendingPathComponent("a.bin"))
            }
        }
    }
}
