import Codecs
import Foundation
import Geometry
import Images
import ModelFormats
import Models
import TestSupport
import Testing

/// A small glTF in which every number of the buffer is a float, put together from its parts.
struct GLTFText {
    private(set) var data: [UInt8] = []
    private(set) var views: [String] = []
    private(set) var accessors: [String] = []

    /// An accessor with a view of its own.
    mutating func add(
        _ bytes: [UInt8], type: String, component: Int = 5126, count: Int, normalized: Bool = false, more: String = ""
    ) {
        while data.count % 4 != 0 { data.append(0) }
        views.append("{\"buffer\":0,\"byteOffset\":\(data.count),\"byteLength\":\(bytes.count)}")
        data += bytes
        accessors.append(
            "{\"bufferView\":\(views.count - 1),\"componentType\":\(component),\"normalized\":\(normalized),\"count\":\(count),"
                + "\"type\":\"\(type)\"\(more)}")
    }

    mutating func add(floats: [Float], type: String, width: Int) {
        add(bytes(floats), type: type, count: floats.count / width)
    }

    /// An accessor as its JSON.
    mutating func add(accessor: String) { accessors.append(accessor) }

    /// The file of these further properties of the document.
    func file(_ properties: String) -> [UInt8] {
        var properties = properties
        if !properties.contains("\"nodes\"") { properties += ",\"nodes\":[{\"mesh\":0}]" }
        return glb(
            "{\"asset\":{\"version\":\"2.0\"},\(properties),\"accessors\":[\(accessors.joined(separator: ","))],"
                + "\"bufferViews\":[\(views.joined(separator: ","))],\"buffers\":[{\"byteLength\":\(data.count)}]}", data)
    }

    /// The file of one primitive of these attributes.
    func primitive(_ attributes: String, more: String = "") -> [UInt8] {
        file("\"meshes\":[{\"primitives\":[{\"attributes\":{\(attributes)}\(more)}]}]")
    }
}

/// What is read of glTF that Diorama does not write.
@Suite struct SceneGLTFReadTests {
    private static let square: [Float] = [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0]

    @Test(
        arguments: [
            (0, "points", []), (1, "lines", []), (2, "lines", [0, 1, 1, 2, 2, 3, 3, 0]), (3, "lines", [0, 1, 1, 2, 2, 3]),
            (4, "triangles", [0, 1, 2]), (5, "triangles", [0, 1, 2, 2, 1, 3]), (6, "triangles", [0, 1, 2, 0, 2, 3]),
        ] as [(Int, String, [UInt32])])
    func `Every mode becomes points, segments or triangles`(mode: Int, topology: String, indices: [UInt32]) throws {
        var text = GLTFText()
        text.add(floats: Self.square, type: "VEC3", width: 3)
        let scene = try sceneOfGLB(text.primitive("\"POSITION\":0", more: ",\"mode\":\(mode)"))
        let primitive = try #require(scene.meshes.first?.primitives.first)
        #expect(primitive.topology.rawValue == topology && primitive.indices == indices)
        #expect(primitive.positions.count == 4)
    }

    @Test func `Primitives that share vertices take their stretch of them`() throws {
        var text = GLTFText()
        text.add(floats: Self.square + Self.square, type: "VEC3", width: 3)
        text.add([0, 1, 2], type: "SCALAR", component: 5121, count: 3)
        text.add([5, 6, 7], type: "SCALAR", component: 5121, count: 3)
        let scene = try sceneOfGLB(
            text.file(
                """
                "meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1},{"attributes":{"POSITION":0},"indices":2}]}]
                """))
        let parts = scene.meshes[0].primitives
        #expect(parts.map(\.positions.count) == [3, 3] && parts.map(\.indices) == [[0, 1, 2], [0, 1, 2]])
        #expect(parts[1].positions[0] == Vector3(1, 0, 0))
    }

