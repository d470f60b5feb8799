/// A part of a model that the written format could not represent.
public struct Loss: Sendable, Equatable, Codable, CustomStringConvertible {
    /// The part of the model that is lost or changed.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        /// The base colour image.
        case texture
        /// Vertex or point colours.
        case colors
        /// Bits per colour channel.
        case colorDepth
        /// Vertex or point normals.
        case normals
        /// Texture coordinates.
        case textureCoordinates
        /// Attributes of points: intensity, classification and so on.
        case attributes
        /// View-dependent colour of splats (spherical harmonics).
        case harmonics
        /// The requested or declared unit of length.
        case unit
        /// The requested or declared up axis.
        case upAxis
        /// The precision of coordinates or other numbers.
        case precision
        /// The geometry: triangles, splats or heights.
        case shape
        /// The file is larger than its readers handle well.
        case size
        /// Names, labels or markers.
        case names
        /// The coordinate reference system.
        case crs
        /// Transforms of nodes, and which is below which.
        case hierarchy
        /// Materials and their properties.
        case materials
        /// Joints that move vertices.
        case skins
        /// Changes over time.
        case animations
        /// Cameras.
        case cameras
        /// Lights.
        case lights
    }

    /// The affected part.
    public var kind: Kind
    /// One sentence for the user.
    public var sentence: String

    /// A loss of this part, described in one sentence.
    public init(_ kind: Kind, _ sentence: String) {
        self.kind = kind
        self.sentence = sentence
    }

    public var description: String { sentence }
}
