import PointClouds
import ModelFormats
import Foundation
import Geometry
import TestSupport
import Testing
import Support

@Suite struct PLYTests {
    @Test(arguments: PLY.Encoding.allCases) func `A mesh survives every encoding exactly`(encoding: PLY.Encoding) throws {
        let mesh = Sample.surface(side: 40)
        let bytes = try bytesWritten { try PLY.write(Model(mesh), to: $0, encoding: encoding) }
        let again = try #require(try read(bytes, "a.ply").mesh)
        #expect(again == mesh)
    }

    @Test(arguments: PLY.Encoding.allCases) func `Normals and texture coordinates survive`(encoding: PLY.Encoding) throws {
        let bytes = try bytesWritten { try PLY.write(Model(Sample.full), to: $0, encoding: encoding) }
        #expect(try read(bytes, "a.ply").mesh == Sample.full)
    }

    @Test func `Vertices without faces are a cloud`() throws {
        let (model, _) = try roundTrip(Model(Sample.cloud), "a.ply")
        #expect(model.cloud == Sample.cloud)
    }

    @Test func `Polygons become fans and shorter faces are counted`() throws {
        let text = """
            ply
            format ascii 1.0
            element vertex 5
            property float x
            property float y
            property float z
            element face 3
            property list uchar int vertex_index
            end_header
            0 0 0
            1 0 0
            1 1 0
            0 1 0
            -1 0.5 0
            5 0 1 2 3 4
            2 0 1
            3 2 1 0
            """
        let model = try read(text, "a.ply")
        #expect(model.mesh?.indices == [0, 1, 2, 0, 2, 3, 0, 3, 4, 2, 1, 0])
        #expect(model.notes == ["1 face with fewer than three vertices skipped."])
    }

    @Test func `Extra elements, properties and lists of any type are skipped`() throws {
        let text = """
            ply\r
            format ascii 1.0\r
            comment made by hand\r
            obj_info nothing\r
            element camera 1\r
            property float view_x\r
            property list short double matrix\r
            element vertex 3\r
            property double x\r
            property list uchar float weights\r
            property double y\r
            property short z\r
            property ushort red\r
            property ushort green\r
            property ushort blue\r
            element face 1\r
            property uchar flags\r
            property list float float vertex_indices\r
            end_header\r
            1 3 1 2 3\r
            0.5 2 9 9 1e0 3 65535 0 257\r
            1.5 0 1 3 0 514 0\r
            1.5 1 7 -2 -3 0 0 0\r
            7 3 0 1 2\r
            """
        let model = try read(text, "a.ply")
        let mesh = try #require(model.mesh)
        #expect(mesh.positions == [Vector3(0.5, 1, 3), Vector3(1.5, 1, 3), Vector3(1.5, -2, -3)])
        #expect(codes(mesh.colors) == [SIMD3(255, 0, 1), SIMD3(0, 2, 0), SIMD3(0, 0, 0)])
        #expect(mesh.indices == [0, 1, 2])
        #expect(model.notes.contains { $0.contains("weights") })
        #expect(model.notes.contains { $0.contains("camera") })
    }

    @Test func `Fractional colours are sRGB, on a scale to 1 or to 255`() throws {
        func file(_ rows: String) -> String {
            "ply\nformat ascii 1.0\nelement vertex 2\nproperty float x\nproperty float y\nproperty float z\n"
                + "property float red\nproperty float green\nproperty float blue\nend_header\n" + rows
        }
        let unit = try read(file("0 0 0 1 0.5019608 0\n1 1 1 0.2 nan -3\n"), "a.ply")
        #expect(codes(unit.colors) == [SIMD3(255, 128, 0), SIMD3(51, 0, 0)])
        #expect(unit.colors[0].y == SRGB.linear[128])
        let bytes = try read(file("0 0 0 255 128 0\n1 1 1 51 0 0\n"), "a.ply")
        #expect(bytes.colors == unit.colors)
        #expect(bytes.notes.contains { $0.contains("0…255") })
    }

    @Test func `Triangle strips are read, with restarts`() throws {
        let text = """
            ply
            format ascii 1.0
            element vertex 4
            property float x
            property float y
            property float z
            element tristrips 1
            property list int int vertex_indices
            end_header
            0 0 0 1 0 0 0 1 0 1 1 0
            8 0 1 2 3 -1 3 2 1
            """
        #expect(try read(text, "a.ply").mesh?.indices == [0, 1, 2, 2, 1, 3, 3, 2, 1])
    }

