import Geometry
import Reconstruction
import Testing
import Support

@Suite struct PoseGravityTests {
    /// Normals of a room: floor and ceiling, four walls, and clutter in all directions.
    private func normals(turned: Quaternion) -> [Vector3] {
        var random = SplitMix64(seed: 11)
        var normals: [Vector3] = []
        let faces = [
            (Vector3(0, 1, 0), 400), (Vector3(0, -1, 0), 300), (Vector3(1, 0, 0), 500), (Vector3(-1, 0, 0), 400),
            (Vector3(0, 0, 1), 600),
            (Vector3(0, 0, -1), 200),
        ]
        for (face, count) in faces {
            for _ in 0..<count {
                let noise = Vector3(random.normal(), random.normal(), random.normal()) * 0.03
                normals.append(turned.rotate((face + noise).normalized))
            }
        }
        for _ in 0..<600 { normals.append(Vector3(random.normal(), random.normal(), random.normal()).normalized) }
        return normals
    }

    @Test func `up is found to a quarter of a degree from floor and ceiling`() throws {
        for (angle, axis) in [(Float(0), Vector3(1, 0, 0)), (0.3, Vector3(1, 0, 0.5)), (0.7, Vector3(-0.2, 0, 1))] {
            let turned = Quaternion(angle: angle, axis: axis)
            let found = try #require(Gravity.up(normals: normals(turned: turned)))
            let up = turned.rotate(Vector3(0, 1, 0))
            #expect(dot(found.up, up) > 0.99999, "\(angle)")
            #expect(found.share > 0.1 && found.share < 0.4)
            let level = Gravity.levelling(found.up)
            #expect(level.apply(found.up).y > 0.999999)
        }
    }

    @Test func `walls are turned to the axes by the smallest turn`() throws {
        for degrees: Float in [0, 10, 40, -40, 80, 170] {
            let turned = Quaternion(angle: degrees * .pi / 180, axis: Vector3(0, 1, 0))
            let back = try #require(Gravity.wallTurn(normals: normals(turned: turned)))
            let wall = back.rotation.rotate(turned.rotate(Vector3(1, 0, 0)))
            #expect(max(wall.x.magnitude, wall.z.magnitude) > 0.9999, "\(degrees)")
            #expect(back.rotation.vector.w > 0.92)
        }
    }

    @Test func `a sphere, nothing and nonsense have no up`() {
        var random = SplitMix64(seed: 4)
        let ball = (0..<4000).map { _ in Vector3(random.normal(), random.normal(), random.normal()).normalized }
        #expect(Gravity.up(normals: ball) == nil)
        #expect(Gravity.up(normals: []) == nil)
        #expect(Gravity.up(normals: [Vector3(.nan, 0, 0), Vector3(0, 0, 0), Vector3(0, 1e30, 0)]) == nil)
        #expect(Gravity.up(normals: [Vector3(0, 1, 0)], weights: [.nan]) == nil)
        #expect(Gravity.up(normals: [Vector3(0, 1, 0)], assumed: Vector3(0, 0, 0)) == nil)
        // A floor farther than 45° from the assumed up is a wall.
        #expect(Gravity.up(normals: Array(repeating: Vector3(1, 0, 0), count: 50)) == nil)
        #expect(Gravity.align(TriangleMesh()) == nil)
    }
}
