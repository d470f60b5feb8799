import Geometry

/// The first view of a model: from where the viewer shows it, and from where images that stand in for it are drawn.
public enum HomeView {
    /// Around the vertical axis, radians.
    public static let yaw: Float = 0.6
    /// Above the horizon, radians.
    public static let pitch: Float = 0.2
    /// The distance as a multiple of that from which the model just fits.
    public static let margin: Float = 1.08
    /// The vertical field of view in radians (32°): longer than that of a room, so that proportions are right.
    public static let fieldOfView: Float = 0.558_505_4

    /// The pose that shows all of a model in an image.
    /// - Parameters:
    ///   - limits: the bounds of the model.
    ///   - aspect: width of the image by its height.
    public static func pose(_ limits: OrbitLimits, aspect: Float) -> OrbitPose {
        let tangent = Trigonometry.tan(fieldOfView / 2)
        let distance = limits.fittingDistance(yaw: yaw, pitch: pitch, tangentX: tangent * aspect, tangentY: tangent)
        return OrbitPose(yaw: yaw, pitch: pitch, distance: margin * distance, target: limits.center)
    }
}
