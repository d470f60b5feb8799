import Geometry
import Models

/// Where the skeleton of a skin stands and which nodes are its joints.
struct USDSkeletonPlan {
    let skin: Int
    let name: String?
    /// The node below which all joints are; nil where there is none.
    let parent: Int?
    /// The skin's joints and the nodes between them, parents first.
    let nodes: [Int]
    /// For each of them its path of names: "hip/knee".
    let joints: [String]
    /// The paths of the prims, once they are known.
    var path = ""
    var animationPath = ""

    /// The plans of all skins that nodes use.
    static func all(_ scene: Scene, _ parents: [Int?]) -> [USDSkeletonPlan] {
        let used = Set(
            scene.nodes.compactMap { node -> Int? in
                guard let mesh = node.mesh, scene.meshes[mesh].primitives.contains(where: { !$0.joints.isEmpty }) else {
                    return nil
                }
                return node.skin
            })
        return used.sorted().compactMap { skin in plan(skin, scene, parents: parents) }
    }

    private static func plan(_ skin: Int, _ scene: Scene, parents: [Int?]) -> USDSkeletonPlan? {
        func above(_ node: Int) -> [Int] {
            var list: [Int] = []
            var next = parents[node]
            while let node = next {
                list.append(node)
                next = parents[node]
            }
            return list.reversed()
        }
        let chains = scene.skins[skin].joints.map(above)
        guard var common = chains.first else { return nil }
        for chain in chains {
            let shared = zip(common, chain).prefix { $0 == $1 }.count
            common = Array(common.prefix(shared))
        }
        var nodes: [Int] = []
        var known: Set<Int> = []
        for (joint, chain) in zip(scene.skins[skin].joints, chains) {
            for node in chain.dropFirst(common.count) + [joint] where known.insert(node).inserted { nodes.append(node) }
        }
        var names: [Int: USDNames] = [:]
        var paths: [Int: String] = [:]
        let joints = nodes.map { node -> String in
            let parent = parents[node] ?? -1
            let name = names[parent, default: USDNames()].unique(scene.nodes[node].name ?? "joint")
            let path = (paths[parent].map { $0 + "/" } ?? "") + name
            paths[node] = path
            return path
        }
        return USDSkeletonPlan(skin: skin, name: scene.skins[skin].name, parent: common.last, nodes: nodes, joints: joints)
    }

    /// Whether a node is in skeletons only: a joint below which there are only joints.
    static func omitted(_ scene: Scene, _ plans: [USDSkeletonPlan]) -> [Bool] {
        var omitted = [Bool](repeating: false, count: scene.nodes.count)
        let joints = Set(plans.flatMap(\.nodes))
        if joints.isEmpty { return omitted }
        // Parents before their children.
        var order: [Int] = []
        var stack = scene.roots
        while let node = stack.popLast() {
            order.append(node)
            stack += scene.nodes[node].children
        }
        for number in order.reversed() where joints.contains(number) {
            let node = scene.nodes[number]
            omitted[number] = node.mesh == nil && node.camera == nil && node.children.allSatisfy { omitted[$0] }
        }
        return omitted
    }
}

extension USDSceneWriter {
    /// The skeletons of skins whose joints are below a node, with their animations.
    mutating func skeletonPrims(below node: Int?) -> [USDPrimSpec] {
        var prims: [USDPrimSpec] = []
        for plan in skeletons where plan.parent == node {
            let animation = animation(of: plan)
            prims.append(skeleton(plan, isAnimated: animation != nil))
            if let animation { prims.append(animation) }
        }
        return prims
    }

    private mutating func skeleton(_ plan: USDSkeletonPlan, isAnimated: Bool) -> USDPrimSpec {
        let skin = scene.skins[plan.skin]
        let rests = plan.nodes.map { scene.nodes[$0].transform.affine }
        var places: [Int: AffineMap] = [:]
        for (node, rest) in zip(plan.nodes, rests) { places[node] = (parents[node].flatMap { places[$0] } ?? .identity) * rest }
        var binds = places
        for (i, joint) in skin.joints.enumerated() {
            let bind = skin.inverseBindMatrices.isEmpty ? .identity : skin.inverseBindMatrices[i].inverse
            if bind.isFinite {
                binds[joint] = bind
            } else {
                lose(.skins, "usdz can't store a joint that is bound by a matrix without an inverse.")
            }
        }
        if plan.nodes.contains(where: { paths[$0] != nil }) {
            lose(.skins, "usdz can't put meshes or cameras below joints: such joints are written as transforms, too.")
        }
        var prim = USDPrimSpec("Skeleton", name: Self.last(plan.path))
        prim.apply("SkelBindingAPI")
        if let name = skin.name, name != prim.name { prim.fields.append(("displayName", .string(name))) }
        let names = plan.nodes.map { scene.nodes[$0].name ?? "" }
        prim.properties = [
            .uniform("token[]", name: "joints", value: .tokens(plan.joints)),
            .uniform(
                "matrix4d[]", name: "bindTransforms", value: .affines(plan.nodes.map { binds[$0] ?? .identity })),
            .uniform("matrix4d[]", name: "restTransforms", value: .affines(rests)),
        ]
        if zip(names, plan.joints).contains(where: { $0 != Self.last($1) }), !names.contains("") {
            prim.properties.append(.uniform("token[]", name: "jointNames", value: .tokens(names)))
        }
        if isAnimated { prim.properties.append(.relationship("skel:animationSource", plan.animationPath)) }
        return prim
    }

