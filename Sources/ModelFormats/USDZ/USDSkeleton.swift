import Codecs
import Geometry
import Models

/// A skeleton whose joints are nodes of the scene.
struct USDSkeleton {
    /// The joints' paths: "hip/knee".
    let joints: [String]
    /// Their nodes.
    let nodes: [Int]
    /// From each joint to the skeleton's space in which meshes are bound.
    let binds: [AffineMap]
    /// The animation that moves it.
    let animation: String?
}

/// Joints and weights of the points of a mesh.
struct USDJointWeights {
    var numbers: [SIMD4<UInt16>]
    var weights: [SIMD4<Float>]
}

/// A blend shape with a difference for each point.
struct USDShape {
    let name: String
    var positions: [Vector3]
    /// Empty where it has none.
    var normals: [Vector3]
}

extension USDSceneReader {
    /// Adds the joints of a skeleton as nodes below its own.
    mutating func addSkeleton(_ prim: USDPrim, node: Int, _ context: Context) throws(FormatError) {
        let paths = prim.words("joints")
        guard !paths.isEmpty, paths.count <= 1 << 16 else { return }
        try take(64 * paths.count)
        var number: [String: Int] = [:]
        for (i, path) in paths.enumerated() where number[path] == nil { number[path] = i }
        let binds = matrices(prim, "bindTransforms", count: paths.count)
        let rests = matrices(prim, "restTransforms", count: paths.count)
        if binds == nil { scene.note("A skeleton without the pose in which its meshes are bound was read as bound at its origin.") }
        let names = prim.words("jointNames")
        let first = scene.nodes.count
        for (i, path) in paths.enumerated() {
            let parent = Self.parent(of: path, in: number)
            var place = rests?[i]
            if place == nil, let binds { place = (parent.map { binds[$0].inverse } ?? .identity) * binds[i] }
            let name = names.count == paths.count ? names[i] : String(path.split(separator: "/").last ?? "joint")
            scene.nodes.append(Node(name: name, transform: Self.nodeTransform(place ?? .identity)))
        }
        for (i, path) in paths.enumerated() {
            let parent = Self.parent(of: path, in: number).map { first + $0 } ?? node
            scene.nodes[parent].children.append(first + i)
        }
        skeletons[context.path] = USDSkeleton(
            joints: paths, nodes: Array(first..<first + paths.count), binds: binds ?? paths.map { _ in .identity },
            animation: context.animation)
    }

    /// The joint whose path is the longest beginning of another one.
    private static func parent(of path: String, in numbers: [String: Int]) -> Int? {
        var rest = path[...]
        while let slash = rest.lastIndex(of: "/") {
            rest = rest[..<slash]
            if let found = numbers[String(rest)] { return found }
        }
        return nil
    }

    private static func nodeTransform(_ map: AffineMap) -> NodeTransform {
        guard map.isFinite else { return .identity }
        return map.parts.map { .parts(translation: $0.translation, rotation: $0.rotation, scale: $0.scale) } ?? .matrix(map)
    }

    private func matrices(_ prim: USDPrim, _ name: String, count: Int) -> [AffineMap]? {
        let numbers = prim.numbers(name)
        guard numbers.count == 16 * count else { return nil }
        let maps = (0..<count).map { i in AffineMap(columns: (0..<16).map { numbers[16 * i + $0] }) }
        return maps.allSatisfy(\.isFinite) ? maps : nil
    }

    // MARK: Meshes

    /// The four strongest joints of each point; nil where the mesh has none.
    mutating func joints(of prim: USDPrim, count: Int) throws(FormatError) -> USDJointWeights? {
        guard let property = prim.properties["primvars:skel:jointIndices"], let numbers = property.value?.numbers,
            !numbers.isEmpty
        else { return nil }
        let strengths = prim.numbers("primvars:skel:jointWeights")
        let size = max(1, property.elementSize)
        let isConstant = (property.interpolation ?? "constant") == "constant"
        guard numbers.count == strengths.count, numbers.count / size == (isConstant ? 1 : count), size <= 1 << 16 else {
            scene.note("The joints of \(Text.quote(prim.name)) do not match its points and were skipped.")
            return nil
        }
        try take(count)
        var result = USDJointWeights(numbers: [], weights: [])
        var isReduced = false
        for i in 0..<(isConstant ? 1 : count) {
            var found: [(joint: UInt16, weight: Float)] = []
            for k in i * size..<(i + 1) * size {
                let weight = Float(strengths[k])
                guard weight > 0, weight.isFinite, let joint = UInt16(exactly: numbers[k]) else { continue }
                if let known = found.firstIndex(where: { $0.joint == joint }) {
                    found[known].weight += weight
                } else {
                    found.append((joint, weight))
                }
            }
            if found.count > 4 {
                isReduced = true
                // Of equal ones the earlier first.
                let order = found.indices.sorted { (found[$1].weight, $0) < (found[$0].weight, $1) }
                found = order.prefix(4).map { found[$0] }
            }
            var joints = SIMD4<UInt16>()
            var weights = SIMD4<Float>()
            for (k, one) in found.enumerated() {
                joints[k] = one.joint
                weights[k] = one.weight
            }
            result.numbers.append(joints)
            result.weights.append(GLTFJointSets.normalized(weights))
        }
        if isReduced { scene.note("Of more than four joints of a vertex the strongest four were kept.") }
        if isConstant {
            result.numbers = Array(repeating: result.numbers[0], count: count)
            result.weights = Array(repeating: result.weights[0], count: count)
        }
        return result
    }

