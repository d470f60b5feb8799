import CStereo
import Geometry

/// Whether another view sees the surface where a view sees it: its hypothesis there, brought back, has to lie within a pixel and
/// within a share of the depth.
struct ConsistencyCheck {
    private let there: PixelMapping
    private let back: PixelMapping
    private let width: Int
    private let height: Int
    private let plane: (Int) -> StereoPlane
    /// Pixels, and share of the depth.
    private let pixelLimit: Float
    private let depthLimit: Float

    /// - Parameters:
    ///   - view: the view that is checked.
    ///   - other: the view that it is compared with.
    ///   - pixelLimit: largest reprojection error, pixels.
    ///   - depthLimit: largest difference of depths, as a share of the depth.
    ///   - plane: the other view's hypothesis at a pixel (row · width + column).
    init(
        from view: PosedView, to other: PosedView, pixelLimit: Float = 1, depthLimit: Float = 0.01,
        plane: @escaping (Int) -> StereoPlane
    ) {
        there = view.mapping(to: other)
        back = other.mapping(to: view)
        width = other.camera.width
        height = other.camera.height
        self.pixelLimit = pixelLimit
        self.depthLimit = depthLimit
        self.plane = plane
    }

    /// The inverse depth at pixel (x, y) as the other view has it; nil where the views don't agree.
    @inline(__always)
    func confirmed(_ x: Float, _ y: Float, inverse: Float) -> Float? {
        let p = there.apply(x, y, inverse: inverse)
        guard p.z > 1e-6 else { return nil }
        let u = p.x / p.z
        let v = p.y / p.z
        guard u > -0.5, v > -0.5, u < Float(width) - 0.5, v < Float(height) - 0.5 else { return nil }
        let column = Int(u + 0.5)
        let row = Int(v + 0.5)
        let other = plane(row * width + column)
        guard other.inverse > 0 else { return nil }
        let q = other.inverse + other.right * (u - Float(column)) + other.down * (v - Float(row))
        guard q > 0 else { return nil }
        let home = back.apply(u, v, inverse: q)
        guard home.z > 1e-6 else { return nil }
        let dx = home.x / home.z - x
        let dy = home.y / home.z - y
        let found = q / home.z
        guard dx * dx + dy * dy < pixelLimit * pixelLimit, (found - inverse).magnitude < depthLimit * inverse else { return nil }
        return found
    }

    /// Whether the other view sees through the surface at pixel (x, y): what it confirmed there (inverse depths, 0 where nothing)
    /// is farther away than the surface.
    func seesThrough(_ x: Float, _ y: Float, inverse: Float, confirmed: [Float]) -> Bool {
        let p = there.apply(x, y, inverse: inverse)
        guard p.z > 1e-6 else { return false }
        let u = p.x / p.z
        let v = p.y / p.z
        guard u > -0.5, v > -0.5, u < Float(width) - 0.5, v < Float(height) - 0.5 else { return false }
        let seen = confirmed[Int(v + 0.5) * width + Int(u + 0.5)]
        return seen > 0 && seen < inverse / p.z * (1 - 3 * depthLimit)
    }
}
