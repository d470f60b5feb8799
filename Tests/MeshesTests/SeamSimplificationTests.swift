import Geometry
import Meshes
import Testing

/// Simplification of meshes whose attributes are discontinuous along seams.
@Suite struct SeamSimplificationTests {
    /// A gently wavy square sheet of one metre, cut into `charts`² square UV charts with `cells`² × 2 triangles each. The charts
    /// are transposed and apart from each other in the texture, so that a seam runs along each of their borders.
    private func patchwork(charts: Int, cells: Int) -> TriangleMesh {
        var mesh = TriangleMesh()
        let n = Float(charts * cells)
        for row in 0..<charts {
            for column in 0..<charts {
                let base = UInt32(mesh.positions.count)
                for j in 0...cells {
                    for i in 0...cells {
                        let x = Float(column * cells + i) / n
                        let z = Float(row * cells + j) / n
                        mesh.positions.append(Vector3(x, 0.02 * (4 * x * (1 - x)) * (4 * z * (1 - z)), z))
                        mesh.colors.append(Vector3(x, z, x < 0.5 ? 0 : 1))
                        let inside = Vector2(Float(i), Float(j)) / Float(cells) * 0.9
                        mesh.textureCoordinates.append((Vector2(Float(row), Float(column)) + 0.05 + inside) / Float(charts))
                    }
                }
                for j in 0..<cells {
                    for i in 0..<cells {
                        let a = base + UInt32(j * (cells + 1) + i)
                        let b = a + UInt32(cells + 1)
                        mesh.indices += [a, b, a + 1, a + 1, b, b + 1]
                    }
                }
            }
        }
        mesh.computeNormals()
        return mesh
    }

    /// Where on a patchwork a texture coordinate is from, as x and z; nil between the charts.
    private func origin(of uv: Vector2, charts: Int) -> Vector2? {
        let scaled = uv * Float(charts)
        let row = scaled.x.rounded(.down)
        let column = scaled.y.rounded(.down)
        let inside = (scaled - Vector2(row, column) - 0.05) / 0.9
        guard inside.min() > -0.02, inside.max() < 1.02 else { return nil }
        return (Vector2(column, row) + inside) / Float(charts)
    }

    /// How far the texture slid along the surface, in metres, at 6 points of each triangle, and the share of points that show none
    /// of the texture; both weighted by area.
    private func slide(_ mesh: TriangleMesh, charts: Int) -> (mean: Double, outside: Double) {
        var sum = 0.0
        var outside = 0.0
        var total = 0.0
        let weights: [Vector3] = [
            .init(0.4, 0.3, 0.3), .init(0.3, 0.4, 0.3), .init(0.3, 0.3, 0.4), .init(0.8, 0.1, 0.1), .init(0.1, 0.8, 0.1),
            .init(0.1, 0.1, 0.8),
        ]
        for t in 0..<mesh.triangleCount {
            let (a, b, c) = mesh.corners(t)
            let area = Double(cross(b - a, c - a).length)
            let uv = (0..<3).map { mesh.textureCoordinates[Int(mesh.indices[3 * t + $0])] }
            for w in weights {
                let p = a * w.x + b * w.y + c * w.z
                total += area
                guard let from = origin(of: uv[0] * w.x + uv[1] * w.y + uv[2] * w.z, charts: charts) else {
                    outside += area
                    continue
                }
                let d = Vector2(p.x, p.z) - from
                sum += area * Double((d.x * d.x + d.y * d.y).squareRoot())
            }
        }
        return (sum / max(total - outside, 1e-12), outside / total)
    }

    /// Edges, by positions, with one triangle, as pairs of their ends.
    private func openEdges(_ mesh: TriangleMesh) -> [(Vector3, Vector3)] {
        var numbers: [Vector3: Int] = [:]
        let ids = mesh.positions.map { p -> Int in
            if let known = numbers[p] { return known }
            numbers[p] = numbers.count
            return numbers.count - 1
        }
        var edges: [SIMD2<Int>: (count: Int, ends: (Vector3, Vector3))] = [:]
        for t in 0..<mesh.triangleCount {
            for k in 0..<3 {
                let i = Int(mesh.indices[3 * t + k])
                let j = Int(mesh.indices[3 * t + (k + 1) % 3])
                edges[SIMD2(min(ids[i], ids[j]), max(ids[i], ids[j])), default: (0, (mesh.positions[i], mesh.positions[j]))]
                    .count += 1
            }
        }
        return edges.values.filter { $0.count == 1 }.map(\.ends)
    }

