import Capture
import Geometry
import Testing

private let demo = DemoFlat.capture

@Suite struct DemoGroundTruthTests {
    private let mesh = demo.groundTruth

    @Test func `the ground truth is a sound mesh of a whole flat`() {
        #expect(mesh.flaw == nil)
        #expect(mesh.normals.count == mesh.positions.count && mesh.colors.count == mesh.positions.count)
        #expect(mesh.triangleCount > 150_000 && mesh.triangleCount < 400_000)
        #expect(mesh.bounds.size.y > 2.5 && mesh.bounds.size.y < 2.8)
        #expect(mesh.colors.allSatisfy { $0.min() >= 0 && $0.max() <= 1.2 && $0.isFinite })
        #expect(mesh.normals.allSatisfy { ($0.length - 1).magnitude < 1e-3 })
    }

    @Test func `no triangle is degenerate`() {
        var tiny = 0
        for t in 0..<mesh.triangleCount {
            let (a, b, c) = mesh.corners(t)
            if cross(b - a, c - a).length < 1e-10 { tiny += 1 }
        }
        #expect(tiny == 0)
    }

    @Test func `every surface is closed`() {
        // Each edge, by its ends' positions, is walked as often in one direction as in the other.
        struct Edge: Hashable {
            var a: Vector3
            var b: Vector3
        }
        var balance: [Edge: Int] = [:]
        for t in 0..<mesh.triangleCount {
            let (a, b, c) = mesh.corners(t)
            for (p, q) in [(a, b), (b, c), (c, a)] {
                let forward = (p.x, p.y, p.z) < (q.x, q.y, q.z)
                balance[forward ? Edge(a: p, b: q) : Edge(a: q, b: p), default: 0] += forward ? 1 : -1
            }
        }
        let open = balance.filter { $0.value != 0 }
        #expect(open.count == 0, "\(String(describing: open.first))")
    }

    @Test func `normals agree with the winding, and the rooms face inwards`() {
        var against = 0
        for t in 0..<mesh.triangleCount {
            let (a, b, c) = mesh.corners(t)
            let n = cross(b - a, c - a)
            for k in 0..<3 where dot(mesh.normals[Int(mesh.indices[3 * t + k])], n) <= 0 { against += 1 }
        }
        #expect(against == 0)
        // From the middle of each room all first hits are front faces.
        let bvh = BVH(mesh)
        var left = 0
        var behind = 0
        for eye in [Vector3(2.5, 1.4, 2.9), Vector3(6.4, 1.4, 2.5)] {
            for i in 0..<2000 {
                let y = 1 - 2 * (Float(i) + 0.5) / 2000
                let r = (1 - y * y).squareRoot()
                let (s, c) = Trigonometry.sincos(Float(i) * 2.399_963)
                let direction = Vector3(r * c, y, r * s)
                guard let hit = bvh.intersect(Ray(origin: eye, direction: direction)) else {
                    left += 1
                    continue
                }
                let (p, q, o) = mesh.corners(hit.triangle)
                if dot(cross(q - p, o - p), direction) >= 0 { behind += 1 }
            }
        }
        #expect(left == 0 && behind == 0)
    }

    @Test func `the floor that one sees lies at zero`() throws {
        let bvh = BVH(mesh)
        for p in [Vector3(4.4, 1, 3.9), Vector3(0.6, 1, 2.9), Vector3(5.35, 1, 3.2), Vector3(5.07, 1, 3.2)] {
            let hit = try #require(bvh.intersect(Ray(origin: p, direction: Vector3(0, -1, 0))))
            #expect((hit.t - 1).magnitude < 1e-5)
        }
    }

    @Test func `the walk sees much of the flat, and not the backs of things`() {
        let seen = demo.seenGroundTruth(step: 4)
        #expect(seen.area > 0.27 * mesh.area)
        #expect(seen.area < 0.9 * mesh.area)
    }
}