    @Test func `Of several sets of joints the four strongest are kept`() throws {
        var text = GLTFText()
        text.add(floats: Array(Self.square.prefix(9)), type: "VEC3", width: 3)
        text.add([0, 1, 2, 3, 9, 9, 0, 0, 1, 0, 0, 0], type: "VEC4", component: 5121, count: 3)
        text.add([51, 102, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0], type: "VEC4", component: 5121, count: 3, normalized: true)
        text.add(bytes([4, 1, 5, 6, 0, 0, 0, 0, 0, 0, 0, 0] as [UInt16]), type: "VEC4", component: 5123, count: 3)
        text.add(floats: [0.1, 0.2, 0.3, 0.05, 0, 0, 0, 0, 1, 0, 0, 0], type: "VEC4", width: 4)
        let scene = try sceneOfGLB(
            text.primitive("\"POSITION\":0,\"JOINTS_0\":1,\"WEIGHTS_0\":2,\"JOINTS_1\":3,\"WEIGHTS_1\":4"))
        let part = scene.meshes[0].primitives[0]
        // 1: 0.4 + 0.2, 5: 0.3, 0: 0.2, 4: 0.1, and 6: 0.05, which is left out.
        #expect(part.joints == [SIMD4(1, 5, 0, 4), SIMD4(9, 0, 0, 0), SIMD4(1, 0, 0, 0)])
        let expected = SIMD4<Float>(0.6, 0.3, 0.2, 0.1) / 1.2
        #expect((part.weights[0] - expected).max() < 1e-6 && part.weights[1] == SIMD4(1, 0, 0, 0))
        #expect(abs(part.weights[2].sum() - 1) < 1e-6)
        #expect(scene.notes.contains { $0.contains("more than four joints") })
    }

    @Test func `Morph targets may be sparse and have names`() throws {
        var text = GLTFText()
        text.add(floats: Self.square, type: "VEC3", width: 3)
        text.add([3, 0], type: "SCALAR", component: 5121, count: 2)
        text.add(floats: [0, 0, 5, 7, 0, 0], type: "VEC3", width: 3)
        text.add(
            accessor: """
                {"componentType":5126,"count":4,"type":"VEC3","sparse":{"count":2,"indices":{"bufferView":1,\
                "componentType":5121},"values":{"bufferView":2}}}
                """)
        let scene = try sceneOfGLB(
            text.file(
                """
                "meshes":[{"primitives":[{"attributes":{"POSITION":0},"targets":[{"POSITION":3}]}],"weights":[0.5],\
                "extras":{"targetNames":["bulge"],"lod":1}}],"nodes":[{"mesh":0,"weights":[1]}]
                """))
        let mesh = scene.meshes[0]
        #expect(mesh.primitives[0].targets[0].positions == [Vector3(7, 0, 0), .zero, .zero, Vector3(0, 0, 5)])
        #expect(mesh.targetNames == ["bulge"] && mesh.extras == .object(["lod": .number(1)]) && mesh.weights == [0.5])
        #expect(scene.nodes[0].weights == [1] && ScenePose(scene).weights == [[1]])
    }

    @Test func `Outputs of animations may be normalised integers; keys out of order are left out`() throws {
        var text = GLTFText()
        text.add(floats: [0, 1, 1, 2], type: "SCALAR", width: 1)
        let keys: [Int16] = [0, 0, 0, 32767, 0, 23170, 0, 23170, 9, 9, 9, 9, 32767, 0, 0, -1]
        text.add(bytes(keys), type: "VEC4", component: 5122, count: 4, normalized: true)
        let scene = try sceneOfGLB(
            text.file(
                """
                "nodes":[{"name":"door"}],"animations":[{"name":"open","channels":[{"sampler":0,"target":{"node":0,\
                "path":"rotation"}},{"sampler":0,"target":{"path":"rotation"}},\
                {"sampler":0,"target":{"node":0,"path":"pointer"}}],"samplers":[{"input":0,"output":1}]}]
                """))
        let channel = try #require(scene.animations.first?.channels.first)
        #expect(scene.animations[0].channels.count == 1 && channel.times == [0, 1, 2])
        let half = Float(0.5).squareRoot()
        #expect(zip(channel.values[4..<8], [0, half, 0, half]).allSatisfy { abs($0 - $1) < 1e-4 })
        for k in 0..<3 {
            let q = channel.values[4 * k..<4 * k + 4]
            #expect(abs(q.reduce(0) { $0 + $1 * $1 } - 1) < 1e-5)
        }
        #expect(scene.notes.contains { $0.contains("not later") } && scene.notes.contains { $0.contains("anything but nodes") })
    }

