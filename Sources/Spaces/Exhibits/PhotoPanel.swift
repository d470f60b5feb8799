import Foundation
import Geometry
import Images
import Models

/// A photo as a model: a thin upright panel, as things are shown of which there is no model.
enum PhotoPanel {
    /// The longest side of a panel, in metres.
    private static let longSide: Float = 0.6
    /// Its depth, in metres.
    private static let depth: Float = 0.012
    /// The longest side of its texture, in pixels.
    private static let pixels = 2048

    /// The scene of a panel that stands on the floor, its photo towards +z.
    /// - Throws: `ImageError` where the photo can't be read.
    static func scene(_ photo: URL, name: String) throws(ImageError) -> Scene {
        let image = try ImageFile.decodeShown(try ImageFile.read(photo), longEdge: pixels)
        let scale = longSide / Float(max(image.width, image.height))
        let size = Vector3(Float(image.width) * scale, Float(image.height) * scale, depth)
        var scene = Scene()
        scene.images = [EncodedImage(try JPEG.encode(image, quality: 90), name: "photo.jpg")]
        scene.textures = [Texture(image: 0, name: "photo")]
        var front = Material(name: "photo")
        front.roughness = 0.6
        front.metallic = 0
        front.baseColorTexture = TextureReference(0)
        var frame = Material(name: "frame")
        frame.baseColor = SIMD4(0.03, 0.03, 0.035, 1)
        frame.roughness = 0.5
        frame.metallic = 0
        scene.materials = [front, frame]
        scene.meshes = [Mesh(name: name, primitives: [face(size), box(size)])]
        var node = Node(name: name)
        node.mesh = 0
        scene.nodes = [node]
        scene.roots = [0]
        return scene
    }

    /// The side with the photo.
    private static func face(_ size: Vector3) -> Primitive {
        var face = Primitive()
        let x = size.x / 2
        let z = size.z / 2
        face.positions = [Vector3(-x, 0, z), Vector3(x, 0, z), Vector3(x, size.y, z), Vector3(-x, size.y, z)]
        face.normals = Array(repeating: Vector3(0, 0, 1), count: 4)
        face.textureCoordinates = [[Vector2(0, 1), Vector2(1, 1), Vector2(1, 0), Vector2(0, 0)]]
        face.indices = [0, 1, 2, 0, 2, 3]
        face.material = 0
        return face
    }

    /// The other five sides.
    private static func box(_ size: Vector3) -> Primitive {
        var box = Primitive()
        let x = size.x / 2
        let z = size.z / 2
        let normals = [Vector3(0, 0, -1), Vector3(-1, 0, 0), Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, -1, 0)]
        for normal in normals {
            let up = abs(normal.y) > 0 ? Vector3(0, 0, -normal.y) : Vector3(0, 1, 0)
            let right = cross(up, normal)
            let first = UInt32(box.positions.count)
            for (a, b) in [(-1, -1), (1, -1), (1, 1), (-1, 1)] as [(Float, Float)] {
                let p = normal + right * a + up * b
                box.positions.append(Vector3(p.x * x, (p.y + 1) * size.y / 2, p.z * z))
                box.normals.append(normal)
            }
            box.indices += [0, 1, 2, 0, 2, 3].map { $0 + first }
        }
        box.material = 1
        return box
    }
}
