import Codecs
import Foundation
import Geometry
import Images
import ModelFormats
import Models
import TestSupport
import Testing

@Suite struct SceneOBJTests {
    private let format = SceneFormat.obj
    private let triangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 0 1\nusemtl m\nf 1/1 2/2 3/3\n"

    /// Reads a triangle with one material of these lines, beside files of these names.
    private func material(_ lines: String, files: [String: [UInt8]] = [:]) throws -> (Material, Scene) {
        try TestData.withTemporaryFolder { folder in
            try Data("newmtl m\n\(lines)\n".utf8).write(to: folder.appendingPathComponent("m.mtl"))
            for (name, bytes) in files { try Data(bytes).write(to: folder.appendingPathComponent(name)) }
            let scene = try format.read("mtllib m.mtl\n" + triangle, folder: folder)
            return (scene.materials[0], scene)
        }
    }

    // MARK: Geometry

    @Test func `Objects and groups are nodes, materials are primitives`() throws {
        let scene = try format.read(
            """
            v 0 0 0
            v 1 0 0
            v 0 1 0
            v 1 1 0
            o table
            usemtl wood
            f 1 2 3
            usemtl metal
            f 2 4 3
            usemtl wood
            f 1 3 2
            o chair
            g seat
            f 1 2 4
            g back
            f 2 3 4
            g seat
            f 1 2 3
            o empty
            """)
        #expect(scene.nodes.map(\.name) == ["table", "chair", "seat", "back"])
        #expect(scene.roots == [0, 1] && scene.nodes[1].children == [2, 3])
        #expect(scene.meshes.map { $0.primitives.map(\.triangleCount) } == [[2, 1], [2], [1]])
        #expect(scene.materials.map(\.name) == ["wood", "metal"])
        #expect(scene.meshes[0].primitives.map(\.material) == [0, 1])
        // Each primitive has the vertices that it uses.
        #expect(scene.meshes[0].primitives[1].positions == [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(1, 1, 0)])
        #expect(scene.meshes[0].primitives[1].indices == [0, 2, 1])
    }

    @Test func `Lines and points are primitives of their own`() throws {
        let scene = try format.read("v 0 0 0\nv 1 0 0\nv 1 1 0 1 0 0\nl 1 2 3\nl -1 -3\np 2 3\n")
        let primitives = scene.meshes[0].primitives
        #expect(primitives.map(\.topology) == [.lines, .points])
        #expect(primitives[0].indices == [0, 1, 1, 2, 2, 0] && primitives[1].positions == [Vector3(1, 0, 0), Vector3(1, 1, 0)])
        #expect(primitives[1].colors == [SIMD4(1, 1, 1, 1), SIMD4(1, 0, 0, 1)])
        let cloud = try format.read("v 1 2 3\nv 4 5 6\n").meshes[0].primitives[0]
        #expect(cloud.topology == .points && cloud.indices.isEmpty && cloud.positions.count == 2)
    }

    @Test func `Texture coordinates grow downwards, and corners split vertices in the order of positions`() throws {
        let primitive = try format.read(
            "v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0.25\nvt 1 1\nvn 0 0 2\nf 3/1/1 1/1/1 2/1/1\nf 1/2/1 2/1/1 3/1/1\n"
        ).meshes[0].primitives[0]
        #expect(primitive.positions == [Vector3(0, 0, 0), Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 0)])
        #expect(primitive.indices == [2, 0, 1, 3, 1, 2])
        #expect(primitive.textureCoordinates == [[Vector2(0, 0.75), Vector2(0, 0.75), Vector2(0, 0.75), Vector2(1, 0)]])
        #expect(primitive.normals.allSatisfy { $0 == Vector3(0, 0, 1) })
    }

