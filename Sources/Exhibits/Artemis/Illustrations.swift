import Geometry
import Images
import Rendering

/// An image of the exhibit: its path in the package, its size, and how it is drawn.
struct Illustration: Sendable {
    /// As `images/orion.jpg`.
    let path: String
    let width: Int
    let height: Int
    /// From where.
    let camera: RenderCamera
    let light: StageLight?

    init(
        _ path: String, camera: RenderCamera, light: StageLight? = nil, width: Int = Illustration.cardSize.width,
        height: Int = Illustration.cardSize.height
    ) {
        self.path = path
        self.camera = camera
        self.light = light
        self.width = width
        self.height = height
    }

    /// Pixels of the images of cards.
    static let cardSize = (width: 960, height: 640)
    /// Pixels of the images of models.
    static let thumbnailSize = (width: 1200, height: 900)

    /// A card's image seen from a direction: azimuth from +z towards +x and elevation in degrees, the target and the distance in
    /// metres, the vertical field of view in degrees.
    static func card(
        _ id: String, at target: Vector3, azimuth: Float, elevation: Float, distance: Float, field: Float = 28,
        light: StageLight? = nil
    ) -> Illustration {
        Illustration(
            "images/card-\(id).jpg",
            camera: camera(at: target, azimuth: azimuth, elevation: elevation, distance: distance, field: field), light: light)
    }

    static func camera(at target: Vector3, azimuth: Float, elevation: Float, distance: Float, field: Float) -> RenderCamera {
        let (s, c) = Trigonometry.sincos(radians(azimuth))
        let (up, along) = Trigonometry.sincos(radians(elevation))
        let eye = target + Vector3(s * along, up, c * along) * distance
        var camera = RenderCamera.looking(at: target, from: eye, verticalFieldOfView: radians(field))
        camera.near = max(distance * 0.004, 0.01)
        return camera
    }
}

/// Stages with the illustrations that are drawn of them.
struct IllustrationSet: Sendable {
    let stage: Stage
    let background: StageBackground
    /// How far surfaces darken each other, metres.
    let reach: Float
    var images: [Illustration]
}
