import Codecs
import Foundation
import Geometry
import Images
import ModelFormats
import Models
import TestSupport
import Testing

/// A scene with everything that glTF holds. Its numbers are floats where the file has floats, so that it comes back exactly.
enum GLTFSceneSample {
    static func everything() throws -> Scene {
        var scene = Scene()
        scene.name = "Workshop"
        scene.extras = .object(["author": .string("Ada"), "rating": .number(4.5), "tags": .array([.null, .bool(true)])])
        scene.images = try images()
        scene.textures = textures
        scene.materials = materials
        scene.meshes = [figure, outline, cloud]
        scene.skins = [skin]
        scene.cameras = [
            Camera(name: "eye", .perspective(fieldOfView: 0.75, aspect: 1.5), near: 0.125, far: 100),
            Camera(.perspective(fieldOfView: 1, aspect: nil), near: 0.5),
            Camera(name: "plan", .orthographic(halfWidth: 4, halfHeight: 3), near: 0, far: 50),
        ]
        scene.lights = lights
        scene.nodes = nodes
        scene.roots = [0, 6]
        scene.animations = animations
        return scene
    }

    private static func images() throws -> [EncodedImage] {
        var picture = ColorImage(width: 4, height: 2, repeating: SIMD4(10, 200, 30, 255))
        picture[0, 0] = SIMD4(255, 0, 0, 255)
        return [
            EncodedImage(try PNG.encode(picture), name: "wood"),
            EncodedImage(try JPEG.encode(picture, quality: 90), name: "wood"),
            EncodedImage(Array("RIFF".utf8) + [4, 0, 0, 0] + Array("WEBP".utf8) + [1, 2, 3], name: "../näme?.webp"),
            EncodedImage([0xAB, 0x4B, 0x54, 0x58, 0x20, 0x32, 0x30, 0xBB, 0x0D, 0x0A, 0x1A, 0x0A, 7], name: "packed"),
        ]
    }

    private static var textures: [Texture] {
        var first = Texture(image: 0, name: "albedo")
        first.wrapU = .mirrored
        first.wrapV = .clamped
        first.magnification = .nearest
        first.minification = .linear
        first.mipmaps = .linear
        var second = Texture(image: 1)
        second.minification = .nearest
        return [first, second, Texture(image: 2), Texture(image: 3, name: "normal")]
    }

    private static var materials: [Material] {
        var full = Material(name: "lacquer")
        var transform = TextureTransform()
        transform.offset = Vector2(0.25, 0.5)
        transform.rotation = 0.5
        transform.scale = Vector2(2, 3)
        full.baseColor = SIMD4(0.5, 0.25, 1, 0.75)
        full.baseColorTexture = TextureReference(0, coordinates: 1, transform: transform)
        full.metallic = 0.5
        full.roughness = 0.25
        full.metallicRoughnessTexture = TextureReference(1)
        full.normalTexture = TextureReference(3)
        full.normalScale = 2
        full.occlusionTexture = TextureReference(1, coordinates: 1)
        full.occlusionStrength = 0.5
        full.emissive = Vector3(0.5, 1, 0)
        full.emissiveTexture = TextureReference(2)
        full.emissiveStrength = 6
        full.alphaMode = .blend
        full.isDoubleSided = true
        var coat = Material.Clearcoat()
        coat.factor = 0.75
        coat.texture = TextureReference(1)
        coat.roughness = 0.125
        coat.roughnessTexture = TextureReference(0)
        coat.normalTexture = TextureReference(3, transform: transform)
        full.clearcoat = coat
        var light = Material.Transmission()
        light.factor = 0.5
        light.texture = TextureReference(1)
        full.transmission = light
        full.extras = .string("handmade")
        var sign = Material(name: "sign")
        sign.isUnlit = true
        sign.alphaMode = .mask
        sign.alphaCutoff = 0.25
        return [full, sign, Material()]
    }

