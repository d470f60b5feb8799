import ExhibitMotion
import Geometry
import Rendering

/// An image that the viewer shows at the position of a model until its first frame is drawn: the model alone, with a transparent
/// background, seen as in the viewer's first view (`HomeView`).
public struct ExhibitPoster: Sendable, Equatable, Codable {
    /// The path of the image, PNG or WebP with alpha.
    public var image: String
    /// The lowest x, y, z of the model's bounds in metres, from which the viewer knows where the image belongs.
    public var min: [Double]
    /// The highest x, y, z.
    public var max: [Double]

    /// Names an image.
    /// - Parameters:
    ///   - image: its path.
    ///   - min: the lowest x, y, z of the model's bounds, metres.
    ///   - max: the highest.
    public init(image: String, min: [Double], max: [Double]) {
        self.image = image
        self.min = min
        self.max = max
    }

    /// Names an image of a model with these bounds, which are rounded to millimetres.
    public init(image: String, bounds: Bounds) {
        func list(_ v: Vector3) -> [Double] { [v.x, v.y, v.z].map { (Double($0) * 1000).rounded() / 1000 } }
        self.init(image: image, min: list(bounds.min), max: list(bounds.max))
    }

    /// Whether its bounds are those of a model, but for a tolerance in metres.
    func isNear(_ bounds: Bounds, tolerance: Double) -> Bool {
        guard min.count == 3, max.count == 3 else { return false }
        return (0..<3).allSatisfy {
            abs(min[$0] - Double(bounds.min[$0])) <= tolerance && abs(max[$0] - Double(bounds.max[$0])) <= tolerance
        }
    }

    /// Pixels of a poster.
    package static let size = (width: 960, height: 720)
    /// Its quality as WebP.
    package static let quality = 82

    /// The camera of the poster of a model with these bounds.
    package static func camera(_ bounds: Bounds) -> RenderCamera {
        let limits = OrbitLimits(bounds: bounds, floor: bounds.min.y)
        let pose = HomeView.pose(limits, aspect: Float(size.width) / Float(size.height))
        var camera = RenderCamera.looking(at: pose.target, from: pose.eye, verticalFieldOfView: HomeView.fieldOfView)
        camera.near = Swift.max(pose.distance * 0.004, 0.001)
        return camera
    }
}
