import ModelFormats
import Foundation
import Geometry
import TestSupport
import Testing

@Suite struct PCDTests {
    @Test(arguments: PCD.Encoding.allCases) func `A cloud survives every encoding exactly`(encoding: PCD.Encoding) throws {
        let mesh = Sample.surface(side: 60)
        let cloud = PointCloud(positions: mesh.positions, normals: mesh.normals, colors: mesh.colors)
        let bytes = try bytesWritten { try PCD.write(Model(cloud), to: $0, encoding: encoding) }
        #expect(try read(bytes, "a.pcd").cloud == cloud)
        #expect(bytes.count < 3600 * 100)
    }

    @Test(arguments: PCD.Encoding.allCases) func `Map coordinates come back, as doubles or by an origin`(encoding: PCD.Encoding)
        throws
    {
        var model = Model(Sample.cloud)
        model.origin = SIMD3(412_345, 0, -5_412_345)
        let again = try read(try bytesWritten { try PCD.write(model, to: $0, encoding: encoding) }, "a.pcd")
        #expect(again.origin == model.origin && again.positions == model.positions)
    }

    private func file(_ header: String, _ data: String) -> String {
        "VERSION .7\n\(header)WIDTH 2\nHEIGHT 1\nPOINTS 2\nDATA ascii\n\(data)"
    }

    @Test func `Fields of any type and count are read or skipped`() throws {
        let text = file(
            "FIELDS label x y z hist r g b\nSIZE 4 8 4 2 4 1 1 1\nTYPE U F F I F U U U\nCOUNT 1 1 1 1 3 1 1 1\n",
            "7 1.5 2 -3 9 9 9 255 0 128\n7 nan 2 -3 9 9 9 255 0 128\n")
        let model = try read(text, "a.pcd")
        #expect(model.positions == [Vector3(1.5, 2, -3)] && codes(model.colors) == [SIMD3(255, 0, 128)])
        #expect(model.cloud?.attributes == [PointAttribute("label", .uint32([7]))])
        #expect(model.notes.contains { $0.contains(": ‘hist’.") } && model.notes.contains { $0.contains("skipped") })
    }

    @Test(arguments: [
        ("F", "2.3418231e-38"), ("U", "16711808"), ("I", "16711808"),
    ]) func `A packed colour is a float's bits or a whole number`(type: String, value: String) throws {
        let text = file("FIELDS x y z rgb\nSIZE 4 4 4 4\nTYPE F F F \(type)\n", "1 2 3 \(value)\n4 5 6 \(value)\n")
        #expect(codes(try read(text, "a.pcd").colors).first == SIMD3(255, 0, 128))
    }

    @Test(arguments: [
        ("FIELDS x y\nSIZE 4 4\nTYPE F F\n", "1 2\n", "no x, y and z"), ("FIELDS x y z\nSIZE 4 4\n", "", "line 3"),
        ("FIELDS x y z\nSIZE 4 4 3\n", "", "line 3"), ("FIELDS x y z\nSIZE 4 4 4\nTYPE F F F\n", "1 2 3\n4 5\n", "truncated"),
        ("FIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nPOINTS 2\n", "1 2 3\n4 a 6\n", "‘a’"), ("NONSENSE\n", "", "line 2"),
        ("FIELDS x y z\nSIZE 4 4 2\nTYPE F F F\n", "", "not read"),
    ]) func `What is wrong is told in a line`(header: String, data: String, expected: String) throws {
        let line = try #require(try refusal(file(header, data), "a.pcd"))
        #expect(line.isOneClearLine(about: "a.pcd") && line.contains(expected), "\(line)")
    }

    @Test func `Compressed points that unpack to another size are refused`() throws {
        let bytes = try bytesWritten { try PCD.write(Model(Sample.cloud), to: $0, encoding: .compressed) }
        let body = try #require(String(decoding: bytes, as: Unicode.ASCII.self).range(of: "binary_compressed\n")).upperBound
        let start = String(decoding: bytes, as: Unicode.ASCII.self).distance(from: "".startIndex, to: body)
        var bad = bytes
        bad[start + 4] ^= 1
        #expect(try #require(try refusal(bad, "a.pcd")).contains("a different size"))
        bad = bytes
        bad[start + 8] = 0xFF
        #expect(try #require(try refusal(bad, "a.pcd")).contains("damaged"))
    }

    @Test func `Repetitive points become small`() throws {
        var cloud = PointCloud()
        for i in 0..<5000 { cloud.positions.append(Vector3(Float(i % 4), 1, 0)) }
        let bytes = try bytesWritten { try PCD.write(Model(cloud), to: $0, encoding: .compressed) }
        #expect(bytes.count < 2000)
        #expect(try read(bytes, "a.pcd").cloud == cloud)
    }
}
