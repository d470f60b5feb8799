import Codecs
import Geometry
import Models

extension USDSceneReader {
    /// Adds the copies of an instancer's prototypes: a prototype of one mesh as a node with instances, others as nodes for each.
    mutating func addInstances(of prim: USDPrim, node: Int, _ context: Context) throws(FormatError) {
        let numbers = prim.numbers("protoIndices")
        let positions = prim.numbers("positions")
        guard numbers.count * 3 == positions.count else {
            return scene.note("An instancer whose positions do not match its prototypes was skipped.")
        }
        for name in ["positions", "orientations", "scales", "protoIndices"] where prim.properties[name]?.isSampled == true {
            scene.note("Instances that move over time are read as they are at the first time.")
        }
        let orientations = prim.numbers(prim.numbers("orientationsf").isEmpty ? "orientations" : "orientationsf")
        let scales = prim.numbers("scales")
        let ids = prim.numbers("ids")
        let hidden = Set(prim.numbers("invisibleIds"))
        try take(8 * numbers.count)
        var places: [Int: [NodeTransform]] = [:]
        for (i, number) in numbers.enumerated() {
            guard let prototype = Int(exactly: number) else { continue }
            if hidden.contains(ids.count == numbers.count ? ids[i] : Double(i)) { continue }
            func triple(_ list: USDNumbers) -> SIMD3<Double> { SIMD3(list[3 * i], list[3 * i + 1], list[3 * i + 2]) }
            let rotation =
                orientations.count == 4 * numbers.count
                ? USDTransform.unit((0..<4).map { orientations[4 * i + $0] }) : SIMD4(0, 0, 0, 1)
            let place = NodeTransform.parts(
                translation: triple(positions), rotation: rotation,
                scale: scales.count == positions.count ? triple(scales) : SIMD3(repeating: 1))
            guard place.affine.isFinite else { continue }
            places[prototype, default: []].append(place)
        }
        for (k, target) in prim.targets("prototypes").enumerated() {
            guard let prototype = prims[target], let own = places[k] else { continue }
            try add(prototype, path: target, at: own, node: node, context)
        }
    }

    private mutating func add(
        _ prototype: USDPrim, path: String, at places: [NodeTransform], node: Int, _ context: Context
    ) throws(FormatError) {
        for (i, place) in places.enumerated() {
            let number = scene.nodes.count
            scene.nodes.append(Node(name: "\(prototype.displayName ?? prototype.name)", transform: place))
            scene.nodes[node].children.append(number)
            var below = context
            below.parent = number
            below.path = path
            try walk(prototype, below)
            guard i == 0, scene.nodes.count == number + 2 else { continue }
            // One mesh without anything below it.
            let copy = scene.nodes[number + 1]
            guard copy.mesh != nil, copy.camera == nil, copy.light == nil, copy.instances.isEmpty, copy.isVisible,
                !moving.contains(where: { $0.node == number + 1 }), !skinned.contains(where: { $0.node == number + 1 }),
                !morphed.contains(where: { $0.node == number + 1 })
            else { continue }
            scene.nodes.removeLast()
            scene.nodes[number].children = []
            scene.nodes[number].transform = .identity
            scene.nodes[number].mesh = copy.mesh
            scene.nodes[number].instances = places.map { place in
                copy.transform.isIdentity ? place : .matrix(place.affine * copy.transform.affine)
            }
            return
        }
    }
}