    // MARK: Animations

    /// The animation of a skeleton's joints, and of the weights of the meshes that it moves; nil without any.
    private mutating func animation(of plan: USDSkeletonPlan) -> USDPrimSpec? {
        var prim = USDPrimSpec("SkelAnimation", name: Self.last(plan.animationPath))
        var moving: [(joint: String, node: Int)] = []
        for (joint, node) in zip(plan.joints, plan.nodes) where !timeline.targets(node).isEmpty {
            if scene.nodes[node].transform.parts == nil {
                lose(.animations, "Animations of a node whose transform shears were omitted.")
            } else {
                moving.append((joint, node))
            }
        }
        if !moving.isEmpty {
            let nodes = moving.map(\.node)
            let times = timeline.times(of: nodes) { $0 != .weights }
            var tracks = [[(time: Double, value: USDField)]](repeating: [], count: 3)
            var isRounded = false
            for (clip, time) in times {
                func values(_ target: Animation.Target) -> [[Float]] { nodes.map { timeline.value($0, target, clip, time) } }
                let scales = values(.scale).map { Vector3($0[0], $0[1], $0[2]) }
                isRounded =
                    isRounded
                    || scales.contains { v in (0..<3).contains { abs(USDCFile.half(USDCFile.halfBits(v[$0])) - v[$0]) > 1e-4 } }
                let code = timeline.code(clip, time)
                tracks[0].append((code, .float3s(values(.translation).map { Vector3($0[0], $0[1], $0[2]) })))
                tracks[1].append((code, .quaternions(values(.rotation).map { SIMD4($0[0], $0[1], $0[2], $0[3]) })))
                tracks[2].append((code, .half3s(scales)))
            }
            if isRounded { lose(.precision, "usdz stores the scales of animated joints with eleven bits.") }
            prim.properties.append(.uniform("token[]", name: "joints", value: .tokens(moving.map(\.joint))))
            for (k, (name, type)) in [("translations", "float3[]"), ("rotations", "quatf[]"), ("scales", "half3[]")].enumerated() {
                var property = USDPropertySpec.attribute(type, name: name)
                property.samples = tracks[k]
                prim.properties.append(property)
            }
        }
        let meshes = scene.nodes.indices.filter {
            isMorphed($0) && isSkinned($0) && scene.nodes[$0].skin == plan.skin && paths[$0] != nil
        }
        addWeights(to: &prim, nodes: meshes)
        return prim.properties.isEmpty ? nil : prim
    }

    /// The tokens by which animations name the morph targets of a node's mesh.
    private func tokens(_ node: Int) -> [String] {
        let count = scene.nodes[node].mesh.map { scene.meshes[$0].targetCount } ?? 0
        return (0..<count).map { "n\(node)_\($0)" }
    }

    /// The weights of the morph targets of meshes, at rest and over time.
    private func addWeights(to prim: inout USDPrimSpec, nodes: [Int]) {
        guard !nodes.isEmpty else { return }
        let rest = nodes.flatMap { node -> [Float] in
            Animation.Channel(node: node, target: .weights, times: [], values: []).rest(of: scene) ?? []
        }
        prim.properties.append(.uniform("token[]", name: "blendShapes", value: .tokens(nodes.flatMap(tokens))))
        var property = USDPropertySpec.attribute("float[]", name: "blendShapeWeights", value: .floats(rest))
        property.samples = timeline.times(of: nodes) { $0 == .weights }.map { clip, time in
            (timeline.code(clip, time), .floats(nodes.flatMap { timeline.value($0, .weights, clip, time) }))
        }
        prim.properties.append(property)
    }

