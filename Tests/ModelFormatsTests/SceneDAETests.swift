import Codecs
import Foundation
import Geometry
import ModelFormats
import Models
import TestSupport
import Testing

@Suite struct SceneDAETests {
    private let format = SceneFormat.dae

    /// A document with a square geometry `g`; the parts are put where they belong.
    private func document(
        libraries: String = "", nodes: String = "<node id=\"n\" name=\"N\"><instance_geometry url=\"#g\"/></node>",
        asset: String = "",
        primitive: String? = nil
    ) -> String {
        let input = "<input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/>"
        let square = primitive ?? "<polylist count=\"1\" material=\"s\">\(input)<vcount>4</vcount><p>0 1 2 3</p></polylist>"
        return """
            <?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
            <asset>\(asset)</asset>
            \(libraries)<library_geometries><geometry id="g" name="square"><mesh><source id="p"><float_array id="pa" count="12">\
            0 0 0 1 0 0 1 1 0 0 1 0</float_array><technique_common><accessor source="#pa" count="4" stride="3"/></technique_common>\
            </source><vertices id="v"><input semantic="POSITION" source="#p"/></vertices>\(square)</mesh></geometry>\
            </library_geometries>
            <library_visual_scenes><visual_scene id="s" name="S">\(nodes)</visual_scene></library_visual_scenes>
            <scene><instance_visual_scene url="#s"/></scene></COLLADA>
            """
    }

    private func source(_ id: String, _ numbers: String, stride: Int = 1) -> String {
        "<source id=\"\(id)\"><float_array>\(numbers)</float_array>"
            + "<technique_common><accessor stride=\"\(stride)\"/></technique_common>"
            + "</source>"
    }

    // MARK: Nodes

    @Test func `Nodes keep their names, transforms and instances`() throws {
        let scene = try format.read(
            document(
                nodes: """
                    <node id="a" name="A"><translate>1 2 3</translate><rotate>0 0 1 90</rotate><scale>2 2 2</scale>
                    <instance_geometry url="#g"/><instance_geometry url="#g"/>
                    <node id="b"><matrix>1 0 0 4 0 1 0 5 0 0 1 6 0 0 0 1</matrix>
                    </node></node><node name="C"><lookat>0 0 5 0 0 0 0 1 0</lookat><instance_node url="#b"/></node>
                    """))
        #expect(scene.name == "S" && scene.nodes.map(\.name) == ["A", "square", "b", "C", "b"] && scene.roots == [0, 3])
        #expect(scene.meshes.count == 1 && scene.nodes.prefix(2).map(\.mesh) == [0, 0])
        guard case .parts(let t, let r, let s) = scene.nodes[0].transform else { throw CocoaError(.coderInvalidValue) }
        #expect(t == SIMD3(1, 2, 3) && abs(r.z - 0.5.squareRoot()) < 1e-12 && s == SIMD3(2, 2, 2))
        #expect(scene.nodes[2].transform == .matrix(.translation(SIMD3(4, 5, 6))))
        #expect(scene.nodes[3].transform.affine == .translation(SIMD3(0, 0, 5)))
    }

    @Test func `Unit and axes are a root node, with a point or a comma`() throws {
        for text in ["0.01", "0,01"] {
            let scene = try format.read(document(asset: "<unit meter=\"\(text)\"/><up_axis>Z_UP</up_axis>"))
            #expect(scene.nodes.count == 2 && scene.roots == [1] && scene.nodes[1].children == [0])
            #expect(areNear([scene.worldCorners()[2]], [Vector3(0.01, 0, -0.01)]))
            #expect(try read(document(asset: "<unit meter=\"\(text)\"/>"), "a.dae").bounds.max == Vector3(0.01, 0.01, 0))
        }
        #expect(format.refusal(Array(document(asset: "<unit meter=\"-1\"/>").utf8))?.contains("unit of length") == true)
    }

