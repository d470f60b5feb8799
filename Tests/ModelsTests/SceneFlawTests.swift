import Geometry
import Models
import Testing

/// Broken rules are found and named.
@Suite struct SceneFlawTests {
    private func plain() -> Scene {
        var scene = Scene()
        var primitive = Primitive()
        primitive.positions = [Vector3(0, 0, 0), Vector3(1, 0, 0), Vector3(0, 1, 0)]
        primitive.indices = [0, 1, 2]
        scene.meshes = [Mesh(primitives: [primitive])]
        var node = Node()
        node.mesh = 0
        scene.nodes = [node, Node(), Node()]
        scene.roots = [0, 1]
        scene.nodes[1].children = [2]
        return scene
    }

    private func flaw(_ change: (inout Scene) -> Void) -> String? {
        var scene = plain()
        change(&scene)
        return scene.flaw
    }

    @Test func `a scene that keeps the rules has none`() { #expect(plain().flaw == nil) }

    @Test func `cycles and shared children are found`() {
        #expect(flaw { $0.nodes[2].children = [1] }?.contains("child of two") == true)
        #expect(
            flaw {
                $0.nodes[2].children = [1]
                $0.roots = [0]
            }?.contains("below itself") == true)
        #expect(flaw { $0.nodes[0].children = [2] } == "node 2 is the child of two nodes")
        #expect(flaw { $0.nodes[0].children = [7] } == "node 0 refers to node 7, which does not exist")
        #expect(flaw { $0.roots = [9] } == "root 9 does not exist")
    }

    @Test func `references to what does not exist are found`() {
        #expect(flaw { $0.nodes[0].mesh = 1 }?.contains("mesh 1") == true)
        #expect(flaw { $0.nodes[0].skin = 0 }?.contains("skin 0") == true)
        #expect(flaw { $0.nodes[0].camera = 0 }?.contains("camera 0") == true)
        #expect(flaw { $0.nodes[0].light = -1 }?.contains("light -1") == true)
        #expect(flaw { $0.meshes[0].primitives[0].material = 0 }?.contains("material 0") == true)
        #expect(
            flaw {
                $0.materials = [Material()]
                $0.materials[0].normalTexture = TextureReference(3)
            }?.contains("texture 3") == true)
        #expect(flaw { $0.textures = [Texture(image: 2)] }?.contains("image 2") == true)
        #expect(flaw { $0.skins = [Skin(joints: [5])] }?.contains("node 5") == true)
    }

    @Test func `arrays that do not match are found`() {
        func primitive(_ change: (inout Primitive) -> Void) -> String? { flaw { change(&$0.meshes[0].primitives[0]) } }
        #expect(primitive { $0.indices = [0, 1, 3] }?.contains("vertex 3") == true)
        #expect(primitive { $0.indices = [0, 1] }?.contains("multiple of 3") == true)
        #expect(primitive { $0.normals = [Vector3(0, 1, 0)] }?.contains("normals") == true)
        #expect(primitive { $0.textureCoordinates = [[], [Vector2(0, 0)]] }?.contains("texture coordinates") == true)
        #expect(primitive { $0.joints = Array(repeating: .zero, count: 3) }?.contains("joints") == true)
        #expect(primitive { $0.positions[1].y = .nan }?.contains("not finite") == true)
        #expect(primitive { $0.attributes = [PointAttribute("intensity", .uint16([1]))] }?.contains("intensity") == true)
        #expect(flaw { $0.meshes[0].weights = [1] }?.contains("1 weights for 0 morph targets") == true)
    }

    @Test func `joints that the skin does not have are found`() {
        let found = flaw {
            $0.meshes[0].primitives[0].joints = Array(repeating: SIMD4(0, 4, 0, 0), count: 3)
            $0.meshes[0].primitives[0].weights = Array(repeating: SIMD4(1, 0, 0, 0), count: 3)
            $0.skins = [Skin(joints: [1])]
            $0.nodes[0].skin = 0
        }
        #expect(found == "the mesh of node 0 refers to a joint that its skin does not have")
    }
}
