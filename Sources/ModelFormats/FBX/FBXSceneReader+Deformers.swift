import Codecs
import Geometry
import Models

/// A blend shape of a geometry.
struct FBXShape {
    let name: String
    /// Its share in the rest pose: 1 is the whole shape.
    let weight: Double
    /// The object whose percentage changes it.
    let channel: Int
    /// The percentages of all shapes of its channel at which each is whole, and which one this is.
    let steps: [Double]
    let step: Int

    /// The share at a percentage: channels with several shapes go from one to the next, over none at 0.
    func weight(percent: Double) -> Double {
        let own = steps[step]
        if steps.count == 1 { return percent / own }
        let stops = (steps + [0]).sorted()
        let place = stops.firstIndex { $0 >= percent } ?? stops.count - 1
        let high = min(max(place, 1), stops.count - 1)
        let low = high - 1
        if own == stops[low] { return (stops[high] - percent) / (stops[high] - stops[low]) }
        return own == stops[high] ? (percent - stops[low]) / (stops[high] - stops[low]) : 0
    }
}

/// Joints of a geometry.
struct FBXSkin {
    var name: String?
    /// Nodes, and the maps from the mesh to each in the bind pose.
    var joints: [Int] = []
    var inverseBindMatrices: [AffineMap] = []
    /// Whether the node of the mesh itself is the last joint, for vertices without a weight.
    var hasOwnJoint = false
}

extension FBXSceneReader {
    // MARK: Blend shapes

    /// Adds morph targets to the primitives of a geometry.
    mutating func addShapes(
        _ deformers: [FBXObject], to parts: inout GeometryParts, map: AffineMap
    ) throws(FormatError) {
        for channel in deformers.flatMap({ document.children($0.index, "Deformer", subtype: "BlendShapeChannel") }) {
            let shapes = document.children(channel.index, "Geometry", subtype: "Shape")
            guard !shapes.isEmpty else { continue }
            var steps = try arrays.floats(channel.node.child("FullWeights"))?.doubles ?? []
            let isUsable = Set(steps + [0]).count == steps.count + 1 && steps.allSatisfy { $0.isFinite }
            if steps.count != shapes.count || !isUsable {
                let count = Double(shapes.count)
                steps = (1...shapes.count).map { 100 * Double($0) / count }
            }
            let stored = channel.node.child("DeformPercent")?.number(0) ?? 0
            let percent = channel.setting(number: "DeformPercent") ?? (stored.isFinite ? stored : 0)
            for (i, shape) in shapes.enumerated() {
                guard try addTarget(shape.node, to: &parts, map: map) else { continue }
                let name = shapes.count == 1 && !channel.name.isEmpty ? channel.name : shape.name
                var made = FBXShape(name: name, weight: 0, channel: channel.index, steps: steps, step: i)
                made = FBXShape(
                    name: name, weight: min(max(made.weight(percent: percent), -1e6), 1e6), channel: channel.index, steps: steps,
                    step: i)
                parts.shapes.append(made)
            }
        }
    }

    /// Adds one target; false and a note where it does not fit.
    private mutating func addTarget(
        _ shape: FBXNode, to parts: inout GeometryParts, map: AffineMap
    ) throws(FormatError) -> Bool {
        let count = parts.geometry.positionCount
        guard let indices = try arrays.integers(shape.child("Indexes") ?? shape.child("Indices")),
            let vertices = try arrays.floats(shape.child("Vertices")), vertices.count >= 3 * indices.count
        else {
            scene.note("A blend shape without differences was skipped.")
            return false
        }
        let normals = try arrays.floats(shape.child("Normals"))
        try take(count + parts.geometry.primitives.reduce(0) { $0 + $1.positions.count })
        var linear = map
        linear.translation = .zero
        var differences = [Vector3](repeating: .zero, count: count)
        var turns: [Vector3] = []
        let hasNormals = normals.map { n in n.count >= 3 * indices.count && (0..<n.count).contains { n.double($0) != 0 } } ?? false
        if hasNormals { turns = differences }
        for i in 0..<indices.count {
            let vertex = indices[i]
            guard vertex >= 0, vertex < count else { throw .unreadable("a blend shape refers to vertex \(vertex) of \(count)") }
            let d = Vector3(linear.linear(vertices.triple(i)))
            guard d.isFinite else { throw .unreadable("a blend shape contains numbers that are not finite") }
            differences[vertex] = d
            if hasNormals, let normals {
                let n = Vector3(frame.axes.linear(normals.triple(i)))
                turns[vertex] = n.isFinite ? n : .zero
            }
        }
        parts.geometry.change { primitive, numbers in
            var target = MorphTarget()
            target.positions = numbers.map { differences[Int($0)] }
            if hasNormals, !primitive.normals.isEmpty { target.normals = numbers.map { turns[Int($0)] } }
            primitive.targets.append(target)
        }
        return true
    }