    /// Two triangles with every attribute and two morph targets.
    private static var figure: Mesh {
        var part = Primitive()
        part.positions = [Vector3(0, 0, 0), Vector3(1, 0, 0), Vector3(1, 1, 0), Vector3(0, 1, 0.5)]
        part.normals = [Vector3(0, 0, 1), Vector3(0, 0, 1), Vector3(0, 1, 0), Vector3(0.6, 0.8, 0)]
        part.tangents = [SIMD4(1, 0, 0, 1), SIMD4(1, 0, 0, -1), SIMD4(1, 0, 0, 1), SIMD4(0, 0, 1, 1)]
        part.textureCoordinates = [
            [Vector2(0, 0), Vector2(1, 0), Vector2(1, 1), Vector2(0, 1.5)],
            [Vector2(0.5, 0.5), Vector2(-1, 0), Vector2(0, 0), Vector2(1, 1)],
        ]
        part.colors = [SIMD4(1, 0, 0, 1), SIMD4(0, 0.5, 0, 0.5), SIMD4(0, 0, 1, 1), SIMD4(repeating: 0.25)]
        part.joints = [SIMD4(0, 1, 0, 0), SIMD4(1, 0, 0, 0), SIMD4(0, 0, 0, 0), SIMD4(1, 0, 0, 0)]
        part.weights = [SIMD4(0.5, 0.5, 0, 0), SIMD4(1, 0, 0, 0), SIMD4(1, 0, 0, 0), SIMD4(0.75, 0.25, 0, 0)]
        part.indices = [0, 1, 2, 0, 2, 3]
        part.material = 0
        part.attributes = [PointAttribute("wear", .float([0, 0.5, 1, -3]))]
        var smile = MorphTarget()
        smile.positions = [.zero, .zero, Vector3(0, 0, 0.5), .zero]
        smile.normals = [.zero, Vector3(0.5, 0, 0), .zero, Vector3(0, 0.25, 0)]
        smile.tangents = [.zero, .zero, .zero, Vector3(0, 0.5, 0)]
        var frown = MorphTarget()
        frown.positions = [Vector3(1, 0, 0), Vector3(2, 0, 0), Vector3(3, 0, 0), Vector3(4, 0, 0)]
        part.targets = [smile, frown]
        var second = Primitive()
        second.positions = [Vector3(5, 0, 0), Vector3(6, 0, 0), Vector3(6, 1, 0)]
        second.material = 1
        second.targets = [MorphTarget(), MorphTarget()]
        second.targets[0].positions = [.zero, .zero, Vector3(0, 1, 0)]
        second.targets[1].positions = [Vector3(0, 2, 0), .zero, .zero]
        var mesh = Mesh(name: "figure", primitives: [part, second])
        mesh.weights = [0.5, 0]
        mesh.targetNames = ["smile", "frown"]
        mesh.extras = .object(["lod": .number(2)])
        return mesh
    }

    private static var outline: Mesh {
        var lines = Primitive(.lines)
        lines.positions = [Vector3(0, 0, 0), Vector3(1, 0, 0), Vector3(1, 1, 0)]
        lines.indices = [0, 1, 1, 2, 2, 0]
        return Mesh(name: "outline", primitives: [lines])
    }

    private static var cloud: Mesh {
        var points = Primitive(.points)
        points.positions = [Vector3(0, 0, 0), Vector3(1, 2, 3), Vector3(-1, 5, 2)]
        points.colors = [SIMD4(1, 0.5, 0, 1), SIMD4(0, 0, 0, 1), SIMD4(1, 1, 1, 1)]
        // In the order of their names in the file.
        points.attributes = [
            PointAttribute(PointAttribute.Name.classification, .uint8([2, 6, 255])),
            PointAttribute("Height above ground", .float([0.5, 1.5, -2])),
            PointAttribute(PointAttribute.Name.intensity, .uint16([0, 1000, 65535]), details: "counts"),
            PointAttribute("shift", .int16([-5, 0, 32767])), PointAttribute("sign", .int8([-128, 0, 127])),
        ]
        return Mesh(primitives: [points])
    }

    private static var skin: Skin {
        var skin = Skin(name: "rig", joints: [2, 3])
        skin.skeleton = 2
        skin.inverseBindMatrices = [
            .translation(SIMD3(0, -1, 0)), AffineMap.scale(SIMD3(2, 1, 1)) * .translation(SIMD3(0.5, 0, 0)),
        ]
        return skin
    }

    private static var lights: [Light] {
        var sun = Light(name: "sun", .directional)
        sun.intensity = 3
        sun.color = Vector3(1, 0.5, 0.25)
        var lamp = Light(.point)
        lamp.range = 10
        return [sun, lamp, Light(name: "spot", .spot(inner: 0.25, outer: 0.5))]
    }

    private static func parts(
        _ t: SIMD3<Double>, _ q: SIMD4<Double> = SIMD4(0, 0, 0, 1), scale: SIMD3<Double> = SIMD3(repeating: 1)
    ) -> NodeTransform { .parts(translation: t, rotation: q, scale: scale) }

