import Codecs
import ModelFormats
import Foundation
import Geometry
import TestSupport
import Testing

@Suite struct DAETests {
    private func document(_ primitive: String, asset: String = "", node: String = "", extra: String = "") -> String {
        """
        <?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><asset>\(asset)</asset>
        <library_geometries><geometry id="g"><mesh><source id="p"><float_array id="pa" count="12">\
        0 0 0 1 0 0 1 1 0 0 1 0</float_array>
        <technique_common><accessor source="#pa" count="4" stride="3"/></technique_common></source>
        <vertices id="v"><input semantic="POSITION" source="#p"/></vertices>\(primitive)</mesh></geometry>\
        </library_geometries>\(extra)
        <library_visual_scenes><visual_scene id="s"><node id="n">\(node)<instance_geometry url="#g"/></node></visual_scene>\
        </library_visual_scenes>
        <scene><instance_visual_scene url="#s"/></scene></COLLADA>
        """
    }

    private let input = "<input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/>"
    private var square: String { "<polylist count=\"1\">\(input)<vcount>4</vcount><p>0 1 2 3</p></polylist>" }

    @Test func `A mesh comes back whole`() throws {
        for mesh in [Sample.box, Sample.full, Sample.surface(side: 30)] {
            #expect(try roundTrip(Model(mesh), "a.dae").model.mesh == mesh)
        }
        #expect(throws: FormatError.self) { try roundTrip(Model(Sample.cloud), "a.dae") }
    }

    @Test func `A large mesh becomes several geometries and comes back in its order`() throws {
        let mesh = Sample.surface(side: 480)
        let (model, bytes) = try roundTrip(Model(mesh), "a.dae")
        let again = try #require(model.mesh)
        #expect(String(decoding: bytes, as: UTF8.self).components(separatedBy: "<geometry ").count == 3)
        #expect(again.indices.count == mesh.indices.count && again.positions.count < mesh.positions.count + 2000)
        #expect(zip(again.indices, mesh.indices).allSatisfy { again.positions[Int($0)] == mesh.positions[Int($1)] })
        #expect(try roundTrip(model, "a.dae").model == model)
    }

    @Test func `A texture lies beside it and comes back`() throws {
        let model = TextureTests.model
        let again = try roundTrip(model, "my room.dae").model
        #expect(again.texture?.width == model.texture?.width && again.texture?.height == model.texture?.height)
        #expect(areNear(again.mesh?.textureCoordinates ?? [], model.mesh?.textureCoordinates ?? []))
    }

    @Test func `Every kind of primitive gives the same square`() throws {
        let corners = [Vector3(0, 0, 0), Vector3(1, 0, 0), Vector3(1, 1, 0), Vector3(0, 1, 0)]
        for primitive in [
            square, "<triangles count=\"2\">\(input)<p>0 1 2 0 2 3</p></triangles>",
            "<polygons count=\"1\">\(input)<p>0 1 2 3</p></polygons>",
            "<trifans count=\"1\">\(input)<p>0 1 2 3</p></trifans>", "<tristrips count=\"1\">\(input)<p>1 2 0 3</p></tristrips>",
        ] {
            let mesh = try #require(try read(document(primitive), "a.dae").mesh)
            #expect(mesh.positions.count == 4 && Set(mesh.positions) == Set(corners), "\(primitive)")
            #expect(abs(mesh.area - 1) < 1e-6 && mesh.triangleCount == 2)
            for t in 0..<2 {
                let (a, b, c) = mesh.corners(t)
                #expect(cross(b - a, c - a).z > 0, "\(primitive)")
            }
        }
    }

    @Test func `Units, axes and the nodes' transforms are taken in their order`() throws {
        let asset = "<unit name=\"inch\" meter=\"0.0254\"/><up_axis>Z_UP</up_axis>"
        let node = "<translate>10 0 0</translate><rotate>0 0 1 90</rotate><scale>2 1 1</scale>"
        let box = try read(document(square, asset: asset, node: node), "a.dae").bounds
        // (1, 0, 0) is scaled to (2, 0, 0), turned to (0, 2, 0), moved to (10, 2, 0): in ours 10 inches, 0, −2 inches.
        #expect((box.min - Vector3(9, 0, -2) * 0.0254).length < 1e-6 && (box.max - Vector3(10, 0, 0) * 0.0254).length < 1e-6)
    }

    @Test func `Entities and document types are refused, whatever they would grow to`() throws {
        let bomb =
            "<?xml version=\"1.0\"?><!DOCTYPE COLLADA [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;\">]>"
            + document(square).dropFirst("<?xml version=\"1.0\"?>".count)
        #expect(try refusal(String(bomb), "a.dae")?.contains("document type") == true)
        #expect(try refusal(document(square, asset: "<up_axis>&b;</up_axis>"), "a.dae")?.contains("entity") == true)
    }

    @Test func `Nodes that hold each other and indices that point nowhere are refused`() throws {
        let loop = document(square, node: "<node><instance_node url=\"#n\"/></node>")
        #expect(try refusal(loop, "a.dae")?.isOneClearLine(about: "a.dae") == true)
        let wild = document("<triangles count=\"1\">\(input)<p>0 1 4</p></triangles>")
        #expect(try refusal(wild, "a.dae")?.contains("there are only 4") == true)
        #expect(try refusal("<?xml version=\"1.0\"?><!-- <COLLADA --><svg/>", "a.dae")?.contains("<svg>") == true)
    }

    @Test func `Pictures outside of the folder are not opened`() throws {
        let look =
            "<library_images><image id=\"i\"><init_from>../secret.png</init_from></image></library_images><library_effects>"
            + "<effect id=\"e\">"
            + "<profile_COMMON><technique><lambert><diffuse><texture texture=\"i\" "
            + "texcoord=\"t\"/></diffuse></lambert></technique></profile_COMMON>"
            + "</effect></library_effects><library_materials><material id=\"m\"><instance_effect "
            + "url=\"#e\"/></material></library_materials>"
        let uv =
            "<source id=\"uv\"><float_array>0 0 1 0 1 1 0 1</float_array><technique_common><accessor "
            + "stride=\"2\"/></technique_common></source>"
        let primitive =
            uv
            + "<polylist count=\"1\" material=\"m\">\(input)<input semantic=\"TEXCOORD\" source=\"#uv\" "
            + "offset=\"0\"/><vcount>4</vcount>"
            + "<p>0 1 2 3</p></polylist>"
        let model = try read(document(primitive, extra: look), "a.dae")
        #expect(model.texture == nil && model.notes.contains { $0.contains("secret.png") })
    }
}
