import FloorPlans
import Exploration
import Geometry
import Testing
import Support

@Suite struct PickingTests {
    /// Möller–Trumbore in double precision over all triangles: nothing in common with what is tested.
    private static func brute(_ ray: Ray, _ mesh: TriangleMesh) -> Double? {
        func d(_ v: Vector3) -> SIMD3<Double> { SIMD3(Double(v.x), Double(v.y), Double(v.z)) }
        func dot(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double { (a * b).sum() }
        func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
            SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
        }
        var best: Double?
        let o = d(ray.origin)
        let w = d(ray.direction)
        for i in 0..<mesh.triangleCount {
            let (a, b, c) = mesh.corners(i)
            let e = d(b) - d(a)
            let f = d(c) - d(a)
            let p = cross(w, f)
            let det = dot(e, p)
            guard abs(det) > 1e-14 else { continue }
            let s = o - d(a)
            let u = dot(s, p) / det
            let q = cross(s, e)
            let v = dot(w, q) / det
            let t = dot(f, q) / det
            if u >= -1e-9, v >= -1e-9, u + v <= 1 + 1e-9, t > 0, t < best ?? .infinity { best = t }
        }
        return best
    }

    @Test func `a pick is the nearest of all triangles`() throws {
        let room = Room.furnished()
        let e = Exploration(try room.place())
        var random = SplitMix64(seed: 5)
        for _ in 0..<1500 {
            let ray = Ray(
                origin: Vector3(random.unit() * 8 - 4, random.unit() * 4, random.unit() * 6 - 3),
                direction: Vector3(random.normal(), random.normal(), random.normal()))
            let pick = e.pick(ray, targets: [.mesh, .hidden])
            let expected = Self.brute(ray, room.mesh).map { Float($0) * ray.direction.length }
            #expect((pick.kind == .mesh) == (expected != nil))
            if let expected, pick.kind == .mesh {
                #expect((pick.distance - expected).magnitude < 1e-4 * max(1, expected))
                #expect(dot(pick.normal, ray.direction) <= 0 && (pick.normal.length - 1).magnitude < 1e-5)
            }
        }
    }

    @Test func `from above one picks through the ceiling and the near wall, as one sees`() throws {
        let e = Exploration(try Room.empty().place())
        e.wait(0.5)
        let q = e.camera.pose.rotation
        // The middle of the picture: the floor, or what stands there, not the ceiling.
        let ray = Ray(origin: e.camera.pose.translation, direction: q.rotate(Vector3(0, 0, -1)))
        let pick = e.pick(ray)
        #expect(pick.kind == .mesh && pick.point.y < 0.01)
        #expect(e.pick(ray, targets: [.mesh, .hidden]).point.y > 2.4)
    }

    @Test func `objects are picked by their turned boxes, pins before what they are fixed to`() throws {
        let e = Exploration(try Room.furnished().place())
        let turn = Quaternion(angle: 0.7, axis: Vector3(0, 1, 0))
        e.setObjects([
            try ObjectBox(center: Vector3(0, 0.25, 1.45), size: Vector3(2, 0.5, 1.1), rotation: .identity),
            try ObjectBox(center: Vector3(-1.5, 0.4, -1.2), size: Vector3(1.2, 0.8, 0.8), rotation: turn),
        ])
        try e.setPins([Vector3(0, 0.5, 1.4), Vector3(0.5, 0, 0)])
        let down = Vector3(0, -1, 0)
        let bed = e.pick(Ray(origin: Vector3(0.6, 1.5, 1.3), direction: down))
        #expect(bed.kind == .object && bed.index == 0 && bed.normal == Vector3(0, 1, 0) && (bed.point.y - 0.5).magnitude < 1e-5)
        // A corner that the box has only because it is turned.
        let corner = Vector3(-1.5, 0.4, -1.2) + turn.rotate(Vector3(0.55, 0, 0.35))
        #expect(e.pick(Ray(origin: Vector3(corner.x, 2, corner.z), direction: down)).index == 1)
        let other = Vector3(-1.5, 0.4, -1.2) + turn.inverse.rotate(Vector3(0.59, 0, 0.39))
        #expect(e.pick(Ray(origin: Vector3(other.x, 0.9, other.z), direction: down), targets: .objects).kind == .none)
        #expect(e.pick(Ray(origin: Vector3(0.05, 1.5, 1.4), direction: down)).kind == .pin)
        #expect(e.pick(Ray(origin: Vector3(0.5, 1.5, 0.05), direction: down)).index == 1)
        #expect(e.pick(Ray(origin: Vector3(0.5, 1.5, 0.05), direction: down), targets: .mesh).kind == .mesh)
        #expect(e.pick(Ray(origin: Vector3(0, 0, 0), direction: Vector3(0, 0, 0))).kind == .none)
        #expect(e.pick(Ray(origin: Vector3(.nan, 0, 0), direction: down)).kind == .none)
    }

    @Test func `what is no box is refused`() {
        #expect(throws: ExplorationError.badNumber) {
            _ = try ObjectBox(center: Vector3(0, 0, 0), size: Vector3(1, -1, 1), rotation: .identity)
        }
        #expect(throws: ExplorationError.badNumber) {
            _ = try ObjectBox(center: Vector3(0, 0, 0), size: Vector3(1, 1, 1), rotation: Quaternion(0, 0, 0, 0))
        }
    }
}