    @Test func `Vertices that are not finite go with their triangles`() throws {
        var text = GLTFText()
        var corners = Self.square
        corners[9] = .nan
        text.add(floats: corners, type: "VEC3", width: 3)
        text.add([0, 1, 2, 1, 3, 2], type: "SCALAR", component: 5121, count: 6)
        let scene = try sceneOfGLB(text.primitive("\"POSITION\":0", more: ",\"indices\":1"))
        #expect(scene.meshes[0].primitives[0].indices == [0, 1, 2] && scene.flaw == nil)
        #expect(scene.notes.contains { $0.contains("not finite") })
    }

    @Test func `Images are found beside the file, once, and missing ones are a note`() throws {
        let png = try PNG.encode(ColorImage(width: 1, height: 1, repeating: SIMD4(1, 2, 3, 255)))
        func json(_ images: String) -> String {
            """
            {"asset":{"version":"2.0","copyright":"2026 Ada"},"extensionsUsed":["KHR_materials_sheen","EXT_texture_webp"],\
            "nodes":[{}],"textures":[{"source":0},{"source":1},{"source":2,"extensions":{"EXT_texture_webp":{"source":3}}},\
            {"sampler":0,"extensions":{"KHR_texture_basisu":{"source":4}}}],"samplers":[{"minFilter":9985,"wrapS":33071}],\
            "images":[\(images)]}
            """
        }
        try TestData.withTemporaryFolder { folder in
            let inner = folder.appendingPathComponent("model")
            try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
            try Data(png).write(to: folder.appendingPathComponent("secret.png"))
            try Data(png).write(to: inner.appendingPathComponent("a b.png"))
            let file = inner.appendingPathComponent("a.gltf")
            let data = "data:image/png;base64," + Data(png).base64EncodedString()
            let images = """
                {"uri":"a%20b.png"},{"uri":"../secret.png"},{"name":"inside","uri":"\(data)"},{"uri":"unused.webp"},\
                {"uri":"no.ktx2"}
                """
            try Data(json(images).utf8).write(to: file)
            let scene = try sceneOfGLTF(file)
            #expect(scene.images.map(\.bytes) == [png, png] && scene.images.map(\.name) == ["a b.png", "inside"])
            #expect(scene.textures.map(\.image) == [0, nil, 1, nil])
            #expect(scene.textures[3].minification == .linear && scene.textures[3].mipmaps == .nearest)
            #expect(scene.textures[3].wrapU == .clamped && scene.textures[3].wrapV == .repeating)
            for part in ["‘../secret.png’", "‘no.ktx2’", "2026 Ada", "KHR_materials_sheen", "no texture uses"] {
                #expect(scene.notes.contains { $0.contains(part) }, "\(part)")
            }
            #expect(!scene.notes.contains { $0.contains("EXT_texture_webp") })
        }
    }

    @Test func `Materials with specular colours become ones that are not metallic`() throws {
        let scene = try sceneOfGLB(
            GLTFText().file(
                """
                "nodes":[{}],"extensionsUsed":["KHR_materials_pbrSpecularGlossiness"],"textures":[{}],"materials":[{"extensions":\
                {"KHR_materials_pbrSpecularGlossiness":{"diffuseFactor":[0.5,0.25,1,1],"diffuseTexture":{"index":0},\
                "glossinessFactor":0.75}}}]
                """))
        let material = try #require(scene.materials.first)
        #expect(material.baseColor == SIMD4(0.5, 0.25, 1, 1) && material.baseColorTexture == TextureReference(0))
        #expect(material.metallic == 0 && material.roughness == 0.25)
        #expect(scene.notes.count == 1 && scene.notes[0].contains("not metallic"))
    }

    @Test func `Vectors of programs become one attribute for each number`() throws {
        var text = GLTFText()
        text.add(floats: Self.square, type: "VEC3", width: 3)
        text.add(bytes([1, 2, 3, 4, 5, 6, 7, 8] as [UInt16]), type: "VEC2", component: 5123, count: 4)
        let scene = try sceneOfGLB(text.primitive("\"POSITION\":0,\"_pair\":1", more: ",\"mode\":0"))
        #expect(
            scene.meshes[0].primitives[0].attributes == [
                PointAttribute("pair_0", .uint16([1, 3, 5, 7])), PointAttribute("pair_1", .uint16([2, 4, 6, 8])),
            ])
    }
}
