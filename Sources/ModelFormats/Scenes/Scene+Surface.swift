import Models

extension Scene {
    /// Whether a `Model` holds what can be seen of the scene: one mesh or cloud, placed once, with at most one material that is no
    /// more than a base colour and its image, rough and not emissive. Names and extras don't count.
    public var isOneSurface: Bool {
        let held: Set<SceneFeature> = [
            .faces, .points, .names, .physicalMaterials, .textures, .normals, .tangents, .colors, .textureCoordinates, .extras,
            .crs, .hierarchy,
        ]
        let found = features
        let holdsBoth = found[.faces] != nil && found[.points] != nil
        return nodes.count <= 1 && nodes.allSatisfy(\.instances.isEmpty) && meshes.reduce(0) { $0 + $1.primitives.count } <= 1
            && materials.count <= 1 && materials.allSatisfy { $0.roughness == 1 && $0.emissive == .zero } && !holdsBoth
            && found.keys.allSatisfy(held.contains)
    }

    /// The largest number of vertices and corners to which `flattened` unfolds a scene from a file of `bytes` bytes; more would be
    /// instances by which a small file fills the memory.
    public static func flatteningBudget(bytes: Int) -> Int { 2_000_000 + 16 * bytes }

    /// What `flattened` compares with its budget: vertices and corners of all that nodes place, and a little for each placement.
    public var flattenedSize: Int {
        nodes.reduce(0) { sum, node in
            let primitives = node.mesh.map { meshes[$0].primitives } ?? []
            let once = primitives.reduce(0) { $0 + 64 + $1.positions.count + $1.elementCount }
            let times = once.multipliedReportingOverflow(by: max(1, node.instances.count))
            return times.overflow || sum > .max - times.partialValue ? .max : sum + times.partialValue
        }
    }
}
