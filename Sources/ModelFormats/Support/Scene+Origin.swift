import Geometry
import Models

extension Scene {
    /// Moves map coordinates to the origin, by the first vertex that a node without a skin places; what is near it stays.
    mutating func chooseOrigin() {
        let pose = ScenePose(self)
        let placed = nodes.indices.first { number in
            guard let mesh = nodes[number].mesh, nodes[number].skin == nil else { return false }
            return meshes[mesh].primitives.contains { !$0.positions.isEmpty }
        }
        guard let placed, let mesh = nodes[placed].mesh,
            let first = meshes[mesh].primitives.lazy.compactMap(\.positions.first).first
        else { return }
        var far = GlobalShift()
        far.choose(pose.world[placed].apply(SIMD3<Double>(first)))
        guard far.isFar else { return }
        origin = far.origin
        let moving = Set(animations.flatMap(\.channels).filter { $0.target == .translation }.map(\.node))
        guard roots.allSatisfy({ !moving.contains($0) }) else { return addRoot(.translation(-far.origin), name: "origin") }
        for root in roots {
            switch nodes[root].transform {
            case .parts(let t, let r, let s):
                nodes[root].transform = .parts(translation: t - far.origin, rotation: r, scale: s)
            case .matrix(var map):
                map.translation -= far.origin
                nodes[root].transform = .matrix(map)
            }
        }
    }

    /// Puts all nodes below a further one.
    mutating func addRoot(_ map: AffineMap, name: String) {
        var node = Node(name: name, transform: .matrix(map))
        node.children = roots
        nodes.append(node)
        roots = [nodes.count - 1]
    }

    /// Appends a node.
    /// - Parameter parent: the node above it; nil for a root.
    /// - Returns: its number.
    mutating func add(_ node: Node, below parent: Int?) -> Int {
        nodes.append(node)
        if let parent { nodes[parent].children.append(nodes.count - 1) } else { roots.append(nodes.count - 1) }
        return nodes.count - 1
    }

    /// Appends a mesh as the last step of reading it; counts the vertices that were removed.
    /// - Returns: its number.
    mutating func add(_ mesh: Mesh, removed: inout Int) -> Int {
        var mesh = mesh
        for i in mesh.primitives.indices { removed += mesh.primitives[i].settle() }
        meshes.append(mesh)
        return meshes.count - 1
    }
}