    @Test func `Map coordinates have an origin`() throws {
        let scene = try format.read("v 4500000.25 100 5600000.5\nv 4500001.25 100 5600000.5\nv 4500000.25 100 5600001.5\nf 1 2 3\n")
        #expect(scene.origin == SIMD3(4_500_000, 0, 5_600_001))
        #expect(scene.meshes[0].primitives[0].positions[0] == Vector3(0.25, 100, -0.5))
        let again = try format.roundTrip(scene).scene
        #expect(again.origin == scene.origin && again.worldCorners() == scene.worldCorners())
    }

    // MARK: Materials

    @Test func `Classic terms become roughness and opacity`() throws {
        let (classic, _) = try material("Kd 1 0.5019608 0\nKs 0.5 0.5 0.5\nNs 30\nd 0.25\nillum 2\nKe 0 0 1")
        #expect(classic.baseColor == SIMD4(SRGB.toLinear(SIMD3(255, 128, 0)), 0.25))
        #expect(classic.metallic == 0 && abs(classic.roughness - 0.5) < 1e-6 && classic.alphaMode == .blend)
        #expect(classic.emissive == Vector3(0, 0, 1) && !classic.isUnlit)
        #expect(try material("Ks 0 0 0\nNs 30").0.roughness == 1)
        #expect(try material("Kd 1 1 1\nTr 0.75").0.baseColor.w == 0.25)
        #expect(try material("illum 0").0.isUnlit)
        let (opaque, scene) = try material("Kd 1 1 1\nTr 1")
        #expect(opaque.alphaMode == .opaque && opaque.baseColor.w == 1 && scene.notes.contains { $0.contains("Tr 1") })
    }

    @Test func `Terms of the PBR extension are read exactly`() throws {
        let (m, scene) = try material(
            "Kd 1 1 1\nNs 900\nPr 0.3\nPm 0.7\nPc 0.5\nPcr 0.1\n"
                + "Ps 1\naniso 0.5\nKe 2 4 0\nnorm -bm 0.5 -clamp on n.png\nmap_Ke e.png",
            files: ["n.png": SceneSample.png(SIMD4(128, 128, 255, 255)), "e.png": SceneSample.png(SIMD4(1, 2, 3, 255))])
        #expect(m.roughness == 0.3 && m.metallic == 0.7 && m.clearcoat?.factor == 0.5 && m.clearcoat?.roughness == 0.1)
        #expect(m.emissiveStrength == 4 && m.emissive.y == 1 && m.normalScale == 0.5)
        #expect(scene.textures.map(\.wrapU) == [.repeating, .clamped])
        #expect(scene.images.map(\.name) == ["e.png", "n.png"] && scene.images[0].bytes == SceneSample.png(SIMD4(1, 2, 3, 255)))
        #expect(scene.notes == ["Sheen and anisotropy of materials (Ps, aniso, anisor) are not read."])
    }

    @Test func `Options of textures become transforms, and names may contain blanks`() throws {
        let image = SceneSample.png(SIMD4(9, 9, 9, 255))
        let (m, scene) = try material("map_Kd -s 2 4 1 -o 0.5 0.25 -mm 0 1 -blendu on my wood.png", files: ["my wood.png": image])
        #expect(scene.images.first?.bytes == image && scene.images.count == 1)
        // u · 2 + 0.5; v counts from below: 1 − ((1 − v) · 4 + 0.25).
        let transform = try #require(m.baseColorTexture?.transform)
        #expect(transform.apply(Vector2(0.25, 0.75)) == Vector2(1, -0.25) && transform.scale == Vector2(2, 4))
        #expect(scene.notes.isEmpty)
        #expect(try material("map_Kd -t 1 2 3 -mm 0.5 2 a.png").1.notes.contains { $0.contains("-t") })
    }