    /// A skeleton that holds only the weights of a mesh without joints, as UsdSkel demands one.
    mutating func morphPrims(_ node: Int, path: String) -> [USDPrimSpec] {
        let name = unique("WeightsAnimation", below: node)
        var prim = USDPrimSpec("Skeleton", name: Self.last(path))
        prim.apply("SkelBindingAPI")
        let above = path.split(separator: "/").dropLast().joined(separator: "/")
        prim.properties = [
            .uniform("token[]", name: "joints", value: .tokens(["joint"])),
            .uniform("matrix4d[]", name: "bindTransforms", value: .affines([.identity])),
            .uniform("matrix4d[]", name: "restTransforms", value: .affines([.identity])),
            .relationship("skel:animationSource", "/" + above + "/" + name), .role("morph"),
        ]
        var animation = USDPrimSpec("SkelAnimation", name: name)
        addWeights(to: &animation, nodes: [node])
        return [prim, animation]
    }

    // MARK: Meshes

    /// Adds joints and blend shapes to the prim of a mesh.
    mutating func addMotion(
        to prim: inout USDPrimSpec, _ all: [Primitive], mesh: Int, part: Int, node: Int, path: String
    ) {
        guard prim.type == "Mesh" else { return }
        func shared(_ label: String, _ make: @escaping () -> USDField) -> USDField {
            .shared(USDShareKey(mesh: mesh, part: part, name: label), make)
        }
        let plan = scene.nodes[node].skin.flatMap { skin in skeletons.first { $0.skin == skin } }
        let hasTargets = !all[0].targets.isEmpty
        if let plan, !all[0].joints.isEmpty {
            let places = Dictionary(zip(plan.nodes, plan.joints)) { first, _ in first }
            var numbers = USDPropertySpec.attribute(
                "int[]", name: "primvars:skel:jointIndices",
                value: shared("joints") {
                    .ints(all.flatMap { $0.joints.flatMap { v in (0..<4).map { Int32(v[$0]) } } })
                }, interpolation: "vertex")
            numbers.elementSize = 4
            var weights = USDPropertySpec.attribute(
                "float[]", name: "primvars:skel:jointWeights",
                value: shared("weights") { .floats(all.flatMap { $0.weights.flatMap { v in (0..<4).map { v[$0] } } }) },
                interpolation: "vertex")
            weights.elementSize = 4
            let joints = scene.skins[plan.skin].joints.map { places[$0] ?? "" }
            prim.properties += [
                .relationship("skel:skeleton", plan.path), numbers, weights,
                .attribute("matrix4d", name: "primvars:skel:geomBindTransform", value: .affine(.identity)),
                .uniform("token[]", name: "skel:joints", value: .tokens(joints)),
            ]
            prim.apply("SkelBindingAPI")
        } else if hasTargets, let skeleton = plan?.path ?? morphs[node] {
            var numbers = USDPropertySpec.attribute(
                "int[]", name: "primvars:skel:jointIndices", value: .ints([0]), interpolation: "constant")
            numbers.elementSize = 1
            var weights = USDPropertySpec.attribute(
                "float[]", name: "primvars:skel:jointWeights", value: .floats([1]), interpolation: "constant")
            weights.elementSize = 1
            prim.properties += [.relationship("skel:skeleton", skeleton)] + (plan == nil ? [numbers, weights] : [])
            prim.apply("SkelBindingAPI")
        }
        if hasTargets { addShapes(to: &prim, all, mesh: mesh, node: node, path: path, shared) }
    }

    private mutating func addShapes(
        to prim: inout USDPrimSpec, _ all: [Primitive], mesh: Int, node: Int, path: String,
        _ shared: (String, @escaping () -> USDField) -> USDField
    ) {
        var names = USDNames()
        for subset in prim.children { _ = names.unique(subset.name) }
        let given = scene.meshes[mesh].targetNames
        var targets: [String] = []
        for t in all[0].targets.indices {
            let title = given.indices.contains(t) ? given[t] : "Target\(t)"
            var shape = USDPrimSpec("BlendShape", name: names.unique(title))
            if shape.name != title { shape.fields.append(("displayName", .string(title))) }
            func offsets(_ list: @escaping (MorphTarget) -> [Vector3]) -> () -> USDField {
                { .float3s(all.flatMap { p in list(p.targets[t]).isEmpty ? p.positions.map { _ in .zero } : list(p.targets[t]) }) }
            }
            shape.properties.append(
                .uniform("vector3f[]", name: "offsets", value: shared("offsets \(t)", offsets { $0.positions })))
            if !all[0].targets[t].normals.isEmpty {
                shape.properties.append(
                    .uniform("vector3f[]", name: "normalOffsets", value: shared("normal offsets \(t)", offsets { $0.normals })))
            }
            targets.append(path + "/" + shape.name)
            prim.children.append(shape)
        }
        prim.properties += [
            .uniform("token[]", name: "skel:blendShapes", value: .tokens(Array(tokens(node).prefix(targets.count)))),
            .relationship("skel:blendShapeTargets", targets: targets),
        ]
    }
}
