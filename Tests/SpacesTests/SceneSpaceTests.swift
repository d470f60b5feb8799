import DioramaLibrary
import Foundation
import Geometry
import Images
import ModelFormats
import Models
import Spaces
import TestSupport
import Testing

/// Models of several parts as spaces.
struct SceneSpaceTests {
    // MARK: What is imported

    /// A square metre in the xz plane, facing upwards.
    private static func square(_ material: Int) -> Primitive {
        var primitive = Primitive()
        primitive.positions = [Vector3(0, 0, 0), Vector3(1, 0, 0), Vector3(1, 0, 1), Vector3(0, 0, 1)]
        primitive.normals = Array(repeating: Vector3(0, 1, 0), count: 4)
        primitive.textureCoordinates = [[Vector2(0, 0), Vector2(1, 0), Vector2(1, 1), Vector2(0, 1)]]
        primitive.indices = [0, 2, 1, 0, 3, 2]
        primitive.material = material
        return primitive
    }

    /// A floor with a texture of red and green halves, and a blue board that slides along x.
    private static func scene() throws -> Scene {
        var image = ColorImage(width: 8, height: 8, repeating: SIMD4(220, 30, 30, 255))
        for y in 0..<8 { for x in 4..<8 { image[x, y] = SIMD4(30, 200, 30, 255) } }
        var scene = Scene()
        scene.images = [EncodedImage(try PNG.encode(image), name: "halves")]
        scene.textures = [Texture(image: 0)]
        var floor = Material(name: "Floor")
        floor.baseColorTexture = TextureReference(0)
        floor.metallic = 0
        var paint = Material(name: "Paint")
        paint.baseColor = SIMD4(0.02, 0.05, 0.8, 1)
        scene.materials = [floor, paint]
        scene.meshes = [Mesh(name: "Floor", primitives: [square(0)]), Mesh(name: "Board", primitives: [square(1)])]
        var base = Node(name: "Base")
        base.mesh = 0
        base.children = [1]
        var board = Node(
            name: "Board",
            transform: .parts(translation: SIMD3(2, 0.5, 0), rotation: SIMD4(0, 0, 0, 1), scale: SIMD3(repeating: 1)))
        board.mesh = 1
        scene.nodes = [base, board]
        scene.roots = [0]
        let slide = Animation.Channel(
            node: 1, target: .translation, times: [0, 1], values: [2, 0.5, 0, 4, 0.5, 0])
        scene.animations = [Animation(name: "Slide", channels: [slide])]
        return scene
    }

    private func withLibrary(_ body: (Library, MediaStore, URL) async throws -> Void) async throws {
        try await TestData.withTemporaryFolder { folder in
            let library = try Library(at: folder.appendingPathComponent("library"))
            try await body(library, MediaStore(library), folder)
        }
    }

    private func stored(_ space: Space, _ media: MediaStore) async throws -> URL {
        let asset = try #require(SpaceModels.asset(of: space))
        return try await media.original(asset.hash, contentType: asset.contentType)
    }

    // MARK: Tests

    @Test func `a space keeps the whole scene, and works on it as one surface`() async throws {
        try await withLibrary { library, media, folder in
            let file = folder.appendingPathComponent("model.glb")
            try SceneFile.write(Self.scene(), to: file)
            let space = try await SpaceImporter(library: library).importSpace(from: file, name: nil)
            #expect(space.triangleCount == 4)
            #expect(space.bounds == Bounds(min: Vector3(0, 0, 0), max: Vector3(3, 0.5, 1)))
            let kept = try SceneFile.read(try await stored(space, media))
            #expect(kept.nodes.map(\.name) == ["Base", "Board"] && kept.materials.map(\.name) == ["Floor", "Paint"])
            #expect(kept.animations.map(\.name) == ["Slide"])
            #expect(kept.images.map(\.bytes) == (try Self.scene().images.map(\.bytes)))
            let surface = try #require(try await SpaceModels(media: media).model(of: space))
            #expect(surface.triangleCount == 4 && surface.bounds == space.bounds)
        }
    }

    @Test func `a single surface is stored as one, in the order in which it is drawn`() async throws {
        try await withLibrary { library, media, folder in
            var scene = try Self.scene()
            scene.nodes = [scene.nodes[0]]
            scene.nodes[0].children = []
            scene.meshes.removeLast()
            scene.materials.removeLast()
            scene.animations = []
            #expect(scene.isOneSurface)
            let file = folder.appendingPathComponent("floor.glb")
            try SceneFile.write(scene, to: file)
            let space = try await SpaceImporter(library: library).importSpace(from: file, name: nil)
            let kept = try SceneFile.read(try await stored(space, media))
            // The writer of single surfaces knows no names.
            #expect(kept.nodes.count == 1 && kept.materials.count == 1 && kept.materials[0].name == nil)
            #expect(kept.isOneSurface)
        }
    }

    @Test func `an export is whole with the same losses as a conversion, and says where it became one surface`() async throws {
        try await withLibrary { library, media, folder in
            let file = folder.appendingPathComponent("model.glb")
            try SceneFile.write(Self.scene(), to: file)
            let space = try await SpaceImporter(library: library).importSpace(from: file, name: nil)
            let export = SpaceExport(library: library, media: media)
            for format in ["glb", "dae", "obj", "stl", "ply"] {
                // Losses name the files beside the target.
                let other = folder.appendingPathComponent("converted")
                try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
                let exported = folder.appendingPathComponent("exported.\(format)")
                let converted = other.appendingPathComponent("exported.\(format)")
                let losses = try await export.write(space, to: exported)
                let result = try ModelConversion(source: file, target: converted).run()
                #expect(losses == result.losses, "\(format)")
                #expect(!losses.contains { $0.sentence.contains("became one surface") })
            }
            let dae = try SceneFile.read(folder.appendingPathComponent("exported.dae"))
            #expect(dae.nodes.count == 2 && dae.materials.count == 2 && dae.animations.count == 1)
            let part = folder.appendingPathComponent("part.glb")
            let box = Bounds(min: Vector3(-1, -1, -1), max: Vector3(1.5, 1, 2))
            let losses = try await export.write(space, part: box, to: part)
            #expect(losses.contains { $0.kind == .hierarchy && $0.sentence.contains("nodes (2) and materials (2) were joined") })
            #expect(try ModelFile.read(part).triangleCount == 2)
        }
    }

