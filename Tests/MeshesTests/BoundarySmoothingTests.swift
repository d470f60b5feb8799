import Geometry
import Meshes
import Testing

/// The boundaries of a scan are as smooth as the scan, and stay where it ended.
@Suite struct BoundarySmoothingTests {
    private static let voxel: Float = 0.02

    /// Squares of one voxel, cut in two, whose middles lie left of a line through the origin at `degrees`; `height` of each point.
    private static func staircase(slope: Float, height: (Float, Float) -> Float = { _, _ in 0 }) -> TriangleMesh {
        var mesh = TriangleMesh()
        var numbers: [SIMD2<Int>: UInt32] = [:]
        func vertex(_ i: Int, _ k: Int) -> UInt32 {
            if let known = numbers[SIMD2(i, k)] { return known }
            let x = Float(i) * voxel
            let z = Float(k) * voxel
            mesh.positions.append(Vector3(x, height(x, z), z))
            numbers[SIMD2(i, k)] = UInt32(mesh.positions.count - 1)
            return UInt32(mesh.positions.count - 1)
        }
        for i in -20..<20 {
            for k in -20..<20 where Float(k) + 0.5 < slope * (Float(i) + 0.5) {
                let a = vertex(i, k)
                let b = vertex(i + 1, k)
                let c = vertex(i + 1, k + 1)
                let d = vertex(i, k + 1)
                mesh.indices += [a, c, b, a, d, c]
            }
        }
        mesh.computeNormals()
        return mesh
    }

    /// Root mean square distance from the cut of the boundary vertices near it, in voxels.
    private func roughness(_ mesh: TriangleMesh, slope: Float) -> Float {
        var edges: [SIMD2<UInt32>: Int] = [:]
        for t in 0..<mesh.triangleCount {
            for k in 0..<3 {
                let a = mesh.indices[3 * t + k]
                let b = mesh.indices[3 * t + (k + 1) % 3]
                edges[SIMD2(min(a, b), max(a, b)), default: 0] += 1
            }
        }
        var distances: [Float] = []
        for (edge, count) in edges where count == 1 {
            let p = mesh.positions[Int(edge.x)]
            let d = (p.z - slope * p.x) / (1 + slope * slope).squareRoot() / Self.voxel
            if abs(d) < 1.5 && abs(p.x) < 0.25 && abs(p.z) < 0.25 { distances.append(d) }
        }
        let mean = distances.reduce(0, +) / Float(max(distances.count, 1))
        return (distances.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Float(max(distances.count, 1))).squareRoot()
    }

    @Test(arguments: [0.3, 0.5, 0.7] as [Float])
    func `Stair-steps become a line`(slope: Float) throws {
        let before = Self.staircase(slope: slope)
        var mesh = before
        let result = try BoundarySmoothing.smooth(&mesh, options: .init(voxelSize: Self.voxel))
        #expect(result.movedVertices > 20)
        #expect(mesh.flaw == nil)
        let was = roughness(before, slope: slope)
        let now = roughness(mesh, slope: slope)
        #expect(was > 0.2 && now < 0.75 * was, "\(was) to \(now) voxels")
        // A flat sheet stays flat.
        #expect(mesh.positions.allSatisfy { abs($0.y) < 1e-6 })
    }

    @Test(arguments: 1...6) func `No vertex moves by more than half a voxel, none inside at all, no triangle turns over`(seed: Int)
        throws
    {
        var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15
        func noise() -> Float {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Float(state >> 40) / Float(1 << 24) - 0.5
        }
        let before = Self.staircase(slope: 0.2 * Float(seed)) { _, _ in noise() * 1.2 * Self.voxel }
        var options = BoundarySmoothing.Options(voxelSize: Self.voxel, rounds: 40)
        options.flakeArea = 0
        var mesh = before
        try BoundarySmoothing.smooth(&mesh, options: options)
        #expect(mesh.positions != before.positions)
        if mesh.positions.count == before.positions.count {
            let farthest = zip(mesh.positions, before.positions).map { ($0 - $1).length }.max() ?? 0
            #expect(farthest <= 0.5 * Self.voxel, "\(farthest)")
        }
        // Each vertex has one of the input within half a voxel, also where slivers went.
        for p in mesh.positions {
            #expect(before.positions.contains { ($0 - p).length <= 0.5 * Self.voxel })
        }
        if mesh.indices == before.indices {
            for t in 0..<mesh.triangleCount {
                let (a, b, c) = before.corners(t)
                let (p, q, r) = mesh.corners(t)
                #expect(dot(cross(b - a, c - a), cross(q - p, r - p)) > 0)
            }
        }
    }

    @Test func `Flakes and slivers at the boundary go, pieces of some size stay`() throws {
        var mesh = Self.staircase(slope: 0.5)
        let plain = mesh.triangleCount
        let corner = mesh.positions.indices.max { mesh.positions[$0].x < mesh.positions[$1].x } ?? 0
        let p = mesh.positions[corner]
        // A flake that hangs on one vertex, one in the air, and a sheet of 10 x 10 cm in the air.
        func triangle(_ a: Vector3, _ b: Vector3, _ c: Vector3, first: UInt32? = nil) {
            let n = UInt32(mesh.positions.count)
            mesh.positions += first == nil ? [a, b, c] : [b, c]
            mesh.indices += first.map { [$0, n, n + 1] } ?? [n, n + 1, n + 2]
        }
        triangle(p, p + Vector3(0.02, 0, 0), p + Vector3(0.02, 0, 0.02), first: UInt32(corner))
        triangle(Vector3(0, 1, 0), Vector3(0.02, 1, 0), Vector3(0, 1, 0.02))
        triangle(Vector3(0, 2, 0), Vector3(0.1, 2, 0), Vector3(0, 2, 0.1))
        mesh.computeNormals()
        var options = BoundarySmoothing.Options(voxelSize: Self.voxel)
        options.rounds = 0
        let result = try BoundarySmoothing.smooth(&mesh, options: options)
        #expect(result.removedTriangles == 2 && mesh.triangleCount == plain + 1)
        #expect(mesh.flaw == nil)
        // A sliver on the edge of a square: a corner a millimetre beside an edge of 2 cm.
        var square = TriangleMesh(
            positions: [
                Vector3(0, 0, 0), Vector3(0.02, 0, 0), Vector3(0.02, 0, 0.02), Vector3(0, 0, 0.02), Vector3(0.01, 0, -0.001),
            ],
            indices: [0, 2, 1, 0, 3, 2, 0, 1, 4])
        #expect(try BoundarySmoothing.smooth(&square, options: options).removedTriangles == 1)
        #expect(square.triangleCount == 2 && square.positions.count == 4)
    }

    @Test func `A closed surface and an empty one stay as they are, bad options are refused`() throws {
        // A tetrahedron.
        let closed = TriangleMesh(
            positions: [Vector3(0, 0, 0), Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)],
            indices: [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3])
        var mesh = closed
        #expect(try BoundarySmoothing.smooth(&mesh, options: .init(voxelSize: 1)) == BoundarySmoothing.Result())
        #expect(mesh == closed)
        var empty = TriangleMesh()
        #expect(try BoundarySmoothing.smooth(&empty, options: .init(voxelSize: 1)) == BoundarySmoothing.Result())
        for voxel in [-1, Float.nan, .infinity] {
            let error = #expect(throws: MeshError.self) { try BoundarySmoothing.smooth(&mesh, options: .init(voxelSize: voxel)) }
            #expect(error?.description.contains("boundary") == true)
        }
    }
}
