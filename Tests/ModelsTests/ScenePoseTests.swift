import Geometry
import Models
import Testing

/// Where nodes, skins and morph targets put vertices.
@Suite struct ScenePoseTests {
    /// A triangle below two nodes.
    private func chain() -> Scene {
        var scene = Scene()
        var primitive = Primitive()
        primitive.positions = [Vector3(0, 0, 0), Vector3(1, 0, 0), Vector3(0, 1, 0)]
        scene.meshes = [Mesh(primitives: [primitive])]
        let half = 0.5.squareRoot()
        var outer = Node(
            name: "outer",
            transform: .parts(translation: SIMD3(10, 0, 0), rotation: SIMD4(0, half, 0, half), scale: SIMD3(repeating: 2)))
        outer.children = [1]
        var inner = Node(
            name: "inner", transform: .parts(translation: SIMD3(0, 0, 1), rotation: SIMD4(0, 0, 0, 1), scale: SIMD3(repeating: 1)))
        inner.mesh = 0
        scene.nodes = [outer, inner]
        scene.roots = [0]
        return scene
    }

    @Test func `transforms of parents apply after those of children`() {
        let scene = chain()
        #expect(scene.flaw == nil)
        let pose = ScenePose(scene)
        // A quarter turn about y takes z to x: (0, 0, 1) · 2 turned + (10, 0, 0).
        let p = pose.world[1].apply(SIMD3<Double>(0, 0, 0))
        #expect(abs(p.x - 12) < 1e-12 && abs(p.y) < 1e-12 && abs(p.z) < 1e-12)
        let box = scene.bounds
        #expect(abs(box.max.x - 12) < 1e-5 && abs(box.min.z - -2) < 1e-5 && abs(box.max.y - 2) < 1e-5)
    }

    @Test func `hidden nodes hide what is below them`() {
        var scene = chain()
        scene.nodes[0].isVisible = false
        #expect(ScenePose(scene).isVisible == [false, false])
        #expect(scene.bounds.isEmpty)
    }

    @Test func `animations move nodes, and all below them`() {
        var scene = chain()
        scene.animations = [
            Animation(channels: [
                Animation.Channel(node: 0, target: .translation, times: [0, 2], values: [0, 0, 0, 0, 8, 0])
            ])
        ]
        #expect(scene.flaw == nil)
        let p = ScenePose(scene, animation: 0, at: 1).world[1].apply(SIMD3<Double>(0, 0, 0))
        #expect(abs(p.x - 2) < 1e-12 && abs(p.y - 4) < 1e-12)
        #expect(scene.animations[0].duration == 2)
    }

    @Test func `a skin moves vertices with their joints`() {
        var scene = Scene()
        var primitive = Primitive()
        primitive.positions = [Vector3(0, 0, 0), Vector3(0, 1, 0), Vector3(0, 2, 0)]
        primitive.normals = Array(repeating: Vector3(1, 0, 0), count: 3)
        primitive.joints = [SIMD4(0, 0, 0, 0), SIMD4(0, 1, 0, 0), SIMD4(1, 0, 0, 0)]
        primitive.weights = [SIMD4(1, 0, 0, 0), SIMD4(0.5, 0.5, 0, 0), SIMD4(1, 0, 0, 0)]
        scene.meshes = [Mesh(primitives: [primitive])]
        var skinned = Node(
            name: "mesh", transform: .parts(translation: SIMD3(99, 0, 0), rotation: SIMD4(0, 0, 0, 1), scale: SIMD3(repeating: 1)))
        skinned.mesh = 0
        skinned.skin = 0
        var first = Node(name: "first")
        first.children = [2]
        let half = 0.5.squareRoot()
        // The second joint is one metre up, and turned a quarter about z.
        let second = Node(
            name: "second",
            transform: .parts(translation: SIMD3(0, 1, 0), rotation: SIMD4(0, 0, half, half), scale: SIMD3(repeating: 1)))
        scene.nodes = [skinned, first, second]
        scene.roots = [0, 1]
        scene.skins = [Skin(joints: [1, 2])]
        scene.skins[0].inverseBindMatrices = [.identity, .translation(SIMD3(0, -1, 0))]
        #expect(scene.flaw == nil)
        let placed = primitive.skinned(primitive.positions, primitive.normals, joints: scene.skins[0].maps(ScenePose(scene)))
        #expect((placed.positions[0] - Vector3(0, 0, 0)).length < 1e-6)
        #expect((placed.positions[1] - Vector3(0, 1, 0)).length < 1e-6)
        #expect((placed.positions[2] - Vector3(-1, 1, 0)).length < 1e-6)
        #expect((placed.normals[2] - Vector3(0, 1, 0)).length < 1e-6)
        // The place of the node of a skinned mesh does not matter.
        #expect(scene.bounds.max.x < 1)
    }

    @Test func `morph targets add their differences by weight`() {
        var primitive = Primitive()
        primitive.positions = [Vector3(0, 0, 0), Vector3(1, 0, 0), Vector3(0, 1, 0)]
        var up = MorphTarget()
        up.positions = Array(repeating: Vector3(0, 0, 2), count: 3)
        var right = MorphTarget()
        right.positions = Array(repeating: Vector3(4, 0, 0), count: 3)
        primitive.targets = [up, right]
        let moved = primitive.morphed(by: [0.5, 0.25]).positions
        #expect(moved[0] == Vector3(1, 0, 1))
    }

    @Test func `matrices come apart and together`() throws {
        let q = SIMD4(0.1, -0.3, 0.2, 0.9)
        let unit = q / (q * q).sum().squareRoot()
        let map = AffineMap(translation: SIMD3(1, 2, 3), rotation: unit, scale: SIMD3(2, 0.5, 3))
        let parts = try #require(map.parts)
        let difference = parts.rotation - unit
        #expect((difference * difference).sum() < 1e-24)
        #expect(abs(parts.scale.x - 2) < 1e-12 && abs(parts.scale.y - 0.5) < 1e-12 && parts.translation == SIMD3(1, 2, 3))
        let mirrored = AffineMap(translation: .zero, rotation: unit, scale: SIMD3(-1, 1, 1))
        #expect(try #require(mirrored.parts).scale.x < 0)
        let sheared = AffineMap(x: SIMD3(1, 0, 0), y: SIMD3(1, 1, 0), z: SIMD3(0, 0, 1))
        #expect(sheared.parts == nil)
        let back = map.inverse.apply(map.apply(SIMD3(5, 6, 7)))
        #expect(abs(back.x - 5) < 1e-9 && abs(back.y - 6) < 1e-9)
    }
}
