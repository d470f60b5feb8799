import Geometry

/// A drag of a floating screen by one of its handles, from the ray under the pointer where it began. Every update starts from the
/// screen at the beginning, so that nothing adds up and letting go where one began changes nothing.
public struct ScreenDrag: Sendable {
    /// Within this distance a screen clings to a surface behind it, in metres.
    static let clinging: Float = 0.1

    let screen: FloatingScreen
    let handle: ScreenHandle
    private let start: Ray

    /// Begins to drag a screen by a handle, with the pointer's ray at that time.
    public init(_ screen: FloatingScreen, handle: ScreenHandle, from ray: Ray) {
        self.screen = screen
        self.handle = handle
        start = ray
    }

    /// The screen when the pointer's ray is `ray`.
    public func moved(to ray: Ray, snap: ScreenSnap, in exploration: Exploration) -> FloatingScreen {
        var result = screen
        switch handle {
        case .move: result = slid(to: ray, snap, exploration)
        case .moveX, .moveY, .moveZ:
            let axis = screen.axis(handle.axis)
            guard let from = Self.along(axis, through: screen.position, nearestTo: start),
                let to = Self.along(axis, through: screen.position, nearestTo: ray)
            else {
                return screen
            }
            result.position += axis * (to - from)
            if snap.surface { cling(&result, exploration) }
        case .turnX, .turnY, .turnZ: turn(&result, to: ray, snap)
        case .scale:
            guard let from = across(start), let to = across(ray), from.length > 0.01 else { return screen }
            let (least, most) = FloatingScreen.sizes
            let low = least / min(screen.size.x, screen.size.y)
            let high = most / max(screen.size.x, screen.size.y)
            guard low <= high else { return screen }
            result.size = screen.size * clamp(to.length / from.length, low, high)
        }
        if snap.upright && handle != .move { result.rotation = uprighted(result, snap) }
        return result.isFinite ? result : screen
    }

    // MARK: Moving

    private func slid(to ray: Ray, _ snap: ScreenSnap, _ exploration: Exploration) -> FloatingScreen {
        var result = screen
        if snap.surface, let hit = exploration.surface(Ray(origin: ray.origin, direction: ray.direction.normalized), []) {
            if hit.normal.y.magnitude < 0.6 {
                result.position = hit.point + hit.normal * FloatingScreen.gap
                result.rotation = snap.upright ? FloatingScreen.facing(hit.normal) : Self.tilted(screen.rotation, to: hit.normal)
            } else {
                let lift = screen.size.y * 0.5 + FloatingScreen.gap
                result.position = hit.point + Vector3(0, hit.normal.y > 0 ? lift : -lift, 0)
            }
            return result
        }
        // In the plane of the image through the screen's middle.
        let facing = start.direction
        guard let from = Self.meets(start, planeAt: screen.position, normal: facing),
            let to = Self.meets(ray, planeAt: screen.position, normal: facing)
        else {
            return screen
        }
        result.position += to - from
        return result
    }

    /// Onto the surface close behind or before the screen.
    private func cling(_ result: inout FloatingScreen, _ exploration: Exploration) {
        let normal = result.axis(2)
        let ray = Ray(origin: result.position + normal * Self.clinging, direction: -normal)
        guard let hit = exploration.place.bvh.intersect(ray, maximum: 2 * Self.clinging) else { return }
        result.position = ray.at(hit.t) + normal * FloatingScreen.gap
    }

    /// Where along an axis through `origin` the ray comes nearest to it; nil where both are parallel.
    private static func along(_ axis: Vector3, through origin: Vector3, nearestTo ray: Ray) -> Float? {
        let d = ray.direction
        let b = dot(axis, d)
        let c = d.lengthSquared
        let denominator = c - b * b
        guard denominator > 1e-4 * c else { return nil }
        let w = origin - ray.origin
        return (b * dot(d, w) - c * dot(axis, w)) / denominator
    }

    private static func meets(_ ray: Ray, planeAt point: Vector3, normal: Vector3) -> Vector3? {
        let slope = dot(ray.direction, normal)
        guard slope.magnitude > 0.02 * ray.direction.length * normal.length else { return nil }
        let t = dot(point - ray.origin, normal) / slope
        return t > 0 && t.isFinite ? ray.at(t) : nil
    }

    /// From the screen's middle to where the ray meets its plane.
    private func across(_ ray: Ray) -> Vector3? {
        Self.meets(ray, planeAt: screen.position, normal: screen.axis(2)).map { $0 - screen.position }
    }

    // MARK: Turning

    private func turn(_ result: inout FloatingScreen, to ray: Ray, _ snap: ScreenSnap) {
        let axis = snap.upright && handle == .turnY ? Vector3(0, 1, 0) : screen.axis(handle.axis)
        guard let from = Self.meets(start, planeAt: screen.position, normal: axis),
            let to = Self.meets(ray, planeAt: screen.position, normal: axis)
        else { return }
        let a = from - screen.position
        let b = to - screen.position
        guard a.length > 0.01, b.length > 0.01 else { return }
        var angle = Trigonometry.atan2(dot(cross(a, b), axis), dot(a, b))
        if !snap.upright { angle = Self.stepped(angle, snap.angleStep) }
        result.rotation = (Quaternion(angle: angle, axis: axis) * screen.rotation).normalized
    }

    /// The nearest upright rotation; its turn in whole steps where only that is turned.
    private func uprighted(_ result: FloatingScreen, _ snap: ScreenSnap) -> Quaternion {
        guard handle == .turnY || handle == .turnX || handle == .turnZ else {
            return result.axis(2).y.magnitude < 0.95 ? FloatingScreen.facing(result.axis(2)) : result.rotation
        }
        let upright = handle == .turnY ? result : screen
        guard upright.axis(2).y.magnitude < 0.95 else { return result.rotation }
        let yaw = handle == .turnY ? Self.stepped(upright.yaw, snap.angleStep) : upright.yaw
        return Quaternion(angle: yaw, axis: Vector3(0, 1, 0))
    }

    private static func stepped(_ angle: Float, _ step: Float) -> Float {
        guard step.isFinite, step > 1e-3 else { return angle }
        let steps = angle / step
        let count = Float(whole(steps.magnitude + 0.5, most: 1_000_000))
        return steps < 0 ? -step * count : step * count
    }

    /// The rotation turned the least so that the screen looks along `normal`.
    private static func tilted(_ rotation: Quaternion, to normal: Vector3) -> Quaternion {
        let from = rotation.rotate(Vector3(0, 0, 1))
        let axis = cross(from, normal)
        guard axis.lengthSquared > 1e-10 else {
            return dot(from, normal) > 0 ? rotation : FloatingScreen.facing(normal)
        }
        return (Quaternion(angle: Trigonometry.atan2(axis.length, dot(from, normal)), axis: axis) * rotation).normalized
    }
}