    // MARK: Skins

    private struct Weights {
        var joints: [SIMD4<UInt16>]
        var weights: [SIMD4<Float>]
        var isReduced = false

        /// Keeps the four strongest.
        mutating func add(_ joint: UInt16, _ weight: Float, to vertex: Int) {
            var weakest = 0
            for k in 0..<4 {
                if weights[vertex][k] == 0 {
                    weights[vertex][k] = weight
                    joints[vertex][k] = joint
                    return
                }
                if weights[vertex][k] < weights[vertex][weakest] { weakest = k }
            }
            isReduced = true
            guard weight > weights[vertex][weakest] else { return }
            weights[vertex][weakest] = weight
            joints[vertex][weakest] = joint
        }
    }

    /// Adds joints and weights to the primitives of a geometry.
    mutating func addWeights(_ skins: [FBXObject], to parts: inout GeometryParts, model: Int) throws(FormatError) {
        let count = parts.geometry.positionCount
        try take(2 * count)
        var table = Weights(
            joints: Array(repeating: .zero, count: count), weights: Array(repeating: .zero, count: count))
        var skin = FBXSkin(name: skins.first.flatMap { $0.name.isEmpty ? nil : $0.name })
        if skins.count > 1 { scene.note("Several skins of a mesh were joined into one.") }
        for cluster in skins.flatMap({ document.children($0.index, "Deformer", subtype: "Cluster") }) {
            guard let bone = document.children(cluster.index, "Model").compactMap({ nodes[$0.index] }).first else {
                scene.note("Parts of skins whose joints are missing were skipped.")
                continue
            }
            let node = cluster.node
            let link = try arrays.floats(node.child("TransformLink"))?.matrix.map { AffineMap(columns: $0) }
            var bind = try arrays.floats(node.child("Transform"))?.matrix.map { AffineMap(columns: $0) }
            if bind == nil, let link { bind = link.inverse * staticWorld(model) }
            let inverse = bind.map { frame.transform($0) }
            guard let inverse, inverse.isFinite, skin.joints.count < 65_000 else {
                scene.note("Parts of skins without a usable bind pose were skipped.")
                continue
            }
            let joint = UInt16(skin.joints.count)
            skin.joints.append(bone)
            skin.inverseBindMatrices.append(inverse)
            guard let indices = try arrays.integers(node.child("Indexes")), let weights = try arrays.floats(node.child("Weights"))
            else { continue }
            for i in 0..<min(indices.count, weights.count) {
                let vertex = indices[i]
                guard vertex >= 0, vertex < count else { throw .unreadable("a skin refers to vertex \(vertex) of \(count)") }
                let weight = Float(weights.double(i))
                if weight.isFinite, weight > 0 { table.add(joint, weight, to: vertex) }
            }
        }
        guard !skin.joints.isEmpty else { return }
        if table.isReduced { scene.note("Vertices of skins keep their four strongest joints.") }
        let own = UInt16(skin.joints.count)
        for i in 0..<count {
            let sum = table.weights[i].sum()
            if sum <= 0 {
                // It moves with the mesh's own node.
                table.joints[i] = SIMD4(own, 0, 0, 0)
                table.weights[i] = SIMD4(1, 0, 0, 0)
                skin.hasOwnJoint = true
            } else if abs(sum - 1) > 1e-6 {
                table.weights[i] /= sum
            }
        }
        parts.geometry.change { primitive, numbers in
            primitive.joints = numbers.map { table.joints[Int($0)] }
            primitive.weights = numbers.map { table.weights[Int($0)] }
        }
        parts.skin = skin
    }

    /// Where a model stands in the rest pose, in units and axes of the file.
    private func staticWorld(_ model: Int) -> AffineMap {
        var place = AffineMap.identity
        var node = nodes[model]
        while let number = node, let placement = placements[number] {
            place = placement.transform.parts().affine * place
            node = placement.parent
        }
        return place
    }

    /// The number of a skin in the scene.
    mutating func addSkin(_ skin: FBXSkin, node: Int) -> Int {
        var made = Skin(name: skin.name, joints: skin.joints)
        made.inverseBindMatrices = skin.inverseBindMatrices
        if skin.hasOwnJoint {
            made.joints.append(node)
            made.inverseBindMatrices.append(.identity)
        }
        if let known = scene.skins.firstIndex(of: made) { return known }
        scene.skins.append(made)
        return scene.skins.count - 1
    }
}
