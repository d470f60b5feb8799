import Geometry
import Testing

@Suite struct ClippingTests {
    /// A bumpy sheet of many triangles through and around the unit box, with every attribute.
    private static let sheet: TriangleMesh = {
        let n = 40
        var mesh = TriangleMesh()
        for z in 0...n {
            for x in 0...n {
                let u = Float(x) / Float(n)
                let v = Float(z) / Float(n)
                let p = Vector3(u * 3 - 1, 0.5 + 0.8 * Trigonometry.sin(7 * u + 3 * v), v * 3 - 1)
                mesh.positions.append(p)
                mesh.colors.append(Vector3(u, v, 0.5))
                mesh.textureCoordinates.append(Vector2(u, v))
            }
        }
        for z in 0..<n {
            for x in 0..<n {
                let a = UInt32(z * (n + 1) + x)
                let b = a + UInt32(n) + 1
                mesh.indices += [a, b, a + 1, a + 1, b, b + 1]
            }
        }
        mesh.computeNormals()
        return mesh
    }()

    private static let box = Bounds(min: Vector3(0, 0, 0), max: Vector3(1, 1, 1))

    @Test func `nothing of a clipped surface lies outside of the box, and all of the inside is there`() {
        let part = Self.sheet.clipped(to: Self.box)
        #expect(part.flaw == nil && part.triangleCount > 100)
        #expect(part.positions.allSatisfy { Self.box.contains($0) })
        #expect(part.colors.count == part.positions.count && part.textureCoordinates.count == part.positions.count)
        // What is inside and what is outside make the whole: six slabs around the box are the rest.
        let far: Float = 10
        var rest = 0.0
        var below = Bounds(min: Vector3(repeating: -far), max: Vector3(repeating: far))
        for axis in 0..<3 {
            var low = below
            low.max[axis] = 0
            var high = below
            high.min[axis] = 1
            rest += Self.sheet.clipped(to: low).area + Self.sheet.clipped(to: high).area
            below.min[axis] = 0
            below.max[axis] = 1
        }
        #expect(abs(part.area + rest - Self.sheet.area) < 1e-4 * Self.sheet.area)
    }

    @Test func `attributes are those of the place where an edge is cut`() {
        let part = Self.sheet.clipped(to: Self.box)
        for i in part.positions.indices {
            let p = part.positions[i]
            let uv = part.textureCoordinates[i]
            let color = part.colors[i]
            #expect(abs(p.x - (uv.x * 3 - 1)) < 1e-5 && abs(p.z - (uv.y * 3 - 1)) < 1e-5)
            #expect(abs(color.x - uv.x) < 1e-5 && abs(color.y - uv.y) < 1e-5)
            #expect(abs(part.normals[i].length - 1) < 1e-5)
        }
    }

    @Test func `neighbours share the points where their edge is cut`() {
        let part = Self.sheet.clipped(to: Bounds(min: Vector3(0.013, -5, -5), max: Vector3(5, 5, 5)))
        let cut = part.positions.filter { $0.x == 0.013 }
        // A sheet that is cut once along a column of quads: two points a quad and one more, none of them twice.
        #expect(cut.count == 81)
        #expect(Set(cut.map(\.z)).count == 81)
    }

    @Test func `what only touches the box leaves nothing, and what lies in its side stays`() {
        let square = TriangleMeshTests.square
        #expect(square.clipped(to: Bounds(min: Vector3(1, 0, 0), max: Vector3(2, 1, 1))).triangleCount == 0)
        #expect(square.clipped(to: Bounds(min: Vector3(0, 0, 0), max: Vector3(1, 1, 1))) == square)
        #expect(square.clipped(to: Bounds(min: Vector3(0, 0, 0.1), max: Vector3(1, 1, 1))).positions.isEmpty)
        #expect(square.clipped(to: .empty).positions.isEmpty)
    }

    @Test func `corners that are no numbers or very far take nothing with them`() {
        var mesh = TriangleMeshTests.square
        mesh.positions[3].y = .nan
        let part = mesh.clipped(to: Bounds(min: Vector3(0, 0, -1), max: Vector3(0.5, 1, 1)))
        #expect(part.triangleCount == 1 && part.flaw == nil)
        mesh.positions[3].y = 3e38
        mesh.positions[1].x = 3e38
        let far = mesh.clipped(to: Self.box)
        #expect(far.flaw == nil && far.positions.allSatisfy { Self.box.contains($0) })
    }
}
