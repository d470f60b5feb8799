import Codecs
import Foundation
import Geometry
import ModelFormats
import Models
import TestSupport
import Testing

@Suite struct ThreeMFTests {
    static let core = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02"
    static let relationships = """
        <?xml version="1.0"?><Relationships><Relationship Target="/3D/3dmodel.model" Id="r" \
        Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>
        """
    static let mesh = """
        <mesh><vertices><vertex x="0" y="0" z="0"/><vertex x="10" y="0" z="0"/><vertex x="0" y="20" z="0"/>
        <vertex x="0" y="0" z="30"/></vertices><triangles>
        """
    static let faces = "<triangle v1=\"0\" v2=\"2\" v3=\"1\"/><triangle v1=\"0\" v2=\"1\" v3=\"3\"/>"

    /// A package whose model has these resources and this build.
    static func package(
        _ resources: String, build: String = "<item objectid=\"1\"/>", attributes: String = "", others: [(String, String)] = []
    ) -> [UInt8] {
        let model = model(resources, build: build, attributes: attributes)
        return USDZReadTests.archiveWithChecksums([("_rels/.rels", relationships), ("3D/3dmodel.model", model)] + others)
    }

    /// A model with these resources and this build.
    static func model(
        _ resources: String, build: String = "<item objectid=\"1\"/>", attributes: String = ""
    ) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?><model \(attributes.contains("unit") ? "" : "unit=\"millimeter\"") xmlns="\(core)"
        xmlns:m="http://schemas.microsoft.com/3dmanufacturing/material/2015/02" \(attributes)>
        <metadata name="Title">A &amp; B</metadata><metadata name="Designer">me</metadata>
        <resources>\(resources)</resources><build>\(build)</build></model>
        """
    }

    static func read(_ bytes: [UInt8]) throws -> Scene { try bytes.withUnsafeBytes { try ThreeMF.readScene($0) } }

    private func refusal(_ bytes: [UInt8]) -> String? {
        do {
            _ = try Self.read(bytes)
            return nil
        } catch { return "\(error)" }
    }

    static let object = "<object id=\"1\" name=\"part\" type=\"model\">\(mesh)\(faces)</triangles></mesh></object>"

    @Test func `Units are metres, y up, and items have their transforms`() throws {
        for (unit, metres) in [("millimeter", Float(0.001)), ("inch", 0.0254), ("meter", 1), ("micron", 1e-6)] {
            let bytes = Self.package(
                Self.object, build: "<item objectid=\"1\" transform=\"0 1 0 -1 0 0 0 0 1 5 6 7\" partnumber=\"P1\"/>",
                attributes: "unit=\"\(unit)\"")
            let scene = try Self.read(bytes)
            #expect(scene.name == "A & B" && scene.triangleCount == 2)
            #expect(scene.extras == .object(["Title": .string("A & B"), "Designer": .string("me")]))
            #expect(scene.nodes[0].name == "part" && scene.nodes[0].extras == .object(["partnumber": .string("P1")]))
            // x, y, z becomes −y + 5, x + 6, z + 7, then z up becomes y up.
            #expect((scene.bounds.min - Vector3(-15, 7, -16) * metres).length < 1e-5 * metres * 40, "\(scene.bounds)")
            #expect((scene.bounds.max - Vector3(5, 37, -6) * metres).length < 1e-5 * metres * 40, "\(scene.bounds)")
        }
        #expect(refusal(Self.package(Self.object, attributes: "unit=\"mile\""))?.contains("mile") == true)
    }

    @Test func `Components are nodes that share a mesh, also of another part`() throws {
        let other = "<model unit=\"meter\" xmlns=\"\(Self.core)\"><resources>\(Self.object)</resources><build/></model>"
        let bytes = Self.package(
            Self.object + """
                <object id="2" name="pair"><components><component objectid="1"/><component objectid="1" \
                transform="1 0 0 0 1 0 0 0 1 100 0 0"/><component p:path="/3D/Other.model" objectid="1"/></components></object>
                """, build: "<item objectid=\"2\"/>",
            attributes: "xmlns:p=\"http://schemas.microsoft.com/3dmanufacturing/production/2015/06\" requiredextensions=\"p\"",
            others: [("3D/other.model", other)])
        let scene = try Self.read(bytes)
        #expect(scene.meshes.count == 2 && scene.nodes.map(\.name).prefix(4) == ["pair", "part", "part", "part"])
        #expect(scene.nodes[0].children == [1, 2, 3] && scene.nodes[1].mesh == scene.nodes[2].mesh)
        // The other part is in metres: 30 of them up.
        #expect(abs(scene.bounds.max.y - 30) < 1e-4 && abs(scene.nodes[2].transform.affine.translation.x - 100) < 1e-9)
        #expect(scene.notes.isEmpty)
    }

    @Test func `Cycles and bombs of components are refused`() {
        let loop = """
            <object id="1"><components><component objectid="2"/></components></object>
            <object id="2"><components><component objectid="1"/></components></object>
            """
        #expect(refusal(Self.package(loop))?.contains("component of itself") == true)
        let bomb = (1..<40).map { i in
            "<object id=\"\(i)\"><components><component objectid=\"\(i + 1)\"/><component "
                + "objectid=\"\(i + 1)\"/></components></object>"
        }
        #expect(
            refusal(Self.package(bomb.joined() + Self.object.replacing("id=\"1\"", with: "id=\"40\"")))?.contains("so often")
                == true)
        #expect(refusal(Self.package(Self.object, build: "<item objectid=\"9\"/>"))?.contains("object 9") == true)
        let wrong = Self.object.replacing("v3=\"3\"", with: "v3=\"4\"")
        #expect(refusal(Self.package(wrong))?.contains("vertex 4") == true)
        #expect(refusal(Self.package(Self.object.replacing("x=\"10\"", with: "x=\"a\"")))?.contains("line") == true)
    }

    @Test func `Base materials, colours and textures are read`() throws {
        let resources = """
            <m:pbmetallicdisplayproperties id="20"><m:pbmetallic name="a" metallicness="1" roughness=".25"/>
            </m:pbmetallicdisplayproperties>
            <basematerials id="5" displaypropertiesid="20"><base name="steel" displaycolor="#FF000080"/>
            <base name="b" displaycolor="#00FF00"/></basematerials>
            <m:colorgroup id="6"><m:color color="#FF0000"/><m:color color="#0000FFFF"/></m:colorgroup>
            <m:texture2d id="7" path="/3D/Textures/Wood.png" contenttype="image/png" tilestyleu="mirror" tilestylev="clamp"/>
            <m:texture2dgroup id="8" texid="7"><m:tex2coord u="0" v="0"/><m:tex2coord u="1" v=".25"/></m:texture2dgroup>
            <object id="1" pid="5" pindex="1">\(Self.mesh)<triangle v1="0" v2="2" v3="1"/>
            <triangle v1="0" v2="1" v3="3" pid="5" p1="0"/>
            <triangle v1="0" v2="1" v3="3" pid="6" p1="0" p2="1" p3="1"/>
            <triangle v1="0" v2="3" v3="2" pid="8" p1="0" p2="1" p3="1"/>
            </triangles></mesh></object>
            """
        let scene = try Self.read(Self.package(resources, others: [("3D/Textures/wood.PNG", "not decoded here")]))
        let primitives = scene.meshes[0].primitives
        let materials = primitives.map { $0.material.map { scene.materials[$0] } }
        #expect(materials.map { $0?.name } == ["b", "steel", nil, "Wood.png"])
        #expect(materials[0]?.baseColor == SIMD4(0, 1, 0, 1) && materials[1]?.baseColor == SIMD4(1, 0, 0, Float(128) / 255))
        #expect(materials[1]?.metallic == 1 && materials[1]?.roughness == 0.25 && materials[1]?.alphaMode == .blend)
        #expect(Set(primitives[2].colors.map(\.x)) == [0, 1] && primitives[2].colors.count == 3)
        #expect(primitives[3].textureCoordinates.first?.contains(Vector2(1, 0.75)) == true)
        let texture = scene.textures[try #require(materials[3]?.baseColorTexture).texture]
        #expect(texture.wrapU == .mirrored && texture.wrapV == .clamped)
        #expect(scene.images[try #require(texture.image)].bytes == Array("not decoded here".utf8) && scene.notes.isEmpty)
        let missing = try Self.read(Self.package(resources))
        #expect(missing.notes.contains { $0.contains("Wood.png") } && missing.textures[0].image == nil)
    }

    @Test func `Composites, multiproperties and wrong properties have notes`() throws {
        let groups = """
            <basematerials id="5"><base name="a" displaycolor="#FF0000"/><base name="b" displaycolor="#0000FF"/></basematerials>
            <m:compositematerials id="6" matid="5" matindices="0 1"><m:composite values="1 1"/></m:compositematerials>
            <m:colorgroup id="7"><m:color color="#00FF00"/></m:colorgroup>
            <m:multiproperties id="8" pids="7 5"><m:multi pindices="0 1"/></m:multiproperties>
            """
        func object(_ property: String) -> String {
            groups + "<object id=\"1\">\(Self.mesh)<triangle v1=\"0\" v2=\"2\" v3=\"1\" \(property)/></triangles></mesh></object>"
        }
        let mixed = try Self.read(Self.package(object("pid=\"6\" p1=\"0\"")))
        #expect(mixed.meshes[0].primitives[0].colors[0] == SIMD4(0.5, 0, 0.5, 1) && mixed.notes.contains { $0.contains("mixed") })
        let multi = try Self.read(Self.package(object("pid=\"8\" p1=\"0\"")))
        #expect(multi.meshes[0].primitives[0].colors[0] == SIMD4(0, 1, 0, 1) && multi.notes.contains { $0.contains("first layer") })
        for wrong in ["pid=\"5\" p1=\"7\"", "pid=\"99\" p1=\"0\"", "pid=\"7\" p1=\"4294967295\""] {
            let scene = try Self.read(Self.package(object(wrong)))
            #expect(scene.triangleCount == 1 && scene.notes.contains { $0.contains("does not have") })
        }
    }

    @Test func `Supports and other extensions have notes, encrypted files are refused`() throws {
        let support = Self.object + "<object id=\"2\" type=\"support\">\(Self.mesh)\(Self.faces)</triangles></mesh></object>"
        let scene = try Self.read(
            Self.package(
                support, build: "<item objectid=\"1\"/><item objectid=\"2\"/>",
                attributes: "xmlns:b=\"http://x/beamlattice/2017\" xmlns:q=\"http://x/quantum\" requiredextensions=\"b q\""))
        #expect(scene.triangleCount == 2)
        for word in ["support", "beam lattices", "quantum"] { #expect(scene.notes.contains { $0.contains(word) }, "\(word)") }
        let secret = Self.package(Self.object, attributes: "xmlns:sc=\"http://x/securecontent\" requiredextensions=\"sc\"")
        #expect(refusal(secret)?.contains("encrypted") == true)
        let built = try Self.read(Self.package(Self.object, build: ""))
        #expect(built.triangleCount == 2 && built.notes.contains { $0.contains("no items") })
    }

    @Test func `Without relationships the model is found, without a model the archive is refused`() throws {
        let model =
            "<model xmlns=\"\(Self.core)\"><resources>\(Self.object)</resources><build><item objectid=\"1\"/></build></model>"
        let alone = USDZReadTests.archiveWithChecksums([("3D/thing.model", model)])
        #expect(try Self.read(alone).triangleCount == 2)
        #expect(try ModelFormatsTests.read(alone, "a.3mf").triangleCount == 2)
        #expect(try ModelFormatsTests.read(alone, "a.zip").notes.first?.contains("3MF") == true)
        #expect(refusal(USDZReadTests.archiveWithChecksums([("a.txt", "b")]))?.contains("without a 3MF model") == true)
    }
}

extension USDZReadTests {
    /// A stored archive of these files with their check sums, which readers of deflated archives compare.
    static func archiveWithChecksums(_ files: [(String, String)]) -> [UInt8] {
        var bytes = archive(files)
        var at = 0
        var sums: [[UInt8]] = []
        for (name, text) in files {
            var crc = UInt32.max
            for byte in text.utf8 {
                crc ^= UInt32(byte)
                for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
            }
            crc = ~crc
            let sum = (0..<4).map { UInt8(truncatingIfNeeded: crc >> UInt32(8 * $0)) }
            bytes.replaceSubrange(at + 14..<at + 18, with: sum)
            sums.append(sum)
            at += 30 + name.utf8.count + text.utf8.count
        }
        for (file, sum) in zip(files, sums) {
            bytes.replaceSubrange(at + 16..<at + 20, with: sum)
            at += 46 + file.0.utf8.count
        }
        return bytes
    }
}
