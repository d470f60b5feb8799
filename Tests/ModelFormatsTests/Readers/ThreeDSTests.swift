import Codecs
import Foundation
import Geometry
import ModelFormats
import Models
import TestSupport
import Testing

@Suite struct ThreeDSTests {
    // MARK: Chunks

    static func half(_ n: Int) -> [UInt8] { [UInt8(truncatingIfNeeded: n), UInt8(truncatingIfNeeded: n >> 8)] }
    static func word(_ n: Int) -> [UInt8] { half(n) + half(n >> 16) }
    static func floats(_ list: Float...) -> [UInt8] { list.flatMap { word(Int($0.bitPattern)) } }
    static func text(_ s: String) -> [UInt8] { Array(s.utf8) + [0] }
    static func chunk(_ id: Int, _ content: [UInt8]...) -> [UInt8] {
        let all = content.flatMap { $0 }
        return half(id) + word(all.count + 6) + all
    }

    /// Two triangles of a square of 1 in the plane z = 0, moved by `offset`.
    static func mesh(_ offset: Float = 0, extra: [UInt8] = [], faceExtra: [UInt8] = []) -> [UInt8] {
        let points = [(0, 0), (1, 0), (1, 1), (0, 1)].map { (Float($0.0) + offset, Float($0.1)) }
        return chunk(
            0x4100, chunk(0x4110, half(4), points.flatMap { floats($0.0, $0.1, 0) }),
            chunk(0x4140, half(4), points.flatMap { floats($0.0 - offset, $0.1) }), extra,
            chunk(0x4120, half(2), [0, 1, 2, 7, 0, 2, 3, 7].flatMap { half($0) }, faceExtra))
    }

    static func file(_ editor: [UInt8], keyframer: [UInt8] = []) -> [UInt8] {
        chunk(0x4D4D, chunk(0x0002, word(3)), chunk(0x3D3D, editor), keyframer.isEmpty ? [] : chunk(0xB000, keyframer))
    }

    /// A track of keys, each a frame with its numbers.
    static func track(_ id: Int, _ keys: [(Int, [UInt8])]) -> [UInt8] {
        chunk(id, half(0), word(0), word(0), word(keys.count), keys.flatMap { word($0.0) + half(0) + $0.1 })
    }

    static func node(_ kind: Int, id: Int, _ name: String, parent: Int = 0xFFFF, _ rest: [UInt8]...) -> [UInt8] {
        chunk(kind, chunk(0xB030, half(id)), chunk(0xB010, text(name), half(0), half(0), half(parent)), rest.flatMap { $0 })
    }

    static let identity = floats(1, 0, 0, 0, 1, 0, 0, 0, 1)

    static func read(_ bytes: [UInt8], folder: URL? = nil) throws -> Scene {
        try bytes.withUnsafeBytes { try ThreeDS.readScene($0, folder: folder) }
    }

    /// Materials, matrices, smoothing, the keyframer, cameras and lights.
    static let full: [UInt8] = {
        let material = chunk(
            0xAFFF, chunk(0xA000, text("red")), chunk(0xA020, chunk(0x0011, [255, 0, 0])),
            chunk(0xA030, chunk(0x0010, floats(1, 1, 1))),
            chunk(0xA040, chunk(0x0030, half(50))), chunk(0xA050, chunk(0x0030, half(25))), chunk(0xA081))
        let textured = chunk(
            0xAFFF, chunk(0xA000, text("wood")), chunk(0xA020, chunk(0x0011, [9, 9, 9])),
            chunk(
                0xA200, chunk(0x0030, half(100)), chunk(0xA300, text("WOOD.PNG")), chunk(0xA351, half(0x10)),
                chunk(0xA354, floats(2)),
                chunk(0xA356, floats(3)), chunk(0xA358, floats(0.25)), chunk(0xA35A, floats(0.5))),
            chunk(0xA230, chunk(0xA300, text("bump.png"))), chunk(0xA084, chunk(0x0030, half(50))))
        let faces =
            chunk(0x4130, text("red"), half(1), half(0)) + chunk(0x4130, text("wood"), half(1), half(1))
            + chunk(0x4150, word(1), word(1))
        let matrix = chunk(0x4160, identity, floats(5, 0, 0))
        let camera = chunk(
            0x4000, text("cam"), chunk(0x4700, floats(0, -10, 0, 0, 0, 0, 0, 50), chunk(0x4720, floats(1, 100))))
        let light = chunk(
            0x4000, text("spot"),
            chunk(
                0x4600, floats(0, 0, 5), chunk(0x0010, floats(1, 1, 0)), chunk(0x4610, floats(0, 0, 0, 40, 60)),
                chunk(0x465B, floats(2))))
        let editor = material + textured + chunk(0x4000, text("square"), mesh(5, extra: matrix, faceExtra: faces)) + camera + light
        let keys =
            node(
                0xB002, id: 0, "$$$DUMMY", chunk(0xB011, text("group")), track(0xB020, [(0, floats(0, 0, 1))]),
                track(0xB021, [(0, floats(0, 0, 0, 1))]), track(0xB022, [(0, floats(1, 1, 1))]))
            + node(
                0xB002, id: 1, "square", parent: 0, chunk(0xB013, floats(0.5, 0.5, 0)),
                track(0xB020, [(0, floats(5, 0, 0)), (30, floats(8, 0, 0)), (60, floats(5, 0, 0))]),
                track(0xB021, [(0, floats(0, 0, 0, 1)), (60, floats(.pi, 0, 0, 1))]), track(0xB022, [(0, floats(2, 2, 2))]))
            + node(0xB003, id: 2, "cam", track(0xB020, [(0, floats(0, -10, 0)), (30, floats(0, -20, 0))]))
            + node(0xB004, id: 3, "cam", track(0xB020, [(0, floats(0, 0, 0))])) + node(0xB007, id: 4, "spot")
        return file(editor, keyframer: keys)
    }()

