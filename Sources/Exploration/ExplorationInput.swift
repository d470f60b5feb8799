/// What a visitor did in one step.
public struct ExplorationInput: Sendable, Equatable {
    /// The joystick, −1…1: to the right, and away from the camera.
    public var moveX: Float = 0
    /// The joystick away from the camera, −1…1.
    public var moveY: Float = 0
    /// Radians that the camera turns about the vertical axis and tilts in this step.
    public var orbitX: Float = 0
    /// Radians that the camera tilts in this step.
    public var orbitY: Float = 0
    /// The factor by which more of the place is seen.
    public var zoom: Float = 1
    /// Whether a finger rests on the place: then a swipe's momentum waits.
    public var isHeld = false

    /// Input of one step; values out of range are clamped by `Exploration.step`.
    public init(moveX: Float = 0, moveY: Float = 0, orbitX: Float = 0, orbitY: Float = 0, zoom: Float = 1, isHeld: Bool = false) {
        self.moveX = moveX
        self.moveY = moveY
        self.orbitX = orbitX
        self.orbitY = orbitY
        self.zoom = zoom
        self.isHeld = isHeld
    }

    /// The same with every number finite and in its range.
    var clamped: ExplorationInput {
        func number(_ x: Float, _ limit: Float) -> Float { x.isFinite ? clamp(x, -limit, limit) : 0 }
        return ExplorationInput(
            moveX: number(moveX, 1), moveY: number(moveY, 1), orbitX: number(orbitX, 3), orbitY: number(orbitY, 3),
            zoom: zoom.isFinite ? clamp(zoom, 0.1, 10) : 1, isHeld: isHeld)
    }

    var isMoving: Bool { moveX * moveX + moveY * moveY > 0.09 }
}
