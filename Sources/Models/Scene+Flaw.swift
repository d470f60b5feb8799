import Geometry

extension Scene {
    /// The first broken rule, as a part of a sentence ("node 3 is the child of two nodes"); nil where there is none. Readers and
    /// writers call it, so that what is between them can rely on the rules.
    public var flaw: String? {
        treeFlaw ?? referenceFlaw ?? primitiveFlaw ?? skinFlaw ?? animationFlaw
    }

    private var treeFlaw: String? {
        var parents = [Int](repeating: 0, count: nodes.count)
        for root in roots {
            guard nodes.indices.contains(root) else { return "root \(root) does not exist" }
            parents[root] += 1
        }
        for (i, node) in nodes.enumerated() {
            for child in node.children {
                guard nodes.indices.contains(child) else { return "node \(i) refers to node \(child), which does not exist" }
                parents[child] += 1
            }
        }
        if let twice = parents.firstIndex(where: { $0 > 1 }) { return "node \(twice) is the child of two nodes" }
        // Each node has one parent at most, so that a cycle is what roots don't reach although it has a parent.
        var reached = [Bool](repeating: false, count: nodes.count)
        var stack = roots + nodes.indices.filter { parents[$0] == 0 }
        while let node = stack.popLast() {
            reached[node] = true
            stack += nodes[node].children
        }
        return reached.firstIndex(of: false).map { "node \($0) is below itself" }
    }

    private var referenceFlaw: String? {
        func bad(_ index: Int?, _ count: Int) -> Bool { index.map { !(0..<count).contains($0) } ?? false }
        for (i, node) in nodes.enumerated() {
            if bad(node.mesh, meshes.count) { return "node \(i) refers to mesh \(node.mesh!), which does not exist" }
            if bad(node.skin, skins.count) { return "node \(i) refers to skin \(node.skin!), which does not exist" }
            if bad(node.camera, cameras.count) { return "node \(i) refers to camera \(node.camera!), which does not exist" }
            if bad(node.light, lights.count) { return "node \(i) refers to light \(node.light!), which does not exist" }
            if !node.transform.affine.isFinite { return "the transform of node \(i) contains numbers that are not finite" }
        }
        for (i, material) in materials.enumerated() {
            for (use, texture) in material.textures {
                if bad(texture.texture, textures.count) {
                    return "the \(use.rawValue) of material \(i) refers to texture \(texture.texture), which does not exist"
                }
                if bad(texture.coordinates, 2) {
                    return
                        "the \(use.rawValue) of material \(i) uses texture coordinates \(texture.coordinates); there are two sets"
                }
            }
        }
        for (i, texture) in textures.enumerated() where bad(texture.image, images.count) {
            return "texture \(i) refers to image \(texture.image!), which does not exist"
        }
        return nil
    }

    private var primitiveFlaw: String? {
        for (i, mesh) in meshes.enumerated() {
            let targets = mesh.targetCount
            for (k, primitive) in mesh.primitives.enumerated() {
                if let flaw = primitive.flaw { return "primitive \(k) of mesh \(i): \(flaw)" }
                if let material = primitive.material, !materials.indices.contains(material) {
                    return "primitive \(k) of mesh \(i) refers to material \(material), which does not exist"
                }
                if primitive.targets.count != targets { return "the primitives of mesh \(i) differ in their morph targets" }
            }
            if !mesh.weights.isEmpty, mesh.weights.count != targets {
                return "mesh \(i) has \(mesh.weights.count) weights for \(targets) morph targets"
            }
        }
        return nil
    }

    private var skinFlaw: String? {
        for (i, skin) in skins.enumerated() {
            if let joint = skin.joints.first(where: { !nodes.indices.contains($0) }) {
                return "skin \(i) refers to node \(joint), which does not exist"
            }
            if !skin.inverseBindMatrices.isEmpty, skin.inverseBindMatrices.count != skin.joints.count {
                return "skin \(i) has \(skin.inverseBindMatrices.count) bind matrices for \(skin.joints.count) joints"
            }
        }
        for (i, node) in nodes.enumerated() {
            guard let mesh = node.mesh, let skin = node.skin else { continue }
            let count = skins[skin].joints.count
            for primitive in meshes[mesh].primitives where primitive.joints.contains(where: { Int($0.max()) >= count }) {
                return "the mesh of node \(i) refers to a joint that its skin does not have"
            }
        }
        return nil
    }

    private var animationFlaw: String? {
        for (i, animation) in animations.enumerated() {
            for (k, channel) in animation.channels.enumerated() {
                let name = "channel \(k) of animation \(i)"
                guard nodes.indices.contains(channel.node) else {
                    return "\(name) refers to node \(channel.node), which does not exist"
                }
                if let flaw = channel.flaw(targets: nodes[channel.node].mesh.map { meshes[$0].targetCount } ?? 0) {
                    return "\(name) \(flaw)"
                }
            }
        }
        return nil
    }
}

extension Primitive {
    /// The first broken rule; nil where there is none.
    public var flaw: String? {
        let n = positions.count
        func bad(_ count: Int) -> Bool { count != 0 && count != n }
        if bad(normals.count) { return "normals do not match positions" }
        if bad(tangents.count) { return "tangents do not match positions" }
        if textureCoordinates.count > 2 { return "more than two sets of texture coordinates" }
        if textureCoordinates.contains(where: { bad($0.count) }) { return "texture coordinates do not match positions" }
        if bad(colors.count) { return "colours do not match positions" }
        if bad(joints.count) || joints.count != weights.count { return "joints and weights do not match positions" }
        if let attribute = attributes.first(where: { $0.values.count != n }) { return "\(attribute.name) does not match positions" }
        for target in targets where bad(target.positions.count) || bad(target.normals.count) || bad(target.tangents.count) {
            return "a morph target does not match positions"
        }
        let corners = topology == .triangles ? 3 : topology == .lines ? 2 : 1
        if elementCount % corners != 0 { return "the number of indices is not a multiple of \(corners)" }
        if let largest = indices.max(), Int(largest) >= n { return "an index refers to vertex \(largest), but there are only \(n)" }
        if positions.contains(where: { !$0.isFinite }) { return "a position is not finite" }
        return nil
    }
}

extension Animation.Channel {
    /// - Parameter targets: morph targets of the node's mesh.
    func flaw(targets: Int) -> String? {
        let width = (target.width ?? targets) * (interpolation == .cubicSpline ? 3 : 1)
        guard !times.isEmpty, width > 0 else { return "has no keys" }
        if values.count != times.count * width { return "has \(values.count) numbers for \(times.count) keys" }
        if zip(times, times.dropFirst()).contains(where: { !($0 < $1) }) { return "has keys that are not in order" }
        return times.contains { !$0.isFinite } || values.contains { !$0.isFinite } ? "contains numbers that are not finite" : nil
    }
}