    /// The blend shapes of a mesh with a difference for each of its points.
    mutating func shapes(of prim: USDPrim, count: Int) throws(FormatError) -> [USDShape] {
        var shapes: [USDShape] = []
        for target in prim.targets("skel:blendShapeTargets") {
            guard let shape = prims[target], shape.type == "BlendShape" else {
                scene.note("A blend shape of \(Text.quote(prim.name)) is missing.")
                continue
            }
            try take(2 * count)
            let indices = shape.numbers("pointIndices")
            func spread(_ name: String) -> [Vector3]? {
                let values = shape.numbers(name).triples()
                if values.isEmpty { return [] }
                if indices.isEmpty { return values.count == count ? values : nil }
                guard indices.count == values.count else { return nil }
                var list = [Vector3](repeating: .zero, count: count)
                for (k, value) in values.enumerated() {
                    guard let i = Int(exactly: indices[k]), i >= 0, i < count, value.isFinite else { return nil }
                    list[i] = value
                }
                return list
            }
            guard let offsets = spread("offsets"), let normals = spread("normalOffsets"), offsets.allSatisfy(\.isFinite) else {
                scene.note("The blend shape \(Text.quote(shape.name)) does not match its mesh and was read as without an effect.")
                shapes.append(USDShape(name: shape.displayName ?? shape.name, positions: Self.still(count), normals: []))
                continue
            }
            shapes.append(
                USDShape(
                    name: shape.displayName ?? shape.name, positions: offsets.isEmpty ? Self.still(count) : offsets,
                    normals: normals.allSatisfy(\.isFinite) ? normals : []))
            if shape.children.contains(where: { $0.specifier == .def }) {
                scene.note("Shapes between those of a blend shape are not read.")
            }
        }
        return shapes
    }

    private static func still(_ count: Int) -> [Vector3] { Array(repeating: .zero, count: count) }

    // MARK: Skins

    /// Gives skinned nodes their skins, once all skeletons are known.
    mutating func addSkins() throws(FormatError) {
        var known: [String: Int] = [:]
        for instance in skinned {
            guard let skeleton = skeletons[instance.skeleton] else {
                scene.note("A mesh refers to a skeleton that is missing; it was read without joints.")
                dropJoints(of: instance.mesh)
                continue
            }
            // The mesh's own order of joints, or the skeleton's.
            let order = instance.prim.words("skel:joints")
            let places = Dictionary(skeleton.joints.enumerated().map { ($1, $0) }) { first, _ in first }
            let numbers = order.isEmpty ? Array(skeleton.joints.indices) : order.compactMap { places[$0] }
            let largest = scene.meshes[instance.mesh].primitives.flatMap { $0.joints.map { Int($0.max()) } }.max() ?? 0
            guard numbers.count == (order.isEmpty ? skeleton.joints.count : order.count), largest < numbers.count else {
                scene.note(
                    "The joints of \(Text.quote(instance.prim.name)) are not those of its skeleton; it was read without joints.")
                dropJoints(of: instance.mesh)
                continue
            }
            let bind = matrices(instance.prim, "primvars:skel:geomBindTransform", count: 1)?[0] ?? .identity
            let key = "\(instance.skeleton) \(numbers) \(bind)"
            if let skin = known[key] {
                scene.nodes[instance.node].skin = skin
                continue
            }
            try take(16 * numbers.count)
            let path = instance.skeleton.split(separator: "/").last ?? ""
            var skin = Skin(name: prims[instance.skeleton]?.displayName ?? String(path), joints: numbers.map { skeleton.nodes[$0] })
            skin.inverseBindMatrices = numbers.map { skeleton.binds[$0].inverse * bind }
            guard skin.inverseBindMatrices.allSatisfy(\.isFinite) else {
                scene.note("A skeleton is bound by a matrix without an inverse; its meshes were read without joints.")
                dropJoints(of: instance.mesh)
                continue
            }
            known[key] = scene.skins.count
            scene.nodes[instance.node].skin = scene.skins.count
            scene.skins.append(skin)
        }
    }
}
