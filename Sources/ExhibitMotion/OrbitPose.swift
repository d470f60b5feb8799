import Geometry

/// Where a camera is on its orbit around a target. Lengths in metres, angles in radians, the world is y-up.
public struct OrbitPose: Sendable, Equatable {
    /// Around the vertical axis: 0 looks from +z, positive angles move the camera towards +x.
    public var yaw: Float
    /// Above the horizon.
    public var pitch: Float
    /// From the target to the camera.
    public var distance: Float
    /// The point in the centre of the image.
    public var target: Vector3

    /// A pose by its four values.
    public init(yaw: Float, pitch: Float, distance: Float, target: Vector3) {
        self.yaw = yaw
        self.pitch = pitch
        self.distance = distance
        self.target = target
    }

    /// The unit vector from the target towards the camera.
    public var towardCamera: Vector3 {
        let (sy, cy) = Trigonometry.sincos(yaw)
        let (sp, cp) = Trigonometry.sincos(pitch)
        return Vector3(sy * cp, sp, cy * cp)
    }

    /// The unit vector to the right in the image.
    public var right: Vector3 {
        let (sy, cy) = Trigonometry.sincos(yaw)
        return Vector3(cy, 0, -sy)
    }

    /// The unit vector upwards in the image.
    public var up: Vector3 { cross(towardCamera, right) }

    /// The position of the camera.
    public var eye: Vector3 { target + towardCamera * distance }
}

/// What an orbit is around, and where its camera may be.
public struct OrbitLimits: Sendable, Equatable {
    /// The lowest pitch, for models whose floor is far below.
    public static let minPitch: Float = -1.4
    /// The highest pitch: straight down would leave the yaw undefined.
    public static let maxPitch: Float = 1.5
    /// The nearest distance, as a fraction of the radius.
    public static let minDistanceFactor: Float = 0.08
    /// The farthest distance, as a multiple of the radius.
    public static let maxDistanceFactor: Float = 8
    /// The lowest camera, as a fraction of the radius above the floor.
    public static let floorClearance: Float = 0.02

    /// The bounds of the model.
    public var bounds: Bounds
    /// The height below which the camera never is.
    public var floor: Float

    /// Limits around a model that stands on a floor.
    public init(bounds: Bounds, floor: Float) {
        self.bounds = bounds
        self.floor = floor
    }

    /// The centre of the model.
    public var center: Vector3 { (bounds.min + bounds.max) * 0.5 }
    /// Half the diagonal of the model, at least a millimetre.
    public var radius: Float { max(0.001, (bounds.max - bounds.min).length / 2) }

    /// The nearest pose within the limits: the target in the model's bounds, the camera above the floor.
    public func clamped(_ pose: OrbitPose) -> OrbitPose {
        var pose = pose
        if !pose.target.isFinite { pose.target = center }
        pose.target = pose.target.lanewiseMax(bounds.min).lanewiseMin(bounds.max)
        if !pose.distance.isFinite { pose.distance = radius * 3 }
        pose.distance = min(radius * Self.maxDistanceFactor, max(radius * Self.minDistanceFactor, pose.distance))
        if !pose.yaw.isFinite { pose.yaw = 0 }
        if !pose.pitch.isFinite { pose.pitch = 0 }
        pose.pitch = min(Self.maxPitch, max(minPitch(of: pose), pose.pitch))
        return pose
    }

    /// The pitch at which the camera touches the floor: sin pitch = (floor + clearance − target) / distance.
    private func minPitch(of pose: OrbitPose) -> Float {
        let sine = (floor + Self.floorClearance * radius - pose.target.y) / pose.distance
        if sine <= -0.985 { return Self.minPitch }
        if sine >= 0.985 { return Self.maxPitch }
        return max(Self.minPitch, Trigonometry.atan2(sine, (1 - sine * sine).squareRoot()))
    }

    /// The distance from which the whole model is in the image, from the direction of a pose whose target is the centre.
    ///
    /// Each corner requires |x| ≤ tangent · (distance − depth) in the axes of the image.
    /// - Parameters:
    ///   - tangentX: of half the horizontal field of view, of the uncovered part of the image.
    ///   - tangentY: the same of the vertical one.
    public func fittingDistance(yaw: Float, pitch: Float, tangentX: Float, tangentY: Float) -> Float {
        let pose = OrbitPose(yaw: yaw, pitch: pitch, distance: 1, target: center)
        let right = pose.right
        let up = pose.up
        let toward = pose.towardCamera
        let half = (bounds.max - bounds.min) * 0.5
        var distance: Float = 0
        for corner in 0..<8 {
            let p = Vector3(
                corner & 1 == 0 ? -half.x : half.x, corner & 2 == 0 ? -half.y : half.y, corner & 4 == 0 ? -half.z : half.z)
            let across = dot(p, right).magnitude / max(0.01, tangentX)
            let upward = dot(p, up).magnitude / max(0.01, tangentY)
            distance = max(distance, max(across, upward) + dot(p, toward))
        }
        return max(distance, radius * Self.minDistanceFactor)
    }
}
