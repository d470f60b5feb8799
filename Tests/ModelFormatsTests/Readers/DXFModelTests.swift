import Codecs
import Foundation
import Geometry
import ModelFormats
import Models
import TestSupport
import Testing

@Suite struct DXFModelTests {
    /// A file of pairs: "0 LINE" is a code and its value.
    static func file(_ entities: String, header: String = "", tables: String = "", blocks: String = "") -> String {
        func section(_ name: String, _ content: String) -> String {
            content.isEmpty ? "" : pairs("0 SECTION|2 \(name)|") + pairs(content) + pairs("0 ENDSEC|")
        }
        return section("HEADER", header) + section("TABLES", tables) + section("BLOCKS", blocks) + section("ENTITIES", entities)
            + pairs("0 EOF|")
    }

    private static func pairs(_ text: String) -> String {
        text.split(whereSeparator: { $0 == "|" || $0 == "\n" }).map { pair in
            let parts = pair.split(separator: " ", maxSplits: 1)
            return "\(parts[0])\n\(parts.count > 1 ? parts[1] : "")\n"
        }.joined()
    }

    static func point(_ code: Int, _ x: Double, _ y: Double, _ z: Double) -> String {
        "\(code) \(x)|\(code + 10) \(y)|\(code + 20) \(z)|"
    }

    /// A face of 1 x 1 in the plane z = 0.
    static func face(_ layer: String = "0", _ more: String = "") -> String {
        "0 3DFACE|8 \(layer)|\(more)" + point(10, 0, 0, 0) + point(11, 1, 0, 0) + point(12, 1, 1, 0) + point(13, 0, 1, 0)
    }

    static func read(_ text: String) throws -> Scene { try Array(text.utf8).withUnsafeBytes { try DXFModel.readScene($0) } }

    private func refusal(_ text: String) -> String {
        do {
            _ = try Self.read(text)
            return "read"
        } catch { return "\(error)" }
    }

    static let layers = "0 TABLE|2 LAYER|0 LAYER|2 walls|70 0|62 1|0 LAYER|2 off|62 -3|0 LAYER|2 true|62 7|420 16744448|0 ENDTAB|"

