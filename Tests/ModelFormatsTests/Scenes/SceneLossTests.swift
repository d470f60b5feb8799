import Geometry
import ModelFormats
import Models
import Testing

/// Loss reports come from one table of what formats hold.
@Suite struct SceneLossTests {
    @Test func `what a scene holds is counted`() throws {
        let features = try TruckSample.truck().features
        #expect(features[.faces] == 8 && features[.hierarchy] == 7 && features[.materials] == 2 && features[.skins] == 1)
        #expect(features[.animations] == 1 && features[.textures] == 1 && features[.transparency] == 1)
        #expect(features[.cameras] == 1 && features[.lights] == 1 && features[.points] == nil && features[.lines] == nil)
    }

    @Test func `every feature that a format lacks is a loss, and no other is`() throws {
        let scene = try TruckSample.truck()
        for format in ModelFormat.allCases {
            let lost = Set(scene.features.keys).subtracting(format.features)
            let losses = scene.losses(in: format)
            #expect(losses.count == lost.count, "\(format)")
            #expect(losses.allSatisfy { $0.sentence.hasPrefix(format.rawValue) && $0.sentence.hasSuffix(".") }, "\(losses)")
        }
        #expect(scene.losses(in: .glb).isEmpty)
        #expect(scene.losses(in: .stl).contains(Loss(.skins, "stl can't store 1 skin; the mesh is in its rest pose.")))
    }

    @Test func `a plain surface loses nothing where surfaces are held`() throws {
        var scene = Scene()
        scene.meshes = [Mesh(primitives: [TruckSample.square(nil)])]
        scene.nodes = [Node()]
        scene.nodes[0].mesh = 0
        scene.roots = [0]
        for format in [ModelFormat.glb, .gltf, .obj, .ply, .dae, .fbx, .usdz] {
            #expect(scene.losses(in: format).isEmpty, "\(format): \(scene.losses(in: format))")
        }
        #expect(scene.losses(in: .stl).map(\.kind) == [.normals, .textureCoordinates])
    }
}