    // MARK: Tests

    @Test func `A mesh without a keyframer is where its vertices are, z up`() throws {
        let matrix = Self.chunk(0x4160, Self.floats(0, 2, 0, -2, 0, 0, 0, 0, 2, 5, 0, 0))
        for extra in [[], matrix] {
            let scene = try Self.read(Self.file(Self.chunk(0x4000, Self.text("square"), Self.mesh(5, extra: extra))))
            #expect(scene.nodes[0].name == "square" && scene.triangleCount == 2)
            #expect((scene.bounds.min - Vector3(5, 0, -1)).length < 1e-5 && (scene.bounds.max - Vector3(6, 0, 0)).length < 1e-5)
            let primitive = scene.meshes[0].primitives[0]
            #expect(primitive.normals.isEmpty && primitive.textureCoordinates[0].contains(Vector2(1, 0)))
            #expect(scene.notes.contains { $0.contains("z up") })
        }
    }

    @Test func `Materials by face, maps and their transforms are read`() throws {
        try TestData.withTemporaryFolder { folder in
            let png = SceneSample.png(SIMD4(1, 2, 3, 255))
            try Data(png).write(to: folder.appendingPathComponent("Wood.png"))
            let scene = try Self.read(Self.full, folder: folder)
            let mesh = try #require(scene.meshes.first)
            #expect(mesh.primitives.map { $0.material.map { scene.materials[$0].name ?? "" } } == ["red", "wood"])
            let red = scene.materials[0]
            #expect(red.baseColor == SIMD4(1, 0, 0, 0.75) && red.alphaMode == .blend && red.isDoubleSided && red.roughness < 0.6)
            let reference = try #require(scene.materials[1].baseColorTexture)
            #expect(scene.images.map(\.bytes) == [png] && scene.textures[reference.texture].wrapU == .clamped)
            // u · 2 − 1/4 and v · 3 + 1/2, upwards.
            let uv = try #require(reference.transform).apply(Vector2(0.5, 1 - 0.5))
            #expect((Vector2(uv.x, 1 - uv.y) - Vector2(0.75, 2)).x.magnitude < 1e-6 && abs(1 - uv.y - 2) < 1e-6)
            #expect(scene.materials[1].emissive.x > 0 && scene.notes.contains { $0.contains("heights") })
            // Smoothing groups are normals.
            #expect(mesh.primitives[0].normals.allSatisfy { ($0 - Vector3(0, 0, 1)).length < 1e-6 })
        }
    }

