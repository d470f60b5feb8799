import Codecs
import Geometry
import Models

/// Makes the prims of a scene: below one outermost prim the nodes, as transforms that hold meshes and cameras, and the materials.
struct USDSceneWriter {
    let scene: Scene
    let frame: CoordinateFrame
    var losses: [Loss] = []
    var materials: USDMaterialWriter
    let timeline: USDTimeline
    let parents: [Int?]
    /// The path of each node's prim; nil for joints that are in skeletons only.
    private(set) var paths: [String?]
    /// The names that the children of each node have so far, and those of the outermost prim.
    private var names: [USDNames]
    private var topNames = USDNames()
    /// The skeletons of skins.
    private(set) var skeletons: [USDSkeletonPlan] = []
    /// The paths of the skeletons that hold the animation of morph targets, by node.
    private(set) var morphs: [Int: String] = [:]

    static let top = "/Scene"
    private static let depthLimit = 200

    init(_ scene: Scene, frame: CoordinateFrame) throws(FormatError) {
        self.scene = scene
        self.frame = frame
        timeline = USDTimeline(scene)
        materials = USDMaterialWriter(scene, path: Self.top + "/Materials")
        var parents = [Int?](repeating: nil, count: scene.nodes.count)
        for (i, node) in scene.nodes.enumerated() { for child in node.children { parents[child] = i } }
        self.parents = parents
        paths = Array(repeating: nil, count: scene.nodes.count)
        names = Array(repeating: USDNames(), count: scene.nodes.count)
        _ = topNames.unique("Materials")
        let plans = USDSkeletonPlan.all(scene, parents)
        try choosePaths(omitting: USDSkeletonPlan.omitted(scene, plans))
        for var plan in plans {
            plan.path = (plan.parent.flatMap { paths[$0] } ?? Self.top) + "/" + unique(plan.name ?? "Skeleton", below: plan.parent)
            plan.animationPath = (plan.parent.flatMap { paths[$0] } ?? Self.top) + "/" + unique("Animation", below: plan.parent)
            skeletons.append(plan)
        }
        for number in scene.nodes.indices where isMorphed(number) && !isSkinned(number) {
            guard let path = paths[number] else { continue }
            morphs[number] = path + "/" + unique("Weights", below: number)
        }
    }

    mutating func lose(_ kind: Loss.Kind, _ sentence: String) {
        let loss = Loss(kind, sentence)
        if !losses.contains(loss) { losses.append(loss) }
    }

    /// A name that no other child of a node has.
    mutating func unique(_ name: String, below node: Int?) -> String {
        if let node { return names[node].unique(name) }
        return topNames.unique(name)
    }

    private mutating func choosePaths(omitting omitted: [Bool]) throws(FormatError) {
        var stack = scene.roots.reversed().map { (node: $0, parent: Int?.none, depth: 0) }
        while let (node, parent, depth) = stack.popLast() {
            guard depth < Self.depthLimit else {
                throw .unwritable("its nodes are nested more than \(Self.depthLimit) deep; usdz is written up to that depth")
            }
            if omitted[node] { continue }
            let name = unique(scene.nodes[node].name ?? "Node", below: parent)
            paths[node] = (parent.flatMap { paths[$0] } ?? Self.top) + "/" + name
            for child in scene.nodes[node].children.reversed() { stack.append((child, node, depth + 1)) }
        }
    }

    func isSkinned(_ number: Int) -> Bool {
        let node = scene.nodes[number]
        guard let mesh = node.mesh, node.skin != nil else { return false }
        return scene.meshes[mesh].primitives.contains { !$0.joints.isEmpty }
    }

    func isMorphed(_ number: Int) -> Bool { scene.nodes[number].mesh.map { scene.meshes[$0].targetCount > 0 } ?? false }

    // MARK: Prims

