import Geometry
import TestSupport
import Testing
import Support

@Suite struct BVHTests {
    /// A bumpy closed sphere of `2 · n²` triangles with shared vertices.
    static func sphere(_ n: Int, bumps: Float = 0.1) -> TriangleMesh {
        var mesh = TriangleMesh()
        for i in 0...n {
            for j in 0..<n {
                let (s, c) = Trigonometry.sincos(.pi * Float(i) / Float(n))
                let (t, d) = Trigonometry.sincos(2 * .pi * Float(j) / Float(n))
                let bump = Trigonometry.sin(5 * .pi * Float(i) / Float(n)) * Trigonometry.sin(6 * .pi * Float(j) / Float(n))
                let radius = 1 + bumps * bump
                // All vertices of a pole row lie in one point.
                mesh.positions.append(i == 0 ? Vector3(0, 1, 0) : i == n ? Vector3(0, -1, 0) : Vector3(s * d, c, s * t) * radius)
            }
        }
        for i in 0..<n {
            for j in 0..<n {
                let a = UInt32(i * n + j)
                let b = UInt32(i * n + (j + 1) % n)
                mesh.indices += [a, b, a + UInt32(n), b, b + UInt32(n), a + UInt32(n)]
            }
        }
        return mesh
    }

    @Test func `a ray from inside a closed surface always meets it, also through edges and vertices`() {
        let mesh = Self.sphere(48)
        let bvh = BVH(mesh)
        // At every vertex and at the middle of every edge: where a test that is not watertight slips through.
        for i in 0..<mesh.triangleCount {
            let (a, b, c) = mesh.corners(i)
            for target in [a, (a + b) * 0.5, (b + c) * 0.5] {
                let eye = Vector3(0.01, 0.02, -0.03)
                #expect(bvh.intersect(Ray(origin: eye, direction: target - eye)) != nil)
            }
        }
        var random = SplitMix64(seed: 9)
        for _ in 0..<20_000 {
            #expect(bvh.intersect(Ray(origin: Vector3(repeating: 0), direction: random.vector())) != nil)
        }
    }

    @Test func `rays along the axes and in the planes of flat boxes are met`() {
        // A grid of unit squares in the plane y = 0: every box is flat, every axis-parallel ray gives 0 · ∞ somewhere.
        var mesh = TriangleMesh()
        for z in 0...8 { for x in 0...8 { mesh.positions.append(Vector3(Float(x), 0, Float(z))) } }
        for z in 0..<8 {
            for x in 0..<8 {
                let a = UInt32(z * 9 + x)
                mesh.indices += [a, a + 9, a + 1, a + 1, a + 9, a + 10]
            }
        }
        let bvh = BVH(mesh)
        for z in 0...8 {
            for x in 0...8 {
                let hit = bvh.intersect(Ray(origin: Vector3(Float(x), 5, Float(z)), direction: Vector3(0, -1, 0)))
                #expect(hit?.t == 5, "at \(x), \(z)")
            }
        }
        #expect(bvh.intersect(Ray(origin: Vector3(-1, 0.1, 4), direction: Vector3(1, 0, 0))) == nil)
    }

    @Test func `the nearest hit is the one that trying every triangle finds`() {
        let mesh = Self.sphere(20)
        let bvh = BVH(mesh)
        var random = SplitMix64(seed: 11)
        for _ in 0..<2000 {
            let ray = Ray(origin: random.vector() * 3, direction: random.vector())
            let expected = Brute.intersect(ray, mesh)
            let hit = bvh.intersect(ray)
            #expect((hit == nil) == (expected == nil))
            if let hit, let expected {
                #expect((hit.t - expected).magnitude < 1e-4 * max(1, expected))
                let (a, b, c) = mesh.corners(hit.triangle)
                let point = a * (1 - hit.u - hit.v) + b * hit.u + c * hit.v
                #expect((point - ray.at(hit.t)).length < 1e-3)
            }
        }
    }

    @Test func `the nearest point is the one that trying every triangle finds`() throws {
        let mesh = Self.sphere(16)
        let bvh = BVH(mesh)
        var random = SplitMix64(seed: 12)
        for _ in 0..<500 {
            let p = random.vector() * 2
            let found = try #require(bvh.nearest(to: p))
            var best = Float.infinity
            for i in 0..<mesh.triangleCount {
                let (a, b, c) = mesh.corners(i)
                for u in stride(from: Float(0), through: 1, by: 0.125) {
                    for v in stride(from: Float(0), through: 1 - u, by: 0.125) {
                        best = min(best, (a + (b - a) * u + (c - a) * v - p).length)
                    }
                }
            }
            #expect(found.distance <= best + 1e-5)
            #expect((bvh.nearest(to: found.point)?.distance ?? 1) < 1e-5)
            #expect(bvh.nearest(to: p, within: found.distance * 0.9) == nil)
        }
    }

    @Test func `empty, flat, coinciding and broken triangles build a tree that answers`() {
        #expect(BVH(TriangleMesh()).intersect(Ray(origin: .zero, direction: Vector3(1, 0, 0))) == nil)
        var mesh = TriangleMesh()
        for i in 0..<3000 {
            // Three thousand times the same triangle, some with a NaN.
            mesh.positions += [Vector3(0, 0, 0), Vector3(1, 0, 0), i % 7 == 0 ? Vector3(repeating: .nan) : Vector3(0, 1, 0)]
            mesh.indices += [UInt32(3 * i), UInt32(3 * i + 1), UInt32(3 * i + 2)]
        }
        let bvh = BVH(mesh)
        #expect(bvh.intersect(Ray(origin: Vector3(0.2, 0.2, 1), direction: Vector3(0, 0, -1)))?.t == 1)
        #expect(bvh.intersect(Ray(origin: Vector3(0.2, 0.2, 1), direction: Vector3(repeating: .nan))) == nil)
        #expect(bvh.intersect(Ray(origin: Vector3(0.2, 0.2, 1), direction: .zero)) == nil)
    }
}

/// Möller–Trumbore over every triangle, in double precision.
enum Brute {
    static func intersect(_ ray: Ray, _ mesh: TriangleMesh) -> Float? {
        var best: Double?
        let o = SIMD3<Double>(ray.origin)
        let d = SIMD3<Double>(ray.direction)
        func dot(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double { (a * b).sum() }
        func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
            SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
        }
        for i in 0..<mesh.triangleCount {
            let c = mesh.corners(i)
            let p0 = SIMD3<Double>(c.0)
            let p1 = SIMD3<Double>(c.1)
            let p2 = SIMD3<Double>(c.2)
            let e1 = p1 - p0
            let e2 = p2 - p0
            let p = cross(d, e2)
            let determinant = dot(e1, p)
            guard abs(determinant) > 1e-15 else { continue }
            let s = o - p0
            let u = dot(s, p) / determinant
            let q = cross(s, e1)
            let v = dot(d, q) / determinant
            guard u >= -1e-9, v >= -1e-9, u + v <= 1 + 1e-9 else { continue }
            let t = dot(e2, q) / determinant
            if t > 0, t < best ?? .infinity { best = t }
        }
        return best.map { Float($0) }
    }
}