    @Test func `The keyframer places meshes by their pivots, below one another and over time`() throws {
        let scene = try Self.read(Self.full)
        #expect(scene.nodes[0].name == "group" && scene.nodes[0].children == [1] && scene.nodes[1].name == "square")
        // The square around its pivot, twice as large, at 5 0 1; then z up becomes y up.
        #expect((scene.bounds.min - Vector3(4, 1, -1)).length < 1e-5 && (scene.bounds.max - Vector3(6, 1, 1)).length < 1e-5)
        #expect(scene.animations.count == 1 && abs(scene.animations[0].duration - 2) < 1e-6)
        let later = scene.bounds(of: ScenePose(scene, animation: 0, at: 1))
        #expect((later.min - Vector3(7, 1, -1)).length < 1e-4, "\(later)")
        // A quarter of the half turn, which is clockwise: the corner that was at the upper right.
        let pose = ScenePose(scene, animation: 0, at: 0.5)
        let x = pose.world[1].linear(SIMD3(1, 0, 0))
        #expect(abs(x.x - 2 * cos(.pi / 4)) < 1e-4 && abs(x.z - 2 * sin(.pi / 4)) < 1e-4, "\(x)")
    }

    @Test func `Cameras and lights look at their targets`() throws {
        let scene = try Self.read(Self.full)
        let pose = ScenePose(scene)
        let camera = try #require(scene.nodes.firstIndex { $0.camera != nil })
        // From 0 −10 0 along y, which is −z of the scene.
        #expect((pose.world[camera].translation - SIMD3(0, 0, 10)).x.magnitude < 1e-9)
        #expect(
            abs(pose.world[camera].linear(SIMD3(0, 0, -1)).z + 1) < 1e-9
                && abs(pose.world[camera].linear(SIMD3(0, 1, 0)).y - 1) < 1e-9)
        #expect(scene.cameras[0].near == 1 && scene.cameras[0].far == 100)
        #expect(scene.animations[0].channels.contains { $0.node == camera && $0.target == .translation })
        let light = try #require(scene.nodes.firstIndex { $0.light != nil })
        #expect(abs(pose.world[light].linear(SIMD3(0, 0, -1)).y + 1) < 1e-9)
        #expect(scene.lights[0].color == Vector3(1, 1, 0) && scene.lights[0].intensity == 2)
        guard case .spot(let inner, let outer) = scene.lights[0].kind else { throw CocoaError(.coderInvalidValue) }
        #expect(abs(inner - .pi / 9) < 1e-6 && abs(outer - .pi / 6) < 1e-6)
    }

    @Test func `What is wrong is named`() throws {
        func refusal(_ bytes: [UInt8]) -> String {
            do {
                _ = try Self.read(bytes)
                return "read"
            } catch { return "\(error)" }
        }
        #expect(refusal(Self.file([])).contains("no points"))
        let counts = Self.chunk(0x4100, Self.chunk(0x4110, Self.half(60000), Self.floats(1, 2, 3)))
        #expect(refusal(Self.file(Self.chunk(0x4000, Self.text("a"), counts))).contains("promises 60000 vertices"))
        let face = Self.chunk(
            0x4100, Self.chunk(0x4110, Self.half(1), Self.floats(1, 2, 3)),
            Self.chunk(0x4120, Self.half(1), [0, 0, 9, 0].flatMap { Self.half($0) }))
        #expect(refusal(Self.file(Self.chunk(0x4000, Self.text("a"), face))).contains("vertex 9"))
        let keys = Self.node(
            0xB002, id: 0, "a", Self.chunk(0xB020, Self.half(0), Self.word(0), Self.word(0), Self.word(0x7FFF_FFFF)))
        #expect(refusal(Self.file(Self.chunk(0x4000, Self.text("a"), Self.mesh()), keyframer: keys)).contains("keys"))
        // A mesh for each of very many pivots.
        let big = Self.chunk(
            0x4100, Self.chunk(0x4110, Self.half(60000), [UInt8](repeating: 0, count: 720_000)),
            Self.chunk(0x4120, Self.half(1), [0, 1, 2, 0].flatMap { Self.half($0) }))
        let nodes = (0..<3000).flatMap { Self.node(0xB002, id: $0, "a", Self.chunk(0xB013, Self.floats(Float($0), 0, 0))) }
        #expect(refusal(Self.file(Self.chunk(0x4000, Self.text("a"), big), keyframer: nodes)).contains("so often"))
        // A parent that follows, or is the node itself.
        let loop = Self.node(0xB002, id: 0, "a", parent: 1) + Self.node(0xB002, id: 1, "a", parent: 1)
        #expect(try Self.read(Self.file(Self.chunk(0x4000, Self.text("a"), Self.mesh()), keyframer: loop)).flaw == nil)
    }
}
