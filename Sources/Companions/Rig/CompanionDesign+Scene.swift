import Geometry
import Live
import Models

extension CompanionDesign {
    /// The companion as a scene: one skinned mesh with a primitive for each finish, the skeleton, and an animation for each action.
    func scene() -> Scene {
        var scene = Scene()
        scene.name = name
        let shells = shells()
        var mesh = Mesh(name: name)
        for finish in Finish.allCases where finish != .glowing {
            let parts = shells.filter { $0.finish == finish }
            guard !parts.isEmpty else { continue }
            mesh.primitives.append(Shell.primitive(parts, material: scene.materials.count))
            scene.materials.append(material(finish))
        }
        // Colours of vertices do not multiply emitted light, so that each glowing colour is a material.
        for color in shells.reduce(into: [Vector3](), { $0.collect($1.glow) }) {
            var parts = shells.filter { $0.glow == color }
            for i in parts.indices { parts[i].colors = parts[i].colors.map { _ in Vector3(repeating: 1) } }
            mesh.primitives.append(Shell.primitive(parts, material: scene.materials.count))
            scene.materials.append(glow(color, number: scene.materials.count))
        }
        scene.meshes = [mesh]
        var top = Node(name: name)
        top.children = [1, 2]
        var body = Node(name: "\(name) mesh")
        body.mesh = 0
        body.skin = 0
        scene.nodes = [top, body]
        let rest = Pose(rig)
        let nodes = rig.joints.indices.map { $0 + 2 }
        for (i, joint) in rig.joints.enumerated() {
            scene.nodes.append(
                Node(
                    name: joint.bone.name,
                    transform: .parts(
                        translation: SIMD3<Double>(rig.offset(i)), rotation: SIMD4(0, 0, 0, 1),
                        scale: SIMD3<Double>(rest.changes[i].scale))))
            if let parent = joint.parent { scene.nodes[nodes[parent]].children.append(nodes[i]) }
        }
        var skin = Skin(name: name, joints: nodes)
        // All joints have the world's axes where the mesh was bound.
        skin.inverseBindMatrices = rig.joints.map { .translation(-SIMD3<Double>($0.position)) }
        skin.skeleton = nodes[0]
        scene.skins = [skin]
        scene.roots = [0]
        scene.animations = CompanionAction.allCases.map { Clip.animation($0, of: self, nodes: nodes) }
        return scene
    }

    private func material(_ finish: Finish) -> Material {
        var material = Material(name: "\(name) \(finish)")
        material.metallic = 0
        switch finish {
        case .soft: material.roughness = 0.75
        case .hard: material.roughness = hardRoughness
        case .glossy: material.roughness = 0.12
        case .glowing: material.roughness = 0.5
        }
        return material
    }
}

extension CompanionDesign {
    private func glow(_ color: Vector3, number: Int) -> Material {
        var material = material(.glowing)
        material.name = "\(name) glow \(number)"
        material.baseColor = SIMD4(color * 0.5, 1)
        material.emissive = color * 0.7
        return material
    }
}

extension Shell {
    /// The colour that it emits; nil where it emits none.
    fileprivate var glow: Vector3? { finish == .glowing ? colors.first : nil }
}

extension [Vector3] {
    fileprivate mutating func collect(_ color: Vector3?) {
        if let color, !contains(color) { append(color) }
    }
}

extension Bone {
    /// The name of the joint's node.
    var name: String { "\(self)" }
}

extension CompanionAction {
    /// The name of the action's animation.
    public var name: String {
        switch self {
        case .idle: "idle"
        case .walk: "walk"
        case .wave: "wave"
        case .dance: "dance"
        case .twirl: "twirl"
        case .jump: "jump"
        case .sparkle: "sparkle"
        }
    }
}
