import Geometry
import Models

extension Scene {
    /// Moves map coordinates to the origin, by the first vertex of the scene. Animated roots get a node above them.
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
        let moving = Set(animations.flatMap(\.channels).filter { $0.target == .translation }.map(\.node))
        guard roots.allSatisfy({ !moving.contains($0) }) else {
            var above = Node(name: "origin")
            above.transform = .parts(translation: -far.origin, rotation: SIMD4(0, 0, 0, 1), scale: SIMD3(repeating: 1))
            above.children = roots
            nodes.append(above)
            roots = [nodes.count - 1]
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
