import SyntheticScenes
import ModelFormats
import Foundation
import Geometry
import TestSupport
import Testing

@Suite struct USDZReadTests {
    /// A stored archive of these files, the first of which is its layer.
    static func archive(_ files: [(String, String)]) -> [UInt8] {
        func half(_ n: Int) -> [UInt8] { [UInt8(truncatingIfNeeded: n), UInt8(truncatingIfNeeded: n >> 8)] }
        func word(_ n: Int) -> [UInt8] { half(n) + half(n >> 16) }
        var bytes: [UInt8] = []
        var directory: [UInt8] = []
        for (name, text) in files {
            let content = Array(text.utf8)
            let common =
                half(20) + half(0) + half(0) + word(0) + word(0) + word(content.count) + word(content.count) + half(name.utf8.count)
                + half(0)
            directory +=
                word(0x0201_4B50) + half(20) + common + [UInt8](repeating: 0, count: 10) + word(bytes.count) + Array(name.utf8)
            bytes += word(0x0403_4B50) + common + Array(name.utf8) + content
        }
        let end =
            word(0x0605_4B50) + word(0) + half(files.count) + half(files.count) + word(directory.count) + word(bytes.count)
            + half(0)
        return bytes + directory + end
    }

    /// A small archive with a binary layer of another program; nil where there is none here.
    static let binary: String? = {
        let name = "foreign-formats/usd-wg/AnimatedTriangle.usdz"
        return TestData.has(name) ? name : nil
    }()

    static let square = """
        #usda 1.0
        ( defaultPrim = "Square" )
        def Mesh "Square" (
            kind = "component" # as others write it
        )
        {
            int[] faceVertexCounts = [4]
            int[] faceVertexIndices = [0, 1, 2, 3]
            point3f[] points = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)]
            rel material:binding = </Square/Look>
            def Material "Look"
            {
                token outputs:surface.connect = </Square/Look/Shader.outputs:surface>
                def Shader "Shader"
                {
                    uniform token info:id = "UsdPreviewSurface"
                    color3f inputs:diffuseColor = (1, 0, 0)
                }
            }
        }
        """

    @Test func `What is written comes back whole`() throws {
        for mesh in [Sample.box, Sample.surface(side: 30)] {
            #expect(try roundTrip(Model(mesh), "a.usdz").model.mesh == mesh)
        }
        #expect(try roundTrip(Model(Sample.full), "a.usdz").model.mesh == Sample.full)
        #expect(try roundTrip(Model(Sample.cloud), "a.usdz").model.cloud == Sample.cloud)
        let model = TextureTests.model
        let again = try roundTrip(model, "a.usdz").model
        #expect(again.texture?.width == model.texture?.width)
        // v is counted downwards in between: 1 − (1 − v) is v but for the last bit.
        let pairs = zip(again.mesh?.textureCoordinates ?? [], model.mesh?.textureCoordinates ?? [])
        #expect(again.mesh?.textureCoordinates.count == model.mesh?.textureCoordinates.count)
        for (a, b) in pairs { #expect(a.x == b.x && abs(a.y - b.y) < 1e-7) }
    }

    @Test func `Units, axes, transforms in their order, and references are followed`() throws {
        let room = """
            #usda 1.0
            (
                metersPerUnit = 0.01
                upAxis = "Z"
            )
            def Xform "Room"
            {
                double3 xformOp:translate = (1000, 0, 0)
                float xformOp:rotateZ = 90
                uniform token[] xformOpOrder = ["xformOp:translate", "xformOp:rotateZ"]
                def "One" ( prepend references = @parts/square.usda@ ) { }
                over "Nothing" ( references = @missing.usda@ ) { }
            }
            """
        let model = try read(Self.archive([("room.usda", room), ("parts/square.usda", Self.square)]), "a.usdz")
        #expect(model.triangleCount == 2)
        // (1, 1, 0) is turned to (−1, 1, 0) and moved to (999, 1, 0) cm, z up.
        #expect((model.bounds.min - Vector3(9.99, 0, -0.01)).length < 1e-5 && (model.bounds.max - Vector3(10, 0, 0)).length < 1e-5)
        // The material's path is the referring prim's.
        #expect(model.colors.allSatisfy { ($0 - Vector3(1, 0, 0)).length < 1e-6 })
        #expect(model.notes.contains { $0.contains("missing.usda") })
    }

    @Test func `Layers that hold each other and archives that do not hold what they promise are refused`() throws {
        let loop = "#usda 1.0\ndef \"A\" ( references = @a.usda@</A/B> ) { def \"B\" ( references = @a.usda@</A> ) { } }\n"
        #expect(try refusal(Self.archive([("a.usda", loop)]), "a.usdz")?.isOneClearLine(about: "a.usdz") == true)
        let whole = Self.archive([("a.usda", Self.square)])
        #expect(try refusal(Array(whole.dropLast(30)), "a.usdz")?.contains("truncated") == true)
        #expect(try refusal(Self.archive([("a.txt", "hello")]), "a.usdz")?.contains("without a USD layer") == true)
        var packed = whole
        // The method of compression in the directory: deflate.
        let place = try #require(packed.indices.dropLast(4).last { packed[$0..<$0 + 4] == [0x50, 0x4B, 1, 2] })
        packed[place + 10] = 8
        #expect(try refusal(packed, "a.usdz")?.contains("compressed") == true)
    }

    @Test func `A wrong line of a layer is named`() throws {
        for (text, expected) in [
            ("#usda 1.0\ndef Mesh \"A\" {\nint[] faceVertexCounts = [4\n", "truncated"),
            ("#usda 1.0\ndef Mesh \"A\" {\n  int ! = 3\n}\n", "line 3"), ("#usda 1.0\ndef Mesh A { }\n", "line 2"),
            ("hello", "neither text nor"),
        ] {
            let line = try #require(try refusal(Self.archive([("a.usda", text)]), "a.usdz"))
            #expect(line.isOneClearLine(about: "a.usdz") && line.contains(expected), "\(line)")
        }
    }
}
