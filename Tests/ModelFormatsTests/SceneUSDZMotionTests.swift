import Codecs
import Foundation
import Geometry
import ModelFormats
import Models
import TestSupport
import Testing

/// Skeletons, blend shapes and animations of text layers, round trips, foreign and damaged files.
@Suite struct SceneUSDZMotionTests {
    private let format = SceneFormat.usdz

    // MARK: Text layers

    private func scene(_ body: String) throws -> Scene {
        try format.read(USDZReadTests.archive([("a.usda", "#usda 1.0\n(\nmetersPerUnit = 1\nstartTimeCode = 24\n)\n\(body)")]))
    }

    @Test func `Values over time are channels, and angles have keys between`() throws {
        let scene = try scene(
            """
            def Xform "A"
            {
                double3 xformOp:translate.timeSamples = { 48: (2, 0, 0), 24: (0, 0, 0), 60: None }
                float3 xformOp:rotateXYZ.timeSamples = { 24: (0, 0, 0), 48: (0, 0, 360) }
                float3 xformOp:scale = (2, 2, 2)
                uniform token[] xformOpOrder = ["xformOp:translate", "xformOp:rotateXYZ", "xformOp:scale"]
                def Camera "Eye" { }
            }
            """)
        let channels = scene.animations[0].channels
        #expect(channels.map(\.target) == [.translation, .rotation] && channels[0].times == [0, 1])
        #expect(channels[0].values == [0, 0, 0, 2, 0, 0] && channels[1].times.count == 31)
        let place = ScenePose(scene, animation: 0, at: 0.5).world[0].apply(SIMD3(1, 0, 0))
        // Half of the way, half a turn.
        #expect(abs(place.x - (1 - 2)) < 1e-5 && abs(place.y) < 1e-5)
    }

    static let skeleton = """
        def SkelRoot "Root"
        {
            def Skeleton "Bones" (prepend apiSchemas = ["SkelBindingAPI"])
            {
                uniform token[] joints = ["hip", "hip/knee"]
                uniform matrix4d[] bindTransforms = [
                    ( (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 1, 0, 1) ),
                    ( (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 2, 0, 1) )]
                uniform matrix4d[] restTransforms = [
                    ( (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 1, 0, 1) ),
                    ( (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 1, 0, 1) )]
                rel skel:animationSource = </Root/Move>
            }
            def SkelAnimation "Move"
            {
                uniform token[] joints = ["hip/knee"]
                float3[] translations.timeSamples = { 24: [(0, 1, 0)], 48: [(0, 1, 0)] }
                quatf[] rotations.timeSamples = { 24: [(1, 0, 0, 0)], 48: [(0.7071068, 0, 0, 0.7071068)] }
                half3[] scales = [(1, 1, 1)]
                uniform token[] blendShapes = ["other", "wide"]
                float[] blendShapeWeights = [0, 0.25]
                float[] blendShapeWeights.timeSamples = { 24: [0, 0], 48: [0, 1] }
            }
            def Mesh "Skin" (prepend apiSchemas = ["SkelBindingAPI"])
            {
                int[] faceVertexCounts = [3]
                int[] faceVertexIndices = [0, 1, 2]
                point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 2, 0)]
                rel skel:skeleton = </Root/Bones>
                uniform token[] skel:joints = ["hip/knee", "hip"]
                matrix4d primvars:skel:geomBindTransform = ( (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 1, 0, 1) )
                int[] primvars:skel:jointIndices = [1, 0, 1, 0, 0, 0] ( elementSize = 2
                    interpolation = "vertex" )
                float[] primvars:skel:jointWeights = [1, 0, 0.5, 0.5, 3, 1] ( elementSize = 2
                    interpolation = "vertex" )
                uniform token[] skel:blendShapes = ["wide"]
                rel skel:blendShapeTargets = </Root/Skin/Wide>
                def BlendShape "Wide" { uniform vector3f[] offsets = [(1, 0, 0)]
                    uniform int[] pointIndices = [1] }
            }
        }
        """