    /// A cube of one metre with six faces of n² × 2 triangles, each with normals and a chart of its own.
    private func cube(_ n: Int) -> TriangleMesh {
        var mesh = TriangleMesh()
        for face in 0..<6 {
            let base = UInt32(mesh.positions.count)
            let axis = face / 2
            let sign: Float = face % 2 == 0 ? 1 : -1
            for j in 0...n {
                for i in 0...n {
                    var p = Vector3(repeating: 0)
                    p[axis] = face % 2 == 0 ? 1 : 0
                    p[(axis + 1) % 3] = Float(i) / Float(n)
                    p[(axis + 2) % 3] = Float(j) / Float(n)
                    var normal = Vector3(repeating: 0)
                    normal[axis] = sign
                    mesh.positions.append(p)
                    mesh.normals.append(normal)
                    mesh.textureCoordinates.append(Vector2((Float(face) + 0.9 * Float(i) / Float(n)) / 6, Float(j) / Float(n)))
                }
            }
            for j in 0..<n {
                for i in 0..<n {
                    let a = base + UInt32(j * (n + 1) + i)
                    let b = a + UInt32(n + 1)
                    let quad = [a, a + 1, b, a + 1, b + 1, b]
                    mesh.indices += sign > 0 ? quad : [a, b, a + 1, a + 1, b, b + 1]
                }
            }
        }
        return mesh
    }

    @Test(arguments: [(8000, 0.0005, 0.001), (800, 0.005, 0.02), (60, 0.1, 0.2)])
    func `a textured sheet of 400 charts reaches its target without opening a seam`(
        target: Int, meanSlide: Double, outside: Double
    ) throws {
        let mesh = patchwork(charts: 20, cells: 10)
        let result = try Simplification.simplify(mesh, toTriangles: target)
        #expect(result.mesh.flaw == nil)
        #expect(!result.joinedVertices)
        #expect((target * 9 / 10...target).contains(result.mesh.triangleCount))
        // Only the sheet's own border is open; with far fewer triangles than charts it may cut the corners.
        let open = openEdges(result.mesh)
        let isCoarse = target < 400
        let isOnBorder = open.allSatisfy { p, q in
            (p.x == q.x && (p.x == 0 || p.x == 1)) || (p.z == q.z && (p.z == 0 || p.z == 1))
        }
        #expect(open.count <= 800 && (isOnBorder || isCoarse))
        #expect(abs(result.mesh.area - mesh.area) < (isCoarse ? 0.05 : 0.002))
        let slid = slide(result.mesh, charts: 20)
        #expect(slid.mean < meanSlide && slid.outside < outside, "\(slid)")
        let distance = SurfaceDistance(of: result.mesh, from: mesh, threshold: 0.001, spacing: 0.01)
        #expect(distance.meanAccuracy < 0.001)
    }

