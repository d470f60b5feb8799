import Codecs
import Geometry
import Models

/// What a controller makes of a geometry.
struct DAEController {
    /// With joints and weights, or morph targets.
    var geometry: DAEGeometry
    /// The skin element; nil where it has none.
    var skin: XMLTreeNode?
    /// Weights of the morph targets.
    var weights: [Float] = []
    var targetNames: [String] = []
    /// What animations call the weights.
    var weightIDs: [String] = []
}

extension DAESceneReader {
    /// The geometry that a controller changes: a morph of a geometry, a skin of one, or a skin of a morph. Nil where a part is
    /// missing.
    mutating func controller(_ id: String, depth: Int = 0) throws(FormatError) -> DAEController? {
        guard depth < 4, let element = elements[id] else { return nil }
        if element.name == "geometry" {
            guard var geometry = try geometry(id) else { return nil }
            // Joints and differences are given for the positions as they are.
            if geometry.offset != .zero {
                for i in geometry.primitives.indices {
                    let offset = Vector3(geometry.offset)
                    for k in geometry.primitives[i].primitive.positions.indices {
                        geometry.primitives[i].primitive.positions[k] += offset
                    }
                }
                geometry.offset = .zero
            }
            return DAEController(geometry: geometry)
        }
        guard element.name == "controller", let change = element.children.first(where: { $0.name == "skin" || $0.name == "morph" }),
            let source = change.target("source"), var result = try controller(source, depth: depth + 1)
        else { return nil }
        if change.name == "skin" {
            guard result.skin == nil else { return result }
            result.skin = change
            try addWeights(change, to: &result.geometry)
        } else {
            try addTargets(change, id: id, to: &result)
        }
        return result
    }

    private static func inputs(_ element: XMLTreeNode?) -> [(semantic: String, source: String, offset: Int)] {
        (element?.all("input") ?? []).compactMap { input in
            guard let semantic = input.attribute("semantic"), let source = input.target("source"),
                let offset = Int(input.attribute("offset") ?? "0"), (0..<16).contains(offset)
            else { return nil }
            return (semantic, source, offset)
        }
    }

    private static func sources(_ element: XMLTreeNode) -> [String: XMLTreeNode] {
        Dictionary(
            element.all("source").compactMap { source in source.attribute("id").map { ($0, source) } },
            uniquingKeysWith: { a, _ in a })
    }

    /// The words of a source of names or identifiers.
    private static func words(_ source: XMLTreeNode?) -> [String] {
        let list = source?.child("Name_array") ?? source?.child("IDREF_array") ?? source?.child("SIDREF_array")
        return (list?.text.split(whereSeparator: \.isWhitespace) ?? []).map(String.init)
    }

    // MARK: Skins

    /// The four strongest joints of each vertex, with weights that add up to 1.
    private mutating func addWeights(_ skin: XMLTreeNode, to geometry: inout DAEGeometry) throws(FormatError) {
        let sources = Self.sources(skin)
        let element = skin.child("vertex_weights")
        let inputs = Self.inputs(element)
        guard let joint = inputs.first(where: { $0.semantic == "JOINT" }),
            let weight = inputs.first(where: { $0.semantic == "WEIGHT" })
        else { return scene.note("A skin without weights was skipped.") }
        let jointCount = Self.words(sources[joint.source]).count
        let weights = try sources[weight.source]?.child("float_array")?.doubles() ?? []
        let counts = try element?.child("vcount")?.indices() ?? []
        // −1 is the mesh itself.
        let numbers = try element?.child("v")?.doubles() ?? []
        let stride = (inputs.map(\.offset).max() ?? 0) + 1
        var joints: [SIMD4<UInt16>] = []
        var strengths: [SIMD4<Float>] = []
        var start = 0
        var isReduced = false
        for count in counts {
            guard Int(count) <= (numbers.count - start) / stride else {
                throw .unreadable("<vertex_weights> has fewer joints than <vcount> declares")
            }
            var own: [(joint: UInt16, weight: Float)] = []
            for k in 0..<Int(count) {
                let j = numbers[start + k * stride + joint.offset]
                let w = numbers[start + k * stride + weight.offset]
                guard j >= 0, j < Double(min(jointCount, 65536)), w >= 0, w < Double(weights.count) else {
                    if j < 0 { continue }
                    throw .unreadable("<vertex_weights> refers to a joint or weight that does not exist")
                }
                let value = Float(weights[Int(w)])
                if value.isFinite, value > 0 { own.append((UInt16(j), value)) }
            }
            start += Int(count) * stride
            if own.count > 4 {
                isReduced = true
                own.sort { $0.weight > $1.weight }
            }
            let sum = own.prefix(4).reduce(Float(0)) { $0 + $1.weight }
            var four = SIMD4<UInt16>.zero
            var strong = SIMD4<Float>.zero
            for (k, one) in own.prefix(4).enumerated() {
                four[k] = one.joint
                // What adds up to 1 stays as it is.
                strong[k] = abs(sum - 1) < 1e-6 ? one.weight : one.weight / sum
            }
            joints.append(four)
            strengths.append(strong)
        }
        if isReduced { scene.note("Vertices of skins keep their four strongest joints.") }
        for i in geometry.primitives.indices {
            let positions = geometry.primitives[i].positions
            geometry.primitives[i].primitive.joints = positions.map { Int($0) < joints.count ? joints[Int($0)] : .zero }
            geometry.primitives[i].primitive.weights = positions.map { Int($0) < joints.count ? strengths[Int($0)] : .zero }
        }
    }

