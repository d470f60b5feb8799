import Foundation
import Geometry
import ModelFormats
import Models
import TestSupport
import Testing

/// Animations, materials and round trips of FBX scenes.
@Suite struct SceneFBXMotionTests {
    private let format = SceneFormat.fbx

    private func animated(_ property: String, _ curves: [(name: String, records: String)], model: String = "") throws
        -> Animation.Channel
    {
        let parts = FBXSample.animation(of: 20, property, curves: curves)
        let scene = try format.read(FBXSample.version7(objects: parts.objects, links: parts.links, model: model))
        #expect(scene.animations.map(\.name) == ["Walk"] && scene.animations[0].channels.count == 1)
        return try #require(scene.animations.first?.channels.first)
    }

    // MARK: Curves

    @Test func `Straight, stepped and cubic curves keep their keys`() throws {
        let straight = try animated(
            "Lcl Translation", [("d|X", FBXSample.curve([0, 2], [0, 100])), ("d|Z", FBXSample.curve([1], [50]))])
        #expect(straight.interpolation == .linear && straight.times == [0, 1, 2])
        #expect(straight.values == [0, 0, 0.5, 0.5, 0, 0.5, 1, 0, 0.5])
        let steps = try animated("Lcl Scaling", [("d|Y", FBXSample.curve([0, 1], [2, 3], flags: 2))])
        #expect(steps.interpolation == .step && steps.values == [1, 2, 1, 1, 3, 1])
        let cubic = try animated("Lcl Translation", [("d|X", FBXSample.curve([0, 2], [0, 100], flags: 0x408, slopes: [0, 100]))])
        #expect(cubic.interpolation == .cubicSpline && cubic.times == [0, 2])
        // Slope 0 at the beginning, 1 m/s before the end: x(1) = 0.5 − 0.25.
        #expect(abs(cubic.value(at: 1, width: 3)[0] - 0.25) < 1e-6)
        let mixed = try animated(
            "Lcl Translation",
            [("d|X", FBXSample.curve([0, 1, 2], [0, 100, 200], flags: 2)), ("d|Y", FBXSample.curve([0, 2], [0, 100]))])
        for (time, x, y) in [(Float(0.5), Float(0), Float(0.25)), (0.999, 0, 0.4995), (1, 1, 0.5), (1.5, 1, 0.75)] {
            let v = mixed.value(at: time, width: 3)
            #expect(abs(v[0] - x) < 1e-5 && abs(v[1] - y) < 1e-5, "\(time) \(v)")
        }
    }

    @Test func `Tangents with lengths of their own are sampled`() throws {
        // Weights of 0.1 and 0.9 instead of a third.
        let records = FBXSample.curve([0, 1], [0, 100], flags: 0x300_0408)
            .replacingOccurrences(of: "218434821", with: "\(9000 << 16 | 1000)")
        let channel = try animated("Lcl Translation", [("d|X", records)])
        #expect(channel.interpolation == .linear && channel.times.count == 31)
        // The Bézier curve (0,0) (0.1,0) (0.1,1) (1,1) at the parameter 0.5 is at 0.2, 0.5.
        #expect(abs(channel.value(at: 0.2, width: 3)[0] - 0.5) < 1e-3)
    }

