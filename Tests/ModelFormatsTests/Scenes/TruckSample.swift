import Geometry
import Images
import Models

/// A small scene with something of everything: two meshes below nodes, one of them skinned and animated, two materials with a
/// texture, a camera and a light.
enum TruckSample {
    static func truck() throws -> Scene {
        var scene = Scene()
        scene.name = "truck"
        scene.images = [EncodedImage(try PNG.encode(checks()), name: "checks.png")]
        scene.textures = [Texture(image: 0)]
        var painted = Material(name: "painted")
        painted.metallic = 0
        painted.roughness = 0.6
        painted.baseColorTexture = TextureReference(0)
        var glass = Material(name: "glass")
        glass.baseColor = SIMD4(0.2, 0.4, 0.8, 0.5)
        glass.metallic = 0
        glass.roughness = 0.1
        glass.alphaMode = .blend
        scene.materials = [painted, glass]
        scene.meshes = [Mesh(name: "body", primitives: [square(0), square(1, up: 1)]), Mesh(name: "arm", primitives: [arm()])]
        addNodes(&scene)
        return scene
    }

    /// Red and white.
    static func checks() -> ColorImage {
        var image = ColorImage(width: 4, height: 4, repeating: SIMD4(255, 255, 255, 255))
        for i in 0..<16 where (i + i / 4) % 2 == 0 { image.pixels[i] = SIMD4(200, 20, 20, 255) }
        return image
    }

    /// A square of a metre in the plane z = `up`, with texture coordinates.
    static func square(_ material: Int?, up: Float = 0) -> Primitive {
        var primitive = Primitive()
        primitive.positions = [Vector3(0, 0, up), Vector3(1, 0, up), Vector3(1, 1, up), Vector3(0, 1, up)]
        primitive.normals = Array(repeating: Vector3(0, 0, 1), count: 4)
        primitive.textureCoordinates = [[Vector2(0, 1), Vector2(1, 1), Vector2(1, 0), Vector2(0, 0)]]
        primitive.indices = [0, 1, 2, 0, 2, 3]
        primitive.material = material
        return primitive
    }

    /// A strip that bends at one metre.
    private static func arm() -> Primitive {
        var primitive = Primitive()
        primitive.positions = (0..<6).map { Vector3($0 % 2 == 0 ? 0 : 0.2, Float($0 / 2), 0) }
        primitive.normals = Array(repeating: Vector3(0, 0, 1), count: 6)
        primitive.indices = [0, 1, 3, 0, 3, 2, 2, 3, 5, 2, 5, 4]
        primitive.joints = (0..<6).map { $0 < 2 ? SIMD4(0, 0, 0, 0) : $0 < 4 ? SIMD4(0, 1, 0, 0) : SIMD4(1, 0, 0, 0) }
        primitive.weights = (0..<6).map { $0 < 2 || $0 > 3 ? SIMD4(1, 0, 0, 0) : SIMD4(0.5, 0.5, 0, 0) }
        primitive.material = 1
        return primitive
    }

    private static func addNodes(_ scene: inout Scene) {
        func at(_ x: Double, _ y: Double, _ z: Double) -> NodeTransform {
            .parts(translation: SIMD3(x, y, z), rotation: SIMD4(0, 0, 0, 1), scale: SIMD3(repeating: 1))
        }
        var root = Node(name: "truck", transform: at(5, 0, 0))
        root.children = [1, 2, 3, 5, 6]
        var body = Node(name: "body")
        body.mesh = 0
        var arm = Node(name: "arm")
        arm.mesh = 1
        arm.skin = 0
        var shoulder = Node(name: "shoulder")
        shoulder.children = [4]
        let elbow = Node(name: "elbow", transform: at(0, 1, 0))
        var eye = Node(name: "eye", transform: at(0, 1, 4))
        eye.camera = 0
        var lamp = Node(name: "lamp", transform: at(0, 3, 0))
        lamp.light = 0
        scene.nodes = [root, body, arm, shoulder, elbow, eye, lamp]
        scene.roots = [0]
        scene.skins = [Skin(name: "arm", joints: [3, 4])]
        scene.skins[0].inverseBindMatrices = [.translation(SIMD3(-5, 0, 0)), .translation(SIMD3(-5, -1, 0))]
        // The arm's mesh is in the world's coordinates when it is bound.
        for i in scene.meshes[1].primitives[0].positions.indices { scene.meshes[1].primitives[0].positions[i].x += 5 }
        let half = Float(0.5).squareRoot()
        scene.animations = [
            Animation(
                name: "wave",
                channels: [
                    Animation.Channel(node: 4, target: .rotation, times: [0, 1], values: [0, 0, 0, 1, 0, 0, half, half])
                ])
        ]
        scene.cameras = [Camera(name: "eye", .perspective(fieldOfView: 0.8, aspect: 1.5))]
        scene.lights = [Light(name: "lamp", .point)]
    }
}