    /// Adds the skin of an instance, whose joints are nodes of the scene.
    mutating func addSkin(_ instance: SkinInstance) throws(FormatError) {
        let sources = Self.sources(instance.skin)
        let inputs = Self.inputs(instance.skin.child("joints"))
        let names = Self.words(inputs.first { $0.semantic == "JOINT" }.flatMap { sources[$0.source] })
        let matrices = try inputs.first { $0.semantic == "INV_BIND_MATRIX" }.flatMap { sources[$0.source]?.child("float_array") }?
            .doubles()
        let shape = try instance.skin.child("bind_shape_matrix")?.doubles() ?? []
        let bind = shape.count == 16 ? Self.map(shape[...]) : .identity
        let joints = self.joints(names, instance.skeletons)
        guard !names.isEmpty, joints.count == names.count else {
            scene.note("A skin whose joints are not nodes of the scene was skipped; its mesh does not move.")
            for i in scene.meshes[instance.mesh].primitives.indices {
                scene.meshes[instance.mesh].primitives[i].joints = []
                scene.meshes[instance.mesh].primitives[i].weights = []
            }
            return
        }
        try take(8 * joints.count)
        var skin = Skin(name: elements[instance.controller]?.attribute("name") ?? instance.controller, joints: joints)
        skin.inverseBindMatrices = joints.indices.map { i in
            guard let matrices, matrices.count >= 16 * (i + 1) else { return bind }
            return Self.map(matrices[16 * i..<16 * i + 16]) * bind
        }
        guard skin.inverseBindMatrices.allSatisfy(\.isFinite) else { throw .unreadable("a bind matrix of a skin is not finite") }
        skin.skeleton = instance.skeletons.first.flatMap { targets.nodes[$0]?.first }
        // Several instances of one controller with the same joints share the skin.
        let number = scene.skins.firstIndex(of: skin) ?? scene.skins.count
        if number == scene.skins.count { scene.skins.append(skin) }
        scene.nodes[instance.node].skin = number
    }

    private static func map(_ v: ArraySlice<Double>) -> AffineMap {
        let s = v.startIndex
        return AffineMap(
            x: SIMD3(v[s], v[s + 4], v[s + 8]), y: SIMD3(v[s + 1], v[s + 5], v[s + 9]), z: SIMD3(v[s + 2], v[s + 6], v[s + 10]),
            translation: SIMD3(v[s + 3], v[s + 7], v[s + 11]))
    }

    /// The nodes of joints: by scoped identifiers below the skeletons, else by identifiers, else by scoped identifiers anywhere.
    private func joints(_ names: [String], _ skeletons: [String]) -> [Int] {
        var below: [String: Int] = [:]
        var stack = skeletons.compactMap { targets.nodes[$0]?.first }
        var visited = 0
        while let node = stack.popLast(), visited < scene.nodes.count {
            visited += 1
            if let sid = sids[node], below[sid] == nil { below[sid] = node }
            stack += scene.nodes[node].children
        }
        var byName: [String: Int]?
        return names.compactMap { name in
            if let node = below[name] ?? targets.nodes[name]?.first ?? nodesBySID[name]?.first { return node }
            // Some writers name joints by the names of nodes.
            let named =
                byName
                ?? Dictionary(
                    scene.nodes.enumerated().compactMap { i, node in node.name.map { ($0, i) } }, uniquingKeysWith: { a, _ in a })
            byName = named
            return named[name]
        }
    }

    // MARK: Morphs

    private mutating func addTargets(_ morph: XMLTreeNode, id: String, to controller: inout DAEController) throws(FormatError) {
        let sources = Self.sources(morph)
        let inputs = Self.inputs(morph.child("targets"))
        let names = Self.words(inputs.first { $0.semantic == "MORPH_TARGET" }.flatMap { sources[$0.source] })
        let weights = inputs.first { $0.semantic == "MORPH_WEIGHT" }
        let list = try weights.flatMap { sources[$0.source]?.child("float_array") }?.doubles() ?? []
        let isRelative = morph.attribute("method") == "RELATIVE"
        let base = controller.geometry.positions
        for (i, name) in names.enumerated() {
            let target = try geometry(name)
            let isWhole = controller.geometry.primitives.allSatisfy { ($0.positions.max() ?? 0) < base.count }
            guard let positions = target?.positions, positions.count == base.count, isWhole else {
                scene.note("A morph target that differs from its mesh was skipped.")
                continue
            }
            try take(base.count)
            for k in controller.geometry.primitives.indices {
                var differences = MorphTarget()
                differences.positions = controller.geometry.primitives[k].positions.map { n in
                    Vector3(isRelative ? positions[Int(n)] : positions[Int(n)] - base[Int(n)])
                }
                guard differences.positions.allSatisfy(\.isFinite) else { throw .unreadable("a morph target is not finite") }
                controller.geometry.primitives[k].primitive.targets.append(differences)
            }
            controller.weights.append(i < list.count && list[i].isFinite ? Float(list[i]) : 0)
            controller.targetNames.append(target?.name ?? name)
        }
        controller.weightIDs = [id]
        if let weights {
            controller.weightIDs.append(weights.source)
            if let array = sources[weights.source]?.child("float_array")?.attribute("id") { controller.weightIDs.append(array) }
        }
    }
}
