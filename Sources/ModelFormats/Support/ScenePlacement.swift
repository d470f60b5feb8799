import Geometry
import Models

/// A mesh where a node places it in the rest pose, for formats that have no nodes.
struct ScenePlacement {
    /// The node.
    let node: Int
    /// The mesh.
    let mesh: Int
    /// From the mesh's coordinates to the world's, less the scene's origin.
    let map: AffineMap

    /// The placements of all nodes that are shown, parents before their children.
    static func all(_ scene: Scene, _ pose: ScenePose) -> [ScenePlacement] {
        var placements: [ScenePlacement] = []
        var stack = Array(scene.roots.reversed())
        while let number = stack.popLast() {
            let node = scene.nodes[number]
            stack += node.children.reversed()
            guard let mesh = node.mesh, pose.isVisible[number] else { continue }
            let world = pose.world[number]
            if node.instances.isEmpty { placements.append(ScenePlacement(node: number, mesh: mesh, map: world)) }
            for instance in node.instances {
                placements.append(ScenePlacement(node: number, mesh: mesh, map: world * instance.affine))
            }
        }
        return placements
    }

    /// A primitive in the world: morphed and skinned in the rest pose, with the corners turned where the map mirrors.
    func placed(_ primitive: Primitive, _ scene: Scene, _ pose: ScenePose) -> Primitive {
        var result = primitive
        let morphed =
            primitive.targets.isEmpty ? (primitive.positions, primitive.normals) : primitive.morphed(by: pose.weights[node])
        var map = map
        if let skin = scene.nodes[node].skin, !primitive.joints.isEmpty {
            let maps = scene.skins[skin].maps(pose)
            let skinned = primitive.skinned(morphed.0, morphed.1, joints: maps)
            result.positions = skinned.positions
            result.normals = skinned.normals
            map = maps.first ?? .identity
        } else {
            result.positions = morphed.0
            result.normals = morphed.1
            if map != .identity {
                let points = result.positions
                result.positions = [Vector3](count: points.count) { range, out in
                    for i in range { out[i] = Vector3(map.apply(SIMD3<Double>(points[i]))) }
                }
                map.apply(normals: &result.normals)
            }
        }
        if map.mirrors, primitive.topology == .triangles {
            result.indices = primitive.corners
            for t in 0..<result.indices.count / 3 { result.indices.swapAt(3 * t + 1, 3 * t + 2) }
        }
        return result
    }
}