    @Test func `Skeletons and blend shapes are skins, joints and morph targets`() throws {
        let scene = try scene(Self.skeleton)
        #expect(
            scene.nodes.map(\.name) == ["Root", "Bones", "hip", "knee"] && scene.nodes[0].mesh == 0 && scene.nodes[0].skin == 0)
        #expect(scene.skins[0].joints == [3, 2] && scene.skins[0].name == "Bones")
        // From points, which stand one metre below, to the joint.
        #expect(scene.skins[0].inverseBindMatrices == [.translation(SIMD3(0, -1, 0)), .identity])
        let p = scene.meshes[0].primitives[0]
        #expect(p.joints == [SIMD4(1, 0, 0, 0), SIMD4(1, 0, 0, 0), SIMD4(0, 0, 0, 0)])
        #expect(p.weights == [SIMD4(1, 0, 0, 0), SIMD4(0.5, 0.5, 0, 0), SIMD4(1, 0, 0, 0)])
        #expect(p.targets[0].positions == [.zero, Vector3(1, 0, 0), .zero] && scene.meshes[0].targetNames == ["Wide"])
        #expect(scene.nodes[0].weights == [0.25])
        let channels = scene.animations[0].channels
        #expect(channels.map(\.target) == [.rotation, .weights] && channels[0].node == 3)
        #expect(channels[1].values == [0, 1] && channels[1].times == [0, 1])
        let corners = scene.worldCorners(animation: 0, at: 1)
        // The top, at (0, 3, 0) when bound, turns about the knee at (0, 2, 0).
        #expect(areNear(corners, [Vector3(0, 1, 0), Vector3(1.5, 2.5, 0), Vector3(-1, 2, 0)]), "\(corners)")
    }

    // MARK: Round trips

    @Test func `A scene comes back with its nodes, materials and images`() throws {
        var scene = SceneSample.furniture
        scene.materials[1].isDoubleSided = true
        // A usdz shows colours of vertices or a factor, and holds no lines.
        scene.meshes[0].primitives.remove(at: 2)
        scene.meshes[0].primitives[1].colors = []
        let (again, losses, files) = try format.roundTrip(scene)
        #expect(losses.isEmpty && again.notes.isEmpty && files.count == 1, "\(losses)")
        #expect(again.nodes.map(\.name) == scene.nodes.map(\.name) && again.nodes.map(\.transform) == scene.nodes.map(\.transform))
        #expect(again.meshes == scene.meshes && again.name == "furniture")
        #expect(again.materials[1] == scene.materials[1])
        let wood = again.materials[0]
        #expect(wood.name == "wood" && wood.roughness == 0.75 && wood.metallic == 0.5 && wood.baseColor == SIMD4(1, 1, 1, 1))
        #expect(wood.baseColorTexture?.transform?.scale == Vector2(2, 4))
        #expect(wood.baseColorTexture?.transform?.offset == Vector2(0.5, -0.25))
        let clamped = try #require(wood.normalTexture)
        #expect(again.textures[clamped.texture].wrapU == .clamped)
        #expect(again.images.map(\.bytes) == scene.images.map(\.bytes) && again.images.map(\.name) == scene.images.map(\.name))
        let third = try format.roundTrip(again).scene
        #expect(third.meshes == again.meshes && third.materials == again.materials && third.nodes == again.nodes)
        #expect(try format.roundTrip(scene).files == files)
    }

    @Test func `Colours of vertices are shown by the material, times its factor`() throws {
        let scene = SceneSample.furniture
        let (again, losses, _) = try format.roundTrip(scene)
        #expect(losses.map(\.kind) == [.shape])
        let colored = again.meshes[0].primitives.first { !$0.colors.isEmpty }
        var factor = scene.materials[1].baseColor
        factor.w = 1
        #expect(colored?.colors == scene.meshes[0].primitives[1].colors.map { $0 * factor })
        #expect(colored?.material.map { again.materials[$0].baseColor } == SIMD4(1, 1, 1, 0.25))
        #expect(colored?.material.map { again.materials[$0].alphaMode } == .blend)
    }

    @Test func `All terms of materials come back`() throws {
        var scene = SceneSample.furniture
        scene.meshes[0].primitives = [SceneSample.square(material: 0), SceneSample.square(2, material: 1)]
        for k in 0..<2 {
            let first = scene.meshes[0].primitives[k].textureCoordinates[0]
            scene.meshes[0].primitives[k].textureCoordinates.append(first.map { Vector2($0.y, $0.x) })
        }
        var turned = TextureTransform()
        turned.rotation = 0.5
        turned.scale = Vector2(3, 2)
        turned.offset = Vector2(0.25, 0.5)
        scene.materials[0].occlusionTexture = TextureReference(1, coordinates: 1)
        scene.materials[0].occlusionStrength = 0.5
        scene.materials[0].emissiveTexture = TextureReference(0, transform: turned)
        scene.materials[0].emissive = Vector3(1, 0.5, 0.25)
        scene.materials[0].emissiveStrength = 4
        scene.materials[0].baseColor = SIMD4(0.5, 0.25, 1, 0.75)
        scene.materials[0].alphaMode = .mask
        scene.materials[0].alphaCutoff = 0.25
        var coat = Material.Clearcoat()
        coat.factor = 0.5
        coat.roughness = 0.25
        coat.roughnessTexture = TextureReference(1)
        scene.materials[1].clearcoat = coat
        let (again, losses, _) = try format.roundTrip(scene)
        #expect(losses.isEmpty && again.meshes == scene.meshes)
        let a = again.materials[0]
        let b = scene.materials[0]
        #expect(a.baseColor == b.baseColor && a.alphaMode == .mask && a.alphaCutoff == 0.25 && a.occlusionStrength == 0.5)
        #expect(a.occlusionTexture?.coordinates == 1 && a.emissive == b.emissive && a.emissiveStrength == 4)
        let found = try #require(a.emissiveTexture?.transform)
        for uv in [Vector2(0, 0), Vector2(1, 0), Vector2(0.25, 0.75)] {
            let distance = found.apply(uv) - turned.apply(uv)
            #expect(abs(distance.x) < 1e-5 && abs(distance.y) < 1e-5)
        }
        #expect(again.materials[1].clearcoat?.factor == 0.5 && again.materials[1].clearcoat?.roughness == 0.25)
        #expect(again.materials[1].clearcoat?.roughnessTexture != nil)
    }

    @Test func `Skins, morph targets, animations and cameras come back`() throws {
        let scene = SceneSample.bar
        let (again, losses, _) = try format.roundTrip(scene)
        #expect(losses.map(\.kind) == [.lights], "\(losses)")
        #expect(again.meshes[0].primitives == scene.meshes[0].primitives && again.meshes[0].targetNames == ["wide"])
        #expect(again.skins[0].joints.map { again.nodes[$0].name } == ["hip", "knee"] && again.skins[0].name == "bones")
        #expect(again.skins[0].inverseBindMatrices == scene.skins[0].inverseBindMatrices)
        #expect(again.nodes.first { $0.mesh != nil }?.weights == [0.5] && again.animations.map(\.name) == ["bend"])
        for time in [Float(0), 0.3, 1, 1.5, 2] {
            #expect(areNear(again.worldCorners(animation: 0, at: time), scene.worldCorners(animation: 0, at: time)), "\(time)")
        }
        #expect(areNear(again.worldCorners(), scene.worldCorners()))
        guard case .perspective(let angle, let aspect) = again.cameras[0].projection else { throw CocoaError(.coderInvalidValue) }
        #expect(abs(angle - 0.8) < 1e-6 && aspect == 1.5 && again.cameras[0].near == 0.1 && again.cameras[0].far == 50)
        #expect(again.cameras[0].name == "eye")
    }

    @Test func `Several animations come back as such, in any unit`() throws {
        var scene = SceneSample.bar
        scene.animations.append(
            Animation(
                name: "jump",
                channels: [
                    Animation.Channel(node: 1, target: .translation, times: [0.5, 1], values: [0, 0.5, 0, 0, 3, 0]),
                    Animation.Channel(node: 3, target: .scale, interpolation: .step, times: [0, 1], values: [1, 1, 1, 2, 2, 2]),
                ]))
        let (again, losses, _) = try format.roundTrip(scene, WriteOptions(unit: .centimetre, up: .z))
        #expect(again.animations.map(\.name) == ["bend", "jump"])
        #expect(Set(losses.map(\.kind)) == [.lights, .upAxis, .animations])
        for (animation, time) in [(0, Float(0.7)), (0, 2), (1, 0.75), (1, 1)] {
            let expected = scene.worldCorners(animation: animation, at: time)
            #expect(areNear(again.worldCorners(animation: animation, at: time), expected, within: 1e-4), "\(animation) \(time)")
        }
        let eye = try #require(again.nodes.firstIndex { $0.name == "eye" })
        #expect(ScenePose(again, animation: 1, at: 0.9).world[eye].x == SIMD3(1, 0, 0))
        #expect(ScenePose(again, animation: 1, at: 1).world[eye].x == SIMD3(2, 0, 0))
    }

    @Test func `Morph targets without joints, instances, hidden nodes, points and map coordinates come back`() throws {
        var scene = SceneSample.bar
        scene.skins = []
        scene.nodes[0].skin = nil
        scene.meshes[0].primitives[0].joints = []
        scene.meshes[0].primitives[0].weights = []
        var points = Primitive(.points)
        points.positions = [Vector3(0, 1, 0), Vector3(2, 0, 0)]
        points.colors = [SIMD4(1, 0, 0, 1), SIMD4(0, 1, 0, 1)]
        scene.meshes.append(Mesh(name: "dots", primitives: [points, SceneSample.square()]))
        scene.nodes[2].mesh = 1
        scene.nodes[2].isVisible = false
        scene.nodes[1].mesh = 1
        scene.nodes[3].mesh = 1
        scene.nodes[3].instances = [.identity, .matrix(.translation(SIMD3(0, 5, 0)))]
        scene.origin = SIMD3(512_345, 310, -5_412_345)
        let (again, _, files) = try format.roundTrip(scene)
        #expect(again.origin == scene.origin && again.skins.isEmpty)
        #expect(again.nodes.map(\.name) == scene.nodes.map(\.name) && again.nodes.map(\.isVisible) == scene.nodes.map(\.isVisible))
        #expect(again.meshes.count == 2 && again.nodes.map(\.mesh) == scene.nodes.map(\.mesh))
        #expect(again.meshes[1].primitives.map(\.topology) == [.points, .triangles])
        #expect(again.meshes[1].primitives[0].colors == points.colors)
        #expect(again.nodes[3].instances.map(\.affine) == scene.nodes[3].instances.map(\.affine))
        for time in [Float(0), 1.5, 2] {
            #expect(areNear(again.worldCorners(animation: 0, at: time), scene.worldCorners(animation: 0, at: time)), "\(time)")
        }
        // Arrays of meshes that several nodes show are stored once.
        let sized = try #require(files["a room.usdz"]).count
        #expect(sized < 16_000)
    }

    @Test func `Names become identifiers and come back`() throws {
        var scene = SceneSample.furniture
        scene.nodes[0].name = "Stuhl 椅子"
        scene.nodes[1].name = "1 lamp"
        scene.nodes.append(Node(name: "Stuhl 椅子"))
        scene.nodes.append(Node(name: "Materials"))
        scene.roots += [2, 3]
        let again = try format.roundTrip(scene).scene
        #expect(again.nodes.map(\.name) == ["Stuhl 椅子", "1 lamp", "Stuhl 椅子", "Materials"])
    }

    // MARK: Foreign files

    @Test(.enabled(if: TestData.has("foreign-formats/trimesh/CesiumMilkTruck.glb"))) func `The milk truck keeps what it has`()
        throws
    {
        let truck = try SceneFile.read(TestData.shared("foreign-formats/trimesh/CesiumMilkTruck.glb"))
        let (again, losses, _) = try format.roundTrip(truck)
        #expect(losses.isEmpty, "\(losses)")
        #expect(
            again.nodes.count == truck.nodes.count
                && again.meshes.map(\.name).sorted { $0 ?? "" < $1 ?? "" }
                    == truck.meshes.map(\.name).sorted { $0 ?? "" < $1 ?? "" }
        )
        #expect(again.triangleCount == truck.triangleCount)
        #expect(
            again.materials.map(\.name) == truck.materials.map(\.name) && again.images.map(\.bytes) == truck.images.map(\.bytes))
        #expect(again.animations.count == 1)
        for time in [Float(0), 0.4, 1.1] {
            // Nodes are numbered in another order.
            let corners = again.worldCorners(animation: 0, at: time)
            #expect(areSameTriangles(corners, truck.worldCorners(animation: 0, at: time)), "\(time)")
        }
    }

    private static let samples = "foreign-formats/usd-wg"

    @Test(.enabled(if: TestData.has(samples))) func `The samples of the USD working group are read whole`() throws {
        func read(_ name: String) throws -> Scene { try format.read(TestData.shared("\(Self.samples)/\(name).usdz")) }
        let triangle = try read("AnimatedTriangle")
        #expect(triangle.animations.count == 1 && triangle.triangleCount == 1)
        let box = try read("BoxAnimated")
        #expect(box.animations.count == 1 && box.materials.count == 2 && box.triangleCount == 254)
        let rigged = try read("RiggedSimple")
        #expect(rigged.skins.count == 1 && rigged.skins[0].joints.count == 2 && rigged.animations[0].channels.count >= 1)
        #expect(rigged.meshes[0].primitives[0].joints.count == 160)
        let roughness = try read("RoughnessTest")
        #expect(roughness.images.count > 0 && roughness.materials.contains { $0.metallicRoughnessTexture != nil })
        for scene in [triangle, box, rigged, roughness] {
            let again = try format.roundTrip(scene).scene
            #expect(again.triangleCount == scene.triangleCount && again.materials.count == scene.materials.count)
            for time in [Float(0), 0.7] {
                let corners = scene.worldCorners(animation: 0, at: time)
                let isSame = areSameTriangles(again.worldCorners(animation: 0, at: time), corners, within: 1e-3)
                #expect(isSame, "\(time)")
            }
        }
    }

    private static let room = "roomplan-apple-myhome/Bathroom1/floorplan.usdz"

    @Test(.enabled(if: TestData.has(room))) func `A scan of RoomPlan has a node for each object`() throws {
        let scene = try format.read(TestData.shared(Self.room))
        #expect(scene.triangleCount == 402 && scene.nodes.contains { $0.name == "Wall0" }, "\(scene.nodes.map(\.name))")
        let again = try format.roundTrip(scene).scene
        #expect(again.nodes.count == scene.nodes.count && again.worldCorners() == scene.worldCorners())
    }

    // MARK: Damage

    @Test func `Damaged files give a scene without a flaw or an error`() throws {
        var files = [USDZReadTests.archive([("a.usda", "#usda 1.0\n" + Self.skeleton)])]
        for scene in [SceneSample.bar, SceneSample.furniture] {
            files.append(try #require(try format.roundTrip(scene).files["a room.usdz"]))
        }
        for bytes in files {
            for damaged in TestData.truncations(of: bytes, count: 100) { #expect(format.problem(damaged) == nil) }
            for damaged in TestData.bitFlips(of: bytes, count: 1500, seed: 5) { #expect(format.problem(damaged) == nil) }
            for place in stride(from: 64, to: bytes.count - 8, by: 11) {
                for extreme: [UInt8] in [Array("99999999".utf8), Array(repeating: 0xFF, count: 8), [0, 0, 0, 0, 0, 0, 0, 0x80]] {
                    var copy = bytes
                    copy.replaceSubrange(place..<place + 8, with: extreme)
                    #expect(format.problem(copy) == nil)
                }
            }
        }
    }
}
