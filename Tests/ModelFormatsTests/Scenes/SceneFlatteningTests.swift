import Codecs
import Geometry
import Images
import ModelFormats
import Models
import Testing

/// Scenes as one surface, and what is left out of them.
@Suite struct SceneFlatteningTests {
    @Test func `the sample keeps the rules`() throws { #expect(try TruckSample.truck().flaw == nil) }

    @Test func `a scene becomes one surface in the world, with colours of all materials`() throws {
        let model = try TruckSample.truck().flattened()
        let mesh = try #require(model.mesh)
        #expect(mesh.flaw == nil && mesh.triangleCount == 8)
        #expect(abs(mesh.bounds.min.x - 5) < 1e-5 && abs(mesh.bounds.max.x - 6) < 1e-5 && abs(mesh.bounds.max.y - 2) < 1e-5)
        // Two materials: colours at the vertices. The glass has its factor.
        #expect(model.texture == nil && mesh.colors.count == mesh.positions.count)
        #expect(mesh.colors.contains { ($0 - Vector3(0.2, 0.4, 0.8)).length < 1e-5 })
        #expect(model.notes.contains { $0.contains("vertex colours") } && model.notes.contains { $0.contains("Animations") })
    }

    @Test func `an animation's pose is that at its time`() throws {
        // Bent by a quarter, the upper half of the arm points along −x.
        let bent = try #require(try TruckSample.truck().flattened(animation: 0, at: 1).mesh)
        #expect(bent.bounds.min.x < 4.2)
        let straight = try #require(try TruckSample.truck().flattened(animation: 0, at: 0).mesh)
        #expect(straight.bounds.min.x > 4.99)
    }

    @Test func `one image that is the whole colour stays a texture`() throws {
        var scene = try TruckSample.truck()
        scene.nodes[2].mesh = nil
        scene.nodes[2].skin = nil
        scene.meshes[0].primitives = [TruckSample.square(0)]
        let model = try scene.flattened()
        #expect(model.texture?.pixels == TruckSample.checks().pixels)
        #expect(model.mesh?.textureCoordinates.first == Vector2(0, 0))
        #expect(!model.notes.contains { $0.contains("vertex colours") })
    }

    @Test func `instances are placed, within the budget`() throws {
        var scene = try TruckSample.truck()
        scene.nodes[1].instances = (0..<3).map {
            .parts(translation: SIMD3(0, 0, Double($0) * 10), rotation: SIMD4(0, 0, 0, 1), scale: SIMD3(repeating: 1))
        }
        #expect(try scene.flattened().triangleCount == 3 * 4 + 4)
        #expect(scene.triangleCount == 16)
        #expect(throws: FormatError.self) { try scene.flattened(budget: 300) }
    }

    @Test func `points keep their attributes, lines and hidden nodes are left out`() throws {
        var scene = Scene()
        var points = Primitive(.points)
        points.positions = [Vector3(0, 0, 0), Vector3(1, 2, 3)]
        points.attributes = [PointAttribute(PointAttribute.Name.intensity, .uint16([7, 9]))]
        var lines = Primitive(.lines)
        lines.positions = [Vector3(0, 0, 0), Vector3(1, 0, 0)]
        scene.meshes = [Mesh(primitives: [points]), Mesh(primitives: [lines]), Mesh(primitives: [TruckSample.square(nil)])]
        scene.nodes = (0..<3).map { number in
            var node = Node()
            node.mesh = number
            node.isVisible = number != 2
            return node
        }
        scene.roots = [0, 1, 2]
        let model = try scene.flattened()
        #expect(model.cloud?.attribute("intensity")?.values == .uint16([7, 9]))
        #expect(model.notes.contains { $0.contains("Lines") })
    }

    @Test func `parts are dropped, and what remains looks the same`() throws {
        let whole = try TruckSample.truck()
        let before = try #require(try whole.flattened().mesh)
        for part in ScenePart.allCases where part != .textures {
            var scene = whole
            scene.drop([part])
            #expect(scene.flaw == nil, "\(part)")
            let after = try #require(try scene.flattened().mesh)
            #expect(zip(before.positions, after.positions).allSatisfy { ($0 - $1).length < 1e-5 }, "\(part)")
        }
        var bare = whole
        bare.drop(Set(ScenePart.allCases))
        #expect(bare.skins.isEmpty && bare.animations.isEmpty && bare.images.isEmpty && bare.cameras.isEmpty && bare.lights.isEmpty)
        #expect(bare.meshes.flatMap(\.primitives).allSatisfy { $0.normals.isEmpty && $0.joints.isEmpty })
        #expect(bare.flaw == nil)
    }

    @Test func `baked colours are those of the texture, and its image is gone`() throws {
        var scene = try TruckSample.truck()
        scene.bakeColors()
        #expect(scene.images.isEmpty && scene.textures.isEmpty && scene.flaw == nil)
        let glass = scene.meshes[0].primitives[1].colors
        #expect(glass.count == 4 && glass.allSatisfy { abs($0.x - 0.2) < 1e-6 && abs($0.z - 0.8) < 1e-6 })
        #expect(scene.meshes[0].primitives[0].colors.count == 4)
    }

    @Test func `textures become smaller in their format, others keep their bytes`() throws {
        var scene = try TruckSample.truck()
        var large = ColorImage(width: 64, height: 32, repeating: SIMD4(10, 200, 30, 255))
        large.pixels[0] = SIMD4(0, 0, 0, 255)
        scene.images.append(EncodedImage(try JPEG.encode(large, quality: 92), name: "large.jpg"))
        scene.textures.append(Texture(image: 1))
        scene.materials[1].baseColorTexture = TextureReference(1)
        let small = scene.images[0].bytes
        try scene.limitTextures(to: 16)
        #expect(scene.images[0].bytes == small)
        #expect(scene.images[1].format == .jpeg && scene.images[1].size?.width == 16 && scene.images[1].size?.height == 8)
        scene.images[1] = EncodedImage([0xFF, 0xD8, 0xFF, 0, 0, 0], name: "broken.jpg")
        try scene.limitTextures(to: 8)
        #expect(scene.images[1].bytes.count == 6)
    }

    @Test func `a model becomes a scene and the same model again`() throws {
        let model = try TruckSample.truck().flattened()
        let again = try Scene(model).flattened()
        #expect(again.mesh == model.mesh)
    }
}
