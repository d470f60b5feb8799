import Codecs
import TestSupport
import ModelFormats
import Foundation
import Geometry
import Testing

@Suite struct STLTests {
    @Test(arguments: STL.Encoding.allCases) func `Corners are welded exactly and triangles keep their order`(encoding: STL.Encoding)
        throws
    {
        let mesh = Sample.surface(side: 25)
        let bytes = try bytesWritten {
            try STL.write(Model(mesh), to: $0, options: WriteOptions(unit: .metre, up: .y), encoding: encoding)
        }
        let again = try #require(try read(bytes, "a.stl").mesh)
        #expect(again.positions.count == mesh.positions.count)
        #expect(again.indices.map { again.positions[Int($0)] } == mesh.indices.map { mesh.positions[Int($0)] })
        // Vertices stand in the order of their first use: a second time changes nothing.
        let (first, _) = try roundTrip(Model(again), "b.stl")
        #expect(try roundTrip(first, "b.stl").model == first)
    }

    @Test func `Minus zero and zero are one place`() throws {
        let text =
            "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 1 1 0\nendloop\nendfacet\n"
            + "facet normal 0 0 1\nouter loop\nvertex -0 -0.0 -0e5\nvertex 1 1 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid a\n"
        #expect(try read(text, "a.stl").positions.count == 4)
    }

    @Test func `A binary file that begins with solid is recognised`() throws {
        var bytes = try bytesWritten { try STL.write(Model(Sample.box), to: $0) }
        bytes.replaceSubrange(0..<12, with: Array("solid facet ".utf8))
        for i in 12..<80 { bytes[i] = 0x20 }
        #expect(try read(bytes, "a.stl").triangleCount == 12)
        #expect(try read(bytes + [1, 2, 3], "a.stl").notes.contains { $0.contains("3 bytes after") })
    }

    @Test func `Facet normals are unit vectors that point outwards`() throws {
        let bytes = try bytesWritten { try STL.write(Model(Sample.box), to: $0) }
        #expect(bytes.count == 84 + 12 * 50)
        for i in 0..<12 {
            let floats = (0..<12).map { k in
                bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: 84 + 50 * i + 4 * k, as: Float.self) }
            }
            let normal = Vector3(floats[0], floats[1], floats[2])
            let corner = Vector3(floats[3], floats[4], floats[5])
            #expect(abs(normal.length - 1) < 1e-6)
            // Millimetres, z up.
            #expect(dot(normal, corner - Vector3(500, -1500, 1000)) > 0)
        }
    }

    @Test func `A file that holds less than it promises is refused`() throws {
        let bytes = try bytesWritten { try STL.write(Model(Sample.box), to: $0) }
        let line = try #require(try refusal(Array(bytes.dropLast(51)), "a.stl"))
        #expect(line.isOneClearLine(about: "a.stl") && line.contains("declares 12 triangles"))
        #expect(try refusal("solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\n", "a.stl")?.contains("inside a facet") == true)
        #expect(try refusal("solid a\nouter loop\nvertex 0 0 b\n", "a.stl")?.contains("line 3") == true)
        #expect(try refusal("hello", "a.stl")?.contains("too short") == true)
    }

    @Test func `A cloud is refused, and losses are told`() throws {
        #expect(throws: FormatError.self) { try roundTrip(Model(Sample.cloud), "a.stl") }
        _ = try bytesWritten("a.stl") { file in
            let notes = try ModelFile.write(Model(Sample.full), to: file)
            #expect(notes.count == 4)
            #expect(notes.contains { $0.kind == .unit && $0.sentence.contains("millimetres, z up") })
        }
    }
}