    @Test func `Roughness, metalness and opacity of several images are put into the channels of one`() throws {
        func gray(_ level: UInt8) -> [UInt8] { SceneSample.png(SIMD4(level, level, level, 255)) }
        let files = ["r.png": gray(60), "m.png": gray(200), "c.png": SceneSample.png(SIMD4(1, 2, 3, 255)), "o.png": gray(77)]
        let (both, scene) = try material("map_Pr r.png\nmap_Pm m.png\nmap_Kd c.png\nmap_d o.png", files: files)
        let packed = try #require(both.metallicRoughnessTexture.flatMap { scene.textures[$0.texture].image })
        let pixel = try ImageFile.decodeColor(scene.images[packed].bytes).pixels[5]
        #expect(pixel.y == 60 && pixel.z == 200 && both.metallic == 1 && both.roughness == 1)
        let base = try #require(both.baseColorTexture.flatMap { scene.textures[$0.texture].image })
        #expect(try ImageFile.decodeColor(scene.images[base].bytes).pixels[5] == SIMD4(1, 2, 3, 77) && both.alphaMode == .blend)
        // One image for both, or a grey one of roughness alone, stays as it is.
        let (one, single) = try material("map_Pr -imfchan g r.png\nmap_Pm -imfchan b r.png", files: files)
        #expect(one.metallicRoughnessTexture != nil && single.images.map(\.bytes) == [gray(60)])
        let (rough, alone) = try material("Pm 0\nmap_Pr r.png", files: files)
        #expect(rough.metallicRoughnessTexture != nil && alone.images.map(\.bytes) == [gray(60)] && rough.metallic == 0)
    }

    @Test func `Height images are distinguished from normal images`() throws {
        let files = ["n.png": SceneSample.png(SIMD4(128, 128, 255, 255)), "h.png": SceneSample.png(SIMD4(90, 90, 90, 255))]
        #expect(try material("map_Bump -bm 2 n.png", files: files).0.normalScale == 2)
        let (m, scene) = try material("bump h.png", files: files)
        #expect(m.normalTexture == nil && scene.notes.contains { $0.contains("heights") })
    }

    @Test(arguments: ["missing.png", "../secret.png", "/etc/passwd", "sub/../../secret.png", "..\\secret.png"])
    func `Textures that are missing or elsewhere are notes`(name: String) throws {
        let (m, scene) = try material("map_Kd \(name)")
        #expect(scene.images.isEmpty && m.baseColorTexture?.texture == 0 && scene.textures[0].image == nil)
        #expect(scene.notes.contains { $0.contains("not in the model's folder") }, "\(scene.notes)")
    }

    @Test func `Names of images are found in another case and beside the model`() throws {
        let files = ["Wood.PNG": SceneSample.png(SIMD4(1, 1, 1, 255))]
        let (_, scene) = try material("map_Kd C:\\models\\textures\\wood.png\nmap_Ke Wood.PNG", files: files)
        #expect(scene.images.count == 1 && scene.notes == ["The texture ‘C:\\models\\textures\\wood.png’ was found as ‘Wood.PNG’."])
    }

    @Test func `Materials that nothing defines keep their names`() throws {
        let scene = try format.read("mtllib missing.mtl\n" + triangle)
        #expect(scene.materials.map(\.name) == ["m"] && scene.meshes[0].primitives[0].material == 0)
        #expect(scene.notes.count == 2)
    }

    // MARK: Round trips