    @Test func `Faces of layers are nodes with the colours of layers, indices and true colours`() throws {
        let text = Self.file(
            Self.face("walls") + Self.face("walls", "62 5|") + Self.face("off") + Self.face("true")
                + Self.face("walls", "420 255|440 33554559|"),
            header: "9 $ACADVER|1 AC1015|9 $INSUNITS|70 4|", tables: Self.layers)
        let scene = try Self.read(text)
        #expect(
            scene.nodes.prefix(3).map(\.name) == ["walls", "off", "true"]
                && scene.nodes.prefix(3).map(\.isVisible) == [true, false, true])
        #expect(scene.materials.map(\.name) == ["walls", "ACI 5", "#0000FF", "off", "true"])
        #expect(
            scene.materials[0].baseColor == SIMD4(1, 0, 0, 1) && scene.materials[2].baseColor == SIMD4(0, 0, 1, Float(127) / 255))
        #expect(scene.materials[4].baseColor.x == 1 && scene.materials[4].baseColor.z == 0 && scene.materials[3].baseColor.y == 1)
        #expect(scene.triangleCount == 10 && scene.bounds.max == Vector3(0.001, 0, 0) && scene.bounds.min.z == -0.001)
        #expect(scene.notes.isEmpty)
        #expect(try ModelFormatsTests.read(text, "a.dxf").triangleCount == 8)
    }

    @Test func `Polyface and polygon meshes, MESH, solids and thicknesses are read`() throws {
        func vertex(_ flags: Int, _ x: Double, _ y: Double, _ more: String = "") -> String {
            "0 VERTEX|8 0|\(more)" + Self.point(10, x, y, 0) + "70 \(flags)|"
        }
        let corners = [(0.0, 0.0), (1, 0), (1, 1), (0, 1)]
        let polyface =
            "0 POLYLINE|8 0|66 1|70 64|" + corners.map { vertex(192, $0.0, $0.1) }.joined()
            + "0 VERTEX|8 0|62 3|10 0|20 0|30 0|70 128|71 1|72 2|73 -3|74 4|0 SEQEND|"
        let faces = try Self.read(Self.file(polyface))
        #expect(faces.triangleCount == 2 && faces.materials[0].name == "ACI 3")
        let grid =
            "0 POLYLINE|8 0|66 1|70 17|71 3|72 2|"
            + [(0.0, 0.0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)].map { vertex(64, $0.0, $0.1) }.joined() + "0 SEQEND|"
        #expect(try Self.read(Self.file(grid)).triangleCount == 6)
        let mesh =
            "0 MESH|8 0|91 0|92 4|" + corners.map { Self.point(10, $0.0, $0.1, 2) }.joined()
            + "93 5|90 4|90 0|90 1|90 2|90 3|94 1|90 0|90 1|95 1|140 0|90 0|"
        #expect(try Self.read(Self.file(mesh)).triangleCount == 2)
        let solid =
            "0 SOLID|8 0|39 2|" + Self.point(10, 0, 0, 0) + Self.point(11, 1, 0, 0) + Self.point(12, 0, 1, 0)
            + Self.point(13, 1, 1, 0)
        let prism = try Self.read(Self.file(solid))
        #expect(prism.triangleCount == 12 && prism.bounds.max == Vector3(1, 2, 0))
        let primitive = prism.meshes[0].primitives[0]
        var volume: Float = 0
        for t in 0..<12 {
            let p = (0..<3).map { primitive.positions[Int(primitive.indices[3 * t + $0])] }
            volume += dot(p[0], cross(p[1], p[2])) / 6
        }
        #expect(abs(volume - 2) < 1e-6)
        let wall = try Self.read(Self.file("0 LINE|8 0|39 3|" + Self.point(10, 0, 0, 0) + Self.point(11, 4, 0, 0)))
        #expect(wall.triangleCount == 2 && wall.bounds.max == Vector3(4, 3, 0))
        // Along −x: the plane of an extrusion direction.
        let turned = try Self.read(
            Self.file(
                "0 TRACE|8 0|210 1|220 0|230 0|" + Self.point(10, 0, 0, 5) + Self.point(11, 1, 0, 5) + Self.point(12, 0, 1, 5)
                    + Self.point(13, 1, 1, 5)))
        #expect(turned.bounds.min.x == 5 && turned.bounds.max.x == 5 && turned.bounds.max.y == 1)
    }

    @Test func `Blocks are nodes with their transforms, arrays and the insert's colours`() throws {
        let blocks =
            "0 BLOCK|8 0|2 Chair|70 0|10 1|20 0|30 0|" + Self.face("0") + Self.face("0", "62 0|") + "0 ENDBLK|"
            + "0 BLOCK|2 Set|10 0|20 0|30 0|0 INSERT|8 0|2 CHAIR|10 5|20 0|30 0|50 90|0 ENDBLK|"
        let scene = try Self.read(
            Self.file(
                "0 INSERT|8 walls|62 4|2 Chair|10 1|20 0|30 0|41 2|42 2|43 2|70 2|71 1|44 10|45 0|0 INSERT|"
                    + "8 off|2 set|10 0|20 0|30 0|",
                tables: Self.layers, blocks: blocks))
        #expect(scene.nodes.compactMap(\.name).filter { $0 == "CHAIR" }.count == 3 && scene.nodes.contains { $0.name == "SET" })
        #expect(scene.materials.map(\.name) == ["walls", "ACI 4", "off"])
        let pose = ScenePose(scene)
        let chairs = scene.nodes.indices.filter { scene.nodes[$0].name == "CHAIR" }.map { pose.world[$0] }
        // The base point 1 0 0 is at the insertion point; the array is not scaled.
        #expect(chairs[0].apply(SIMD3(1, 0, 0)) == SIMD3(1, 0, 0) && chairs[1].apply(SIMD3(1, 0, 0)) == SIMD3(11, 0, 0))
        #expect((chairs[2].apply(SIMD3(2, 0, 0)) - SIMD3(5, 0, -1)).x.magnitude < 1e-9)
    }

    @Test func `Blocks in themselves and bombs of blocks are refused`() {
        let loop = "0 BLOCK|2 A|0 INSERT|2 B|0 ENDBLK|0 BLOCK|2 B|0 INSERT|2 A|0 ENDBLK|"
        #expect(refusal(Self.file("0 INSERT|8 0|2 A|", blocks: loop)).contains("inserted in itself"))
        let bomb = (1..<40).map { "0 BLOCK|2 B\($0)|" + String(repeating: "0 INSERT|2 B\($0 - 1)|", count: 4) + "0 ENDBLK|" }
        let first = "0 BLOCK|2 B0|\(Self.face())0 ENDBLK|"
        #expect(refusal(Self.file("0 INSERT|8 0|2 B39|", blocks: first + bomb.joined())).contains("so often"))
        #expect(refusal(Self.file("0 INSERT|8 0|2 B0|70 32000|71 32000|", blocks: first)).contains("so often"))
    }

    @Test func `Lines, arcs and polylines are lines; points are points`() throws {
        let text = Self.file(
            "0 LINE|8 a|" + Self.point(10, 0, 0, 0) + Self.point(11, 1, 0, 0)
                + "0 LWPOLYLINE|8 a|90 3|70 1|38 1|10 0|20 0|42 1|10 2|20 0|10 2|20 2|0 CIRCLE|8 a|10 0|20 0|30 0|40 3|"
                + "0 ARC|8 a|10 0|20 0|30 0|40 1|50 270|51 90|0 ELLIPSE|8 a|10 0|20 0|30 0|11 2|21 0|31 0|"
                + "40 0.5|41 0|42 6.283185307|0 POINT|8 b|10 1|20 2|30 3|"
        )
        let scene = try Self.read(text)
        #expect(scene.meshes.flatMap(\.primitives).map(\.topology) == [.lines, .points] && scene.triangleCount == 0)
        let lines = scene.meshes[0].primitives[0].positions
        // The half circle of the bulge goes through 1 −1.
        #expect(
            lines.contains { ($0 - Vector3(1, -1, 1)).length < 1e-5 } && lines.contains { ($0 - Vector3(1, 0, 0)).length < 1e-5 })
        #expect(
            lines.contains { ($0 - Vector3(0, 1, 0)).length < 1e-5 } && !lines.contains { ($0 - Vector3(-1, 0, 0)).length < 1e-5 })
        #expect(scene.notes.contains { $0.contains("no unit") })
        let only = Self.file("0 LINE|8 a|" + Self.point(10, 0, 0, 0) + Self.point(11, 1, 0, 0))
        let line = try #require(try ModelFormatsTests.refusal(only, "plan.dxf"))
        #expect(line.isOneClearLine(about: "plan.dxf") && line.contains("drawing of lines"))
    }

    @Test func `A drawing of text is refused with what to do, solids are named`() {
        let text = Self.file("0 TEXT|8 0|1 hello|0 DIMENSION|8 0|0 TEXT|8 0|1 you|")
        #expect(refusal(text).contains("drawing without faces or lines: it has only 2 TEXT, 1 DIMENSION"))
        #expect(refusal(text).contains("3DFACE"))
        let solid = try? Self.read(Self.file("0 3DSOLID|8 0|1 abc|" + Self.face()))
        #expect(solid?.notes.contains { $0.contains("ACIS") } == true)
        #expect(refusal("0\nSECTION\nx\n").contains("code of a pair") && refusal("hello").contains("DXF"))
    }

    @Test func `Map coordinates keep their digits`() throws {
        let far =
            Self.point(10, 500000.25, 4_000_000, 0) + Self.point(11, 500001.25, 4_000_000, 0)
            + Self.point(12, 500000.25, 4_000_001, 0)
        let scene = try Self.read(Self.file("0 3DFACE|8 0|" + far, header: "9 $INSUNITS|70 6|"))
        #expect(scene.origin == SIMD3(500_000, 0, -4_000_000) && scene.bounds.min.x == 0.25 && scene.bounds.max.x == 1.25)
    }

    /// The same pairs as binary, with codes of one byte (release 12) or two.
    static func binary(_ text: String, isShort: Bool) -> [UInt8] {
        var bytes = Array("AutoCAD Binary DXF\r\n\u{1A}\0".utf8)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for i in stride(from: 0, to: lines.count - 1, by: 2) {
            let code = Int(lines[i]) ?? 0
            bytes += isShort ? [UInt8(code)] : [UInt8(code & 255), UInt8(code >> 8)]
            switch code {
            case 10...59, 210...239: bytes += withUnsafeBytes(of: (Double(lines[i + 1]) ?? 0).bitPattern.littleEndian) { Array($0) }
            case 60...79: bytes += withUnsafeBytes(of: (Int16(lines[i + 1]) ?? 0).littleEndian) { Array($0) }
            default: bytes += Array(lines[i + 1].utf8) + [0]
            }
        }
        return bytes
    }

    @Test func `Binary files are read`() throws {
        let text = Self.file(
            Self.face("walls"), header: "9 $INSUNITS|70 5|", tables: "0 TABLE|2 LAYER|0 LAYER|2 walls|70 0|62 1|0 ENDTAB|")
        for isShort in [true, false] {
            let scene = try Self.binary(text, isShort: isShort).withUnsafeBytes { try DXFModel.readScene($0) }
            #expect(scene.triangleCount == 2 && scene.bounds.max.x == 0.01 && scene.materials[0].baseColor == SIMD4(1, 0, 0, 1))
        }
    }
}
