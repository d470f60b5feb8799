import ModelFormats
import Foundation
import Geometry
import Images
import TestSupport
import Testing

@Suite struct TextureTests {
    /// A square of two triangles with an image of four plain quarters: red, green above; blue, white below.
    static let model: Model = {
        var picture = ColorImage(width: 64, height: 64, repeating: SIMD4(255, 255, 255, 255))
        for y in 0..<64 {
            for x in 0..<64 {
                if y < 32 { picture[x, y] = x < 32 ? SIMD4(255, 0, 0, 255) : SIMD4(0, 255, 0, 255) }
                if y >= 32 && x < 32 { picture[x, y] = SIMD4(0, 0, 255, 255) }
            }
        }
        let mesh = TriangleMesh(
            positions: [Vector3(0, 0, 0), Vector3(1, 0, 0), Vector3(1, 1, 0), Vector3(0, 1, 0)],
            normals: Array(repeating: Vector3(0, 0, 1), count: 4),
            textureCoordinates: [Vector2(0.1, 0.1), Vector2(0.9, 0.1), Vector2(0.9, 0.9), Vector2(0.1, 0.9)],
            indices: [0, 1, 2, 0, 2, 3])
        return Model(mesh, texture: picture)
    }()

    /// Blue, white, green, red: what the corners show.
    static let corners = [SIMD3<Int>(0, 0, 255), SIMD3(255, 255, 255), SIMD3(0, 255, 0), SIMD3(255, 0, 0)]

    private func agree(_ colors: [Vector3]) -> Bool {
        zip(colors, Self.corners).allSatisfy { color, expected in
            let code = SRGB.fromLinear(color)
            return (0..<3).allSatisfy { abs(Int(code[$0]) - expected[$0]) < 12 }
        } && colors.count == 4
    }

    @Test(arguments: ["a.glb", "a.obj"]) func `A textured mesh keeps its image and its coordinates`(name: String) throws {
        let (model, _) = try roundTrip(Self.model, name)
        let mesh = try #require(model.mesh)
        let texture = try #require(model.texture)
        #expect(mesh.positions == Self.model.positions && mesh.indices == Self.model.mesh?.indices)
        #expect(mesh.normals == Self.model.normals)
        for (a, b) in zip(mesh.textureCoordinates, Self.model.mesh?.textureCoordinates ?? []) {
            #expect(abs(a.x - b.x) < 1e-6 && abs(a.y - b.y) < 1e-6)
        }
        #expect(texture.width == 64 && texture.height == 64)
        // The image is the right way up, and so are the coordinates: the colours at the corners tell.
        #expect(agree(model.colors))
        #expect(texture[8, 8].x > 240 && texture[8, 56].z > 240)
        #expect(!model.notes.contains { $0.contains("vertex colours") })
    }

    @Test func `A GLB with a texture has no vertex colours that would be multiplied with it`() throws {
        var model = Self.model
        if var mesh = model.mesh {
            mesh.colors = Array(repeating: Vector3(repeating: 0.2), count: 4)
            model.shape = .mesh(mesh)
        }
        let file = String(decoding: try roundTrip(model, "a.glb").bytes, as: UTF8.self)
        #expect(file.contains("baseColorTexture") && !file.contains("COLOR_0"))
    }

    @Test func `An OBJ has its material and image beside it, named after it`() throws {
        try TestData.withTemporaryFolder { folder in
            let notes = try ModelFile.write(Self.model, to: folder.appendingPathComponent("my room.obj"))
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
            #expect(names == ["my room.jpg", "my room.mtl", "my room.obj"])
            let material = try String(contentsOf: folder.appendingPathComponent("my room.mtl"), encoding: .utf8)
            #expect(material.contains("map_Kd my room.jpg"))
            #expect(notes.contains { $0.kind == .texture && $0.sentence.contains("my room.mtl") })
        }
    }

    @Test func `Formats without textures tell so, and a PLY takes the colours at the vertices`() throws {
        try TestData.withTemporaryFolder { folder in
            let ply = folder.appendingPathComponent("a.ply")
            let notes = try ModelFile.write(Self.model, to: ply)
            #expect(notes.contains { $0.kind == .texture })
            let colors = try ModelFile.read(ply).colors
            #expect(agree(colors))
            let losses = try ModelFile.write(Self.model, to: folder.appendingPathComponent("a.stl"))
            #expect(losses.contains { $0.kind == .texture })
        }
    }

    @Test func `A USDZ holds its image stored and aligned`() throws {
        let file = try bytesWritten("a.usdz") { try ModelFile.write(Self.model, to: $0) }
        // An image begins so (JFIF 1.02, "APP0").
        let start = Data([0xFF, 0xD8, 0xFF, 0xE0, 0, 16]) + Data("JFIF".utf8)
        let jpeg = try #require(Data(file).firstRange(of: start)).lowerBound
        #expect(jpeg % 64 == 0)
        for word in ["UsdUVTexture", "textures/surface.jpg", "primvars:st"] {
            #expect(Data(file).firstRange(of: Data(word.utf8)) != nil)
        }
    }

    @Test func `A texture without coordinates is not written`() throws {
        let bare = Model(Sample.box, texture: Self.model.texture)
        let written = try roundTrip(bare, "a.glb")
        let plain = try roundTrip(Model(Sample.box), "a.glb")
        #expect(written.bytes == plain.bytes && written.model.texture == nil)
        let object = try roundTrip(bare, "a.obj").model
        #expect(object.texture == nil)
    }

    @Test func `The same textured model gives the same bytes, and a damaged file never traps`() throws {
        let file = try roundTrip(Self.model, "a.glb").bytes
        let again = try roundTrip(Self.model, "a.glb").bytes
        #expect(again == file)
        for damaged in TestData.truncations(of: file, count: 40) + TestData.bitFlips(of: file, count: 200) {
            _ = try refusal(damaged, "a.glb")
        }
    }
}