    @Test func `A scene comes back with its materials, textures and images`() throws {
        let scene = SceneSample.furniture
        let (again, losses, files) = try format.roundTrip(scene)
        #expect(again.nodes.map(\.name) == ["table", "lamp"] && again.worldCorners() == scene.worldCorners())
        #expect(again.materials == scene.materials)
        #expect(
            again.textures.map(\.wrapU) == scene.textures.map(\.wrapU) && again.images.map(\.bytes) == scene.images.map(\.bytes))
        #expect(again.images.map(\.name) == ["a_room-wood.png", "a_room-rough.png", "a_room-normals.png"])
        #expect(Set(files.keys) == ["a room.obj", "a room.mtl", "a_room-wood.png", "a_room-rough.png", "a_room-normals.png"])
        #expect(again.meshes[0].primitives.map(\.topology) == [.triangles, .triangles, .lines])
        #expect(again.meshes[0].primitives[1].colors == scene.meshes[0].primitives[1].colors)
        #expect(again.meshes[0].primitives[0].textureCoordinates == scene.meshes[0].primitives[0].textureCoordinates)
        #expect(losses.contains { $0.kind == .hierarchy } && again.notes.isEmpty, "\(again.notes)")
        // A second time nothing changes.
        let third = try format.roundTrip(again).scene
        #expect(third == again)
    }

    @Test func `What OBJ can't hold is reported`() throws {
        let (again, losses, _) = try format.roundTrip(SceneSample.bar)
        #expect(areNear(again.worldCorners(), SceneSample.bar.worldCorners()))
        #expect(Set(losses.map(\.kind)) == [.skins, .animations, .shape, .cameras, .lights, .hierarchy, .unit, .texture])
        var scene = SceneSample.furniture
        scene.nodes[1].isVisible = false
        #expect(try format.roundTrip(scene).scene.nodes.count == 1)
        scene.nodes[0].isVisible = false
        #expect(throws: FormatError.self) { try format.roundTrip(scene) }
        scene.nodes[0].mesh = 7
        #expect(throws: FormatError.self) { try format.roundTrip(scene) }
    }

    @Test func `Names are made unique, and parts without a material have one after others`() throws {
        var scene = SceneSample.furniture
        scene.materials[0].name = "a b"
        scene.materials[1].name = "a_b"
        scene.images[1].name = "../wood.PNG"
        scene.meshes[1].primitives[0].material = nil
        let (again, losses, files) = try format.roundTrip(scene)
        #expect(again.materials.map(\.name) == ["a_b", "a_b-2", "default"] && losses.contains { $0.kind == .names })
        #expect(files.keys.contains("a_room-wood-2.png"))
        #expect(again.materials[2].baseColor == SIMD4(repeating: 1) && again.meshes[1].primitives[0].material == 2)
    }

    @Test func `Units and axes come back`() throws {
        let scene = SceneSample.furniture
        let again = try format.roundTrip(scene, WriteOptions(unit: .centimetre, up: .z)).scene
        #expect(areNear(again.worldCorners(), scene.worldCorners()))
    }

    // MARK: Foreign files and damage

    @Test(.enabled(if: TestData.has("foreign-formats/trimesh/fuze.obj"))) func `Files of trimesh are read`() throws {
        let fuze = try format.read(TestData.shared("foreign-formats/trimesh/fuze.obj"))
        #expect(fuze.materials.map(\.name) == ["a-super-duper-material"] && fuze.images.map(\.name) == ["fuze uv.jpg"])
        #expect(fuze.triangleCount == 1000 && fuze.materials[0].alphaMode == .opaque && fuze.materials[0].baseColorTexture != nil)
        let chair = try format.read(TestData.shared("foreign-formats/trimesh/chair_model.obj"))
        #expect(
            chair.nodes.count == 4 && chair.triangleCount == 12756 && chair.meshes[0].primitives.count == 2
                && chair.materials.count == 3)
        let two = try format.read(TestData.shared("foreign-formats/trimesh/two_objects.obj"))
        #expect(two.nodes.map(\.name) == ["cube", "tetra"] && two.meshes.map { $0.primitives[0].triangleCount } == [12, 4])
    }

    @Test func `Damaged files give a scene without a flaw or an error`() throws {
        let files = try format.roundTrip(SceneSample.furniture).files
        let bytes = try #require(files["a room.obj"])
        for length in 0..<bytes.count { #expect(format.problem(Array(bytes[..<length])) == nil) }
        for damaged in TestData.bitFlips(of: bytes, count: 1000, seed: 3) { #expect(format.problem(damaged) == nil) }
        let library = try #require(files["a room.mtl"])
        try TestData.withTemporaryFolder { folder in
            for damaged in TestData.bitFlips(of: library, count: 300, seed: 4) + TestData.truncations(of: library, count: 100) {
                try Data(damaged).write(to: folder.appendingPathComponent("a room.mtl"))
                #expect(try format.read(bytes, folder: folder).flaw == nil)
            }
        }
    }
}