    @Test func `Angles become quaternions, with keys between where turns are long or about several axes`() throws {
        let quarter = try animated("Lcl Rotation", [("d|X", FBXSample.curve([0, 1], [0, 90]))])
        #expect(quarter.times == [0, 1] && abs(quarter.values[4] - Float(0.5).squareRoot()) < 1e-6)
        let twice = try animated("Lcl Rotation", [("d|Y", FBXSample.curve([0, 1], [0, 720]))])
        #expect(twice.times.count == 31)
        let both = try animated(
            "Lcl Rotation", [("d|X", FBXSample.curve([0, 1], [0, 80])), ("d|Z", FBXSample.curve([0, 1], [0, 110]))],
            model: FBXSample.row("PreRotation", "0,45,0"))
        for time in [Float(0), 0.31, 0.5, 1] {
            let angle = Double(time)
            let map =
                AffineMap.rotation(.pi / 4, about: SIMD3(0, 1, 0))
                * AffineMap.rotation(110 * angle * .pi / 180, about: SIMD3(0, 0, 1))
                * AffineMap.rotation(80 * angle * .pi / 180, about: SIMD3(1, 0, 0))
            let v = both.value(at: time, width: 4).map { Double($0) }
            let actual = AffineMap(translation: .zero, rotation: SIMD4(v[0], v[1], v[2], v[3]), scale: SIMD3(1, 1, 1))
            #expect(
                ((actual.x - map.x) * (actual.x - map.x)).sum() < 1e-7 && ((actual.z - map.z) * (actual.z - map.z)).sum() < 1e-7)
        }
    }

    @Test func `Rotations about a pivot move the node, too`() throws {
        let parts = FBXSample.animation(of: 20, "Lcl Rotation", curves: [("d|Z", FBXSample.curve([0, 1], [0, 90]))])
        let scene = try format.read(
            FBXSample.version7(objects: parts.objects, links: parts.links, model: FBXSample.row("RotationPivot", "100,0,0")))
        #expect(scene.animations[0].channels.map(\.target) == [.translation, .rotation])
        // The corner at the pivot stays; the one at the origin goes to (1, −1, 0).
        let corners = scene.worldCorners(animation: 0, at: 1)
        #expect(areNear([corners[0], corners[1]], [Vector3(1, -1, 0), Vector3(1, 0, 0)], within: 1e-4))
    }

    @Test func `Blend shapes between others go from one to the next`() throws {
        var objects = "Deformer: 60, \"Deformer::\", \"BlendShape\" { }\n"
        objects +=
            "Deformer: 61, \"SubDeformer::grow\", \"BlendShapeChannel\" { DeformPercent: 75\nFullWeights: *2 { a: 50,100 } }\n"
        var links = "C: \"OO\",60,10\nC: \"OO\",61,60\n"
        for i in 0..<2 {
            objects +=
                "Geometry: \(62 + i), \"Geometry::step\(i)\", \"Shape\" { Indexes: *1 { a: 2 }\n "
                + "Vertices: *3 { a: 0,0,\(i + 1)00 } }\n"
            links += "C: \"OO\",\(62 + i),61\n"
        }
        let parts = FBXSample.animation(of: 61, "DeformPercent", curves: [("d|DeformPercent", FBXSample.curve([0, 1], [0, 100]))])
        let scene = try format.read(FBXSample.version7(objects: objects + parts.objects, links: links + parts.links))
        #expect(scene.meshes[0].targetNames == ["step0", "step1"] && scene.meshes[0].weights == [0.5, 0.5])
        for (time, z) in [(Float(0.25), Float(0.5)), (0.5, 1), (0.75, 1.5), (1, 2)] {
            #expect(abs(scene.worldCorners(animation: 0, at: time)[2].z - z) < 0.04, "\(time)")
        }
    }

    // MARK: Materials

    private func material(_ records: String, textures: [(property: String, name: String)] = []) throws -> (Material, Scene) {
        try TestData.withTemporaryFolder { folder in
            var objects = "Material: 40, \"Material::m\", \"\" { \(records) }\n"
            var links = "C: \"OO\",40,20\n"
            for (i, texture) in textures.enumerated() {
                let blue: UInt8 = texture.name.contains("normal") ? 255 : 0
                let png = SceneSample.png(SIMD4(UInt8(100 + i), UInt8(50 + i), blue, 255))
                try Data(png).write(to: folder.appendingPathComponent(texture.name))
                objects += "Texture: \(50 + i), \"Texture::t\", \"\" { FileName: \"D:\\work\\\(texture.name)\" }\n"
                links += "C: \"OP\",\(50 + i),40, \"\(texture.property)\"\n"
            }
            let scene = try format.read(FBXSample.version7(objects: objects, links: links), folder: folder)
            return (scene.materials[0], scene)
        }
    }

    @Test func `Shading models become metallic-roughness`() throws {
        let phong = try material(
            "ShadingModel: \"phong\"\nProperties70: { \(FBXSample.row("DiffuseColor", "1,0,0"))"
                + "\(FBXSample.row("EmissiveColor", "0,0,1"))"
                + "\(FBXSample.row("SpecularColor", "1,1,1")) \(FBXSample.row("ShininessExponent", "30"))"
                + "\(FBXSample.row("TransparencyFactor", "0.25")) }"
        ).0
        #expect(phong.baseColor == SIMD4(1, 0, 0, 0.75) && phong.emissive == Vector3(0, 0, 1) && phong.alphaMode == .blend)
        #expect(phong.metallic == 0 && abs(phong.roughness - 0.5) < 1e-6 && phong.isDoubleSided)
        let stingray = try material(
            "Properties70: { \(FBXSample.row("DiffuseColor", "1,1,1")) \(FBXSample.row("Maya|base_color", "0.25,0.5,1"))"
                + "\(FBXSample.row("Maya|metallic", "0.5")) \(FBXSample.row("Maya|roughness", "0.125")) }",
            textures: [
                ("Maya|TEX_normal_map", "normals.png"), ("Maya|TEX_roughness_map", "rough.png"),
                ("Maya|TEX_metallic_map", "metal.png"),
                ("Maya|TEX_ao_map", "ao.png"),
            ])
        #expect(stingray.0.baseColor == SIMD4(0.25, 0.5, 1, 1) && stingray.0.metallic == 1 && stingray.0.roughness == 1)
        #expect(stingray.0.normalTexture != nil && stingray.0.occlusionTexture != nil && stingray.0.metallicRoughnessTexture != nil)
        #expect(stingray.1.notes.contains { $0.contains("combined") })
        let max = try material(
            "Properties70: { \(FBXSample.row("3dsMax|Parameters|base_color", "1,0.5,0,1"))"
                + "\(FBXSample.row("3dsMax|Parameters|metalness", "1"))"
                + "\(FBXSample.row("3dsMax|Parameters|roughness", "0.75"))"
                + "\(FBXSample.row("3dsMax|Parameters|roughness_inv", "1")) }",
            textures: [("3dsMax|Parameters|base_color_map", "wood.png"), ("Bump", "normal bumps.png")]
        ).0
        #expect(max.metallic == 1 && max.roughness == 0.25 && max.baseColorTexture != nil && max.normalTexture != nil)
    }

    @Test func `Embedded images of texts are read byte for byte`() throws {
        let png = SceneSample.png(SIMD4(9, 8, 7, 255))
        let base64 = Data(png).base64EncodedString()
        let middle = base64.index(base64.startIndex, offsetBy: 40)
        let objects = """
            Material: 40, "Material::m", "" { }
            Texture: 50, "Texture::t", "" { RelativeFilename: "nowhere\\wood.png" }
            Video: 51, "Video::v", "Clip" { RelativeFilename: "nowhere\\wood.png"
                Content: , "\(base64[..<middle])",
                "\(base64[middle...])" }
            """
        let scene = try format.read(
            FBXSample.version7(
                objects: objects, links: "C: \"OO\",40,20\nC: \"OP\",50,40, \"DiffuseColor\"\nC: \"OO\",51,50\n"))
        #expect(scene.images.map(\.bytes) == [png] && scene.images[0].name == "wood.png" && scene.notes.isEmpty)
    }

    @Test func `Transforms of textures come back`() throws {
        for (scale, rotation) in [(Vector2(2, 4), Float(0)), (Vector2(2, 2), 0.5), (Vector2(0.5, 0.5), -1.25)] {
            var scene = SceneSample.furniture
            var transform = TextureTransform()
            transform.scale = scale
            transform.rotation = rotation
            transform.offset = Vector2(0.5, -0.25)
            scene.materials[0].baseColorTexture?.transform = transform
            let again = try format.roundTrip(scene).scene
            let material = try #require(again.materials.first { $0.name == "wood" })
            let read = try #require(material.baseColorTexture?.transform)
            for uv in [Vector2(0, 0), Vector2(1, 0), Vector2(0.25, 0.75)] {
                let d = read.apply(uv) - transform.apply(uv)
                #expect(abs(d.x) < 1e-5 && abs(d.y) < 1e-5)
            }
        }
    }

    // MARK: Round trips

    @Test(arguments: [WriteOptions(), WriteOptions(unit: .centimetre, up: .z)])
    func `A scene comes back with its nodes, materials and images`(
        options: WriteOptions
    ) throws {
        var scene = SceneSample.furniture
        scene.nodes[1].extras = .object(["height": .number(2), "tags": .array([.string("a"), .null]), "lit": .bool(true)])
        scene.nodes[1].isVisible = false
        let (again, losses, files) = try format.roundTrip(scene, options)
        #expect(again.nodes.map(\.name) == scene.nodes.map(\.name) && again.nodes.map(\.extras) == scene.nodes.map(\.extras))
        #expect(again.nodes.map(\.isVisible) == [true, false] && Set(files.keys) == ["a room.fbx"] && again.notes.isEmpty)
        #expect(areNear(again.worldCorners(), scene.worldCorners()))
        let names = again.meshes[0].primitives.map { $0.material.flatMap { again.materials[$0].name } }
        #expect(
            names == ["wood", "glass", "glass"] && again.meshes[0].primitives.map(\.topology) == [.triangles, .triangles, .lines])
        for (a, b) in zip(again.meshes[0].primitives, scene.meshes[0].primitives) {
            #expect(
                a.positions == b.positions
                    && a.textureCoordinates.first ?? [] == b.textureCoordinates.first ?? b.positions.map { _ in .zero })
        }
        for material in scene.materials {
            let read = try #require(again.materials.first { $0.name == material.name })
            #expect(
                read.baseColor == material.baseColor && read.metallic == material.metallic && read.emissive == material.emissive)
            #expect(read.roughness == material.roughness && read.alphaMode == material.alphaMode)
            #expect(read.textures.map(\.use) == material.textures.map(\.use))
        }
        #expect(Set(again.images.map(\.bytes)) == Set(scene.images.map(\.bytes)))
        #expect(losses.contains { $0.kind == .texture })
        let third = try format.roundTrip(again, options).scene
        #expect(third.meshes == again.meshes && third.materials == again.materials && third.nodes == again.nodes)
    }

    @Test(arguments: [WriteOptions(), WriteOptions(unit: .millimetre, up: .z)])
    func `Skins, morph targets, animations, cameras and lights come back`(
        options: WriteOptions
    ) throws {
        let scene = SceneSample.bar
        let again = try format.roundTrip(scene, options).scene
        // A camera and a light of one node get nodes of their own.
        #expect(again.nodes.map(\.name) == ["body", "hip", "knee", "eye", "eye", "lamp"] && again.skins.count == 1)
        #expect(again.skins[0].joints == [1, 2] && again.nodes[0].skin == 0)
        #expect(again.meshes[0].primitives[0].joints == scene.meshes[0].primitives[0].joints)
        #expect(again.meshes[0].primitives[0].weights == scene.meshes[0].primitives[0].weights)
        #expect(again.meshes[0].weights == [0.5] && again.meshes[0].targetNames == ["wide"])
        #expect(again.animations.map(\.name) == ["bend"] && again.animations[0].channels.count == 3)
        #expect(areNear(again.worldCorners(), scene.worldCorners()))
        for time in [Float(0), 0.3, 1, 1.5, 2] {
            let expected = scene.worldCorners(animation: 0, at: time)
            #expect(areNear(again.worldCorners(animation: 0, at: time), expected, within: 2e-5), "\(time)")
        }
        guard case .perspective(let angle, let aspect) = again.cameras[0].projection else { throw CocoaError(.coderInvalidValue) }
        #expect(abs(angle - 0.8) < 1e-6 && aspect == 1.5 && abs(again.cameras[0].near - 0.1) < 1e-6 && again.cameras[0].far == 50)
        #expect(again.lights[0].color == scene.lights[0].color && again.lights[0].intensity == 8)
        let pose = ScenePose(again)
        for node in [4, 5] {
            let view = pose.world[node].linear(SIMD3(0, 0, -1))
            #expect(((view - SIMD3(0, 0, -1)) * (view - SIMD3(0, 0, -1))).sum() < 1e-12)
            #expect(pose.world[node].translation.z > 3.99 && pose.world[node].translation.z < 4.01)
        }
    }

    @Test func `Splines, steps and turns about changing axes come back`() throws {
        var scene = SceneSample.bar
        let half = Float(0.5).squareRoot()
        scene.animations = [
            Animation(
                name: "all",
                channels: [
                    Animation.Channel(
                        node: 1, target: .translation, interpolation: .cubicSpline, times: [0, 1, 3],
                        values: [0, 0, 0, 0, 0.5, 0, 1, 0, 0, 0, 2, 0, 1, 0.5, 0, 0, -1, 0, 0, 0, 0, 0, 0.5, 0, 0, 0, 0]),
                    Animation.Channel(node: 1, target: .scale, interpolation: .step, times: [0, 2], values: [1, 1, 1, 2, 1, 0.5]),
                    Animation.Channel(
                        node: 2, target: .rotation, times: [0, 1, 2],
                        values: [0, 0, 0, 1, half, 0, half, 0, 0.5, -0.5, 0.5, 0.5]),
                    Animation.Channel(
                        node: 0, target: .weights, interpolation: .cubicSpline, times: [0, 2], values: [0, 0, 1, -1, 1, 0]),
                ]),
            Animation(
                name: "jump",
                channels: [Animation.Channel(node: 3, target: .translation, times: [0.5, 1], values: [0, 1, 4, 0, 3, 4])]),
        ]
        let (again, losses, _) = try format.roundTrip(scene)
        #expect(again.animations.map(\.name) == ["all", "jump"])
        #expect(again.animations[0].channels.map(\.interpolation) == [.cubicSpline, .step, .linear, .cubicSpline])
        for time in [Float(0), 0.4, 0.9, 1, 1.5, 1.99, 2, 2.5, 3] {
            let expected = scene.worldCorners(animation: 0, at: time)
            #expect(areNear(again.worldCorners(animation: 0, at: time), expected, within: 1e-3), "\(time)")
        }
        let spline = try #require(again.animations[0].channels.first { $0.target == .translation })
        #expect(spline.interpolation == .cubicSpline && spline.values == scene.animations[0].channels[0].values)
        #expect(losses.contains { $0.kind == .precision })
    }

    @Test func `A truck keeps its skin, materials and animation`() throws {
        let scene = try TruckSample.truck()
        let (again, _, _) = try format.roundTrip(scene)
        #expect(again.nodes.map(\.name) == scene.nodes.map(\.name) && again.nodes.map(\.camera) == scene.nodes.map(\.camera))
        #expect(again.nodes.map(\.light) == scene.nodes.map(\.light) && again.skins.map(\.joints) == scene.skins.map(\.joints))
        #expect(areNear(again.worldCorners(), scene.worldCorners()))
        #expect(areNear(again.worldCorners(animation: 0, at: 1), scene.worldCorners(animation: 0, at: 1)))
    }

    @Test func `A shear becomes two nodes, and map coordinates an origin`() throws {
        var scene = SceneSample.furniture
        scene.nodes[1].transform = .matrix(
            AffineMap(x: SIMD3(1, 0.5, 0), y: SIMD3(0, 2, 0.25), z: SIMD3(0, 0, 1), translation: SIMD3(1, 2, 3)))
        scene.origin = SIMD3(500_000, 0, 4_000_000)
        let (again, losses, _) = try format.roundTrip(scene)
        #expect(again.nodes.count == 3 && losses.contains { $0.kind == .hierarchy })
        // The origin is chosen anew, by the first vertex.
        let shift = Vector3(again.origin - scene.origin)
        #expect(areSameTriangles(again.worldCorners().map { $0 + shift }, scene.worldCorners(), within: 1e-3))
        #expect(abs(shift.x) < 10 && abs(shift.z) < 10)
    }

    @Test(.enabled(if: TestData.has("foreign-formats/trimesh/CesiumMilkTruck.glb"))) func `The milk truck goes through FBX`() throws
    {
        let scene = try SceneFile.read(TestData.shared("foreign-formats/trimesh/CesiumMilkTruck.glb"))
        let (again, losses, _) = try format.roundTrip(scene)
        #expect(again.triangleCount == scene.triangleCount && again.images.map(\.bytes) == scene.images.map(\.bytes))
        #expect(again.materials.count == scene.materials.count && areSameTriangles(again.worldCorners(), scene.worldCorners()))
        for time in [Float(0), 0.4, 1] {
            let corners = scene.worldCorners(animation: 0, at: time)
            #expect(areSameTriangles(again.worldCorners(animation: 0, at: time), corners, within: 1e-3), "\(time)")
        }
        #expect(again.nodes.map(\.name) == scene.nodes.map(\.name) && !losses.contains { $0.kind == .hierarchy })
    }
}