    private static var nodes: [Node] {
        let half = 0.5.squareRoot()
        var root = Node(name: "room", transform: parts(SIMD3(0.25, 1, -0.125), SIMD4(0, half, 0, half)))
        root.children = [1, 2, 4, 5]
        var figure = Node(name: "figure", transform: parts(SIMD3(0, 1e-5, 0), scale: SIMD3(1, -2, 3)))
        figure.mesh = 0
        figure.skin = 0
        figure.weights = [0.25, 0.75]
        figure.extras = .number(7)
        var hip = Node(name: "hip", transform: parts(SIMD3(0, 1, 0)))
        hip.children = [3]
        let knee = Node(name: "knee", transform: parts(SIMD3(0, -0.5, 0), SIMD4(half, 0, 0, half)))
        var frame = Node(
            transform: .matrix(AffineMap(x: SIMD3(0, 2, 0), y: SIMD3(-1, 0, 0), z: SIMD3(0, 0, 1), translation: SIMD3(1, 2, 3))))
        frame.mesh = 1
        frame.isVisible = false
        var dots = Node(name: "dots")
        dots.mesh = 2
        dots.instances = [
            .identity, parts(SIMD3(1, 2, 3), SIMD4(0, 1, 0, 0), scale: SIMD3(2, 2, 2)), parts(SIMD3(-1, 0.5, 0)),
        ]
        var rig = Node(name: "cameras", transform: parts(SIMD3(0, 2, 0)))
        rig.children = [7, 8, 9]
        rig.light = 0
        var nodes = [root, figure, hip, knee, frame, dots, rig]
        for i in 0..<3 {
            var node = Node()
            node.camera = i
            node.light = i
            nodes.append(node)
        }
        return nodes
    }

    private static var animations: [Animation] {
        let half = Float(0.5).squareRoot()
        let times: [Float] = [0, 0.5, 2]
        return [
            Animation(
                name: "walk",
                channels: [
                    .init(node: 2, target: .translation, times: times, values: [0, 1, 0, 0, 2, 0, 0, 1, 0]),
                    .init(node: 3, target: .rotation, times: [0, 1], values: [0, 0, 0, 1, half, 0, 0, half]),
                    .init(node: 3, target: .scale, interpolation: .step, times: times, values: [1, 1, 1, 2, 2, 2, 1, 1, 1]),
                    .init(node: 1, target: .weights, times: times, values: [0, 0, 1, 0, 0, 1]),
                ]),
            Animation(channels: [
                .init(
                    node: 0, target: .translation, interpolation: .cubicSpline, times: [1, 2],
                    values: [0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 2, 1, 0, 0, 0, 0]),
                .init(
                    node: 3, target: .rotation, interpolation: .cubicSpline, times: [0],
                    values: [5, 0, 0, 0, 0, 0, 0, 1, 0, 3, 0, 0]),
            ]),
        ]
    }
}

/// Whether two scenes are the same but for their notes.
func expectSameScene(_ a: Scene, _ b: Scene, location: SourceLocation = #_sourceLocation) {
    #expect(a.name == b.name && a.extras == b.extras && a.crs == b.crs && a.origin == b.origin, sourceLocation: location)
    #expect(a.roots == b.roots, sourceLocation: location)
    #expect(a.nodes == b.nodes, sourceLocation: location)
    #expect(a.meshes == b.meshes, sourceLocation: location)
    #expect(a.materials == b.materials, sourceLocation: location)
    #expect(a.textures == b.textures, sourceLocation: location)
    #expect(a.images.map(\.bytes) == b.images.map(\.bytes), sourceLocation: location)
    #expect(a.skins == b.skins && a.animations == b.animations, sourceLocation: location)
    #expect(a.cameras == b.cameras && a.lights == b.lights, sourceLocation: location)
    for i in a.animations.indices where i < b.animations.count {
        for time in [0, 0.3, 1, a.animations[i].duration] {
            #expect(ScenePose(a, animation: i, at: time) == ScenePose(b, animation: i, at: time), sourceLocation: location)
        }
    }
    #expect(ScenePose(a) == ScenePose(b), sourceLocation: location)
}

/// The scene of a file in memory.
func sceneOfGLB(_ bytes: [UInt8]) throws(FormatError) -> Scene {
    var result: Result<Scene, FormatError> = .failure(FormatError(.unreadable, "was not read"))
    bytes.withUnsafeBytes { bytes in
        do throws(FormatError) { result = .success(try GLB.readScene(bytes)) } catch { result = .failure(error) }
    }
    return try result.get()
}

/// The scene of a `.gltf` with the files beside it.
func sceneOfGLTF(_ file: URL) throws -> Scene {
    let bytes = Array(try Data(contentsOf: file))
    return try bytes.withUnsafeBytes { try GLTF.readScene($0, folder: file.deletingLastPathComponent()) }
}
