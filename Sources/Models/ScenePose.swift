import Geometry

/// Where the nodes of a scene are at one time: the rest pose, or that of an animation.
public struct ScenePose: Sendable, Equatable {
    /// From each node's coordinates to the world's, less the scene's origin.
    public private(set) var world: [AffineMap]
    /// The weights of the morph targets of each node's mesh; empty where all are zero.
    public private(set) var weights: [[Float]]
    /// Whether the node and all above it are shown; false for nodes that roots don't reach.
    public private(set) var isVisible: [Bool]

    /// The rest pose of a scene without a flaw, or its pose at a time of an animation.
    /// - Parameters:
    ///   - scene: must have no `flaw`.
    ///   - animation: which of the scene's animations is played; nil for none.
    ///   - time: seconds.
    public init(_ scene: Scene, animation: Int? = nil, at time: Float = 0) {
        var transforms = scene.nodes.map(\.transform)
        weights = scene.nodes.map { node in
            guard let mesh = node.mesh else { return [] }
            return node.weights.isEmpty ? scene.meshes[mesh].weights : node.weights
        }
        if let animation, scene.animations.indices.contains(animation) {
            for channel in scene.animations[animation].channels {
                if channel.target == .weights {
                    let count = scene.nodes[channel.node].mesh.map { scene.meshes[$0].targetCount } ?? 0
                    weights[channel.node] = channel.value(at: time, width: count)
                } else {
                    transforms[channel.node] = transforms[channel.node].changed(channel, at: time)
                }
            }
        }
        world = scene.nodes.map { _ in .identity }
        isVisible = scene.nodes.map { _ in false }
        var stack = scene.roots.map { (node: $0, parent: AffineMap.identity, shown: true) }
        while let (number, parent, shown) = stack.popLast() {
            let node = scene.nodes[number]
            world[number] = parent * transforms[number].affine
            isVisible[number] = shown && node.isVisible
            for child in node.children { stack.append((child, world[number], isVisible[number])) }
        }
    }
}

extension NodeTransform {
    /// With what a channel says at a time. A matrix that can't be taken apart stays as it is: glTF forbids to animate it.
    func changed(_ channel: Animation.Channel, at time: Float) -> NodeTransform {
        guard var (translation, rotation, scale) = parts, let width = channel.target.width else { return self }
        let v = channel.value(at: time, width: width).map(Double.init)
        switch channel.target {
        case .translation: translation = SIMD3(v[0], v[1], v[2])
        case .rotation: rotation = SIMD4(v[0], v[1], v[2], v[3])
        case .scale: scale = SIMD3(v[0], v[1], v[2])
        case .weights: break
        }
        return .parts(translation: translation, rotation: rotation, scale: scale)
    }
}