    /// The root of the layer.
    mutating func layer() -> USDPrimSpec {
        let usesSkeletons = !skeletons.isEmpty || !morphs.isEmpty
        var top = USDPrimSpec(
            usesSkeletons ? "SkelRoot" : "Xform", name: "Scene", fields: [("kind", .token("component"))],
            properties: [.role("scene")])
        if let name = scene.name, name != "Scene" { top.fields.append(("displayName", .string(name))) }
        let map =
            AffineMap.scale(SIMD3(repeating: frame.unit.perMetre))
            * (frame.up == .y ? .identity : AffineMap(x: SIMD3(1, 0, 0), y: SIMD3(0, 0, 1), z: SIMD3(0, -1, 0)))
            * .translation(scene.origin)
        if map != .identity {
            let isMove = map.x == SIMD3(1, 0, 0) && map.y == SIMD3(0, 1, 0) && map.z == SIMD3(0, 0, 1)
            top.properties += USDLayer.transform(
                isMove
                    ? .attribute("double3", name: "xformOp:translate", value: .double3(map.translation))
                    : .attribute("matrix4d", name: "xformOp:transform", value: .affine(map)))
        }
        top.children = scene.roots.compactMap { prim($0) } + skeletonPrims(below: nil)
        let looks = materials.prims()
        if !looks.isEmpty { top.children.append(USDPrimSpec("Scope", name: "Materials", children: looks)) }
        var fields: [(String, USDField)] = [
            ("defaultPrim", .token("Scene")), ("documentation", .string("Diorama")), ("metersPerUnit", .double(frame.unit.metres)),
            ("upAxis", .token(frame.up.rawValue.uppercased())),
        ]
        if !timeline.clips.isEmpty {
            fields += [
                ("timeCodesPerSecond", .double(USDTimeline.rate)), ("framesPerSecond", .double(USDTimeline.rate)),
                ("startTimeCode", .double(0)), ("endTimeCode", .double(timeline.end)),
            ]
            top.properties += [
                .uniform("string[]", name: "diorama:animations", value: .strings(timeline.clips.map(\.name))),
                .uniform(
                    "double[]", name: "diorama:animationTimes",
                    value: .doubles(timeline.clips.flatMap { [$0.start * USDTimeline.rate, $0.end * USDTimeline.rate] })),
            ]
        }
        if timeline.isSampled {
            lose(.animations, "Splines of animations are sampled 30 times a second, and steps last a millisecond.")
        }
        return USDPrimSpec("", name: "", fields: fields, children: [top])
    }

    /// A node with all below it; nil for joints that are in skeletons only.
    private mutating func prim(_ number: Int) -> USDPrimSpec? {
        guard let path = paths[number] else { return nil }
        let node = scene.nodes[number]
        var prim = USDPrimSpec("Xform", name: Self.last(path))
        if let name = node.name, name != prim.name { prim.fields.append(("displayName", .string(name))) }
        if node.name == nil { prim.properties.append(.role("unnamed")) }
        if !node.isVisible { prim.properties.append(.attribute("token", name: "visibility", value: .token("invisible"))) }
        prim.properties += transform(number)
        if let mesh = node.mesh {
            if node.instances.isEmpty {
                prim.children += parts(of: mesh, node: number, path: path)
            } else {
                prim.children += instances(of: mesh, node: number, path: path)
            }
        }
        if let camera = node.camera { prim.children.append(self.camera(scene.cameras[camera], below: number)) }
        if let morph = morphs[number] { prim.children += morphPrims(number, path: morph) }
        prim.children += node.children.compactMap { self.prim($0) }
        prim.children += skeletonPrims(below: number)
        return prim
    }

    static func last(_ path: String) -> String { String(path.split(separator: "/").last ?? "") }

    private mutating func instances(of mesh: Int, node: Int, path: String) -> [USDPrimSpec] {
        scene.nodes[node].instances.map { instance in
            let name = unique("Instance", below: node)
            var copy = USDPrimSpec("Xform", name: name, properties: [.role("instance")])
            copy.properties += Self.transform(instance)
            copy.children = parts(of: mesh, node: nil, path: path + "/" + name)
            return copy
        }
    }

    /// Apertures are tenths of the unit, of which only the ratio to the focal length counts in perspective.
    private mutating func camera(_ camera: Camera, below node: Int) -> USDPrimSpec {
        var prim = USDPrimSpec("Camera", name: unique(camera.name ?? "Camera", below: node))
        if let name = camera.name, name != prim.name { prim.fields.append(("displayName", .string(name))) }
        let perMetre = Float(frame.unit.perMetre)
        func number(_ name: String, _ value: Float) -> USDPropertySpec { .attribute("float", name: name, value: .float(value)) }
        switch camera.projection {
        case .perspective(let angle, let aspect):
            let (sine, cosine) = Trigonometry.sincos(angle / 2)
            prim.properties = [
                number("focalLength", 12 * cosine / sine), number("horizontalAperture", 24 * (aspect ?? 1.5)),
                number("verticalAperture", 24), .attribute("token", name: "projection", value: .token("perspective")),
            ]
        case .orthographic(let width, let height):
            prim.properties = [
                number("horizontalAperture", 20 * width * perMetre), number("verticalAperture", 20 * height * perMetre),
                .attribute("token", name: "projection", value: .token("orthographic")),
            ]
        }
        let range = Vector2(camera.near * perMetre, camera.far.map { $0 * perMetre } ?? 1_000_000)
        prim.properties.append(.attribute("float2", name: "clippingRange", value: .float2(range)))
        return prim
    }

