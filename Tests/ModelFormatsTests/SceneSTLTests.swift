import Codecs
import Foundation
import Geometry
import ModelFormats
import Models
import TestSupport
import Testing

@Suite struct SceneSTLTests {
    private let format = SceneFormat.stl

    /// A binary file of triangles one above the other, with these attribute bytes.
    private func binary(_ attributes: [UInt16], header: String = "") -> [UInt8] {
        var bytes = Array(header.utf8) + [UInt8](repeating: 0, count: 80 - header.utf8.count)
        func put<T>(_ value: T) { withUnsafeBytes(of: value) { bytes += $0 } }
        put(UInt32(attributes.count))
        for (i, attribute) in attributes.enumerated() {
            let z = Float(i)
            for value in [0, 0, 1, 0, 0, z, 1, 0, z, 0, 1, z] { put(Float(value)) }
            put(attribute)
        }
        return bytes
    }

    private func colors(_ scene: Scene) -> [SIMD3<UInt8>] {
        let primitive = scene.meshes[0].primitives[0]
        return stride(from: 0, to: primitive.indices.count, by: 3).map { i in
            let c = primitive.colors[Int(primitive.indices[i])]
            return SRGB.fromLinear(Vector3(c.x, c.y, c.z))
        }
    }

    @Test func `Colours of VisCAM have bit 15 set and blue in front`() throws {
        let scene = try format.read(binary([0x8000 | 31 << 10, 0x8000 | 31, 31]))
        #expect(colors(scene) == [SIMD3(255, 0, 0), SIMD3(0, 0, 255), SIMD3(255, 255, 255)])
    }

    @Test func `Colours of Magics have bit 15 clear and red in front`() throws {
        var bytes = binary([31, 31 << 10, 0x8000 | 31], header: "COLOR=")
        bytes.replaceSubrange(6..<10, with: [0, 128, 0, 255])
        #expect(colors(try format.read(bytes)) == [SIMD3(255, 0, 0), SIMD3(0, 0, 255), SIMD3(0, 128, 0)])
    }

    @Test func `Attribute bytes of an unknown convention are noted, zeros are not colours`() throws {
        let scene = try format.read(binary([31, 5]))
        #expect(scene.meshes[0].primitives[0].colors.isEmpty && scene.notes.contains { $0.contains("attribute bytes") })
        #expect(try format.read(binary([0, 0])).notes.count == 1)
    }

    @Test func `Corners with equal coordinates and colours are one vertex`() throws {
        let twice = binary([0x8000 | 3, 0x8000 | 3]).prefix(84 + 50)
        let bytes = Array(twice) + twice.suffix(50)
        var both = bytes
        both[80] = 2
        #expect(try format.read(both).meshes[0].primitives[0].positions.count == 3)
        both[84 + 50 + 48] = 7
        #expect(try format.read(both).meshes[0].primitives[0].positions.count == 6)
    }

    @Test func `Solids of a text file are nodes`() throws {
        let facet = "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n"
        let text = "solid left part\n\(facet)endsolid left part\nsolid\nendsolid\nsolid right\n\(facet)\(facet)endsolid right\n"
        let scene = try format.read(text)
        #expect(
            scene.nodes.map(\.name) == ["left part", "right"] && scene.meshes.map { $0.primitives[0].triangleCount } == [1, 2])
        #expect(try read(text, "a.stl").triangleCount == 3)
    }

    @Test func `Triangles come back in the world, and colours where they are asked for`() throws {
        let scene = SceneSample.furniture
        let (plain, losses, _) = try format.roundTrip(scene)
        #expect(areNear(plain.worldCorners(), scene.worldCorners()) && plain.meshes[0].primitives[0].colors.isEmpty)
        #expect(
            losses.contains { $0.kind == .colors } && losses.contains { $0.kind == .hierarchy }
                && losses.contains { $0.kind == .shape })
        let (colored, more, _) = try format.roundTrip(scene, WriteOptions(storesFacetColors: true))
        #expect(areNear(colored.worldCorners(), scene.worldCorners()) && !more.contains { $0.kind == .colors })
        // Five bits of (20, 200, 120) times nothing: the lamp, whose vertices have no colours.
        let lamp = try #require(colors(colored).last)
        #expect(lamp == SIMD3(16, 197, 123), "\(lamp)")
    }

    @Test func `A text file has a solid for each node`() throws {
        let scene = SceneSample.furniture
        try TestData.withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("a.stl")
            try STL.write(scene, to: file, encoding: .ascii)
            let again = try format.read(file)
            #expect(again.nodes.map(\.name) == ["table", "lamp"] && again.notes.isEmpty)
            #expect(areNear(again.worldCorners(), scene.worldCorners()))
        }
        var empty = scene
        empty.meshes = empty.meshes.map { mesh in
            Mesh(name: mesh.name, primitives: mesh.primitives.filter { $0.topology == .lines })
        }
        #expect(throws: FormatError.self) { try format.roundTrip(empty) }
    }

    @Test(.enabled(if: TestData.has("foreign-formats/trimesh/featuretype.STL"))) func `Files of trimesh are read`() throws {
        let part = try format.read(TestData.shared("foreign-formats/trimesh/featuretype.STL"))
        #expect(part.triangleCount == 3476 && part.nodes.count == 1)
        #expect(try format.read(TestData.shared("foreign-formats/trimesh/soup.stl")).triangleCount == 100)
    }

    @Test func `Damaged files give a scene without a flaw or an error`() throws {
        let bytes = binary([0x8000 | 31, 0x8001, 0x8FFF], header: "COLOR=abcd")
        for length in 0..<bytes.count { #expect(format.problem(Array(bytes[..<length])) == nil) }
        for damaged in TestData.bitFlips(of: bytes, count: 2000, seed: 6) { #expect(format.problem(damaged) == nil) }
    }
}
