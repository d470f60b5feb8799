import Geometry
import Testing
import Support

@Suite struct BVHPacketTests {
    /// A heap of random triangles around the origin.
    private func heap(_ count: Int, seed: UInt64) -> TriangleMesh {
        var random = SplitMix64(seed: seed)
        func place(_ reach: Float) -> Vector3 { (Vector3(random.unit(), random.unit(), random.unit()) * 2 - 1) * reach }
        var mesh = TriangleMesh()
        for i in 0..<UInt32(count) {
            let center = place(2)
            mesh.positions += [center + place(0.3), center + place(0.3), center + place(0.3)]
            mesh.indices += [3 * i, 3 * i + 1, 3 * i + 2]
        }
        return mesh
    }

    @Test(arguments: [1, 2, 3, 4])
    func `eight rays meet what each meets alone`(seed: UInt64) {
        let bvh = BVH(heap(800, seed: seed))
        var random = SplitMix64(seed: seed &+ 50)
        var different = 0
        var met = 0
        for round in 0..<500 {
            let origin = (Vector3(random.unit(), random.unit(), random.unit()) * 2 - 1) * 4
            let towards = Vector3(random.unit(), random.unit(), random.unit()) - 0.5 - origin
            // Close together, as a camera's; and in every fourth round all over the place.
            let spread: Float = round % 4 == 0 ? 8 : 0.1
            var x = SIMD8<Float>()
            var y = SIMD8<Float>()
            var z = SIMD8<Float>()
            for k in 0..<8 {
                let d = towards + (Vector3(random.unit(), random.unit(), random.unit()) - 0.5) * spread
                x[k] = d.x
                y[k] = d.y
                z[k] = d.z
            }
            let packet = bvh.intersect(from: origin, x: x, y: y, z: z)
            for k in 0..<8 {
                let alone = bvh.intersect(Ray(origin: origin, direction: Vector3(x[k], y[k], z[k])))
                met += alone == nil ? 0 : 1
                guard let alone else {
                    different += packet.triangle[k] >= 0 ? 1 : 0
                    continue
                }
                let isSame = Int(packet.triangle[k]) == alone.triangle && (packet.t[k] - alone.t).magnitude < 1e-5
                different += isSame ? 0 : 1
            }
        }
        #expect(met > 800)
        // Rays through an edge or a plane that runs along the view may differ in the last bit.
        #expect(different <= 2)
    }

    @Test func `rays along the axes and rays of no length are answered`() {
        let square = TriangleMesh(
            positions: [Vector3(-1, -1, 0), Vector3(1, -1, 0), Vector3(1, 1, 0), Vector3(-1, 1, 0)], indices: [0, 1, 2, 0, 2, 3])
        let bvh = BVH(square)
        let hit = bvh.intersect(
            from: Vector3(0.25, 0.25, 2), x: SIMD8(0, 0, 0, 0, 0, 0, 5, .nan), y: SIMD8(repeating: 0),
            z: SIMD8(-1, -2, 1, -1, 0, -1, -1, -1))
        #expect(hit.t[0] == 2 && hit.t[1] == 1 && hit.t[3] == 2)
        #expect(hit.triangle[2] == -1 && hit.triangle[4] == -1 && hit.triangle[6] == -1 && hit.triangle[7] == -1)
        let short = bvh.intersect(from: Vector3(0.25, 0.25, 2), x: .zero, y: .zero, z: SIMD8(repeating: -1), maximum: 1.5)
        #expect(short.triangle == SIMD8(repeating: -1))
        #expect(BVH(TriangleMesh()).intersect(from: Vector3(0, 0, 0), x: .one, y: .one, z: .one).triangle[0] == -1)
    }
}
