import ModelFormats
import Foundation
import Geometry
import Images
import TestSupport
import Testing

@Suite struct OBJTests {
    @Test func `A mesh survives with everything that OBJ holds`() throws {
        let mesh = Sample.surface(side: 30)
        #expect(try roundTrip(Model(mesh), "a.obj").model.mesh == mesh)
        #expect(try roundTrip(Model(Sample.full), "a.obj").model.mesh == Sample.full)
        #expect(try roundTrip(Model(Sample.cloud), "a.obj").model.cloud == Sample.cloud)
    }

    @Test func `Negative numbers count back from the latest`() throws {
        let text = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf -3 -2 -1\nv 5 5 5\nf -1 1 2\n"
        #expect(try read(text, "a.obj").mesh?.indices == [0, 1, 2, 3, 0, 1])
    }

    @Test func `Polygons, comments, continued lines and lone carriage returns are read`() throws {
        let text = "# a square\rv 0 0 0\rv 1 0 0 # here\rv 1 1 0\rv 0 1 0 1.0\rg some\rs off\rf 1 2 \\\r\n 3 4\rl 1 2\rf 1 2\r"
        let model = try read(text, "a.obj")
        #expect(model.mesh?.indices == [0, 1, 2, 0, 2, 3])
        #expect(model.positions.count == 4)
        #expect(model.notes.count == 2)
    }

    @Test func `Corners that differ in texture coordinate or normal split a vertex`() throws {
        let text = """
            v 0 0 0
            v 1 0 0
            v 0 1 0
            v 9 9 9
            vt 0 0
            vt 1 0.5
            vn 0 0 2
            vn 1 0 0
            f 1/1/1 2/1/1 3/1/1
            f 1/2/1 2/1/1 3/1/2
            """
        let mesh = try #require(try read(text, "a.obj").mesh)
        #expect(mesh.flaw == nil)
        #expect(mesh.indices == [0, 1, 2, 4, 1, 5])
        #expect(mesh.positions.count == 6)
        #expect(mesh.textureCoordinates[4] == Vector2(1, 0.5))
        #expect(mesh.normals[0] == Vector3(0, 0, 1))
        #expect(mesh.normals[5] == Vector3(1, 0, 0))
    }

    @Test func `Texture coordinates of some faces only are left out with a note`() throws {
        let model = try read("v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nf 1/1 2/1 3/1\nf 1 2 3\n", "a.obj")
        #expect(model.mesh?.textureCoordinates.isEmpty == true)
        #expect(model.triangleCount == 2)
        #expect(model.notes == ["Only some faces have texture coordinates; they were skipped."])
    }

    @Test func `Colours behind coordinates are sRGB fractions`() throws {
        let model = try read("v 0 0 0 1 0.5019608 0\nv 1 0 0\nv 0 1 0 0 0 1 1\n", "a.obj")
        #expect(codes(model.colors) == [SIMD3(255, 128, 0), SIMD3(255, 255, 255), SIMD3(0, 0, 255)])
        #expect(model.notes == ["1 vertex without a colour became white."])
    }

    @Test(arguments: [
        ("v 0 0 0\nv 1 0 0\nf 1 2 3\n", "line 3 refers to vertex 3"), ("v 0 0 0\nf 1 0 1\n", "line 2 refers to vertex 0"),
        ("v 0 0 0\n\nf -2 -1 -1\n", "line 3 refers to vertex -2"), ("v 0 0\n", "line 1 has 2 numbers"),
        ("v 0 0 x\n", "line 1 ‘x’ is not a number"), ("v 0 0 0\nf 1 1a 1\n", "line 2 ‘a’"),
        ("v 0 0 0\nf 1/5 1 1\n", "texture coordinate 5"),
        ("v 0 0 0\nf 1 1 99999999999999999999\n", "line 2"), ("# nothing\n", "no points"),
    ]) func `A wrong line is named`(text: String, expected: String) throws {
        let line = try #require(try refusal(text, "a.obj"))
        #expect(line.isOneClearLine(about: "a.obj"))
        #expect(line.contains(expected), "\(line)")
    }

    @Test func `Colours and textures of materials become vertex colours`() throws {
        try TestData.withTemporaryFolder { folder in
            var picture = ColorImage(width: 4, height: 4, repeating: SIMD4(0, 0, 0, 255))
            for y in 0..<4 { for x in 0..<4 { picture[x, y] = SIMD4(x < 2 ? 255 : 0, y < 2 ? 255 : 0, 0, 255) } }
            try Data(try PNG.encode(picture)).write(to: folder.appendingPathComponent("a b.png"))
            try Data("newmtl red\nKd 1 0 0\nnewmtl painted\nKd 0 0 0\nmap_Kd -s 1 1 1 -clamp on a b.png\n".utf8).write(
                to: folder.appendingPathComponent("m.mtl"))
            let file = folder.appendingPathComponent("a.obj")
            // The image's upper left corner is white-yellow, v counts from below.
            let text = """
                mtllib m.mtl
                v 0 0 0
                v 1 0 0
                v 0 1 0
                vt 0.25 0.75
                vt 0.75 0.75
                vt 0.75 0.25
                usemtl red
                f 1/1 2/2 3/3
                usemtl painted
                f 1/1 2/2 3/3
                """
            try Data(text.utf8).write(to: file)
            let model = try ModelFile.read(file)
            let mesh = try #require(model.mesh)
            #expect(mesh.positions.count == 6)
            #expect(codes(mesh.indices[..<3].map { mesh.colors[Int($0)] }) == Array(repeating: SIMD3(255, 0, 0), count: 3))
            // At the crossing of two pixels' corners bilinear sampling mixes within one quarter of the image only.
            #expect(
                codes(mesh.indices[3...].map { mesh.colors[Int($0)] }) == [SIMD3(255, 255, 0), SIMD3(0, 255, 0), SIMD3(0, 0, 0)])
            #expect(model.notes.contains { $0.contains("‘a b.png’ became vertex colours") })
        }
    }

    @Test(arguments: ["../secret.mtl", "/etc/passwd", "sub/../../secret.mtl", "..\\secret.mtl", "link.mtl"])
    func `Materials outside the model's folder are not opened`(name: String) throws {
        try TestData.withTemporaryFolder { folder in
            let inner = folder.appendingPathComponent("inner")
            try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
            try Data("newmtl red\nKd 1 0 0\n".utf8).write(to: folder.appendingPathComponent("secret.mtl"))
            try FileManager.default.createSymbolicLink(
                at: inner.appendingPathComponent("link.mtl"), withDestinationURL: folder.appendingPathComponent("secret.mtl"))
            let file = inner.appendingPathComponent("a.obj")
            try Data("mtllib \(name)\nusemtl red\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n".utf8).write(to: file)
            let model = try ModelFile.read(file)
            #expect(model.colors.isEmpty)
            #expect(model.notes.count == 1)
        }
    }
}
