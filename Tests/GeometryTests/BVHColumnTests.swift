import Geometry
import TestSupport
import Testing
import Support

@Suite struct BVHColumnTests {
    /// The least distance between points of the segment and of the triangle, both sampled densely: never below the truth.
    private static func sampled(_ base: Vector3, height: Float, mesh: TriangleMesh) -> Float {
        var least = Float.infinity
        for i in 0..<mesh.triangleCount {
            let (a, b, c) = mesh.corners(i)
            for u in 0...20 {
                for v in 0...(20 - u) {
                    let p = a + (b - a) * (Float(u) / 20) + (c - a) * (Float(v) / 20)
                    let y = min(max(p.y, base.y), base.y + height)
                    least = min(least, (p - Vector3(base.x, y, base.z)).length)
                }
            }
        }
        return least
    }

    @Test func `the nearest point to an upright segment lies on both, and no sampled point is nearer`() {
        var random = SplitMix64(seed: 21)
        for round in 0..<300 {
            var mesh = TriangleMesh()
            for _ in 0..<12 {
                let at = random.vector() * 1.5
                for k in 0..<3 {
                    // Some of them upright or flat, where edges are parallel to the segment or across it.
                    var corner = at + random.vector() * 0.6
                    if round % 3 == 1 && k > 0 { corner.x = at.x }
                    if round % 3 == 2 && k > 0 { corner.y = at.y }
                    mesh.positions.append(corner)
                }
            }
            mesh.indices = (0..<36).map { $0 }
            let base = random.vector()
            let height = random.unit()
            guard let near = BVH(mesh).nearest(toColumn: base, height: height, within: 10) else {
                Issue.record("nothing found")
                continue
            }
            #expect(((near.point - near.axis).length - near.distance).magnitude < 1e-5)
            #expect(near.axis.x == base.x && near.axis.z == base.z && near.axis.y >= base.y && near.axis.y <= base.y + height)
            let (a, b, c) = mesh.corners(near.triangle)
            let single = TriangleMesh(positions: [a, b, c], indices: [0, 1, 2])
            #expect((BVH(single).nearest(to: near.point)?.distance ?? 1) < 1e-4)
            let least = Self.sampled(base, height: height, mesh: mesh)
            #expect(near.distance <= least + 1e-4 && near.distance > least - 0.06)
        }
    }

    @Test func `a segment that pierces a triangle has no distance, one further away than asked is not found`() {
        let mesh = TriangleMesh(positions: [Vector3(-1, 0, -1), Vector3(1, 0, -1), Vector3(0, 0, 1)], indices: [0, 1, 2])
        let bvh = BVH(mesh)
        #expect(bvh.nearest(toColumn: Vector3(0, -0.5, 0), height: 1, within: 0.1)?.distance == 0)
        #expect(bvh.nearest(toColumn: Vector3(0, 0.5, 0), height: 1, within: 0.4) == nil)
        #expect(bvh.nearest(toColumn: Vector3(0, 0.5, 0), height: 1, within: 0.6)?.axis == Vector3(0, 0.5, 0))
        #expect(bvh.nearest(toColumn: Vector3(.nan, 0, 0), height: 1, within: 1) == nil)
        #expect(BVH(TriangleMesh()).nearest(toColumn: Vector3(0, 0, 0), height: 1, within: 1) == nil)
    }

    @Test func `built in pieces it is the same hierarchy`() {
        let mesh = BVHTests.sphere(24)
        var builder = BVH.Builder(mesh)
        var pieces = 1
        while !builder.advance(500) { pieces += 1 }
        let whole = BVH(mesh)
        let pieced = builder.finish()
        #expect(pieces > 10)
        var random = SplitMix64(seed: 4)
        for _ in 0..<500 {
            let ray = Ray(origin: random.vector() * 2, direction: random.vector())
            #expect(whole.intersect(ray) == pieced.intersect(ray))
        }
    }
}
