import Geometry

/// A plane of the scene: the points with normal · point = offset, in the capture's unit.
struct ScenePlane: Sendable {
    var normal: Vector3
    var offset: Float
    /// Whether it is square to one of the scene's axes, as most large planes of rooms are.
    var isSquare = false

    /// The inverse depths (1/m) at which a view's rays meet the plane: linear over the image. Nil where the camera is on it.
    func inverseDepths(in view: PosedView) -> InverseDepthPlane? {
        // normal · (center + depth · direction(x, y)) = offset
        let distance = offset - dot(normal, view.center)
        guard distance.magnitude > 1e-6 else { return nil }
        func inverse(_ x: Float, _ y: Float) -> Float {
            dot(normal, view.pose.rotation.rotate(view.camera.unproject(Vector2(x, y), depth: 1))) / distance
        }
        let base = inverse(0, 0)
        return InverseDepthPlane(base: base, right: inverse(1, 0) - base, down: inverse(0, 1) - base)
    }

    /// Distance of a point from the plane, positive on the normal's side.
    @inline(__always) func distance(_ point: Vector3) -> Float { dot(normal, point) - offset }
}

/// Inverse depth over an image: base + right · x + down · y, 1/m.
struct InverseDepthPlane: Sendable {
    var base: Float
    var right: Float
    var down: Float

    @inline(__always) func at(_ x: Int, _ y: Int) -> Float { base + right * Float(x) + down * Float(y) }
}

/// A point of the surface that several views confirm.
struct ConfirmedPoint: Sendable {
    var position: Vector3
    var normal: Vector3
    /// How far from a plane it may be and still lie on it, in the capture's unit.
    var tolerance: Float
    /// The area that it stands for, up to a factor.
    var area: Float
}
