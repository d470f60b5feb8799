import Geometry
import Models

/// The surface of a scene in one pose of an animation, with what drawing needs of its materials.
struct PosedSurface: Sendable {
    /// What a triangle's material contributes.
    struct Look: Sendable {
        /// Linear RGB, by which the colours of the vertices are multiplied.
        var color: Vector3
        /// Linear RGB that it emits.
        var emitted: Vector3
        /// 0: mirror, 1: matt.
        var roughness: Float
    }

    /// All triangles in the world.
    private(set) var mesh = TriangleMesh()
    /// The look of each triangle.
    private(set) var looks: [Look] = []

    /// The surface at a time of an animation.
    init(_ scene: Scene, animation: Int?, at time: Float) {
        let pose = ScenePose(scene, animation: animation, at: time)
        for node in scene.nodes {
            guard let mesh = node.mesh, let skin = node.skin else { continue }
            let maps = scene.skins[skin].maps(pose)
            for primitive in scene.meshes[mesh].primitives { add(primitive, scene, maps) }
        }
    }

    private mutating func add(_ primitive: Primitive, _ scene: Scene, _ maps: [AffineMap]) {
        let first = UInt32(mesh.positions.count)
        let placed = primitive.skinned(primitive.positions, primitive.normals, joints: maps)
        mesh.positions += placed.positions
        mesh.normals += placed.normals
        mesh.colors += primitive.colors.map { Vector3($0.x, $0.y, $0.z) }
        mesh.indices += primitive.indices.map { $0 + first }
        let material = primitive.material.map { scene.materials[$0] } ?? .plain
        let color = Vector3(material.baseColor.x, material.baseColor.y, material.baseColor.z)
        let look = Look(color: color, emitted: material.emissive * material.emissiveStrength, roughness: material.roughness)
        looks += Array(repeating: look, count: primitive.triangleCount)
    }

    /// The same with a square of floor, whose look is the last one.
    func withFloor(half: Float) -> PosedSurface {
        var copy = self
        let first = UInt32(mesh.positions.count)
        for (x, z) in [(-half, half), (half, half), (half, -half), (-half, -half)] {
            copy.mesh.positions.append(Vector3(x, -0.0005, z))
            copy.mesh.normals.append(Vector3(0, 1, 0))
            copy.mesh.colors.append(Vector3(repeating: 1))
        }
        copy.mesh.indices += [0, 1, 2, 0, 2, 3].map { $0 + first }
        let look = Look(color: Vector3(repeating: 1), emitted: Vector3(repeating: 0), roughness: 1)
        copy.looks += [look, look]
        return copy
    }
}