    // MARK: Transforms

    private mutating func transform(_ number: Int) -> [USDPropertySpec] {
        let node = scene.nodes[number]
        let targets = timeline.targets(number)
        guard !targets.isEmpty else { return Self.transform(node.transform) }
        guard let (t, q, s) = node.transform.parts else {
            lose(.animations, "Animations of a node whose transform shears were omitted.")
            return Self.transform(node.transform)
        }
        var properties = Self.properties(t, q, s: s, besides: targets)
        for i in properties.indices {
            let target: Animation.Target =
                properties[i].name == "xformOp:orient" ? .rotation : properties[i].name == "xformOp:scale" ? .scale : .translation
            guard targets.contains(target) else { continue }
            let isDouble = properties[i].type != "quatf" && properties[i].type != "float3"
            properties[i].samples = timeline.samples(number, target).map { time, v -> (time: Double, value: USDField) in
                let triple = SIMD3<Double>(Double(v[0]), Double(v[1]), Double(v[2]))
                switch target {
                case .rotation: return (time, .quaternion(SIMD4(triple, Double(v[3])), isDouble: isDouble))
                default: return (time, isDouble ? .double3(triple) : .float3(Vector3(v[0], v[1], v[2])))
                }
            }
        }
        return properties + [.uniform("token[]", name: "xformOpOrder", value: .tokens(properties.map(\.name)))]
    }

    private static func transform(_ transform: NodeTransform) -> [USDPropertySpec] {
        let properties: [USDPropertySpec]
        switch transform {
        case .parts(let t, let q, let s): properties = Self.properties(t, q, s: s, besides: [])
        case .matrix(let map):
            properties = map == .identity ? [] : [.attribute("matrix4d", name: "xformOp:transform", value: .affine(map))]
        }
        if properties.isEmpty { return [] }
        return properties + [.uniform("token[]", name: "xformOpOrder", value: .tokens(properties.map(\.name)))]
    }

    /// Translation, rotation and scale, as far as they change something or are animated; floats where these hold the numbers.
    private static func properties(
        _ t: SIMD3<Double>, _ q: SIMD4<Double>, s: SIMD3<Double>, besides targets: Set<Animation.Target>
    ) -> [USDPropertySpec] {
        var list: [USDPropertySpec] = []
        if t != .zero || targets.contains(.translation) {
            list.append(.attribute("double3", name: "xformOp:translate", value: .double3(t)))
        }
        if q != SIMD4(0, 0, 0, 1) || targets.contains(.rotation) {
            let isDouble = SIMD4<Double>(SIMD4<Float>(q)) != q
            list.append(
                .attribute(isDouble ? "quatd" : "quatf", name: "xformOp:orient", value: .quaternion(q, isDouble: isDouble)))
        }
        if s != SIMD3(repeating: 1) || targets.contains(.scale) {
            let isDouble = SIMD3<Double>(SIMD3<Float>(s)) != s
            list.append(
                isDouble
                    ? .attribute("double3", name: "xformOp:scale", value: .double3(s))
                    : .attribute("float3", name: "xformOp:scale", value: .float3(Vector3(s))))
        }
        return list
    }
}

/// Names of the children of a prim: identifiers, each once.
struct USDNames {
    private var taken: Set<String> = []
    private var next: [String: Int] = [:]

    /// An identifier for a name: letters, digits and underscores of ASCII, with a number where it is taken.
    mutating func unique(_ name: String) -> String {
        let plain = Self.identifier(name)
        if taken.insert(plain).inserted { return plain }
        while true {
            let number = next[plain, default: 1]
            next[plain] = number + 1
            let candidate = "\(plain)_\(number)"
            if taken.insert(candidate).inserted { return candidate }
        }
    }

    static func identifier(_ name: String) -> String {
        var result = ""
        for c in name.unicodeScalars.prefix(100) {
            let isDigit = ("0"..."9").contains(c)
            if result.isEmpty, isDigit { result = "_" }
            result.unicodeScalars.append(c.isASCII && (c.properties.isAlphabetic || isDigit) ? c : "_")
        }
        return result.isEmpty ? "_" : result
    }
}
