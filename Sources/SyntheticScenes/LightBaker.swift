import Geometry
import Support

/// Computes the light that falls on each vertex: sun and sky through the windows, lamps, and light from the surfaces around.
///
/// Vertices of one thing that lie close together and face the same way share one sample, as in an irradiance cache (Ward 1988). The
/// rays of a sample are scattered by its number, so that the light is the same in every run; what noise remains is smoothed along
/// the surface.
struct LightBaker {
    private let mesh: TriangleMesh
    private let bvh: BVH
    private let materials: [Material]
    private let materialOfTriangle: [UInt16]
    private let materialOfVertex: [UInt16]

    /// The sun stands outside the living room's window: the direction towards it.
    private static let sun = Vector3(0.16, 0.64, -0.76).normalized
    private static let sunlight = Vector3(2.5, 2.1, 1.55)
    private static let skylight = Vector3(5.2, 5.5, 5.9)
    /// What surfaces hold on the whole before any light is traced: the light that has been around the room often.
    private static let indirect = Vector3(0.86, 0.82, 0.76)
    private static let hidden = Vector3(0.5, 0.48, 0.45)
    private static let gathered = 12
    /// Edge of the cells in which vertices share a sample, metres.
    private static let cell: Float = 0.07
    private static let windowRays = 2

    /// A lamp: where it hangs, its strength in a distance of one metre, and the radius of what is around its bulb.
    private static let lamps: [(place: Vector3, color: Vector3, radius: Float)] = [
        (Vector3(0.72, 1.40, 0.42), Vector3(0.30, 0.21, 0.12), 0.26),
        (Vector3(6.09, 0.86, 0.2), Vector3(0.13, 0.09, 0.05), 0.2),
        (Vector3(8.31, 0.86, 0.2), Vector3(0.13, 0.09, 0.05), 0.2),
        (Vector3(1.62, 1.56, 3.74), Vector3(0.26, 0.20, 0.13), 0.09),
    ]

    init(_ mesh: TriangleMesh, bvh: BVH, materials: [Material], ofTriangle: [UInt16], ofVertex: [UInt16]) {
        self.mesh = mesh
        self.bvh = bvh
        self.materials = materials
        materialOfTriangle = ofTriangle
        materialOfVertex = ofVertex
    }

    /// The light at each vertex, linear RGB.
    func bake() -> [Vector3] {
        let (vertices, sampleOfVertex) = chooseSamples()
        let samples = filled(vertices.count) { light(at: vertices[$0]) }
        return smoothed(sampleOfVertex.map { samples[Int($0)] }, rounds: 3)
    }

    /// The vertices at which light is computed, and for each vertex which of them stands for it.
    private func chooseSamples() -> (vertices: [Int], ofVertex: [UInt32]) {
        var vertices: [Int] = []
        var seen: [SIMD4<Int32>: UInt32] = [:]
        let ofVertex = mesh.positions.indices.map { v -> UInt32 in
            let p = mesh.positions[v] / Self.cell
            let n = mesh.normals[v]
            // Three steps for each component of the normal, and the thing, in one number.
            func step(_ x: Float) -> Int32 { x > 0.4 ? 2 : (x < -0.4 ? 0 : 1) }
            let side = step(n.x) * 9 + step(n.y) * 3 + step(n.z)
            let key = SIMD4(
                ValueNoise.floor(p.x), ValueNoise.floor(p.y), ValueNoise.floor(p.z), Int32(materialOfVertex[v]) * 27 + side)
            if let sample = seen[key] { return sample }
            seen[key] = UInt32(vertices.count)
            vertices.append(v)
            return UInt32(vertices.count - 1)
        }
        return (vertices, ofVertex)
    }

    private func filled(_ count: Int, _ value: (Int) -> Vector3) -> [Vector3] {
        [Vector3](unsafeUninitializedCapacity: count) { buffer, initialized in
            let out = Places(base: buffer.baseAddress)
            Parallel.forEachRange(count, minimum: 512) { range in
                for i in range { out.base?[i] = value(i) }
            }
            initialized = count
        }
    }

    private struct Places: @unchecked Sendable {
        let base: UnsafeMutablePointer<Vector3>?
    }

    private func light(at vertex: Int) -> Vector3 {
        guard materials[Int(materialOfVertex[vertex])].kind == .matte else { return Vector3(1, 1, 1) }
        let normal = mesh.normals[vertex]
        let origin = mesh.positions[vertex] + normal * 0.004
        var random = SplitMix64(seed: UInt64(vertex) &* 0x2545_F491_4F6C_DD1D &+ 99)
        // A vertex against a wall or another thing lies in the dark and is not seen, except in cut-away views: those show it in
        // even light.
        guard let around = ambient(origin, normal: normal, random: &random) else { return Self.hidden }
        return around + sky(origin, normal: normal, random: &random) + sunshine(origin, normal: normal, random: &random)
            + lamplight(origin, normal)
    }

