import Geometry

/// How a scene is drawn.
public struct RenderStyle: Sendable, Equatable {
    /// What the surface shows.
    public enum Shading: Sendable, Equatable {
        /// Its colours under a hemisphere of light and one key light above the viewer's left shoulder.
        case lit
        /// Its colours as they are: for scans, whose colours hold the light of the place already.
        case colors
        /// Its normals: x, y, z as red, green, blue around middle grey.
        case normals
        /// Its depth: white at the near and black at the far end of the range, in metres.
        case depth(near: Float, far: Float)
    }

    /// What the surface shows.
    public var shading: Shading
    /// sRGB.
    public var background: SIMD3<UInt8>
    /// What is above this world height in metres is not drawn; nil draws everything.
    public var ceilingCut: Float?
    /// Leaves out surfaces seen from behind, so that rooms are seen through their near walls.
    public var cullsBackFaces: Bool
    /// Linear colour of meshes without colours.
    public var baseColor: Vector3
    /// Each pixel is the mean of this many samples squared: 1 to 4.
    public var supersampling: Int
    /// Diameter in metres of the discs that points are drawn as; nil computes it from the density of the points.
    public var pointSize: Float?

    /// A style; the default is that of the sand table without a ceiling cut.
    public init(
        shading: Shading = .lit, background: SIMD3<UInt8> = RenderStyle.darkGround, ceilingCut: Float? = nil,
        cullsBackFaces: Bool = false, baseColor: Vector3 = Vector3(0.62, 0.60, 0.57), supersampling: Int = 2,
        pointSize: Float? = nil
    ) {
        self.shading = shading
        self.background = background
        self.ceilingCut = ceilingCut
        self.cullsBackFaces = cullsBackFaces
        self.baseColor = baseColor
        self.supersampling = supersampling
        self.pointSize = pointSize
    }

    /// The dark ground of the product, #0e1013.
    public static let darkGround = SIMD3<UInt8>(0x0e, 0x10, 0x13)
}
