import Geometry
import Models

/// An image that was taken at a scan, with its camera (ASTM E2807, section 8.4.3 and following).
public struct ScanImage: Sendable, Equatable {
    /// How a pixel belongs to a direction.
    public enum Projection: Sendable, Equatable {
        /// Through one point: focal lengths and principal point in pixels.
        case pinhole(focalLength: Vector2, principalPoint: Vector2)
        /// Azimuth and elevation: the size of a pixel in radians.
        case spherical(pixelSize: Vector2)
        /// Azimuth and height on a cylinder around the vertical axis: the size of a pixel in radians and metres, the cylinder's
        /// radius in metres, and the row of the horizon in pixels.
        case cylindrical(pixelSize: Vector2, radius: Float, principalRow: Float)
        /// Only to look at; nothing is known of its camera.
        case visual
    }

    /// The name of the image; may be empty.
    public var name: String
    /// The file's content, JPEG or PNG, as it was stored.
    public var content: EncodedImage
    /// Width in pixels.
    public var width: Int
    /// Height in pixels.
    public var height: Int
    /// How a pixel belongs to a direction.
    public var projection: Projection
    /// Camera-to-model transform in metres, y up; the camera looks along its −z.
    public var pose: RigidTransform

    /// An image with its camera.
    public init(name: String, content: EncodedImage, width: Int, height: Int, projection: Projection, pose: RigidTransform) {
        self.name = name
        self.content = content
        self.width = width
        self.height = height
        self.projection = projection
        self.pose = pose
    }
}
