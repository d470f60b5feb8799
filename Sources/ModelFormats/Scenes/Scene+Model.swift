import Codecs
import Geometry
import Images
import Models

extension Scene {
    /// A model as a scene with one node, one mesh and one material: white, rough and double-sided, with the model's texture encoded
    /// as JPEG of quality 92. Splats become their centres.
    public init(_ model: Model, name: String? = nil) throws(FormatError) {
        self.init()
        self.name = name
        var primitive = Primitive(model.triangleCount > 0 ? .triangles : .points)
        primitive.positions = model.positions
        primitive.normals = model.normals
        primitive.colors = model.colors.map { SIMD4($0, 1) }
        if let mesh = model.mesh {
            primitive.indices = mesh.indices
            if !mesh.textureCoordinates.isEmpty {
                primitive.textureCoordinates = [mesh.textureCoordinates.map { Vector2($0.x, 1 - $0.y) }]
            }
            var material = Material()
            material.metallic = 0
            material.isDoubleSided = true
            let texture = try model.encodedTexture()
            if !texture.isEmpty {
                images = [EncodedImage(texture)]
                textures = [Texture(image: 0)]
                material.baseColorTexture = TextureReference(0)
                // The texture is the colour; readers multiply the two.
                primitive.colors = []
            }
            materials = [material]
            primitive.material = 0
        } else if let cloud = model.cloud {
            primitive.attributes = cloud.attributes
        }
        meshes = [Mesh(name: name, primitives: [primitive])]
        var node = Node(name: name)
        node.mesh = 0
        nodes = [node]
        roots = [0]
        origin = model.origin
        crs = model.crs
        notes = model.notes
    }
}
