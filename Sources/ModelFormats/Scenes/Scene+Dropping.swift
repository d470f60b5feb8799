import Models

/// A part of scenes that a conversion may leave out.
public enum ScenePart: String, Sendable, CaseIterable {
    /// Joints and weights; meshes stay where the rest pose has them.
    case skins
    /// Changes over time.
    case animations
    /// Morph targets; their weights are applied.
    case morphs
    /// Cameras.
    case cameras
    /// Lights.
    case lights
    /// Images of all materials.
    case textures
    /// Colours of vertices.
    case colors
    /// Normals and tangents.
    case normals
    /// Named values of points.
    case attributes
    /// What programs stored beside the standard values.
    case extras
    /// Nodes that are hidden, with all below them.
    case hidden
}

extension Scene {
    /// Leaves parts out. The scene must have no `flaw`.
    public mutating func drop(_ parts: Set<ScenePart>) {
        if parts.contains(.hidden) { dropHidden() }
        if parts.contains(.skins) { dropSkins() }
        if parts.contains(.morphs) { applyMorphTargets() }
        if parts.contains(.animations) { animations = [] }
        if parts.contains(.cameras) {
            cameras = []
            for i in nodes.indices { nodes[i].camera = nil }
        }
        if parts.contains(.lights) {
            lights = []
            for i in nodes.indices { nodes[i].light = nil }
        }
        if parts.contains(.textures) {
            for i in materials.indices { materials[i].dropTextures() }
            textures = []
            images = []
        }
        for m in meshes.indices {
            for p in meshes[m].primitives.indices {
                if parts.contains(.colors) { meshes[m].primitives[p].colors = [] }
                if parts.contains(.normals) {
                    meshes[m].primitives[p].normals = []
                    meshes[m].primitives[p].tangents = []
                }
                if parts.contains(.attributes) { meshes[m].primitives[p].attributes = [] }
            }
        }
        if parts.contains(.extras) {
            extras = nil
            for i in nodes.indices { nodes[i].extras = nil }
            for i in meshes.indices { meshes[i].extras = nil }
            for i in materials.indices { materials[i].extras = nil }
        }
    }

    private mutating func dropHidden() {
        let pose = ScenePose(self)
        for i in nodes.indices where !pose.isVisible[i] {
            nodes[i].mesh = nil
            nodes[i].camera = nil
            nodes[i].light = nil
            nodes[i].isVisible = true
        }
    }

    /// Skinned meshes as the joints place them in the rest pose, each a mesh of its own in the world.
    private mutating func dropSkins() {
        let pose = ScenePose(self)
        for i in nodes.indices {
            guard let skin = nodes[i].skin, let mesh = nodes[i].mesh else { continue }
            var copy = meshes[mesh]
            let maps = skins[skin].maps(pose)
            let inverse = pose.world[i].inverse
            for p in copy.primitives.indices where !copy.primitives[p].joints.isEmpty {
                let morphed = copy.primitives[p].morphed(by: pose.weights[i])
                var skinned = copy.primitives[p].skinned(morphed.positions, morphed.normals, joints: maps)
                // Back into the node's coordinates, where it has any.
                if inverse.isFinite {
                    inverse.apply(&skinned.positions)
                    inverse.apply(normals: &skinned.normals)
                }
                copy.primitives[p].positions = skinned.positions
                copy.primitives[p].normals = skinned.normals
                copy.primitives[p].tangents = []
                copy.primitives[p].targets = []
                copy.primitives[p].joints = []
                copy.primitives[p].weights = []
            }
            if copy.targetCount == 0 { copy.weights = [] }
            nodes[i].skin = nil
            nodes[i].mesh = meshes.count
            meshes.append(copy)
        }
        skins = []
        for m in meshes.indices {
            for p in meshes[m].primitives.indices {
                meshes[m].primitives[p].joints = []
                meshes[m].primitives[p].weights = []
            }
        }
        dropUnusedMeshes()
    }

    private mutating func applyMorphTargets() {
        let pose = ScenePose(self)
        for i in nodes.indices {
            guard let mesh = nodes[i].mesh, meshes[mesh].targetCount > 0 else { continue }
            var copy = meshes[mesh]
            for p in copy.primitives.indices {
                let morphed = copy.primitives[p].morphed(by: pose.weights[i])
                copy.primitives[p].positions = morphed.positions
                copy.primitives[p].normals = morphed.normals
                copy.primitives[p].targets = []
            }
            copy.weights = []
            copy.targetNames = []
            nodes[i].weights = []
            nodes[i].mesh = meshes.count
            meshes.append(copy)
        }
        for i in animations.indices { animations[i].channels.removeAll { $0.target == .weights } }
        animations.removeAll { $0.channels.isEmpty }
        dropUnusedMeshes()
    }

    /// Removes meshes that no node places, and renumbers the others.
    private mutating func dropUnusedMeshes() {
        let used = Set(nodes.compactMap(\.mesh))
        var places = [Int?](repeating: nil, count: meshes.count)
        var kept: [Mesh] = []
        for i in meshes.indices where used.contains(i) {
            places[i] = kept.count
            kept.append(meshes[i])
        }
        meshes = kept
        for i in nodes.indices { nodes[i].mesh = nodes[i].mesh.flatMap { places[$0] } }
    }
}

extension Material {
    /// Without images: factors only.
    fileprivate mutating func dropTextures() {
        baseColorTexture = nil
        metallicRoughnessTexture = nil
        normalTexture = nil
        occlusionTexture = nil
        emissiveTexture = nil
        clearcoat?.texture = nil
        clearcoat?.roughnessTexture = nil
        clearcoat?.normalTexture = nil
        transmission?.texture = nil
    }
}
