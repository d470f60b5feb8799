import ModelFormats
import Foundation
import Geometry
import Images
import Rendering
import Testing

/// The same view of a model before and after it went through a file: what people see of an export.
@Suite struct TextureImageTests {
    private static let formats = ModelFormat.written

    /// Mean difference of the pixels' codes.
    private func difference(_ a: ColorImage, _ b: ColorImage) -> Double {
        let sum = zip(a.pixels, b.pixels).reduce(0) { sum, pair in
            sum + (0..<3).reduce(0) { $0 + abs(Int(pair.0[$1]) - Int(pair.1[$1])) }
        }
        return Double(sum) / Double(3 * a.pixels.count)
    }

    @Test(arguments: formats) func `A image of what is read again is that of what was written`(format: ModelFormat) throws {
        var mesh = Sample.surface(side: 60)
        if format == .stl { mesh.colors = [] }
        guard let again = try? roundTrip(Model(mesh), "a.\(format.fileExtension)").model.mesh else { return }
        // The codes of a stored image; the vertices' normals are not in an STL.
        if format == .stl { mesh.normals = [] }
        let before = Renderer.thumbnail(of: mesh, width: 320, height: 240)
        let after = Renderer.thumbnail(of: again, width: 320, height: 240)
        #expect(difference(before, after) < 0.2, "\(format)")
    }

    @Test(arguments: [ModelFormat.obj, .glb, .gltf, .fbx, .dae]) func `So is that of a textured one`(format: ModelFormat) throws {
        let model = TextureTests.model
        let again = try roundTrip(model, "a.\(format.fileExtension)").model
        let one = try #require(model.mesh)
        let other = try #require(again.mesh)
        let before = Renderer.thumbnail(of: one, texture: model.texture, width: 320, height: 240)
        let after = Renderer.thumbnail(of: other, texture: again.texture, width: 320, height: 240)
        // JPEG.
        #expect(difference(before, after) < 2, "\(format)")
    }
}
