import Geometry

/// An image that hangs in the place. Without rotation it stands upright and looks along +z.
public struct FloatingScreen: Sendable, Equatable {
    /// How far it hangs off a wall, in metres.
    static let gap: Float = 0.02
    static let sizes = (smallest: Float(0.08), largest: Float(8))

    /// Its middle.
    public var position: Vector3
    /// From the screen's own axes to the world's.
    public var rotation: Quaternion
    /// Width and height in metres.
    public var size: Vector2

    /// A screen at `position` (its centre, metres) of `size` (width and height, metres).
    public init(position: Vector3, rotation: Quaternion, size: Vector2) {
        self.position = position
        self.rotation = rotation
        self.size = size
    }

    var isFinite: Bool {
        RigidTransform(rotation: rotation, translation: position).isFinite && size.x.isFinite && size.y.isFinite && size.x > 0
            && size.y > 0
            && (rotation.vector * rotation.vector).sum() > 1e-6
    }

    /// Upright, looking towards `direction` as far as an upright screen can.
    static func facing(_ direction: Vector3) -> Quaternion {
        let flat = Vector3(direction.x, 0, direction.z)
        guard flat.lengthSquared > 1e-10 else { return .identity }
        return Quaternion(angle: Trigonometry.atan2(flat.x, flat.z), axis: Vector3(0, 1, 0))
    }

    /// The turn about the vertical axis of an upright screen.
    var yaw: Float {
        let n = rotation.rotate(Vector3(0, 0, 1))
        return Trigonometry.atan2(n.x, n.z)
    }

    func axis(_ i: Int) -> Vector3 {
        var unit = Vector3(repeating: 0)
        unit[i] = 1
        return rotation.rotate(unit)
    }
}

/// What one drags a screen by.
public enum ScreenHandle: Int32, CaseIterable, Sendable {
    /// The screen itself: over surfaces, or in the plane of the image.
    case move = 0
    /// Along its own x axis.
    case moveX = 1
    /// Along its own y axis.
    case moveY = 2
    /// Along its own z axis.
    case moveZ = 3
    /// Around its own x axis.
    case turnX = 4
    /// Around its own y axis.
    case turnY = 5
    /// Around its own z axis.
    case turnZ = 6
    /// Its size, with fixed aspect ratio.
    case scale = 7

    /// The screen's own axis that the handle goes along or around; −1 for those without.
    var axis: Int {
        switch self {
        case .move, .scale: -1
        case .moveX, .turnX: 0
        case .moveY, .turnY: 1
        case .moveZ, .turnZ: 2
        }
    }
}

/// What a dragged screen keeps to.
public struct ScreenSnap: Sendable, Equatable {
    /// Clings to walls, stands on floors.
    public var surface = true
    /// Stays upright.
    public var upright = true
    /// Turns in steps of this many radians; zero turns freely.
    public var angleStep: Float = 0

    /// - Parameters:
    ///   - surface: whether the screen clings to walls and stands on floors.
    ///   - upright: whether it stays upright.
    ///   - angleStep: radians; 0 rotates freely.
    public init(surface: Bool = true, upright: Bool = true, angleStep: Float = 0) {
        self.surface = surface
        self.upright = upright
        self.angleStep = angleStep
    }
}
