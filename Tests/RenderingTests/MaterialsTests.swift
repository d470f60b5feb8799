import Geometry
import Images
import Rendering
import Testing

/// Surfaces of several materials.
struct MaterialsTests {
    /// Two squares of a metre side by side in the xy plane, facing +z.
    private static func squares() -> TriangleMesh {
        var mesh = TriangleMesh()
        for column in 0..<2 {
            let x = Float(column) - 1
            let first = UInt32(mesh.positions.count)
            mesh.positions += [Vector3(x, 0, 0), Vector3(x + 1, 0, 0), Vector3(x + 1, 1, 0), Vector3(x, 1, 0)]
            mesh.textureCoordinates += [Vector2(0, 0), Vector2(2, 0), Vector2(2, 2), Vector2(0, 2)]
            mesh.indices += [0, 1, 2, 0, 2, 3].map { first + $0 }
        }
        return mesh
    }

    /// 4 pixels wide: white left, black right.
    private static var halves: ColorImage {
        var image = ColorImage(width: 4, height: 4, repeating: SIMD4(255, 255, 255, 255))
        for y in 0..<4 { for x in 2..<4 { image[x, y] = SIMD4(0, 0, 0, 255) } }
        return image
    }

    /// The squares straight from the front, 200 × 100 pixels.
    private static func image(_ materials: [RenderMaterials.Material], images: [ColorImage] = []) -> ColorImage {
        let mesh = squares()
        let shown = RenderMaterials(materials, images: images, ofTriangle: [0, 0, 1, 1])
        let camera = RenderCamera(
            pose: RigidTransform(translation: Vector3(0, 0.5, 2)), projection: .orthographic(height: 1))
        return RenderScene(mesh, materials: shown).image(
            camera, width: 200, height: 100, style: RenderStyle(shading: .colors, supersampling: 1))
    }

    @Test func `each triangle has the colour of its material, and what it emits`() {
        let red = RenderMaterials.Material(color: Vector3(1, 0, 0))
        let glowing = RenderMaterials.Material(color: Vector3(0, 0, 0), emitted: Vector3(0, 0, 1))
        let image = Self.image([red, glowing])
        #expect(image[50, 50] == SIMD4(255, 0, 0, 255))
        #expect(image[150, 50] == SIMD4(0, 0, 255, 255))
    }

    @Test func `images are multiplied with the colour, and go on beyond their edges as the material says`() {
        let repeated = RenderMaterials.Material(color: Vector3(0, 1, 0), image: 0)
        let mirrored = RenderMaterials.Material(image: 0, wrapU: .mirrored)
        let image = Self.image([repeated, mirrored], images: [Self.halves])
        // Left: white black white black; right: white black black white.
        #expect([12, 37, 62, 87].map { Int(image[$0, 50].y) } == [255, 0, 255, 0])
        #expect([12, 62].allSatisfy { image[$0, 50].x == 0 })
        #expect([112, 137, 162, 187].map { Int(image[$0, 50].y) } == [255, 0, 0, 255])
        let clamped = RenderMaterials.Material(image: 0, wrapU: .clamped)
        let other = Self.image([clamped, clamped], images: [Self.halves])
        #expect([12, 37, 62, 87].map { Int(other[$0, 50].y) } == [255, 0, 0, 0])
    }

    @Test func `a scene of one white material looks like its mesh`() {
        let mesh = Self.squares()
        let camera = RenderCamera(
            pose: RigidTransform(translation: Vector3(0, 0.5, 2)), projection: .orthographic(height: 1))
        let style = RenderStyle(baseColor: Vector3(repeating: 1))
        let materials = RenderMaterials([RenderMaterials.Material()], images: [], ofTriangle: [0, 0, 0, 0])
        let shown = RenderScene(mesh, materials: materials).image(camera, width: 80, height: 60, style: style)
        #expect(shown == Renderer.render(mesh, camera: camera, width: 80, height: 60, style: style))
    }
}
