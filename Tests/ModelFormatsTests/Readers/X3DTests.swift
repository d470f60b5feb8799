import Codecs
import Foundation
import Geometry
import ModelFormats
import Models
import TestSupport
import Testing

@Suite struct X3DTests {
    static func document(_ scene: String, head: String = "", version: String = "3.3") -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE X3D PUBLIC "ISO//Web3D//DTD X3D 3.3//EN" "http://www.web3d.org/specifications/x3d-3.3.dtd">
        <X3D profile="Immersive" version="\(version)"><head>\(head)</head><Scene>\(scene)</Scene></X3D>
        """
    }

    static func read(_ text: String, folder: URL? = nil) throws -> Scene {
        try Array(text.utf8).withUnsafeBytes { try X3D.readScene($0, folder: folder) }
    }

    private func refusal(_ text: String) -> String {
        do {
            _ = try Self.read(text)
            return "read"
        } catch { return "\(error)" }
    }

    static let points = "<Coordinate point=\"0 0 0, 1 0 0, 1 1 0, 0 1 0\"/>"
    static let square = "<Shape><IndexedFaceSet coordIndex=\"0 1 2 3 -1\">\(points)</IndexedFaceSet></Shape>"

    // MARK: Nodes

    @Test func `Transforms, DEF and USE, and units are read`() throws {
        let scene = try Self.read(
            Self.document(
                """
                <Transform DEF="A" translation="1 2 3" rotation="0 0 1 1.5707963" scale="2 2 2">\(Self.square)</Transform>
                <Transform translation="10 0 0"><Group USE="A" containerField="children"/></Transform>
                <Transform center="1 0 0" rotation="0 0 1 3.14159265">\(Self.square)</Transform>
                """,
                head: "<unit category=\"length\" name=\"cm\" conversionFactor=\"0.01\"/><meta name=\"title\" content=\"T&amp;x\"/>")
        )
        #expect(scene.name == "T&x" && scene.nodes.prefix(3).map(\.name) == ["A", nil, "A"])
        #expect(scene.meshes.count == 2 && scene.nodes[0].mesh == scene.nodes[2].mesh && scene.roots.count == 1)
        let pose = ScenePose(scene)
        #expect((pose.world[0].apply(SIMD3(1, 0, 0)) - SIMD3(0.01, 0.04, 0.03)).x.magnitude < 1e-8)
        #expect((pose.world[2].translation - SIMD3(0.11, 0.02, 0.03)).x.magnitude < 1e-9)
        #expect((pose.world[3].apply(.zero) - SIMD3(0.02, 0, 0)).x.magnitude < 1e-8)
        #expect(scene.notes.isEmpty)
    }

    @Test func `Expansion of USE is bounded, and no node is below itself`() {
        let own = Self.document("<Group DEF=\"A\"><Group USE=\"A\"/>\(Self.square)</Group>")
        #expect((try? Self.read(own))?.notes.contains { $0.contains("USE ‘A’") } == true)
        let bomb = (1..<60).map { "<Group DEF=\"G\($0)\"><Group USE=\"G\($0 - 1)\"/><Group USE=\"G\($0 - 1)\"/></Group>" }
        #expect(refusal(Self.document("<Group DEF=\"G0\">\(Self.square)</Group>" + bomb.joined())).contains("so often"))
        let chain = (1..<20_000).map { "<Group DEF=\"G\($0)\"><Group USE=\"G\($0 - 1)\"/></Group>" }
        #expect(refusal(Self.document("<Group DEF=\"G0\"/>" + chain.joined())).contains("deep"))
        let deep = String(repeating: "<Group>", count: 2000) + String(repeating: "</Group>", count: 2000)
        #expect(refusal(Self.document(deep)).contains("deep"))
        let sets = (0..<3000).map { _ in "<Shape><PointSet><Coordinate USE=\"C\"/></PointSet></Shape>" }
        let coordinate =
            "<Shape><PointSet><Coordinate DEF=\"C\" point=\"\(String(repeating: "0 0 0 ", count: 20_000))\"/></PointSet></Shape>"
        #expect(refusal(Self.document(coordinate + sets.joined())).contains("so often"))
    }

    @Test func `Switches, levels of detail, inlined files and prototypes have notes`() throws {
        let scene = try Self.read(
            Self.document(
                """
                <Switch whichChoice="1"><Group/>\(Self.square)</Switch><LOD>\(Self.square)<Shape><Box/></Shape></LOD>
                <Inline url="other.x3d"/><ProtoDeclare name="P"><ProtoBody><Shape><Box/></Shape></ProtoBody></ProtoDeclare>
                <ProtoInstance name="P"/><Shape><Text string="a"/></Shape><Switch>\(Self.square)</Switch>
                <PositionInterpolator key="0 1"/>
                """))
        #expect(scene.triangleCount == 6 && scene.nodes.last?.isVisible == false || scene.nodes.contains { !$0.isVisible })
        for word in ["Inlined", "Prototypes", "Text", "levels of detail", "current one", "interpolators"] {
            #expect(scene.notes.contains { $0.contains(word) }, "\(word): \(scene.notes)")
        }
    }

    @Test func `Viewpoints and lights are read`() throws {
        let scene = try Self.read(
            Self.document(
                """
                <Viewpoint description="front" position="0 1 5" orientation="0 1 0 1.5707963" fieldOfView="0.5"/>
                <OrthoViewpoint fieldOfView="-2 -1 2 1"/><DirectionalLight direction="0 -1 0" intensity=".5" color="1 0 0"/>
                <PointLight location="1 2 3" radius="7"/><SpotLight direction="1 0 0" cutOffAngle=".7" beamWidth=".2" on="true"/>
                <SpotLight on="false"/>
                """))
        #expect(
            scene.cameras.map(\.name) == ["front", nil]
                && scene.cameras[0].projection == .perspective(fieldOfView: 0.5, aspect: nil))
        #expect(scene.cameras[1].projection == .orthographic(halfWidth: 2, halfHeight: 1))
        #expect(scene.lights.map(\.kind) == [.directional, .point, .spot(inner: 0.2, outer: 0.7)] && scene.lights[1].range == 7)
        let pose = ScenePose(scene)
        #expect((pose.world[2].linear(SIMD3(0, 0, -1)) - SIMD3(0, -1, 0)).y.magnitude < 1e-9)
        #expect((pose.world[4].linear(SIMD3(0, 0, -1)) - SIMD3(1, 0, 0)).x.magnitude < 1e-9)
    }

    // MARK: Geometry

    private func primitive(_ geometry: String, appearance: String = "") throws -> Primitive {
        try Self.read(Self.document("<Shape>\(appearance)\(geometry)</Shape>")).meshes[0].primitives[0]
    }

    @Test func `Values by vertex, by index and by face are read`() throws {
        let values = """
            <Color color="1 0 0, 0 0 1"/><Normal vector="0 0 1 1 0 0"/><TextureCoordinate point="0 0 1 .25"/>
            """
        let indexed = try primitive(
            """
            <IndexedFaceSet coordIndex="0 1 2 -1 0 2 3" colorIndex="0 0 1 -1 1 1 1" normalIndex="0 0 0 -1 1 1 1"
            texCoordIndex="0 1 1 -1 0 0 0">
            \(Self.points)\(values)</IndexedFaceSet>
            """)
        #expect(indexed.triangleCount == 2 && indexed.positions.count == 6)
        let first = indexed.indices.isEmpty ? 2 : Int(indexed.indices[2])
        #expect(indexed.colors[first] == SIMD4(0, 0, 1, 1) && indexed.textureCoordinates[0][first] == Vector2(1, 0.75))
        let byFace = try primitive(
            """
            <IndexedFaceSet coordIndex="0 1 2 -1 0 2 3 -1" colorPerVertex="false" normalPerVertex="FALSE" ccw="false">
            \(Self.points)\(values)</IndexedFaceSet>
            """)
        let corners = byFace.indices.isEmpty ? Array(0..<6) : byFace.indices.map { Int($0) }
        #expect(corners.map { byFace.colors[$0].x } == [1, 1, 1, 0, 0, 0] && byFace.normals[corners[5]] == Vector3(1, 0, 0))
        let p = corners.prefix(3).map { byFace.positions[$0] }
        #expect(cross(p[1] - p[0], p[2] - p[0]).z < 0)
    }

    @Test func `Crease angles make normals`() throws {
        // Two squares at a right angle.
        let bent =
            "coordIndex=\"0 1 2 3 -1 1 4 5 2 -1\"><Coordinate point=\"0 0 0 1 0 0 1 1 0 0 1 0 1 0 -1 1 1 -1\"/></IndexedFaceSet>"
        #expect(try primitive("<IndexedFaceSet " + bent).normals.isEmpty)
        let sharp = try primitive("<IndexedFaceSet creaseAngle=\"1\" " + bent)
        #expect(sharp.positions.count == 8 && Set(sharp.normals.map { $0.z.rounded() }) == [0, 1])
        let smooth = try primitive("<IndexedFaceSet creaseAngle=\"2\" " + bent)
        let half = Float(0.5).squareRoot()
        #expect(smooth.positions.count == 6 && smooth.normals.contains { ($0 - Vector3(half, 0, half)).length < 1e-5 })
    }

    @Test func `Concave faces are cut into ears`() throws {
        let arrow = try primitive(
            "<IndexedFaceSet convex=\"false\" coordIndex=\"0 1 2 3\"><Coordinate point=\"0 0 0 2 -1 0 1 0 0 2 1 "
                + "0\"/></IndexedFaceSet>"
        )
        var area: Float = 0
        for t in 0..<2 {
            let p = (0..<3).map { arrow.positions[Int(arrow.corners3[3 * t + $0])] }
            let n = cross(p[1] - p[0], p[2] - p[0])
            #expect(n.z > 0)
            area += n.z / 2
        }
        #expect(abs(area - 1) < 1e-6)
    }

    @Test(arguments: [
        ("<IndexedTriangleSet index=\"0 1 2 0 2 3\">", 2), ("<IndexedTriangleStripSet index=\"0 1 3 2 -1 0 1 2\">", 3),
        ("<IndexedTriangleFanSet index=\"0 1 2 3 -1\">", 2), ("<TriangleSet>", 1), ("<TriangleStripSet stripCount=\"4\">", 2),
        ("<TriangleFanSet fanCount=\"4\">", 2), ("<QuadSet>", 2), ("<IndexedQuadSet index=\"0 1 2 3\">", 2),
    ]) func `Sets of triangles and quads are read`(tag: String, triangles: Int) throws {
        let name = tag.dropFirst().prefix { $0.isLetter }
        let found = try primitive("\(tag)\(Self.points)</\(name)>")
        #expect(found.triangleCount == triangles)
        for t in 0..<(name.contains("Strip") ? 1 : triangles) {
            let p = (0..<3).map { found.positions[Int(found.corners3[3 * t + $0])] }
            #expect(cross(p[1] - p[0], p[2] - p[0]).z > 0)
        }
    }

    @Test func `Lines and points are read`() throws {
        let lines = try primitive(
            "<IndexedLineSet coordIndex=\"0 1 2 -1 2 3\" colorPerVertex=\"false\">\(Self.points)<Color "
                + "color=\"1 0 0 0 1 0\"/></IndexedLineSet>",
            appearance: "<Appearance><Material emissiveColor=\"1 1 0\"/></Appearance>")
        #expect(lines.topology == .lines && lines.elementCount == 6)
        #expect(try primitive("<LineSet vertexCount=\"2 2\">\(Self.points)</LineSet>").elementCount == 4)
        let points = try primitive("<PointSet>\(Self.points)<ColorRGBA color=\"1 0 0 .5 0 1 0 1 0 0 1 1 1 1 1 1\"/></PointSet>")
        #expect(points.topology == .points && points.colors[0] == SIMD4(1, 0, 0, 0.5))
    }

    @Test(arguments: [
        ("<Box size=\"2 4 6\"/>", Vector3(1, 2, 3), Float(88)), ("<Sphere radius=\"2\"/>", Vector3(2, 2, 2), 16 * .pi),
        ("<Cone bottomRadius=\"1\" height=\"2\"/>", Vector3(1, 1, 1), .pi * (1 + Float(5).squareRoot())),
        ("<Cylinder radius=\"1\" height=\"2\"/>", Vector3(1, 1, 1), 6 * .pi),
    ]) func `Primitive shapes are closed, outside out and as large as they say`(shape: String, half: Vector3, area: Float) throws {
        let primitive = try primitive(shape)
        let box = Bounds(primitive.positions)
        #expect((box.max - half).length < 0.02 && (box.min + half).length < 0.02)
        var sum: Float = 0
        for t in 0..<primitive.triangleCount {
            let i = (0..<3).map { Int(primitive.corners3[3 * t + $0]) }
            let p = i.map { primitive.positions[$0] }
            let n = cross(p[1] - p[0], p[2] - p[0])
            #expect(dot(n, p[0] + p[1] + p[2]) > 0 && dot(n, primitive.normals[i[0]]) > 0)
            sum += n.length / 2
        }
        #expect(abs(sum / area - 1) < 0.02)
    }

    @Test func `Elevation grids are read`() throws {
        let grid = try primitive(
            "<ElevationGrid xDimension=\"3\" zDimension=\"2\" xSpacing=\"2\" zSpacing=\"3\" height=\"0 1 0 0 1 "
                + "0\" creaseAngle=\"3\"/>"
        )
        #expect(grid.triangleCount == 4 && Bounds(grid.positions).max == Vector3(4, 1, 3) && grid.normals.allSatisfy { $0.y > 0 })
        #expect(
            refusal(Self.document("<Shape><ElevationGrid xDimension=\"999999\" zDimension=\"999999\" height=\"0 1\"/></Shape>"))
                .contains("heights"))
    }

    @Test func `Extrusions are closed, outside out, straight and bent`() throws {
        let straight = try primitive("<Extrusion spine=\"0 0 0 0 0 3\"/>")
        let bent = try primitive(
            "<Extrusion crossSection=\"1 1 1 -1 -1 -1 -1 1 1 1\" scale=\".5 .5\" spine=\"0 0 0 0 4 0 4 4 0\" creaseAngle=\"1\"/>")
        #expect(straight.triangleCount == 12 && (Bounds(straight.positions).size - Vector3(2, 2, 3)).length < 1e-6)
        for (found, volume) in [(straight, Float(12)), (bent, 8)] {
            var sum: Float = 0
            for t in 0..<found.triangleCount {
                let p = (0..<3).map { found.positions[Int(found.corners3[3 * t + $0])] }
                sum += dot(p[0], cross(p[1], p[2])) / 6
            }
            // The plane at the bend lies across it without being widened.
            #expect(found.triangleCount > 12 ? sum > 0 && sum < volume : abs(sum - volume) < 1e-5, "\(sum)")
        }
        #expect(refusal(Self.document("<Shape><Extrusion crossSection=\"0 x\"/></Shape>")).contains("crossSection"))
    }

    // MARK: Materials

    @Test func `Materials of versions 3 and 4 and textures are read`() throws {
        try TestData.withTemporaryFolder { folder in
            let png = SceneSample.png(SIMD4(9, 9, 9, 255))
            try Data(png).write(to: folder.appendingPathComponent("wood.png"))
            let old = try Self.read(
                Self.document(
                    """
                    <Shape><Appearance DEF="L"><Material DEF="M" diffuseColor="1 0 0" transparency=".25" specularColor="1 1
                    1" shininess=".5"/>
                    <ImageTexture url='"https://x.org/a.png" "wood.png"' repeatS="false"/>
                    <TextureTransform scale="2 2" translation=".5 0"/>
                    </Appearance><IndexedFaceSet solid="false" coordIndex="0 1 2 3">\(Self.points)</IndexedFaceSet></Shape>
                    """), folder: folder)
            let material = old.materials[0]
            #expect(material.name == "M" && material.baseColor == SIMD4(1, 1, 1, 0.75) && material.isDoubleSided)
            #expect(material.roughness < 0.5 && old.images.map(\.bytes) == [png] && old.textures[0].wrapU == .clamped)
            // Texture coordinates are made; (u + 1/2) · 2.
            let transform = try #require(material.baseColorTexture?.transform)
            #expect((transform.apply(Vector2(0.25, 1)) - Vector2(1.5, 1)).x.magnitude < 1e-6)
            #expect(old.meshes[0].primitives[0].textureCoordinates[0].contains(Vector2(1, 0)))
            let new = try Self.read(
                Self.document(
                    """
                    <Shape><Appearance><PhysicalMaterial baseColor="1 .5 0" metallic=".25" roughness=".5" emissiveColor="0 0 1">
                    <ImageTexture containerField="baseTexture" url='"wood.png"'/>
                    <ImageTexture containerField="normalTexture" url="wood.png"/>
                    </PhysicalMaterial></Appearance>\(Self.square.dropFirst(7))
                    """, version: "4.0"), folder: folder)
            #expect(new.materials[0].metallic == 0.25 && new.materials[0].baseColor.x == 1 && new.materials[0].normalTexture != nil)
            #expect(new.materials[0].baseColorTexture != nil && new.materials[0].emissive == Vector3(0, 0, 1))
        }
        let missing = try Self.read(
            Self.document("<Shape><Appearance><ImageTexture url='\"../../etc/passwd\"'/></Appearance>" + Self.square.dropFirst(7)))
        #expect(missing.images.isEmpty && !missing.notes.isEmpty)
    }

    // MARK: Encodings

    static let classic = """
        #VRML V2.0 utf8
        # a comment with { and "
        WorldInfo { title "T" info [ "a", "b ] }" ] }
        DEF A Transform { translation 1 2 3 children [ DEF S Shape {
          appearance Appearance { material Material { diffuseColor 1 0 0 } }
          geometry IndexedFaceSet { coord DEF C Coordinate { point [ 0 0 0, 1 0 0, 1 1 0, # here
           0 1 0 ] } coordIndex [ 0, 1, 2, 3, -1 ] solid FALSE }
        } ] }
        Transform { translation 5 0 0 children USE A }
        PROTO P [ field SFColor c 1 0 0 ] { Shape { geometry Box { } } }
        Script { url "javascript: function f() { }" }
        ROUTE A.x TO B.y
        """

    @Test func `The classic encoding and VRML97 are read`() throws {
        let scene = try Self.read(Self.classic)
        #expect(scene.triangleCount == 4 && scene.meshes.count == 1 && scene.nodes[0].name == "A")
        #expect(scene.materials[0].baseColor == SIMD4(1, 0, 0, 1) && scene.materials[0].isDoubleSided)
        #expect(scene.bounds == Bounds(min: Vector3(1, 2, 3), max: Vector3(7, 3, 3)))
        let newer = Self.classic.replacing(
            "#VRML V2.0 utf8", with: "#X3D V3.3 utf8\nPROFILE Interchange\nMETA \"title\" \"N\"\nUNIT length cm 0.01")
        #expect(try Self.read(newer).name == "N" && abs(Self.read(newer).bounds.max.x - 0.07) < 1e-6)
        #expect(try ModelFormatsTests.read(Self.classic, "a.wrl").triangleCount == 4)
        #expect(refusal(String(Self.classic.prefix(200))).contains("truncated"))
        #expect(refusal("#VRML V2.0 utf8\n" + String(repeating: "Group { children ", count: 5000)).contains("deep"))
    }

    @Test func `UTF-16 and Latin-1 are read`() throws {
        let text = Self.document("<Group DEF=\"Stühle\">\(Self.square)</Group>")
        let wide = try #require(text.replacing("UTF-8", with: "UTF-16").data(using: .utf16))
        #expect(try Array(wide).withUnsafeBytes { try X3D.readScene($0) }.nodes[0].name == "Stühle")
        let narrow = try #require(text.replacing("UTF-8", with: "ISO-8859-1").data(using: .isoLatin1))
        #expect(try Array(narrow).withUnsafeBytes { try X3D.readScene($0) }.nodes[0].name == "Stühle")
        #expect(try ModelFormatsTests.read(Array(wide), "a.x3d").triangleCount == 2)
    }

    @Test(arguments: [
        ("<X3D><Scene><Group>", "truncated"), ("<X3D><Scene></Group></Scene></X3D>", "end tag"), ("<html/>", "not an X3D"),
        ("<!DOCTYPE X3D [<!ENTITY a \"b\">]><X3D/>", "document type"), ("<X3D/>", "no points"),
        (
            "<X3D><Scene><Shape><IndexedFaceSet coordIndex=\"0 1 9\"><Coordinate point=\"0 0 "
                + "0\"/></IndexedFaceSet></Shape></Scene></X3D>",
            "point"
        ),
        ("<X3D><Scene><Transform scale=\"1 x 1\"/></Scene></X3D>", "scale"),
        (
            "<X3D><Scene><Shape><LineSet vertexCount=\"2000000000\"><Coordinate point=\"0 0 0\"/></LineSet></Shape></Scene></X3D>",
            "LineSet"
        ),
    ]) func `What is wrong is named`(text: String, words: String) {
        #expect(refusal(text).contains(words), "\(refusal(text))")
    }
}

extension Primitive {
    /// The vertices of all corners.
    fileprivate var corners3: [UInt32] { indices.isEmpty ? positions.indices.map { UInt32($0) } : indices }
}
