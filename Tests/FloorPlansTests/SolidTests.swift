import SyntheticScenes
import FloorPlans
import Geometry
import Testing

@Suite struct SolidTests {
    @Test func `The solid of a plan is closed, faces outwards and has the plan's volume`() throws {
        let plan = SampleFlat.plan(storeys: 2)
        let mesh = plan.solid()
        #expect(mesh.flaw == nil && mesh.normals.count == mesh.positions.count && mesh.colors.count == mesh.positions.count)
        // Every directed edge has its opposite: nothing is open. Positions are compared as bits, since corners are the same
        // numbers.
        var balance: [SIMD8<UInt32>: Int] = [:]
        func key(_ a: Vector3, _ b: Vector3) -> SIMD8<UInt32> {
            SIMD8(a.x.bitPattern, a.y.bitPattern, a.z.bitPattern, b.x.bitPattern, b.y.bitPattern, b.z.bitPattern, 0, 0)
        }
        var volume = 0.0
        for i in 0..<mesh.triangleCount {
            let (a, b, c) = mesh.corners(i)
            for (p, q) in [(a, b), (b, c), (c, a)] {
                balance[key(p, q), default: 0] += 1
                balance[key(q, p), default: 0] -= 1
            }
            volume += Double(dot(a, cross(b, c))) / 6
            let normal = cross(b - a, c - a)
            #expect(dot(normal, mesh.normals[Int(mesh.indices[3 * i])]) >= 0)
        }
        #expect(balance.values.allSatisfy { $0 == 0 })
        var expected = 0.0
        for storey in plan.storeys {
            for (wall, footprint) in zip(storey.walls, storey.wallFootprints) {
                expected += footprint.area * wall.height
                for opening in storey.openings(in: wall.id) {
                    expected -= opening.area * wall.thickness
                    if opening.kind == .window { expected += opening.area * 0.02 }
                }
            }
            expected += storey.area * 0.05
            expected += storey.furniture.reduce(0) { $0 + $1.width * $1.depth * $1.height }
        }
        #expect(abs(volume - expected) < 2e-3 * expected, "\(volume) \(expected)")
        #expect(plan.solid(hasFurniture: false).triangleCount < mesh.triangleCount)
    }
}
