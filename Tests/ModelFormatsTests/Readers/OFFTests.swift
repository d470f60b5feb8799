import Codecs
import Foundation
import Geometry
import ModelFormats
import Models
import TestSupport
import Testing

@Suite struct OFFTests {
    static func read(_ text: String) throws -> Scene { try Array(text.utf8).withUnsafeBytes { try OFF.readScene($0) } }

    private func refusal(_ text: String) -> String? {
        do {
            _ = try Self.read(text)
            return nil
        } catch { return "\(error)" }
    }

    static let square = "OFF\n4 1 4\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3\n"

    @Test func `Polygons are fans, with comments, counts beside the header and without a header`() throws {
        for text in [
            Self.square, "# a square\nOFF # comment\n# more\n4 1 4\n0 0 0\n1 0 0\n\n# here\n1 1 0\n0 1 0\n4 0 1 2 3\n",
            "OFF 4 1 4\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3", "OFF\r\n4 1\r\n0 0 0\r\n1 0 0\r\n1 1 0\r\n0 1 0\r\n4 0 1 2 3\r\n",
            "4 1 4\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3\n", "nOFF\n3\n4 1 4\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3\n",
            "4OFF\n4 1 4\n0 0 0 1\n2 0 0 2\n1 1 0 1\n0 3 0 3\n4 0 1 2 3\n",
        ] {
            let scene = try Self.read(text)
            #expect(scene.meshes[0].primitives[0].indices == [0, 1, 2, 0, 2, 3], "\(text)")
            #expect(scene.bounds == Bounds(min: .zero, max: Vector3(1, 1, 0)), "\(text)")
        }
    }

    @Test func `Normals, colours and texture coordinates of vertices are read`() throws {
        let scene = try Self.read(
            "STCNOFF\n3 1 0\n0 0 0 0 0 1 255 0 0 255 0 0\n1 0 0 0 0 1 0 255 0 255 1 0\n0 1 0 0 0 1 0 0 255 128 0 1\n3 0 1 2\n")
        let primitive = scene.meshes[0].primitives[0]
        #expect(primitive.normals == Array(repeating: Vector3(0, 0, 1), count: 3))
        #expect(primitive.textureCoordinates == [[Vector2(0, 1), Vector2(1, 1), Vector2(0, 0)]])
        #expect(primitive.colors[0] == SIMD4(1, 0, 0, 1) && primitive.colors[2] == SIMD4(0, 0, 1, Float(128) / 255))
        #expect(scene.materials[0].alphaMode == .blend)
        // Fractions.
        let fractions = try Self.read("COFF\n3 1 0\n0 0 0 1 0.5 0 1\n1 0 0 0 1 0 1\n0 1 0 0 0 1 1\n3 0 1 2\n")
        let color = fractions.meshes[0].primitives[0].colors[0]
        #expect(color.x == 1 && abs(color.y - SRGB.decode(0.5)) < 1e-6 && color.w == 1 && fractions.materials.isEmpty)
    }

    @Test func `Colours of faces are those of their corners`() throws {
        let text = "OFF\n4 2 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n3 0 1 2 255 0 0\n3 0 2 3 0 0 255\n"
        let primitive = try Self.read(text).meshes[0].primitives[0]
        #expect(primitive.positions.count == 6 && primitive.triangleCount == 2)
        let corners = primitive.indices.isEmpty ? Array(0..<6) : primitive.indices.map { Int($0) }
        #expect(corners.map { primitive.colors[$0].x } == [1, 1, 1, 0, 0, 0])
        #expect(corners.map { primitive.colors[$0].z } == [0, 0, 0, 1, 1, 1])
        let indexed = try Self.read(Self.square.replacing("4 0 1 2 3", with: "4 0 1 2 3 7"))
        #expect(indexed.notes.contains { $0.contains("colour table") })
    }

    @Test func `Segments, points and clouds are kept`() throws {
        let mixed = try Self.read("OFF\n4 3 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n3 0 1 2\n2 2 3\n1 3\n")
        #expect(mixed.meshes[0].primitives.map(\.topology) == [.triangles, .lines, .points])
        #expect(mixed.meshes[0].primitives.map(\.elementCount) == [3, 2, 1])
        #expect(try Self.read("OFF\n2 0 0\n0 0 0\n1 2 3\n").meshes[0].primitives[0].topology == .points)
    }

    @Test func `The binary form is read`() throws {
        func word(_ n: UInt32) -> [UInt8] { [UInt8(n >> 24), UInt8(n >> 16 & 255), UInt8(n >> 8 & 255), UInt8(n & 255)] }
        func float(_ x: Float) -> [UInt8] { word(x.bitPattern) }
        var bytes = Array("COFF BINARY\n".utf8) + [3, 1, 0].flatMap(word)
        for p in [Vector3(0, 0, 0), Vector3(2, 0, 0), Vector3(0, 3, 0)] {
            bytes += float(p.x) + float(p.y) + float(p.z) + [1, 0, 0, 1].flatMap(float)
        }
        bytes += [3, 0, 1, 2, 0].flatMap(word)
        let scene = try bytes.withUnsafeBytes { try OFF.readScene($0) }
        #expect(scene.triangleCount == 1 && scene.bounds.max == Vector3(2, 3, 0))
        #expect(scene.meshes[0].primitives[0].colors == Array(repeating: SIMD4(1, 0, 0, 1), count: 3))
    }

    @Test func `Map coordinates keep their digits`() throws {
        let scene = try Self.read("OFF\n3 1 0\n500000.25 0 0\n500001.25 0 0\n500000.25 1 0\n3 0 1 2\n")
        #expect(scene.origin.x == 500_000 && scene.meshes[0].primitives[0].positions[0].x == 0.25)
    }

    @Test(arguments: [
        ("OFF\n3 1 0\n0 0 0\n", "after 1 of 3 vertices"), ("OFF\n1 1 0\n0 0 0\n3 0 1 2\n", "vertex 1"),
        ("OFF\n9999999999 1 0\n", "promises"), ("OFF\n3 1 0\n0 0 x\n", "line 3"), ("nOFF\n5\n1 1 0\n", "5 dimensions"),
        ("OFF\n1 1 0\n0 0 0\n99999999 0\n", "corners"), ("OFF BINARY\nxxxx", "truncated"), ("OFF\n0 0 0\n", "no points"),
    ]) func `What is wrong is named`(text: String, words: String) {
        #expect(refusal(text)?.contains(words) == true, "\(refusal(text) ?? "read")")
    }
}