    @Test func `Numbers in text are rounded correctly`() throws {
        var random = SplitMix64(seed: 3)
        var texts = [
            "1e-45", "3.4028235e38", "1.17549435e-38", "16777217", "16777219", "0.1", "-0", "1.00000017881393432617187499",
            "1.00000017881393432617187500", "1.00000017881393432617187501", "9007199254740993", "123456789012345678901234567890",
            ".5", "5.",
            "+7", "1E5", "4.9406564584124654e-324", "1.0000000000000000000000000000001e+0",
        ]
        for _ in 0..<3000 {
            let value = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
            if value.isFinite, abs(value) < 1e12 { texts.append(value.description) }
            texts.append("\(Double(random.unit()) * Double(Int.random(in: 1...100_000, using: &random)))")
        }
        let header =
            "ply\nformat ascii 1.0\nelement vertex \(texts.count)\nproperty float x\nproperty float y\nproperty float z\n"
            + "end_header\n"
        // Not beyond 10¹²: farther points are left out.
        let kept = texts.filter { abs(Float($0)!) < 1e12 }
        let positions = try read(header + texts.map { "0 \($0) 0\n" }.joined(), "a.ply").positions
        #expect(positions.map { $0.y.bitPattern } == kept.map { Float($0)!.bitPattern })
    }

    @Test func `A promise of four billion vertices is refused before anything is allocated`() throws {
        for (format, body) in [("ascii", "0 0 0\n"), ("binary_little_endian", "abcdefghijkl")] {
            let header =
                "ply\nformat \(format) 1.0\nelement vertex 4294967295\nproperty float x\nproperty float y\nproperty float z\n"
                + "end_header\n"
            let line = try #require(try refusal(header + body, "a.ply"))
            #expect(line.isOneClearLine(about: "a.ply"))
            #expect(line.contains("4294967295 vertices") && line.contains("\(body.utf8.count) bytes"))
        }
        let faces =
            "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\n"
            + "element face 9223372036854775807\n"
            + "property list uchar int vertex_indices\nend_header\n0 0 0\n"
        #expect(try refusal(faces, "a.ply")?.contains("9223372036854775807 faces") == true)
    }

    @Test func `A face that points nowhere is refused with its number`() throws {
        let text =
            "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 2\n"
            + "property list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n3 0 1 7\n"
        let line = try #require(try refusal(text, "a.ply"))
        #expect(line.contains("face 2") && line.contains("vertex 7") && line.contains("only 3"))
    }

    @Test func `Comments without a keyword, as old programs write them, are ignored with a note`() throws {
        let header = "ply\nformat ascii 1.0\nCreated by an exporter\nelement vertex 1\nproperty float x\nproperty float y\n"
        let model = try read(header + "property float z\nend_header\n1 2 3\n", "a.ply")
        #expect(model.positions == [Vector3(1, 2, 3)] && model.notes.contains { $0.contains("Created by an exporter") })
        #expect(try refusal(header + "properti float z\nend_header\n1 2 3\n", "a.ply")?.contains("line 7") == true)
    }

    @Test func `A header that cannot be understood is refused with its line`() throws {
        #expect(try refusal("ply\nformat ascii 1.0\nelement vertex many\nend_header\n", "a.ply")?.contains("line 3") == true)
        #expect(try refusal("ply\nformat ascii 1.0\nelement vertex 1\n", "a.ply")?.contains("no end_header") == true)
        #expect(try refusal("ply\nformat middle_endian 1.0\nend_header\n", "a.ply")?.contains("line 2") == true)
        #expect(
            try refusal("ply\nformat ascii 1.0\nelement vertex 1\nproperty int64 x\nend_header\n", "a.ply")?.contains("line 4")
                == true)
    }

    @Test func `Points that are nowhere are left out with their triangles`() throws {
        var mesh = Sample.box
        let bytes = try bytesWritten { try PLY.write(Model(mesh), to: $0, encoding: .ascii) }
        let text = String(decoding: bytes, as: UTF8.self).replacingOccurrences(of: "\n1 2 3 ", with: "\nnan 2 inf ")
        let model = try read(text, "a.ply")
        mesh.positions.removeLast()
        mesh.colors.removeLast()
        #expect(model.mesh?.positions == mesh.positions)
        #expect(model.mesh?.flaw == nil)
        #expect(model.triangleCount == (0..<12).filter { !mesh.indices[3 * $0..<3 * $0 + 3].contains(7) }.count)
        #expect(model.notes.contains { $0.hasPrefix("1 vertex was skipped") })
    }
}
