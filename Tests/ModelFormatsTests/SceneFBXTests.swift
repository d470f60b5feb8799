import Codecs
import Foundation
import Geometry
import ModelFormats
import Models
import TestSupport
import Testing

@Suite struct SceneFBXTests {
    private let format = SceneFormat.fbx

    private func read(_ text: String, folder: URL? = nil) throws -> Scene { try format.read(text, folder: folder) }

    // MARK: Text

    @Test func `Text of version 7 is read, and detected without its file extension`() throws {
        let text = FBXSample.version7(
            model: FBXSample.row("Lcl Translation", "100,200,300")
                + FBXSample.row("Color of paint", "\"red\"", type: "KString", flags: "U"))
        let scene = try read(text)
        #expect(scene.nodes.map(\.name) == ["table"] && scene.triangleCount == 2)
        #expect(scene.nodes[0].transform == .parts(translation: SIMD3(1, 2, 3), rotation: SIMD4(0, 0, 0, 1), scale: SIMD3(1, 1, 1)))
        #expect(scene.meshes[0].primitives[0].positions[2] == Vector3(1, 1, 0))
        #expect(scene.nodes[0].extras == .object(["Color of paint": .string("red")]))
        let model = try ModelFormatsTests.read(text, "a.dat")
        #expect(model.triangleCount == 2 && model.bounds.max == Vector3(2, 3, 3))
    }

