import Meshes
import Geometry
import Images
import Reconstruction
import Testing

@Suite struct SimplificationTests {
    /// A wavy sheet of (n − 1)² × 2 triangles, a metre wide, with colours that follow x and z.
    private func sheet(_ n: Int, height: Float = 0.02) -> TriangleMesh {
        var mesh = TriangleMesh()
        for j in 0..<n {
            for i in 0..<n {
                let x = Float(i) / Float(n - 1)
                let z = Float(j) / Float(n - 1)
                mesh.positions.append(Vector3(x, height * (4 * x * (1 - x)) * (4 * z * (1 - z)), z))
                mesh.colors.append(Vector3(x, 0.5, z))
                mesh.textureCoordinates.append(Vector2(x, z))
            }
        }
        for j in 0..<n - 1 {
            for i in 0..<n - 1 {
                let a = UInt32(j * n + i)
                let b = a + UInt32(n)
                mesh.indices += [a, b, a + 1, a + 1, b, b + 1]
            }
        }
        mesh.computeNormals()
        return mesh
    }

    /// Each triangle with corners of its own, shaded flat, as a CAD program writes it.
    private func separated(_ mesh: TriangleMesh) -> TriangleMesh {
        var result = TriangleMesh()
        for t in 0..<mesh.triangleCount {
            let (a, b, c) = mesh.corners(t)
            let normal = cross(b - a, c - a).normalized
            result.positions += [a, b, c]
            result.normals += [normal, normal, normal]
            result.indices += (0..<3).map { UInt32(3 * t + $0) }
        }
        return result
    }

    @Test func `a sheet keeps its shape, its colours and its place in the picture with a tenth of the triangles`() throws {
        let mesh = sheet(101)
        let result = try Simplification.simplify(mesh, toTriangles: 2000)
        let simple = result.mesh
        #expect(simple.flaw == nil)
        #expect((1800...2000).contains(simple.triangleCount))
        #expect(!result.joinedVertices)
        #expect(result.error > 0 && result.error < 0.002)
        let distance = SurfaceDistance(of: simple, from: mesh, threshold: 0.001, spacing: 0.01)
        #expect(distance.meanAccuracy < 0.0005)
        #expect(distance.meanCompleteness < 0.0005)
        // Each kept vertex is one of the original's, with all that belongs to it.
        for (i, p) in simple.positions.enumerated() {
            #expect(simple.colors[i] == Vector3(p.x, 0.5, p.z))
            #expect(simple.textureCoordinates[i] == Vector2(p.x, p.z))
        }
        #expect(simple.normals.count == simple.positions.count)
        // No vertex is left that no triangle uses.
        #expect(Set(simple.indices).count == simple.positions.count)
    }

