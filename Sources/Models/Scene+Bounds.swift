import Geometry

extension Scene {
    /// The box around all that is shown in the rest pose, metres, less the origin; empty (minimum above maximum) where nothing is.
    /// The scene must have no `flaw`. Skinned meshes are as their joints place them.
    public var bounds: Bounds { bounds(of: ScenePose(self)) }

    /// The box around all that is shown in a pose.
    public func bounds(of pose: ScenePose) -> Bounds {
        var box = Bounds.empty
        for (number, node) in nodes.enumerated() where pose.isVisible[number] {
            guard let mesh = node.mesh else { continue }
            for primitive in meshes[mesh].primitives {
                let morphed = primitive.morphed(by: pose.weights[number]).positions
                if let skin = node.skin, !primitive.joints.isEmpty {
                    let placed = primitive.skinned(morphed, [], joints: skins[skin].maps(pose)).positions
                    box.formUnion(Bounds(placed))
                    continue
                }
                for place in node.instances.isEmpty ? [.identity] : node.instances {
                    var placed = morphed
                    (pose.world[number] * place.affine).apply(&placed)
                    box.formUnion(Bounds(placed))
                }
            }
        }
        return box
    }
}
