import ModelFormats
import Geometry
import Images
import Testing

@Suite struct PartTests {
    /// The left half of a square that shows an image of four quarters.
    private static let box = Bounds(min: Vector3(-1, -1, -1), max: Vector3(0.5, 2, 1))

    @Test func `a part of a textured surface has no texel of the rest`() throws {
        let part = try #require(TextureTests.model.part(inside: Self.box))
        let texture = try #require(part.texture)
        #expect(texture.width == 64 && texture.height == 64)
        #expect(part.positions.allSatisfy { Self.box.contains($0) })
        // Of the four quarters only red and blue are on the left: neither green nor white is anywhere, and what was red is red
        // still.
        for y in 0..<64 {
            for x in 0..<64 {
                let p = texture[x, y]
                #expect(p.y == 0 && p.w == 255, "\(x) \(y) \(p)")
            }
        }
        #expect(texture[16, 16] == SIMD4(255, 0, 0, 255) && texture[16, 48] == SIMD4(0, 0, 255, 255))
    }

    @Test func `the triangles of a part show what they showed before`() throws {
        // The image's bytes count only where the surface is: what was there is unchanged.
        let whole = try #require(TextureTests.model.texture)
        let part = try #require(TextureTests.model.part(inside: Self.box)?.texture)
        for y in 7..<57 { for x in 7..<31 { #expect(part[x, y] == whole[x, y]) } }
    }

    @Test func `a part of a cloud has the points inside with what belongs to them`() throws {
        let cloud = PointCloud(
            positions: [Vector3(0, 0, 0), Vector3(2, 0, 0), Vector3(0.4, 0, 0)], normals: [],
            colors: [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)])
        let part = try #require(Model(cloud, notes: ["2 m wide"]).part(inside: Self.box))
        #expect(part.positions == [Vector3(0, 0, 0), Vector3(0.4, 0, 0)] && part.colors == [Vector3(1, 0, 0), Vector3(0, 0, 1)])
        #expect(part.notes.isEmpty)
        #expect(Model(cloud).part(inside: Bounds(min: Vector3(5, 5, 5), max: Vector3(6, 6, 6))) == nil)
    }

    @Test func `triangles smaller than a texel keep the one they lie in`() throws {
        var picture = ColorImage(width: 8, height: 8, repeating: SIMD4(9, 9, 9, 255))
        picture[2, 5] = SIMD4(200, 100, 50, 255)
        // v upwards: row 5 from the top is between 2/8 and 3/8.
        let middle = Vector2(2.2 / 8, 2.3 / 8)
        let mesh = TriangleMesh(
            positions: [Vector3(0, 0, 0), Vector3(0.1, 0, 0), Vector3(0, 0.1, 0)],
            textureCoordinates: [middle, middle + Vector2(0.01, 0), middle + Vector2(0, 0.01)], indices: [0, 1, 2])
        let part = try #require(Model(mesh, texture: picture).part(inside: Self.box)?.texture)
        #expect(part.pixels.allSatisfy { $0 == SIMD4(200, 100, 50, 255) })
    }
}