    @Test(arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian]) func `UTF-16 of both byte orders is read`(
        encoding: String.Encoding
    ) throws {
        let text = document(nodes: "<node name=\"Stuhl 椅子 🪑\"><instance_geometry url=\"#g\"/></node>")
            .replacingOccurrences(of: "<?xml version=\"1.0\"?>", with: "<?xml version=\"1.0\" encoding=\"UTF-16\"?>")
        let body = [UInt8](try #require(text.data(using: encoding)))
        let mark: [UInt8] = encoding == .utf16BigEndian ? [0xFE, 0xFF] : [0xFF, 0xFE]
        for bytes in [mark + body, body] {
            #expect(try format.read(bytes).nodes[0].name == "Stuhl 椅子 🪑")
            #expect(try read(bytes, "a.dae").triangleCount == 2)
        }
        #expect(format.refusal(mark + body.dropLast(41)) != nil)
        for damaged in TestData.bitFlips(of: mark + body, count: 200) { #expect(format.problem(damaged) == nil) }
    }

    @Test func `Nodes that hold each other are refused`() throws {
        let loop = document(nodes: "<node id=\"n\"><node><instance_node url=\"#n\"/></node></node>")
        #expect(format.refusal(Array(loop.utf8))?.contains("deep") == true)
        // Each node holds the next one twice: 2^60 nodes.
        let chain = (0..<60).map { i in
            "<node id=\"n\(i)\"><instance_node url=\"#n\(i + 1)\"/><instance_node url=\"#n\(i + 1)\"/></node>"
        }
        let bomb = document(libraries: "<library_nodes>\(chain.dropFirst().joined())</library_nodes>", nodes: chain[0])
        #expect(format.refusal(Array(bomb.utf8))?.contains("so often") == true)
    }

    @Test func `Map coordinates have an origin, in positions and in nodes`() throws {
        let far = document(nodes: "<node><translate>4500000.25 0 5600000</translate><instance_geometry url=\"#g\"/></node>")
        let scene = try format.read(far)
        #expect(scene.origin == SIMD3(4_500_000, 0, 5_600_000) && scene.worldCorners()[0] == Vector3(0.25, 0, 0))
        let again = try format.roundTrip(scene).scene
        #expect(again.origin == scene.origin && again.worldCorners() == scene.worldCorners())
        let positions = try format.read(
            document().replacingOccurrences(
                of: "0 0 0 1 0 0 1 1 0 0 1 0", with: "500000.5 0 0 500001.5 0 0 500001.5 1 0 500000.5 1 0"))
        #expect(positions.origin.x == 500_001 || positions.origin.x == 500_000)
        #expect(SIMD3<Double>(positions.worldCorners()[0]) + positions.origin == SIMD3(500_000.5, 0, 0))
    }

    // MARK: Materials

    /// The material of an effect whose common profile has these elements.
    private func material(_ profile: String, bind: String = "") throws -> (Material, Scene) {
        let libraries = """
            <library_images><image id="i"><init_from>a.png</init_from></image></library_images>
            <library_effects><effect id="e"><profile_COMMON>\(profile)</profile_COMMON></effect></library_effects>
            <library_materials><material id="m" name="M"><instance_effect url="#e"/></material></library_materials>
            """
        let nodes = """
            <node><instance_geometry url="#g"><bind_material><technique_common><instance_material symbol="s" target="#m">\(bind)\
            </instance_material></technique_common></bind_material></instance_geometry></node>
            """
        return try TestData.withTemporaryFolder { folder in
            try Data(SceneSample.png(SIMD4(1, 2, 3, 255))).write(to: folder.appendingPathComponent("a.png"))
            let scene = try format.read(document(libraries: libraries, nodes: nodes), folder: folder)
            return (scene.materials[0], scene)
        }
    }

    @Test func `Shading models become metallic-roughness`() throws {
        func shaded(_ content: String) throws -> Material { try material("<technique sid=\"t\">\(content)</technique>").0 }
        let phong = try shaded(
            "<phong><emission><color>0 0 1 1</color></emission><diffuse><color>1 0 0 1</color></diffuse>"
                + "<specular><color>1 1 1 1</color></specular><shininess><float>30</float></shininess></phong>")
        #expect(phong.name == "M" && phong.baseColor == SIMD4(1, 0, 0, 1) && phong.emissive == Vector3(0, 0, 1))
        #expect(phong.metallic == 0 && abs(phong.roughness - 0.5) < 1e-6)
        #expect(try shaded("<lambert><diffuse><color>1 1 1 1</color></diffuse></lambert>").roughness == 1)
        let flat = try shaded("<constant><emission><color>0 1 0 1</color></emission></constant>")
        #expect(flat.isUnlit && flat.baseColor == SIMD4(0, 1, 0, 1) && flat.emissive == .zero)
    }

    @Test(
        arguments: [
            (
                "<transparent opaque=\"A_ONE\"><color>0 0 0 0.5</color></transparent>"
                    + "<transparency><float>0.5</float></transparency>",
                0.25
            ),
            (
                "<transparent opaque=\"RGB_ZERO\"><color>0.25 0.25 0.25 1</color></transparent>"
                    + "<transparency><float>1</float></transparency>",
                0.75
            ),
            ("<transparent><color>0 0 0 1</color></transparent><transparency><float>1</float></transparency>", 1),
            ("<transparency><float>0</float></transparency>", 1), ("<transparency><float>0.75</float></transparency>", 0.75),
        ] as [(String, Float)]) func `Opacity follows its mode`(elements: String, alpha: Float) throws
    {
        let m = try material("<technique><lambert>\(elements)</lambert></technique>").0
        #expect(abs(m.baseColor.w - alpha) < 1e-5 && m.alphaMode == (alpha < 1 ? .blend : .opaque))
    }

    @Test func `Samplers, texture coordinates and both sides are read`() throws {
        let (m, scene) = try material(
            """
            <newparam sid="f"><surface type="2D"><init_from>i</init_from></surface></newparam><newparam sid="p"><sampler2D>\
            <source>f</source><wrap_s>MIRROR</wrap_s><wrap_t>CLAMP</wrap_t><minfilter>LINEAR_MIPMAP_NEAREST</minfilter>\
            <magfilter>NEAREST</magfilter></sampler2D></newparam><technique><lambert><diffuse><texture texture="p" texcoord="T"/>\
            </diffuse></lambert></technique>
            <extra><technique profile="GOOGLEEARTH"><double_sided>1</double_sided></technique></extra>
            """, bind: "<bind_vertex_input semantic=\"T\" input_semantic=\"TEXCOORD\" input_set=\"0\"/>")
        let texture = scene.textures[try #require(m.baseColorTexture).texture]
        #expect(texture.wrapU == .mirrored && texture.wrapV == .clamped && texture.image == 0 && m.isDoubleSided)
        #expect(texture.minification == .linear && texture.mipmaps == .nearest && texture.magnification == .nearest)
        #expect(scene.images[0].name == "a.png" && scene.images[0].bytes == SceneSample.png(SIMD4(1, 2, 3, 255)))
    }

    // MARK: Animations

    /// The scene of a node with these transform elements, animated by a sampler.
    private func animated(_ transform: String, target: String, times: String, values: String, stride: Int = 1, more: String = "")
        throws -> Scene
    {
        let kinds = more.isEmpty ? "" : more
        let inputs = kinds.contains("\"k\"") ? "<input semantic=\"INTERPOLATION\" source=\"#k\"/>" : ""
        let tangents =
            kinds.contains("\"ti\"")
            ? "<input semantic=\"IN_TANGENT\" source=\"#ti\"/><input semantic=\"OUT_TANGENT\" source=\"#to\"/>" : ""
        let libraries = """
            <library_animations><animation id="move">\(source("in", times))\(source("out", values, stride: stride))\(kinds)\
            <sampler id="x"><input semantic="INPUT" source="#in"/>
            <input semantic="OUTPUT" source="#out"/>\(inputs)\(tangents)</sampler>\
            <channel source="#x" target="\(target)"/></animation></library_animations>
            """
        return try format.read(
            document(libraries: libraries, nodes: "<node id=\"n\">\(transform)<instance_geometry url=\"#g\"/></node>"))
    }

    @Test func `Linear and stepped channels keep their keys`() throws {
        let scene = try animated("<translate sid=\"t\">1 2 3</translate>", target: "n/t.Y", times: "0 1 4", values: "2 4 0")
        let channel = try #require(scene.animations.first?.channels.first)
        #expect(scene.animations[0].name == "move" && scene.animations[0].channels.count == 1)
        #expect(channel.target == .translation && channel.times == [0, 1, 4] && channel.values == [1, 2, 3, 1, 4, 3, 1, 0, 3])
        let steps = try animated(
            "<scale sid=\"s\">1 1 1</scale>", target: "n/s", times: "0 1", values: "1 1 1 2 2 2", stride: 3,
            more: "<source id=\"k\"><Name_array>STEP STEP</Name_array></source>")
        #expect(steps.animations[0].channels[0].interpolation == .step && steps.animations[0].channels[0].target == .scale)
    }

    @Test func `Matrices are taken apart, and large turns have keys between`() throws {
        let scene = try animated(
            "<matrix sid=\"m\">1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</matrix>", target: "n/m", times: "0 1",
            values: "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1 0 -1 0 5 1 0 0 0 0 0 1 0 0 0 0 1", stride: 16)
        #expect(scene.animations[0].channels.map(\.target) == [.translation, .rotation])
        #expect(areNear([scene.worldCorners(animation: 0, at: 1)[1]], [Vector3(5, 1, 0)]))
        let turn = try animated("<rotate sid=\"r\">0 0 1 0</rotate>", target: "n/r.ANGLE", times: "0 1", values: "0 360")
        #expect(areNear([turn.worldCorners(animation: 0, at: 0.5)[1]], [Vector3(-1, 0, 0)], within: 1e-4))
        #expect(turn.animations[0].channels[0].times.count == 31)
    }

    @Test func `Curves are sampled`() throws {
        // A cubic whose control points are on a third: x = 3 t² − 2 t³ between 0 and 1.
        let scene = try animated(
            "<translate sid=\"t\">0 0 0</translate>", target: "n/t.X", times: "0 1", values: "0 1",
            more: "<source id=\"k\"><Name_array>BEZIER BEZIER</Name_array></source>"
                + source("ti", "-0.333333 0 0.666667 1", stride: 2) + source("to", "0.333333 0 1.333333 1", stride: 2))
        let channel = scene.animations[0].channels[0]
        #expect(channel.times.count == 31 && scene.notes.contains { $0.contains("sampled") })
        for (time, x) in zip(channel.times, stride(from: 0, to: channel.values.count, by: 3).map { channel.values[$0] }) {
            #expect(abs(x - (3 * time * time - 2 * time * time * time)) < 1e-4)
        }
    }

    // MARK: Round trips

    @Test func `A scene comes back with its nodes, materials and images`() throws {
        var scene = SceneSample.furniture
        scene.materials[1].isDoubleSided = true
        let (again, losses, files) = try format.roundTrip(scene)
        #expect(again.nodes.map(\.name) == scene.nodes.map(\.name) && again.nodes.map(\.transform) == scene.nodes.map(\.transform))
        #expect(again.meshes == scene.meshes)
        #expect(again.materials[1] == scene.materials[1])
        #expect(again.materials[0].baseColorTexture?.transform == scene.materials[0].baseColorTexture?.transform)
        #expect(
            again.materials[0].normalTexture != nil && again.materials[0].roughness == 0.75 && again.materials[0].metallic == 0.5)
        #expect(again.images.map(\.bytes) == [scene.images[0].bytes, scene.images[2].bytes])
        #expect(Set(files.keys) == ["a room.dae", "a_room-wood.png", "a_room-normals.png"])
        #expect(losses.contains { $0.sentence.contains("roughness and metalness") } && again.notes.isEmpty)
        let third = try format.roundTrip(again).scene
        #expect(third.meshes == again.meshes && third.materials == again.materials && third.nodes == again.nodes)
    }

    @Test func `Skins, morph targets, animations, cameras and lights come back`() throws {
        let scene = SceneSample.bar
        let again = try format.roundTrip(scene).scene
        #expect(again.nodes.map(\.name) == scene.nodes.map(\.name) && again.skins.count == 1 && again.skins[0].joints == [1, 2])
        #expect(again.skins[0].inverseBindMatrices == scene.skins[0].inverseBindMatrices)
        #expect(again.meshes[0].primitives[0].joints == scene.meshes[0].primitives[0].joints)
        #expect(again.meshes[0].primitives[0].weights == scene.meshes[0].primitives[0].weights)
        #expect(again.meshes[0].primitives[0].targets == scene.meshes[0].primitives[0].targets)
        #expect(again.meshes[0].weights == [0.5] && again.meshes[0].targetNames == ["wide"])
        #expect(again.animations.map(\.name) == ["bend"])
        for time in [Float(0), 0.3, 1, 1.5, 2] {
            #expect(areNear(again.worldCorners(animation: 0, at: time), scene.worldCorners(animation: 0, at: time)), "\(time)")
        }
        guard case .perspective(let angle, let aspect) = again.cameras[0].projection else { throw CocoaError(.coderInvalidValue) }
        #expect(abs(angle - 0.8) < 1e-6 && aspect == 1.5 && again.cameras[0].near == 0.1 && again.cameras[0].far == 50)
        #expect(again.lights[0].color == scene.lights[0].color && again.lights[0].intensity == 8 && again.nodes[3].light == 0)
        guard case .spot(let inner, let outer) = again.lights[0].kind else { throw CocoaError(.coderInvalidValue) }
        #expect(abs(outer - 0.5) < 1e-6 && inner == outer)
    }

    @Test func `Several animations are clips, in any unit`() throws {
        var scene = SceneSample.bar
        scene.animations.append(
            Animation(
                name: "jump",
                channels: [Animation.Channel(node: 1, target: .translation, times: [0.5, 1], values: [0, 0.5, 0, 0, 3, 0])]))
        let again = try format.roundTrip(scene, WriteOptions(unit: .centimetre, up: .z)).scene
        #expect(again.animations.map(\.name) == ["bend", "jump"])
        for (animation, time) in [(0, Float(0.7)), (0, 2), (1, 0.75), (1, 1)] {
            let expected = scene.worldCorners(animation: animation, at: time)
            #expect(areNear(again.worldCorners(animation: animation, at: time), expected, within: 1e-4), "\(animation) \(time)")
        }
    }

    @Test func `A large mesh becomes several geometries`() throws {
        var scene = Scene()
        let mesh = Sample.surface(side: 480)
        var primitive = Primitive()
        primitive.positions = mesh.positions
        primitive.normals = mesh.normals
        primitive.indices = mesh.indices
        scene.meshes = [Mesh(name: "surface", primitives: [primitive])]
        scene.nodes = [Node(name: "surface")]
        scene.nodes[0].mesh = 0
        scene.roots = [0]
        let again = try format.roundTrip(scene).scene
        #expect(again.nodes.count == 2 && again.worldCorners() == scene.worldCorners())
    }

    // MARK: Foreign files and damage

    @Test(.enabled(if: TestData.has("foreign-formats/assimp/duck.dae"))) func `The duck has its node, camera and light`() throws {
        let url = TestData.shared("foreign-formats/assimp/duck.dae")
        let duck = try format.read(url)
        #expect(duck.nodes.map(\.name) == ["LOD3sp", "camera1", "directionalLight1", "unit and axes"])
        #expect(
            duck.triangleCount == 4212 && duck.materials.map(\.name) == ["blinn3"] && duck.cameras.count == 1
                && duck.lights.count == 1)
        #expect(duck.materials[0].alphaMode == .opaque && duck.textures[0].mipmaps == .linear)
        #expect(duck.notes == ["The texture ‘./duckCM.tga’ is not in the model's folder or can't be read."])
        let flat = try ModelFile.read(url)
        let low = flat.bounds.min
        let high = flat.bounds.max
        #expect(areNear([Bounds(duck.worldCorners()).min, Bounds(duck.worldCorners()).max], [low, high]))
        #expect(areNear(try format.roundTrip(duck).scene.worldCorners(), duck.worldCorners(), within: 1e-6))
    }

    @Test func `Damaged files give a scene without a flaw or an error`() throws {
        for scene in [SceneSample.bar, SceneSample.furniture] {
            let bytes = try #require(try format.roundTrip(scene).files["a room.dae"])
            for length in stride(from: 0, to: bytes.count, by: 7) { #expect(format.problem(Array(bytes[..<length])) == nil) }
            for damaged in TestData.bitFlips(of: bytes, count: 1000, seed: 5) { #expect(format.problem(damaged) == nil) }
            for place in stride(from: 0, to: bytes.count - 4, by: 13) {
                for extreme in ["9999", "-1.0", "1e99"] {
                    var copy = bytes
                    copy.replaceSubrange(place..<place + 4, with: Array(extreme.utf8))
                    #expect(format.problem(copy) == nil)
                }
            }
        }
    }
}