    @Test func `a cube with hard edges and a chart for each face becomes twelve triangles that are the same cube`() throws {
        let result = try Simplification.simplify(cube(10), toTriangles: 12)
        let mesh = result.mesh
        #expect(mesh.triangleCount == 12)
        #expect(openEdges(mesh).isEmpty)
        #expect(result.error < 1e-6)
        #expect(abs(mesh.area - 6) < 1e-5)
        for t in 0..<mesh.triangleCount {
            let (a, b, c) = mesh.corners(t)
            let normal = cross(b - a, c - a).normalized
            for k in 0..<3 { #expect(dot(normal, mesh.normals[Int(mesh.indices[3 * t + k])]) > 0.999) }
        }
    }

    @Test func `fins of two sides on a closed surface vanish before its shape does`() throws {
        var mesh = cube(10)
        for t in stride(from: 0, to: 1200, by: 50) {
            let a = mesh.indices[3 * t]
            let b = mesh.indices[3 * t + 1]
            let tip = UInt32(mesh.positions.count)
            mesh.positions.append(mesh.positions[Int(a)] + mesh.normals[Int(a)] * 0.02)
            mesh.normals.append(mesh.normals[Int(a)])
            mesh.textureCoordinates.append(mesh.textureCoordinates[Int(a)])
            mesh.indices += [a, b, tip, b, a, tip]
        }
        let result = try Simplification.simplify(mesh, toTriangles: 40)
        #expect((36...40).contains(result.mesh.triangleCount))
        #expect(openEdges(result.mesh).isEmpty)
        #expect(abs(result.mesh.area - 6) < 0.001)
    }

    @Test func `locked borders stay, also where seams end at them`() throws {
        let mesh = patchwork(charts: 10, cells: 10)
        let result = try Simplification.simplify(mesh, toTriangles: 1500, options: .init(locksBorders: true))
        #expect(result.mesh.triangleCount <= 1500)
        let border = openEdges(result.mesh)
        #expect(border.count == 400)
        #expect(border.allSatisfy { p, q in abs((p - q).length - 0.01) < 1e-4 || p.y != q.y })
    }

    @Test func `the maximum error stops a textured mesh as well`() throws {
        let mesh = patchwork(charts: 10, cells: 10)
        let result = try Simplification.simplify(mesh, toTriangles: 4, options: .init(maximumError: 0.0005))
        #expect(result.error <= 0.0005 && result.mesh.triangleCount > 4)
        #expect(SurfaceDistance(of: result.mesh, from: mesh, threshold: 0.001, spacing: 0.01).meanAccuracy < 0.0005)
    }

    @Test func `a sharp border of colours stays where colours count`() throws {
        let n = 61
        var mesh = TriangleMesh()
        for j in 0..<n {
            for i in 0..<n {
                let p = Vector3(Float(i), 0, Float(j)) / Float(n - 1)
                mesh.positions.append(p)
                mesh.textureCoordinates.append(Vector2(p.x, p.z))
                // A disc in the middle has another colour.
                mesh.colors.append((p - Vector3(0.5, 0, 0.5)).length < 0.3 ? Vector3(1, 0, 0) : Vector3(0, 0, 1))
            }
        }
        for j in 0..<n - 1 {
            for i in 0..<n - 1 {
                let a = UInt32(j * n + i)
                let b = a + UInt32(n)
                mesh.indices += [a, b, a + 1, a + 1, b, b + 1]
            }
        }
        func mixed(_ mesh: TriangleMesh) -> Double {
            (0..<mesh.triangleCount).reduce(0) { sum, t in
                let (a, b, c) = mesh.corners(t)
                let colors = (0..<3).map { mesh.colors[Int(mesh.indices[3 * t + $0])] }
                return colors[0] == colors[1] && colors[1] == colors[2] ? sum : sum + Double(cross(b - a, c - a).length / 2)
            }
        }
        let kept = try Simplification.simplify(mesh, toTriangles: 700).mesh
        let lost = try Simplification.simplify(
            mesh, toTriangles: 700, options: .init(attributeWeights: .init(textureCoordinates: 0, normals: 0, colors: 0))
        ).mesh
        #expect(kept.triangleCount <= 700)
        #expect(mixed(kept) < 2 * mixed(mesh) && mixed(kept) < 0.6 * mixed(lost), "\(mixed(mesh)) \(mixed(kept)) \(mixed(lost))")
        #expect(kept.colors.allSatisfy { $0 == Vector3(1, 0, 0) || $0 == Vector3(0, 0, 1) })
    }

    @Test func `the same textured mesh gives the same result, at any scale`() throws {
        let mesh = patchwork(charts: 6, cells: 8)
        let result = try Simplification.simplify(mesh, toTriangles: 500)
        #expect(try Simplification.simplify(mesh, toTriangles: 500) == result)
        var huge = mesh
        let factor = Float(sign: .plus, exponent: 100, significand: 1)
        for i in huge.positions.indices { huge.positions[i] *= factor }
        let scaled = try Simplification.simplify(huge, toTriangles: 500)
        #expect(scaled.mesh.indices == result.mesh.indices)
        #expect(scaled.mesh.positions == result.mesh.positions.map { $0 * factor })
    }

    @Test func `both sides of a doubled surface move together`() throws {
        var mesh = patchwork(charts: 4, cells: 10)
        let front = mesh
        var back = mesh
        for i in back.normals.indices { back.normals[i] = -back.normals[i] }
        for t in 0..<back.triangleCount { back.indices.swapAt(3 * t + 1, 3 * t + 2) }
        mesh.append(back)
        let result = try Simplification.simplify(mesh, toTriangles: 800)
        #expect(result.mesh.triangleCount <= 800)
        // As many triangles up as down, and both cover the sheet.
        let up = (0..<result.mesh.triangleCount).count { t in
            let (a, b, c) = result.mesh.corners(t)
            return cross(b - a, c - a).y > 0
        }
        #expect(2 * up == result.mesh.triangleCount)
        #expect(abs(result.mesh.area - 2 * front.area) < 0.01)
    }

    @Test func `small holes close and the surface stays in one piece`() throws {
        var mesh = patchwork(charts: 5, cells: 20)
        // A hole of one triangle in the middle of each chart.
        var kept: [UInt32] = []
        for t in 0..<mesh.triangleCount where t % 800 != 420 { kept += mesh.indices[3 * t..<3 * t + 3] }
        mesh.indices = kept
        #expect(openEdges(mesh).count == 400 + 25 * 3)
        let result = try Simplification.simplify(mesh, toTriangles: 60)
        #expect(result.mesh.triangleCount <= 60)
        #expect(abs(result.mesh.area - 1) < 0.03)
    }

    @Test func `a vertex with thousands of triangles does not stop the others`() throws {
        var mesh = TriangleMesh(positions: [Vector3(0, 0.1, 0)])
        let n = 5000
        for i in 0..<n {
            let angle = 2 * Float.pi * Float(i) / Float(n)
            mesh.positions.append(Vector3(cos(of: angle), 0, cos(of: angle - .pi / 2)))
            mesh.indices += [0, UInt32((i + 1) % n + 1), UInt32(i + 1)]
        }
        mesh.textureCoordinates = mesh.positions.map { Vector2($0.x, $0.z) }
        let result = try Simplification.simplify(mesh, toTriangles: 40)
        #expect(result.mesh.triangleCount <= 40)
        #expect(abs(result.mesh.area - mesh.area) < 0.15)
    }

    /// A cosine that needs no Foundation: the polynomial's error does not matter here.
    private func cos(of angle: Float) -> Float {
        var x = angle
        while x > .pi { x -= 2 * .pi }
        while x < -.pi { x += 2 * .pi }
        var term: Float = 1
        var sum: Float = 1
        for k in 1...10 {
            term *= -x * x / Float((2 * k - 1) * (2 * k))
            sum += term
        }
        return sum
    }

    @Test func `damaged, doubled, flat and lonely triangles with attributes come to an end`() throws {
        let sheet = patchwork(charts: 3, cells: 6)
        var doubled = sheet
        doubled.indices += sheet.indices
        var wild = sheet
        for i in wild.textureCoordinates.indices {
            wild.textureCoordinates[i] = i % 7 == 0 ? Vector2(.nan, .infinity) : Vector2(1e30, -1e30)
        }
        var flat = sheet
        // On a line, at different places.
        for i in flat.positions.indices { flat.positions[i] = Vector3(flat.positions[i].x + 0.37 * flat.positions[i].z, 0, 0) }
        var loose = sheet
        loose.positions += [Vector3(9, 9, 9), Vector3(-9, 0, 0)]
        loose.colors += [.zero, .zero]
        loose.normals += [.zero, .zero]
        loose.textureCoordinates += [.zero, .zero]
        var lonely = TriangleMesh()
        for i in 0..<50 {
            let p = Vector3(Float(i), 0, 0)
            lonely.positions += [p, p + Vector3(0.5, 0, 0), p + Vector3(0, 0, 0.5)]
            lonely.textureCoordinates += [Vector2(0, 0), Vector2(1, 0), Vector2(0, 1)]
            lonely.indices += [UInt32(3 * i), UInt32(3 * i + 2), UInt32(3 * i + 1)]
        }
        for mesh in [doubled, wild, flat, loose, lonely] {
            for target in [1, 20] {
                let result = try Simplification.simplify(mesh, toTriangles: target)
                #expect(result.mesh.flaw == nil && result.error.isFinite)
                #expect(result.mesh.triangleCount >= 1 && result.mesh.triangleCount < mesh.triangleCount)
                #expect(Set(result.mesh.indices).count == result.mesh.positions.count)
            }
        }
        #expect(try Simplification.simplify(lonely, toTriangles: 20).mesh.triangleCount == 20)
        #expect(try Simplification.simplify(doubled, toTriangles: 20).mesh.triangleCount <= 20)
    }

    @Test(arguments: [-1, Float.nan, .infinity])
    func `attribute weights are checked`(weight: Float) {
        #expect(throws: MeshError.self) {
            try Simplification.simplify(cube(2), toTriangles: 12, options: .init(attributeWeights: .init(colors: weight)))
        }
    }
}