    @Test func `the same mesh gives the same result`() throws {
        let mesh = sheet(61)
        #expect(
            try Simplification.simplify(mesh, toTriangles: 500) == Simplification.simplify(mesh, toTriangles: 500))
    }

    @Test func `a mesh with no more triangles than asked for comes back as it is`() throws {
        let mesh = sheet(11)
        let result = try Simplification.simplify(mesh, toTriangles: mesh.triangleCount)
        #expect(result.mesh == mesh)
        #expect(result.error == 0)
    }

    @Test func `locked borders keep all their vertices`() throws {
        let mesh = sheet(51)
        let border = { (p: Vector3) in p.x == 0 || p.x == 1 || p.z == 0 || p.z == 1 }
        let locked = try Simplification.simplify(mesh, toTriangles: 500, options: .init(locksBorders: true)).mesh
        #expect(locked.positions.filter(border).count == 200)
        #expect(try Simplification.simplify(mesh, toTriangles: 500).mesh.positions.filter(border).count < 200)
    }

    @Test func `no collapse goes beyond the largest error`() throws {
        let mesh = sheet(51, height: 0.3)
        let result = try Simplification.simplify(mesh, toTriangles: 10, options: .init(maximumError: 0.001))
        #expect(result.error <= 0.001)
        #expect(result.mesh.triangleCount > 10)
        #expect(SurfaceDistance(of: result.mesh, from: mesh, threshold: 0.001, spacing: 0.01).meanAccuracy < 0.001)
    }

    @Test func `a mesh whose triangles all have corners of their own is joined first, and says so`() throws {
        let result = try Simplification.simplify(separated(sheet(41)), toTriangles: 300)
        #expect(result.joinedVertices)
        #expect(result.mesh.triangleCount <= 300)
        #expect(result.mesh.normals.allSatisfy { abs($0.length - 1) < 1e-4 })
    }

    @Test(arguments: [0, -1, Int.min])
    func `fewer than one triangle is refused`(count: Int) {
        #expect(throws: MeshError.self) { try Simplification.simplify(sheet(5), toTriangles: count) }
    }

    @Test func `a mesh without triangles or with damaged arrays is refused`() {
        var wild = sheet(5)
        wild.indices[4] = 1_000_000
        var short = sheet(5)
        short.colors.removeLast()
        var lost = sheet(5)
        lost.positions[3].y = .nan
        for mesh in [TriangleMesh(), TriangleMesh(positions: [Vector3(0, 0, 0)]), wild, short, lost] {
            #expect(throws: MeshError.self) { try Simplification.simplify(mesh, toTriangles: 1) }
        }
        #expect(throws: MeshError.self) {
            try Simplification.simplify(sheet(5), toTriangles: 1, options: .init(maximumError: .nan))
        }
    }

    @Test func `meshes without area, with edges of many triangles, and of impossible size come to an end`() throws {
        let point = TriangleMesh(
            positions: [Vector3](repeating: Vector3(1, 2, 3), count: 30), indices: (0..<30).map { UInt32($0) })
        var fan = TriangleMesh(positions: [Vector3(0, 0, 0), Vector3(0, 1, 0)])
        for i in 0..<40 {
            fan.positions.append(Vector3(Float(i) - 20, 0.5, 1))
            fan.indices += [0, 1, UInt32(i + 2)]
        }
        var repeated = sheet(21)
        repeated.indices += repeated.indices
        repeated.indices += [0, 0, 0, 1, 1, 2]
        var huge = sheet(21)
        for i in huge.positions.indices { huge.positions[i] *= 3e38 }
        for mesh in [point, fan, repeated, huge] {
            let result = try Simplification.simplify(mesh, toTriangles: 10)
            #expect(result.mesh.flaw == nil)
            #expect(result.mesh.triangleCount <= mesh.triangleCount)
            #expect(result.error.isFinite)
        }
    }

    @Test func `levels go down by quarters until one is small`() {
        #expect(LevelsOfDetail.triangleCounts(of: 60_000) == [])
        #expect(LevelsOfDetail.triangleCounts(of: 60_001) == [15_000])
        #expect(LevelsOfDetail.triangleCounts(of: 1_600_000) == [400_000, 100_000, 25_000])
    }

    @Test func `each level has about a quarter of the triangles of the one before, and the picture shrinks with it`() throws {
        let mesh = sheet(401)
        let picture = ColorImage(width: 2048, height: 1024, repeating: .init(10, 20, 30, 255))
        let levels = try LevelsOfDetail.make(mesh, texture: picture)
        #expect(levels.count == 2)
        #expect(levels[0].mesh.triangleCount <= 80_000 && levels[0].mesh.triangleCount > 70_000)
        #expect(levels[1].mesh.triangleCount <= 20_000 && levels[1].mesh.triangleCount > 17_000)
        #expect(levels.map { $0.texture?.width } == [1024, 512])
        #expect(levels[1].error >= levels[0].error)
        #expect(levels.allSatisfy { $0.mesh.flaw == nil && !$0.mesh.textureCoordinates.isEmpty })
        #expect(try LevelsOfDetail.make(mesh, texture: picture) == levels)
    }

    @Test func `levels of a surface without a picture carry no texture coordinates`() throws {
        let levels = try LevelsOfDetail.make(sheet(201))
        #expect(levels.count == 1)
        #expect(levels[0].texture == nil)
        #expect(levels[0].mesh.textureCoordinates.isEmpty && !levels[0].mesh.colors.isEmpty)
    }

    @Test func `ordering for drawing keeps the same triangles with the same attributes`() {
        func corners(_ mesh: TriangleMesh) -> [String] {
            (0..<mesh.triangleCount).map { t in
                // From its smallest corner on, so that turning a triangle changes nothing.
                let three = (0..<3).map { k in
                    let i = Int(mesh.indices[3 * t + k])
                    return "\(mesh.positions[i]) \(mesh.colors[i]) \(mesh.normals[i])"
                }
                let first = three.indices.min { three[$0] < three[$1] } ?? 0
                return (0..<3).map { three[(first + $0) % 3] }.joined(separator: " ")
            }.sorted()
        }
        let mesh = sheet(31)
        let ordered = mesh.orderedForDrawing()
        #expect(ordered.flaw == nil)
        #expect(corners(ordered) == corners(mesh))
        #expect(ordered.indices.prefix(3) == [0, 1, 2])
        #expect(TriangleMesh().orderedForDrawing() == TriangleMesh())
    }
}
