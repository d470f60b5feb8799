import Geometry
import Images

/// The materials of a mesh, by triangle: base colours with their images, and the light that they emit.
public struct RenderMaterials: Sendable {
    /// A material.
    public struct Material: Sendable, Equatable {
        /// Linear RGB; multiplied with the image and with colours of the vertices.
        public var color: Vector3
        /// Linear RGB that is added to the lit colour.
        public var emitted: Vector3
        /// The number of the image; nil for none.
        public var image: Int?
        /// What is beside the image, along u.
        public var wrapU: Wrap
        /// What is beside the image, along v.
        public var wrapV: Wrap

        /// White by default, without an image.
        public init(
            color: Vector3 = Vector3(repeating: 1), emitted: Vector3 = Vector3(repeating: 0), image: Int? = nil,
            wrapU: Wrap = .repeating, wrapV: Wrap = .repeating
        ) {
            self.color = color
            self.emitted = emitted
            self.image = image
            self.wrapU = wrapU
            self.wrapV = wrapV
        }
    }

    /// How an image goes on beyond its edges.
    public enum Wrap: Sendable {
        /// Again and again.
        case repeating
        /// Again and again, every other one mirrored.
        case mirrored
        /// With the pixels of its edge.
        case clamped

        /// A coordinate inside the image, 0…1, for one anywhere.
        func place(_ t: Float) -> Float {
            switch self {
            case .repeating: return t
            case .clamped: return min(max(t, 0), 0.999_999)
            case .mirrored:
                let twice = t - 2 * (t * 0.5).rounded(.down)
                return min(twice <= 1 ? twice : 2 - twice, 0.999_999)
            }
        }
    }

    /// The materials.
    public let materials: [Material]
    /// The number of the material of each triangle.
    public var ofTriangle: [Int32]
    let images: [TextureLevels]

    /// - Parameters:
    ///   - materials: the materials; at least one.
    ///   - images: sRGB, by the numbers in the materials.
    ///   - ofTriangle: for each triangle of the mesh the number of its material.
    public init(_ materials: [Material], images: [ColorImage], ofTriangle: [Int32] = []) {
        self.materials = materials
        self.images = images.map { TextureLevels($0) }
        self.ofTriangle = ofTriangle
    }

    /// The material of a triangle.
    subscript(triangle: Int) -> Material { materials[Int(ofTriangle[triangle])] }
}