    @Test func `Text of version 6 is read with its texture, skin, blend shape, camera and takes`() throws {
        try TestData.withTemporaryFolder { folder in
            try Data(SceneSample.png(SIMD4(1, 2, 3, 255))).write(to: folder.appendingPathComponent("wood.png"))
            let scene = try read(FBXSample.version6, folder: folder)
            #expect(scene.nodes.map(\.name) == ["Cube", "Bone", "Eye"] && scene.roots == [0, 2])
            let mesh = try #require(scene.nodes[0].mesh)
            let primitive = scene.meshes[mesh].primitives[0]
            #expect(scene.meshes[mesh].weights == [0.5] && scene.meshes[mesh].targetNames == ["Key"])
            #expect(primitive.targets[0].positions[3] == Vector3(0, 0, 50) && primitive.textureCoordinates[0][0] == Vector2(0, 1))
            let material = scene.materials[try #require(primitive.material)]
            #expect(material.name == "red" && material.baseColorTexture != nil && scene.images.map(\.name) == ["wood.png"])
            // Vertices without a weight move with the mesh.
            let skin = scene.skins[try #require(scene.nodes[0].skin)]
            #expect(skin.joints == [1, 0] && primitive.joints[2] == SIMD4(1, 0, 0, 0) && primitive.weights[1] == SIMD4(1, 0, 0, 0))
            guard case .perspective(let angle, let aspect) = scene.cameras[0].projection else {
                throw CocoaError(.coderInvalidValue)
            }
            #expect(abs(angle - 40 * .pi / 180) < 1e-6 && aspect == 1.5)
            let take = scene.animations[0]
            #expect(take.name == "Take 001" && take.channels.map(\.target) == [.translation, .rotation, .weights])
            #expect(take.channels[0].values == [0, 2, 7, 3, 2, 7] && take.channels[0].times == [0, 1])
            #expect(take.channels[2].interpolation == .step && take.channels[2].values == [0, 1])
            #expect(take.channels[1].node == 2 && take.channels[1].times.count == 31)
        }
    }

    @Test func `Damage in texts is named with its line`() throws {
        let lines: [(String, String)] = [
            ("; FBX 7.4.0 project file\nObjects: {\n", "truncated"), ("; FBX 7.4.0 project file\n}\n", "line 2"),
            ("; FBX 7.4.0 project file\nObjects: {\n\"text\"\n}", "line 3"),
            ("; FBX 7.4.0 project file\nA: *3 { a: 1,x,2 }", "line 2"), ("; FBX 7.4.0 project file\nA: \"never ends", "truncated"),
            ("; FBX 9.1.0 project file\nA: 1", "version 9.1"),
            ("; FBX 7.4.0 project file\n" + String(repeating: "A: {", count: 100), "truncated"),
        ]
        for (text, expected) in lines {
            let line = try #require(format.refusal(Array(text.utf8)))
            #expect(line.contains(expected) && !line.contains("\n"), "\(line)")
        }
    }

    // MARK: Nodes

    /// T · Roff · Rp · Rpre · R · Rpost⁻¹ · Rp⁻¹ · Soff · Sp · S · Sp⁻¹ as a product of matrices.
    private func matrix(order: [Int]) -> AffineMap {
        func turn(_ degrees: SIMD3<Double>, _ order: [Int] = [0, 1, 2]) -> AffineMap {
            order.reduce(AffineMap.identity) { map, k in
                var axis = SIMD3<Double>()
                axis[k] = 1
                return AffineMap.rotation(degrees[k] * .pi / 180, about: axis) * map
            }
        }
        let move = AffineMap.translation
        let first = move(SIMD3(1, 2, 3)) * move(SIMD3(4, 5, 6)) * move(SIMD3(7, 8, 9)) * turn(SIMD3(10, 20, 30))
        let second = turn(SIMD3(40, 50, 60), order) * turn(SIMD3(15, 25, 35)).inverse * move(SIMD3(-7, -8, -9))
        let third = move(SIMD3(2, 4, 8)) * move(SIMD3(3, 6, 9)) * AffineMap.scale(SIMD3(1, 2, 3)) * move(SIMD3(-3, -6, -9))
        return first * second * third
    }

    @Test(arguments: [[0, 1, 2], [0, 2, 1], [1, 2, 0], [1, 0, 2], [2, 0, 1], [2, 1, 0]]) func `Transforms have all their parts`(
        order: [Int]
    ) throws {
        let orders = [[0, 1, 2], [0, 2, 1], [1, 2, 0], [1, 0, 2], [2, 0, 1], [2, 1, 0]]
        let rows =
            FBXSample.row("Lcl Translation", "1,2,3") + FBXSample.row("RotationOffset", "4,5,6")
            + FBXSample.row("RotationPivot", "7,8,9") + FBXSample.row("PreRotation", "10,20,30")
            + FBXSample.row("Lcl Rotation", "40,50,60") + FBXSample.row("PostRotation", "15,25,35")
            + FBXSample.row("ScalingOffset", "2,4,8") + FBXSample.row("ScalingPivot", "3,6,9")
            + FBXSample.row("Lcl Scaling", "1,2,3")
            + FBXSample.row("RotationOrder", "\(orders.firstIndex(of: order)!)", type: "enum")
            + FBXSample.row("RotationActive", "1", type: "bool")
        let metres = try read(
            FBXSample.version7(model: rows).replacingOccurrences(of: "\"Number\", \"\",1", with: "\"Number\", \"\",100"))
        let expected = matrix(order: order)
        let actual = metres.nodes[0].transform.affine
        for (a, b) in [
            (actual.x, expected.x), (actual.y, expected.y), (actual.z, expected.z), (actual.translation, expected.translation),
        ] {
            #expect(((a - b) * (a - b)).sum() < 1e-20)
        }
    }

    @Test func `Units and axes are in positions and transforms, also left-handed ones`() throws {
        func settings(_ front: Int) -> String {
            FBXSample.row("UpAxis", "2", type: "int") + FBXSample.row("FrontAxis", "1", type: "int")
                + FBXSample.row("FrontAxisSign", "\(front)", type: "int")
        }
        let rows = FBXSample.row("Lcl Translation", "0,0,300") + FBXSample.row("Lcl Rotation", "0,0,90")
        let scene = try read(FBXSample.version7(settings: settings(-1), model: rows))
        #expect(scene.roots == [0] && scene.nodes.count == 1)
        // (100, 100, 0) turned about z is (−100, 100, 0), and z is up.
        #expect(areNear([scene.worldCorners()[2]], [Vector3(-1, 3, -1)]))
        let left = try read(FBXSample.version7(settings: settings(1), model: rows))
        // The other way round to the front.
        #expect(
            areNear([Bounds(left.worldCorners()).min, Bounds(left.worldCorners()).max], [Vector3(-1, 3, 0), Vector3(0, 3, 1)]))
        let turned = left.worldCorners()
        #expect(cross(turned[1] - turned[0], turned[2] - turned[0]).y > 0)
        let flat = try ModelFormatsTests.read(FBXSample.version7(settings: settings(1), model: rows), "a.fbx")
        #expect(flat.bounds.max.z == 1 && flat.bounds.min.z == 0)
    }

    @Test func `Scale that is not inherited is taken back`() throws {
        let child = """
            Model: 30, "Model::child", "Mesh" { Properties70: { \(FBXSample.row("InheritType", "2", type: "enum"))
            \(FBXSample.row("Lcl Translation", "100,0,0")) } }
            """
        for (scale, end) in [("2,2,2", Vector3(3, 1, 0)), ("2,4,1", Vector3(3, 1, 0))] {
            let scene = try read(
                FBXSample.version7(
                    objects: child, links: "C: \"OO\",30,20\nC: \"OO\",10,30\n", model: FBXSample.row("Lcl Scaling", scale)))
            #expect(scene.nodes.count == 2 && scene.meshes.count == 1)
            #expect(areNear([scene.worldCorners().suffix(6)[8]], [end]), "\(scene.worldCorners())")
        }
    }

    @Test func `Models that hold each other are taken out of the circle`() throws {
        let objects = """
            Model: 30, "Model::a", "Null" { }
            Model: 31, "Model::b", "Null" { }
            Model: 32, "Model::self", "Null" { }
            """
        let scene = try read(
            FBXSample.version7(objects: objects, links: "C: \"OO\",30,31\nC: \"OO\",31,30\nC: \"OO\",32,32\nC: \"OO\",20,20\n"))
        #expect(scene.flaw == nil && scene.nodes.count == 4 && scene.triangleCount == 2)
        #expect(scene.notes.contains { $0.contains("circle") })
    }

    @Test func `Cameras and lights look along their nodes, in any axes`() throws {
        let objects = """
            Model: 30, "Model::eye", "Camera" { Properties70: { \(FBXSample.row("Lcl Rotation", "0,90,0")) } }
            NodeAttribute: 31, "NodeAttribute::lens", "Camera" { Properties70: { \(FBXSample.row("FieldOfView", "40")) } }
            Model: 32, "Model::sun", "Light" { }
            NodeAttribute: 33, "NodeAttribute::sun", "Light" { Properties70: { \(FBXSample.row("LightType", "1", type: "enum"))
            \(FBXSample.row("Intensity", "250")) } }
            NodeAttribute: 34, "NodeAttribute::bulb", "Light" { }
            """
        let links = "C: \"OO\",30,0\nC: \"OO\",31,30\nC: \"OO\",32,0\nC: \"OO\",33,32\nC: \"OO\",34,20\n"
        let up =
            FBXSample.row("UpAxis", "2", type: "int") + FBXSample.row("FrontAxis", "1", type: "int")
            + FBXSample.row("FrontAxisSign", "-1", type: "int")
        for (settings, view, shine) in [
            ("", SIMD3<Double>(0, 0, -1), SIMD3<Double>(0, -1, 0)), (up, SIMD3(0, -1, 0), SIMD3(0, 0, 1)),
        ] {
            let scene = try read(FBXSample.version7(objects: objects, links: links, settings: settings))
            #expect(scene.nodes.map(\.name) == ["table", "eye", "sun", "bulb"] && scene.nodes[0].children == [3])
            let pose = ScenePose(scene)
            func direction(_ node: Int) -> SIMD3<Double> { pose.world[node].linear(SIMD3(0, 0, -1)) }
            #expect(((direction(1) - view) * (direction(1) - view)).sum() < 1e-12 && scene.nodes[1].camera == 0)
            #expect(((direction(2) - shine) * (direction(2) - shine)).sum() < 1e-12 && scene.nodes[2].light != nil)
            #expect(scene.lights[scene.nodes[2].light ?? 0].intensity == 2.5 && scene.nodes[3].light != nil)
        }
    }

    // MARK: Meshes

    @Test func `Several materials, two sets of coordinates, edges and points come apart`() throws {
        let geometry = """
            LayerElementUV: 0 { Name: "a"
                MappingInformationType: "ByPolygonVertex"
                ReferenceInformationType: "Direct"
                UV: *12 { a: 0,0,1,0,1,1,0,1,0,0,0,0 } }
            LayerElementUV: 1 { Name: "b"
                MappingInformationType: "ByVertice"
                ReferenceInformationType: "Direct"
                UV: *8 { a: 0.5,0.5,1,0,1,1,0,1 } }
            LayerElementMaterial: 0 {
                MappingInformationType: "ByPolygon"
                ReferenceInformationType: "IndexToDirect"
                Materials: *3 { a: 1,0,7 } }
            """
        let objects = """
            Material: 40, "Material::first", "" { }
            Material: 41, "Material::second", "" { ShadingModel: "lambert"
                Properties70: { \(FBXSample.row("DiffuseColor", "1,0,0")) \(FBXSample.row("UnusedFactor", "1")) } }
            Texture: 50, "Texture::t", "" { Properties70: { P: "UVSet", "KString", "", "", "b"
                \(FBXSample.row("WrapModeU", "1", type: "enum")) }
                RelativeFilename: "..\\\\secret.png" }
            """
        let text = FBXSample.version7(
            objects: objects, links: "C: \"OO\",40,20\nC: \"OO\",41,20\nC: \"OP\",50,41, \"DiffuseColor\"\n", geometry: geometry
        ).replacingOccurrences(of: "*4 { a: 0,1,2,-4 }", with: "*6 { a: 0,1,-3,2,-4,-1 }")
        let scene = try TestData.withTemporaryFolder { try read(text, folder: $0) }
        let primitives = scene.meshes[0].primitives
        #expect(primitives.map(\.topology) == [.triangles, .lines] && primitives.count == 2)
        #expect(primitives.map { $0.material.flatMap { scene.materials[$0].name } } == ["second", "first"])
        #expect(scene.materials.map(\.name).sorted { ($0 ?? "") < ($1 ?? "") } == ["first", "second"])
        #expect(primitives[0].textureCoordinates.map { $0[0] } == [Vector2(0, 1), Vector2(0.5, 0.5)])
        let second = try #require(scene.materials.first { $0.name == "second" })
        #expect(second.baseColorTexture?.coordinates == 1)
        let texture = scene.textures[try #require(second.baseColorTexture?.texture)]
        #expect(texture.wrapU == .clamped && texture.wrapV == .repeating && texture.image == nil)
        #expect(scene.notes.contains { $0.contains("secret.png") } && scene.notes.contains { $0.contains("single vertex") })
    }

    @Test func `Skins keep the four strongest joints of a vertex`() throws {
        var objects = "Deformer: 60, \"Deformer::skin\", \"Skin\" { }\n"
        var links = "C: \"OO\",60,10\n"
        for i in 0..<5 {
            objects += """
                Model: \(70 + i), "Model::bone\(i)", "LimbNode" { }
                Deformer: \(80 + i), "SubDeformer::", "Cluster" { Indexes: *1 { a: 0 }
                Weights: *1 { a: 0.\(i + 1) }
                Transform: *16 { a: 1,0,0,0,0,1,0,0,0,0,1,0,\(i)00,0,0,1 } }

                """
            links += "C: \"OO\",\(70 + i),0\nC: \"OO\",\(80 + i),60\nC: \"OO\",\(70 + i),\(80 + i)\n"
        }
        let scene = try read(FBXSample.version7(objects: objects, links: links))
        let primitive = scene.meshes[0].primitives[0]
        #expect(Set((0..<4).map { primitive.joints[0][$0] }) == [1, 2, 3, 4] && abs(primitive.weights[0].sum() - 1) < 1e-6)
        #expect(scene.skins[0].inverseBindMatrices[3].translation == SIMD3(3, 0, 0) && scene.skins[0].joints.count == 6)
        #expect(scene.notes.contains { $0.contains("four strongest") })
        // The other vertices stay at their mesh.
        #expect(areNear([scene.worldCorners()[2]], [Vector3(1, 1, 0)]))
    }

    // MARK: Damage

    static let texts = [
        FBXSample.version6,
        FBXSample.version7(
            objects: FBXSample.animation(of: 20, "Lcl Rotation", curves: [("d|X", FBXSample.curve([0, 1], [0, 400], flags: 8))])
                .objects),
    ]

    @Test(arguments: texts) func `Damaged texts give a scene without a flaw or an error`(text: String) {
        let bytes = Array(text.utf8)
        for length in stride(from: 0, to: bytes.count, by: 5) { #expect(format.problem(Array(bytes[..<length])) == nil) }
        for damaged in TestData.bitFlips(of: bytes, count: 1500, seed: 3) { #expect(format.problem(damaged) == nil) }
        for place in stride(from: 0, to: bytes.count - 4, by: 11) {
            for extreme in ["9999", "-1.0", "1e99", "nan,"] {
                var copy = bytes
                copy.replaceSubrange(place..<place + 4, with: Array(extreme.utf8))
                #expect(format.problem(copy) == nil)
            }
        }
    }

    @Test func `Damaged binary files give a scene without a flaw or an error`() throws {
        for scene in [SceneSample.bar, SceneSample.furniture] {
            let bytes = try #require(try format.roundTrip(scene, WriteOptions(compresses: false)).files["a room.fbx"])
            for length in stride(from: 0, to: bytes.count, by: 31) { #expect(format.problem(Array(bytes[..<length])) == nil) }
            for damaged in TestData.bitFlips(of: bytes, count: 1500, seed: 9) { #expect(format.problem(damaged) == nil) }
            for place in stride(from: 27, to: bytes.count - 4, by: 41) {
                for extreme: [UInt8] in [[0xFF, 0xFF, 0xFF, 0x7F], [0xFF, 0xFF, 0xFF, 0xFF], [0, 0, 0x80, 0x7F]] {
                    var copy = bytes
                    copy.replaceSubrange(place..<place + 4, with: extreme)
                    #expect(format.problem(copy) == nil)
                }
            }
        }
    }

    // MARK: Foreign files

    @Test(
        .enabled(if: TestData.has("foreign-formats/assimp/spider.fbx")),
        arguments: [
            ("spider", 1368, 21, 4, 0, 0), ("huesitos", 120, 15, 1, 0, 1), ("box", 12, 1, 1, 0, 0), ("phong_cube", 12, 1, 1, 0, 0),
        ] as [(String, Int, Int, Int, Int, Int)]) func `Files of other programs keep their parts`(
            name: String, triangles: Int, nodes: Int, materials: Int, images: Int, animations: Int
        ) throws
    {
        let url = TestData.shared("foreign-formats/assimp/\(name).fbx")
        let scene = try format.read(url)
        #expect(scene.triangleCount == triangles && scene.nodes.count == nodes && scene.materials.count == materials)
        #expect(scene.images.count == images && scene.animations.count == animations)
        let again = try format.roundTrip(scene).scene
        #expect(again.nodes.map(\.name) == scene.nodes.map(\.name) && again.materials.count == scene.materials.count)
        #expect(areNear(again.worldCorners(), scene.worldCorners(), within: 1e-5))
        #expect(again.animations.map { $0.channels.count } == scene.animations.map { $0.channels.count })
    }
}