    @Test func `points keep their attributes in a space and in its exports`() async throws {
        try await withLibrary { library, media, folder in
            var cloud = PointCloud(positions: (0..<50).map { Vector3(Float($0), Float($0 % 7), 0) })
            cloud.attributes = [PointAttribute("intensity", .uint16((0..<50).map { UInt16($0 * 100) }))]
            let file = folder.appendingPathComponent("scan.las")
            try ModelFile.write(Model(cloud), to: file)
            let read = try #require(try ModelFile.read(file).cloud)
            let space = try await SpaceImporter(library: library).importSpace(from: file, name: nil)
            #expect(space.assets.contains { $0.kind == .cloud })
            let kept = try #require(try await SpaceModels(media: media).model(of: space)?.cloud)
            #expect(kept.positions.count == 50)
            #expect(kept.attributes.map(\.name) == read.attributes.map(\.name))
            let exported = folder.appendingPathComponent("out.laz")
            let losses = try await SpaceExport(library: library, media: media).write(space, to: exported)
            #expect(!losses.contains { $0.kind == .attributes }, "\(losses)")
            let again = try #require(try ModelFile.read(exported).cloud)
            let intensity = try #require(again.attributes.first { $0.name == "intensity" })
            #expect((0..<50).allSatisfy { abs(intensity.values[$0] - Double($0 * 100)) < 1 })
        }
    }

    @Test func `what a space contains is what inspect says, with the losses of any format`() async throws {
        try await withLibrary { library, media, folder in
            let file = folder.appendingPathComponent("model.glb")
            try SceneFile.write(Self.scene(), to: file)
            let space = try await SpaceImporter(library: library).importSpace(from: file, name: nil)
            let contents = SpaceContents(media: media)
            let found = try #require(try await contents.inspection(of: space, target: .stl))
            let inspected = try ModelInspection(of: file, target: .stl)
            #expect(found.losses == inspected.losses && found.losses.count > 3)
            #expect(found.target == "stl" && found.triangles == 4 && found.notes.isEmpty)
            #expect(found.nodes.map(\.name) == ["Base"] && found.nodes[0].children.map(\.name) == ["Board"])
            let bare = try #require(try await contents.inspection(of: space))
            #expect(bare.losses.isEmpty && bare.target == nil && bare.name == inspected.name)
        }
    }

    @Test func `a chain of nodes of any depth is listed, at most a hundred levels deep`() throws {
        var scene = try Self.scene()
        let count = 5000
        scene.nodes = (0..<count).map { number in
            var node = Node(name: "Node \(number)")
            if number + 1 < count { node.children = [number + 1] } else { node.mesh = 0 }
            return node
        }
        scene.animations = []
        let found = ModelInspection(scene, format: "glb")
        #expect(!(try JSONEncoder().encode(found)).isEmpty)
        var depth = 1
        var level = found.nodes
        while let next = level.first, !next.children.isEmpty {
            level = next.children
            depth += 1
        }
        #expect(depth == 100 && level.count == count - 99)
        #expect(found.notes.contains("Nodes below level 100 are listed at that level."))
    }

    @Test func `thumbnails and images show each material with its texture`() async throws {
        try await withLibrary { library, media, folder in
            let file = folder.appendingPathComponent("model.glb")
            try SceneFile.write(Self.scene(), to: file)
            let space = try await SpaceImporter(library: library).importSpace(from: file, name: nil)
            let asset = try #require(space.assets.first { $0.kind == .thumbnail })
            let thumbnail = try ImageFile.decodeColor(
                Array(try Data(contentsOf: try await media.original(asset.hash, contentType: asset.contentType))))
            let target = folder.appendingPathComponent("out.png")
            var conversion = ModelConversion(source: file, target: target)
            conversion.view.width = 320
            conversion.view.height = 240
            let result = try conversion.run()
            #expect(!result.notes.contains { $0.contains("one surface") || $0.contains("vertex colours") }, "\(result.notes)")
            let image = try ImageFile.decodeColor(Array(try Data(contentsOf: target)))
            for shown in [thumbnail, image] {
                // The border between the halves of the floor lies between its vertices.
                func share(_ holds: (SIMD3<Int>) -> Bool) -> Double {
                    let pixels = shown.pixels.map { SIMD3(Int($0.x), Int($0.y), Int($0.z)) }
                    return Double(pixels.count(where: holds)) / Double(pixels.count)
                }
                #expect(share { $0.x > 100 && $0.y < 80 && $0.z < 80 } > 0.01)
                #expect(share { $0.y > 100 && $0.x < 80 && $0.z < 80 } > 0.01)
                #expect(share { $0.z > 100 && $0.x < 100 && $0.y < 110 } > 0.01)
                // Colours that only a mixture along the edges of the floor would give.
                #expect(share { $0.x > 100 && $0.y > 100 && $0.z < 60 } < 0.01)
            }
        }
    }
}
