import Geometry

/// Upright prisms with flat faces: each is closed, and its normals point out of it.
struct SolidBuilder {
    private(set) var mesh = TriangleMesh()

    /// - Parameters:
    ///   - base: its outline as seen from above, in either sense; one that does not cross itself.
    ///   - bottom, top: world y.
    ///   - color: linear RGB.
    mutating func addPrism(_ base: PlanPolygon, from bottom: Double, to top: Double, color: Vector3) {
        guard top - bottom > 1e-6 else { return }
        let outline = base.anticlockwise
        let n = outline.corners.count
        guard n >= 3 else { return }
        func at(_ p: PlanPoint, _ y: Double) -> Vector3 { Vector3(Float(p.x), Float(y), Float(-p.y)) }
        let triangles = outline.triangles
        for (y, normal) in [(top, Vector3(0, 1, 0)), (bottom, Vector3(0, -1, 0))] {
            let first = add(outline.corners.map { at($0, y) }, normal: normal, color: color)
            for (a, b, c) in triangles {
                let corners = normal.y > 0 ? [a, b, c] : [a, c, b]
                mesh.indices += corners.map { first + UInt32($0) }
            }
        }
        for (a, b) in outline.edges {
            // Outside is to the right of an anticlockwise edge.
            let out = -(b - a).normalized.left
            let first = add(
                [at(a, bottom), at(b, bottom), at(b, top), at(a, top)], normal: Vector3(Float(out.x), 0, Float(-out.y)),
                color: color)
            mesh.indices += [0, 1, 2, 0, 2, 3].map { first + $0 }
        }
    }

    private mutating func add(_ corners: [Vector3], normal: Vector3, color: Vector3) -> UInt32 {
        let first = UInt32(mesh.positions.count)
        mesh.positions += corners
        mesh.normals += corners.map { _ in normal }
        mesh.colors += corners.map { _ in color }
        return first
    }
}
