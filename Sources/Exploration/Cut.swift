import Geometry

/// What of the place is cut away softly, so that one can look into it from above: parameters for a renderer, and the same test for
/// picking.
public struct Cut: Sendable, Equatable {
    /// What is higher is not drawn, in metres; above the place where nothing is cut.
    public var height: Float
    /// Over how many metres below `height` it fades.
    public var softness: Float = 0.15
    /// Horizontal unit vector towards the camera: walls that far on this side of `focus` fade.
    public var wallDirection: Vector3
    /// The point that the camera orbits, metres.
    public var focus: Vector3
    /// Metres from the focus along `wallDirection` where walls begin to fade, and where they are gone.
    public var wallFrom: Float = 0.9
    /// Metres from the focus where walls are gone.
    public var wallTo: Float = 1.6
    /// Heights between which the fading of walls sets in: their foot stays.
    public var wallLow: Float
    /// Upper end of that range of heights, metres.
    public var wallHigh: Float
    /// 0…1: how far walls fade at most.
    public var wallStrength: Float

    init(_ camera: Camera, rig: CameraRig, avatar: Avatar, place: Place) {
        let feet = avatar.height.value
        let none = place.bounds.max.y + 1
        var open = none
        if place.start != nil {
            open = place.levels.openHeight(above: feet)
        }
        height = none + (min(open, none) - none) * camera.openness
        let back = camera.back
        let flat = Vector3(back.x, 0, back.z)
        wallDirection = flat.lengthSquared > 1e-8 ? flat.normalized : Vector3(0, 0, 1)
        focus = rig.focusPoint
        wallLow = feet + 0.35
        wallHigh = feet + 0.8
        wallStrength = place.start == nil ? 0 : camera.openness
    }

    /// Whether a point of a surface with this normal is cut away, more than half.
    func hides(_ p: Vector3, normal: Vector3) -> Bool {
        if p.y > height - 0.5 * softness { return true }
        guard wallStrength > 0.5, normal.y.magnitude < 0.6, p.y > 0.5 * (wallLow + wallHigh) else { return false }
        let d = dot(p - focus, wallDirection)
        return d > 0.5 * (wallFrom + wallTo)
    }
}
