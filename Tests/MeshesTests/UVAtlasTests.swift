import Meshes
import Geometry
import Reconstruction
import TestSupport
import Testing

@Suite struct UVAtlasTests {
    /// Three sides of a room corner, two metres wide each, seen from within.
    static let corner: TriangleMesh = {
        var mesh = grid(20) { Vector3($0 * 2, 0, (1 - $1) * 2) }
        mesh.append(grid(20) { Vector3($0 * 2, $1 * 2, 0) })
        mesh.append(grid(20) { Vector3(0, $1 * 2, (1 - $0) * 2) })
        return mesh
    }()

    /// How often each texel's centre is covered.
    private func coverage(_ atlas: UVAtlas) -> [UInt8] {
        var counts = [UInt8](repeating: 0, count: atlas.width * atlas.height)
        for t in 0..<atlas.mesh.triangleCount where atlas.chartOfTriangle[t] >= 0 {
            let c = (0..<3).map { k -> SIMD2<Double> in
                let uv = atlas.mesh.textureCoordinates[Int(atlas.mesh.indices[3 * t + k])]
                return SIMD2(Double(uv.x) * Double(atlas.width), (1 - Double(uv.y)) * Double(atlas.height))
            }
            let xs = c.map(\.x)
            let ys = c.map(\.y)
            for y in max(0, Int(ys.min() ?? 0))...min(atlas.height - 1, Int(ys.max() ?? 0)) {
                for x in max(0, Int(xs.min() ?? 0))...min(atlas.width - 1, Int(xs.max() ?? 0)) {
                    let p = SIMD2(Double(x) + 0.5, Double(y) + 0.5)
                    let sides = (0..<3).map { k -> Double in
                        let a = c[k]
                        let b = c[(k + 1) % 3]
                        return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)
                    }
                    // Clearly inside: shared edges belong to nobody here.
                    if sides.allSatisfy({ $0 > 1e-3 }) || sides.allSatisfy({ $0 < -1e-3 }) { counts[y * atlas.width + x] += 1 }
                }
            }
        }
        return counts
    }

    @Test func `Sides become charts of even density that cover nothing twice`() throws {
        let atlas = try UVAtlas.unwrap(Self.corner, options: UVAtlas.Options(texelsPerMetre: 100))
        #expect(atlas.chartCount == 3)
        #expect(atlas.mesh.flaw == nil && atlas.mesh.triangleCount == Self.corner.triangleCount)
        #expect(atlas.width % 4 == 0 && atlas.height % 4 == 0)
        #expect(coverage(atlas).allSatisfy { $0 <= 1 })
        // Three like squares leave much of any picture empty.
        #expect(atlas.utilisation > 0.5)
        for t in 0..<atlas.mesh.triangleCount {
            let (a, b, _) = atlas.mesh.corners(t)
            let i = Int(atlas.mesh.indices[3 * t])
            let j = Int(atlas.mesh.indices[3 * t + 1])
            let d =
                (atlas.mesh.textureCoordinates[j] - atlas.mesh.textureCoordinates[i])
                * Vector2(Float(atlas.width), Float(atlas.height))
            let texels = (d.x * d.x + d.y * d.y).squareRoot()
            #expect(abs(texels / (b - a).length - 100) < 1)
        }
        for (v, source) in atlas.sourceVertices.enumerated() {
            #expect(atlas.mesh.positions[v] == Self.corner.positions[Int(source)])
        }
    }

    @Test func `A spiral that would cover itself is parted`() throws {
        // Two and a half turns of a ramp: seen from above its turns lie on each other.
        let ramp = grid(120) { x, y in
            let (s, c) = Trigonometry.sincos(-x * 5 * .pi)
            return Vector3(c * (1 + y), x * 2, s * (1 + y))
        }
        let atlas = try UVAtlas.unwrap(ramp, options: UVAtlas.Options(texelsPerMetre: 60))
        #expect(atlas.chartCount >= 3)
        #expect(coverage(atlas).allSatisfy { $0 <= 1 })
    }

    @Test func `The picture never exceeds the size that was allowed`() throws {
        for size in [64, 250, 1024] {
            let atlas = try UVAtlas.unwrap(Self.corner, options: UVAtlas.Options(texelsPerMetre: 5000, maximumSize: size))
            #expect(atlas.width <= size && atlas.height <= size && atlas.texelsPerMetre < 5000)
        }
        // A needle of a hundred kilometres does not make the picture huge.
        let needle = TriangleMesh(positions: [Vector3(0, 0, 0), Vector3(1e5, 0, 0), Vector3(0, 1, 0)], indices: [0, 1, 2])
        let atlas = try UVAtlas.unwrap(needle, options: UVAtlas.Options(texelsPerMetre: 100, maximumSize: 512))
        #expect(atlas.width <= 512 && atlas.height <= 512)
    }

    @Test func `Triangles without area, doubled and non-manifold ones are borne`() throws {
        var mesh = grid(4) { Vector3($0, $1, 0) }
        mesh.indices += [0, 0, 1, 3, 3, 3, 0, 1, 2]
        // A third triangle at an edge, the same triangle again, and one turned over.
        mesh.positions.append(Vector3(0.1, 0.1, 1))
        mesh.indices += [0, 1, 25, 0, 1, 6, 6, 1, 0]
        let atlas = try UVAtlas.unwrap(mesh, options: UVAtlas.Options(texelsPerMetre: 64))
        #expect(atlas.mesh.flaw == nil && atlas.mesh.triangleCount == mesh.triangleCount)
        #expect(atlas.chartOfTriangle.filter { $0 < 0 }.count == 3)
        #expect(coverage(atlas).allSatisfy { $0 <= 1 })
    }

    @Test func `One triangle will do, none will not`() throws {
        let one = TriangleMesh(positions: [Vector3(0, 0, 0), Vector3(1, 0, 0), Vector3(0, 1, 0)], indices: [0, 1, 2])
        #expect(try UVAtlas.unwrap(one, options: UVAtlas.Options(maximumSize: 64)).chartCount == 1)
        #expect(throws: MeshError.self) { try UVAtlas.unwrap(TriangleMesh()) }
        var flat = one
        flat.positions[2] = Vector3(2, 0, 0)
        #expect(throws: MeshError.self) { try UVAtlas.unwrap(flat) }
        var bad = one
        bad.indices[0] = 9
        #expect(throws: MeshError.self) { try UVAtlas.unwrap(bad) }
        #expect(throws: MeshError.self) { try UVAtlas.unwrap(one, options: UVAtlas.Options(texelsPerMetre: .nan)) }
        #expect(throws: MeshError.self) { try UVAtlas.unwrap(one, options: UVAtlas.Options(maximumSize: 0)) }
    }

    @Test func `The same mesh gives the same atlas`() throws {
        let a = try UVAtlas.unwrap(Self.corner)
        let b = try UVAtlas.unwrap(Self.corner)
        #expect(a.mesh == b.mesh && a.width == b.width && a.height == b.height)
    }
}