    /// Light from the surfaces around, by rays spread by the cosine over the hemisphere; nil where they begin inside a thing.
    private func ambient(_ origin: Vector3, normal: Vector3, random: inout SplitMix64) -> Vector3? {
        let side = (normal.x.magnitude < 0.7 ? cross(normal, Vector3(1, 0, 0)) : cross(normal, Vector3(0, 1, 0))).normalized
        let other = cross(normal, side)
        let turn = random.unit()
        let lift = random.unit()
        var sum = Vector3(repeating: 0)
        var inside = 0
        for k in 0..<Self.gathered {
            // A Fibonacci spiral over the disc below the hemisphere.
            let r = ((Float(k) + lift) / Float(Self.gathered)).squareRoot()
            let (s, c) = Trigonometry.sincos((Float(k) * 0.618_034 + turn) * 2 * .pi)
            let direction = side * (r * c) + other * (r * s) + normal * max(0, 1 - r * r).squareRoot()
            // What is farther than this looks like everything else.
            guard let hit = bvh.intersect(Ray(origin: origin, direction: direction), maximum: 2.2) else {
                sum += Self.indirect * 0.72
                continue
            }
            let (a, b, d) = mesh.corners(hit.triangle)
            // A ray that meets a surface from behind began inside a thing.
            guard dot(cross(b - a, d - a), direction) < 0 else {
                inside += 1
                if inside > 3 && inside == k + 1 { return nil }
                continue
            }
            let material = materials[Int(materialOfTriangle[hit.triangle])]
            switch material.kind {
            case .matte:
                let y = origin.y + direction.y * hit.t
                sum += material.mean * Self.indirect * (0.80 + 0.10 * min(y, 2))
            case .glowing: sum += material.mean * 0.8
            case .pane: break  // counted by `sky`
            }
        }
        return sum / Float(Self.gathered)
    }

    /// Light of the sky through both windows, by rays to places spread over them.
    private func sky(_ origin: Vector3, normal: Vector3, random: inout SplitMix64) -> Vector3 {
        let a = FlatShell.livingWindow
        let b = FlatShell.bedroomWindow
        let first = window(
            origin, normal: normal, corner: Vector3(a.min.x, a.min.y, a.min.z + 0.1), along: Vector3(a.size.x, 0, 0),
            height: a.size.y, facing: Vector3(0, 0, 1), random: &random)
        let second = window(
            origin, normal: normal, corner: Vector3(b.max.x - 0.1, b.min.y, b.min.z), along: Vector3(0, 0, b.size.z),
            height: b.size.y, facing: Vector3(-1, 0, 0), random: &random)
        return Self.skylight * (first + second)
    }

    private func window(
        _ origin: Vector3, normal: Vector3, corner: Vector3, along: Vector3, height: Float, facing: Vector3,
        random: inout SplitMix64
    ) -> Float {
        guard dot(origin - corner, facing) > 0.01 else { return 0 }
        let n = Self.windowRays
        var sum: Float = 0
        for i in 0..<n {
            for j in 0..<2 {
                let u = (Float(i) + random.unit()) / Float(n)
                let v = (Float(j) + random.unit()) / 2
                let to = corner + along * u + Vector3(0, height * v, 0) - origin
                let squared = to.lengthSquared
                let cosines = dot(to, normal) * -dot(to, facing)
                guard dot(to, normal) > 0, cosines > 0 else { continue }
                if isPane(bvh.intersect(Ray(origin: origin, direction: to))) { sum += cosines / (squared * squared) }
            }
        }
        return sum * along.length * height / (Float(2 * n) * .pi)
    }

    private func isPane(_ hit: RayHit?) -> Bool {
        hit.map { materials[Int(materialOfTriangle[$0.triangle])].kind == .pane } ?? false
    }

    /// The sun, a little wider than it is: soft edges hide the size of the triangles.
    private func sunshine(_ origin: Vector3, normal: Vector3, random: inout SplitMix64) -> Vector3 {
        guard dot(normal, Self.sun) > 0 else { return Vector3(repeating: 0) }
        var sum: Float = 0
        for _ in 0..<3 {
            let scatter = Vector3(random.unit() - 0.5, random.unit() - 0.5, random.unit() - 0.5) * 0.03
            let direction = Self.sun + scatter
            // Only what lies behind the living room's window, seen towards the sun, can be lit.
            let pane = FlatShell.livingWindow
            let t = (pane.min.z - origin.z) / direction.z
            let p = origin + direction * t
            guard t > 0, p.x > pane.min.x, p.x < pane.max.x, p.y > pane.min.y, p.y < pane.max.y else { continue }
            if isPane(bvh.intersect(Ray(origin: origin, direction: direction))) { sum += dot(normal, Self.sun) / 3 }
        }
        return Self.sunlight * sum
    }

    private func lamplight(_ origin: Vector3, _ normal: Vector3) -> Vector3 {
        var sum = Vector3(repeating: 0)
        for lamp in Self.lamps {
            let to = lamp.place - origin
            let distance = to.length
            let cosine = dot(to, normal) / max(distance, 1e-4)
            guard distance < 3.2, distance > lamp.radius, cosine > 0 else { continue }
            if bvh.intersect(Ray(origin: origin, direction: to), maximum: 1 - lamp.radius / distance) != nil { continue }
            sum += lamp.color * (cosine / max(distance * distance, 0.15) * (1 - distance / 3.2))
        }
        return sum
    }

    /// Each vertex mixed with its neighbours, along smooth surfaces only: vertices of sharp edges are not shared.
    private func smoothed(_ light: [Vector3], rounds: Int) -> [Vector3] {
        var light = light
        for _ in 0..<rounds {
            var sum = light.map { $0 * 2 }
            var count = [Float](repeating: 2, count: light.count)
            for t in 0..<mesh.triangleCount {
                let a = Int(mesh.indices[3 * t])
                let b = Int(mesh.indices[3 * t + 1])
                let c = Int(mesh.indices[3 * t + 2])
                sum[a] += light[b] + light[c]
                sum[b] += light[c] + light[a]
                sum[c] += light[a] + light[b]
                count[a] += 2
                count[b] += 2
                count[c] += 2
            }
            for i in light.indices { light[i] = sum[i] / count[i] }
        }
        return light
    }
}
