import Geometry
import Models

extension Scene {
    /// Moves map coordinates to the origin, by the first vertex that a node places: in the transforms of roots that no animation
    /// moves, otherwise by a further node above them.
    mutating func chooseOrigin() {
        let pose = ScenePose(self)
        guard let node = nodes.indices.first(where: { nodes[$0].mesh != nil && nodes[$0].skin == nil }),
            let mesh = nodes[node].mesh,
            let first = meshes[mesh].primitives.lazy.compactMap(\.positions.first).first
        else { return }
        var far = GlobalShift()
        far.choose(pose.world[node].apply(SIMD3<Double>(first)))
        guard far.isFar else { return }
        origin = far.origin
        let animated = Set(animations.flatMap(\.channels).filter { $0.target == .translation }.map(\.node))
        guard roots.allSatisfy({ !animated.contains($0) }) else {
            var above = Node(name: "origin", transform: .matrix(.translation(-far.origin)))
            above.children = roots
            roots = [nodes.count]
            nodes.append(above)
            return
        }
        for root in roots {
            switch nodes[root].transform {
            case .parts(let t, let r, let s): nodes[root].transform = .parts(translation: t - far.origin, rotation: r, scale: s)
            case .matrix(var map):
                map.translation -= far.origin
                nodes[root].transform = .matrix(map)
            }
        }
    }
}
