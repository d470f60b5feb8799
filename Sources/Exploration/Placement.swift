import Geometry

/// Where a memory is fixed: a point of a surface, maybe of an object, and how high above it its cue stands.
public struct Placement: Sendable, Equatable {
    /// The point on the surface, metres.
    public var point: Vector3
    /// Unit vector out of the surface.
    public var normal: Vector3
    /// Number of the object; −1 for the mesh itself.
    public var object: Int32
    /// Metres above `point`.
    public var height: Float
    /// Metres of `point` above the floor below it.
    public var aboveFloor: Float
    /// The greatest height that stays below what hangs above, in metres.
    public var headroom: Float

    /// Where the cue stands.
    public var position: Vector3 { point + Vector3(0, height, 0) }
}

extension Exploration {
    /// What is kept between a cue and the ceiling above it, in metres.
    static let margin: Float = 0.1
    /// As high as a cue can stand where nothing is above it.
    static let highest: Float = 4

    /// Fixes a memory to what was picked, `height` metres above it, or above the floor. Heights are kept between the surface and
    /// what hangs above it. Nil where nothing was picked.
    public func place(_ pick: Pick, height: Float, isAboveFloor: Bool = false) -> Placement? {
        guard pick.kind != .none, pick.point.isFinite, pick.normal.isFinite, height.isFinite else { return nil }
        // From a little off the surface, or the surface itself would be in the way.
        let start = pick.point + pick.normal * 0.02 + Vector3(0, 0.01, 0)
        let above = place.bvh.intersect(Ray(origin: start, direction: Vector3(0, 1, 0)), maximum: Self.highest + Self.margin)
        let headroom = max(0, min(Self.highest, (above.map { $0.t } ?? Self.highest + Self.margin) - Self.margin))
        // On another storey than the main one, what the visitor stands on is the floor.
        let main = pick.point.y - place.levels.floor
        let aboveFloor = max(0, main > -0.5 && main < 3.5 ? main : pick.point.y - avatar.position.y)
        let wanted = isAboveFloor ? height - aboveFloor : height
        return Placement(
            point: pick.point, normal: pick.normal, object: pick.kind == .object ? pick.index : -1,
            height: clamp(wanted, 0, headroom),
            aboveFloor: aboveFloor, headroom: headroom)
    }

    /// A screen for a photo or video of this aspect (width over height) at a placement: flat on a wall, else upright at the cue,
    /// turned to the camera.
    public func screen(at placement: Placement, aspect: Float) -> FloatingScreen {
        let ratio = aspect.isFinite ? clamp(aspect, 0.2, 5) : 1
        let height: Float = 0.6
        let size = Vector2(height * ratio, height)
        if placement.normal.y.magnitude < 0.6 {
            return FloatingScreen(
                position: placement.position + placement.normal * FloatingScreen.gap,
                rotation: FloatingScreen.facing(placement.normal), size: size)
        }
        let lift = max(0, height * 0.5 + FloatingScreen.gap - placement.height)
        let position = placement.position + Vector3(0, lift, 0)
        return FloatingScreen(position: position, rotation: FloatingScreen.facing(camera.pose.translation - position), size: size)
    }
}
