import Codecs
import Geometry
import Models
import Support

/// Makes a scene of a composed USD stage.
struct USDSceneReader {
    let stage: USDStage
    let prims: [String: USDPrim]
    var scene = Scene()
    var materials: USDMaterials
    /// Meshes by what they were made of: prims that share their arrays share a mesh.
    var meshes: [USDMeshKey: Int] = [:]
    var skeletons: [String: USDSkeleton] = [:]
    /// Skinned nodes, whose skeletons may follow them.
    var skinned: [USDSkinInstance] = []
    /// Nodes with morph targets, whose weights an animation may change.
    var morphed: [USDMorphInstance] = []
    /// Transforms over time, by node.
    var moving: [(node: Int, transform: USDTransform)] = []
    var removed = 0
    private let progress: ProgressReporter
    private var seen = 0
    /// How much may still be made: instances must not let a small file fill the memory.
    private var budget: Int

    private static let depthLimit = 300

    /// What a prim gets from those above it.
    struct Context {
        var parent: Int?
        var path: String
        var binding: String?
        var skeleton: String?
        var animation: String?
        var depth = 0
    }

    init(_ stage: USDStage, archive: ZipArchive, fileSize: Int, progress: ProgressReporter) {
        self.stage = stage
        self.progress = progress
        prims = stage.prims()
        materials = USDMaterials(prims, archive: archive)
        budget = 2_000_000 + 16 * fileSize
        for note in stage.notes { scene.note(note) }
    }

    mutating func take(_ count: Int) throws(FormatError) {
        guard count <= budget else {
            throw .unreadable("instances its meshes so often that they do not fit into memory; join or simplify them first")
        }
        budget -= count
    }

    mutating func read() throws(FormatError) -> Scene {
        guard stage.metersPerUnit > 0, stage.metersPerUnit < 1e9 else {
            throw .unreadable("its unit of length is invalid: \(stage.metersPerUnit) metres")
        }
        let scale = AffineMap.scale(SIMD3(repeating: stage.metersPerUnit))
        let frame = stage.upAxis == "Z" ? scale * AffineMap(x: SIMD3(1, 0, 0), y: SIMD3(0, 0, -1), z: SIMD3(0, 1, 0)) : scale
        let whole = try wholeScene(frame)
        for prim in whole?.children ?? stage.root.children {
            let path = (whole.map { "/" + $0.name } ?? "") + "/" + prim.name
            try walk(prim, Context(path: path))
        }
        try addSkins()
        addAnimations(clips: whole)
        if whole == nil, frame != .identity {
            var node = Node(name: "unit and axes", transform: .matrix(frame))
            node.children = scene.roots
            scene.roots = [scene.nodes.count]
            scene.nodes.append(node)
        }
        scene.finishMaterials(&materials)
        try scene.finish(removed: removed)
        if whole == nil { scene.chooseOrigin() }
        return scene
    }

    /// The prim in which Diorama's writer puts all nodes, with the unit, the axes and the scene's origin as its transform.
    private mutating func wholeScene(_ frame: AffineMap) throws(FormatError) -> USDPrim? {
        guard stage.root.children.count == 1, stage.root.children[0].role == "scene" else { return nil }
        let prim = stage.root.children[0]
        var map = frame * (try USDTransform(prim).affine())
        let axes = [map.x - SIMD3(1, 0, 0), map.y - SIMD3(0, 1, 0), map.z - SIMD3(0, 0, 1)]
        guard axes.allSatisfy({ ($0 * $0).sum() < 1e-20 }) else { return nil }
        for k in 0..<3 where abs(map.translation[k] - map.translation[k].rounded()) < 1e-6 {
            map.translation[k] = map.translation[k].rounded()
        }
        scene.origin = map.translation
        scene.name = prim.displayName
        return prim
    }

    // MARK: Prims

    /// Adds the node of a prim with all below it.
    mutating func walk(_ prim: USDPrim, _ context: Context) throws(FormatError) {
        seen += 1
        if seen & 0xFF == 0 { try progress.step(0.5, "Reading the scene") }
        guard context.depth < Self.depthLimit else {
            throw .unreadable("its prims are nested, or instance each other, more than \(Self.depthLimit) deep")
        }
        guard prim.specifier == .def, prim.isActive, !Self.nodeless.contains(prim.type) else { return }
        if let purpose = prim.word("purpose"), purpose == "guide" || purpose == "proxy" {
            return scene.note("Prims whose purpose is \(purpose) were omitted.")
        }
        if prim.type.hasPrefix("Preliminary_") || prim.type.hasPrefix("RealityKit") {
            return scene.note("Prims of the type \(prim.type) are not read.")
        }
        try take(64)
        let number = try addNode(prim, context)
        var below = context
        below.parent = number
        below.depth += 1
        below.binding = Self.binding(prim) ?? context.binding
        below.skeleton = prim.targets("skel:skeleton").first ?? context.skeleton
        below.animation = prim.targets("skel:animationSource").first ?? context.animation
        try addContent(of: prim, node: number, below)
        // A group without anything, such as one of materials.
        let node = scene.nodes[number]
        let isGroup = prim.type == "Scope" || prim.type.isEmpty
        guard isGroup, number == scene.nodes.count - 1, node.children.isEmpty, node.mesh == nil, node.camera == nil,
            node.light == nil
        else { return }
        scene.nodes.removeLast()
        if scene.roots.last == number { scene.roots.removeLast() }
        if let parent = context.parent, scene.nodes[parent].children.last == number { scene.nodes[parent].children.removeLast() }
        moving.removeAll { $0.node == number }
    }

    /// Prims that are no place in the scene.
    private static let nodeless: Set = [
        "Material", "Shader", "NodeGraph", "GeomSubset", "SkelAnimation", "BlendShape", "RenderSettings", "RenderProduct",
        "RenderVar", "Backdrop",
    ]

    private static let unread: Set = [
        "Cube", "Sphere", "Cylinder", "Cone", "Capsule", "Plane", "BasisCurves", "NurbsPatch", "NurbsCurves", "HermiteCurves",
        "TetMesh", "Volume",
    ]

    private mutating func addNode(_ prim: USDPrim, _ context: Context) throws(FormatError) -> Int {
        let transform = try USDTransform(prim)
        let number = scene.nodes.count
        let name = prim.role == "unnamed" ? nil : prim.displayName ?? prim.name
        var node = Node(name: name, transform: transform.nodeTransform)
        node.isVisible = prim.word("visibility") != "invisible"
        if prim.properties["visibility"]?.isSampled == true { scene.note("Visibility that changes over time is not read.") }
        if transform.isAnimated {
            try take(8 * transform.keyCount)
            moving.append((number, transform))
        }
        scene.nodes.append(node)
        if let parent = context.parent, !transform.resets {
            scene.nodes[parent].children.append(number)
        } else {
            scene.roots.append(number)
        }
        return number
    }

    private mutating func addContent(of prim: USDPrim, node: Int, _ context: Context) throws(FormatError) {
        switch prim.type {
        case "Mesh", "Points": try place([(prim, context.path)], node: node, context)
        case "Camera": place(camera: prim, node: node)
        case "PointInstancer": return try addInstances(of: prim, node: node, context)
        case "Skeleton": if prim.role != "morph" { try addSkeleton(prim, node: node, context) }
        case let type where type.hasSuffix("Light"): place(light: prim, node: node)
        case let type where Self.unread.contains(type): scene.note("Prims of the type \(type) are not read.")
        default: break
        }
        let attached = try attach(prim, node: node, context)
        for (i, child) in prim.children.enumerated() where !attached.contains(i) {
            var below = context
            below.path += "/" + child.name
            try walk(child, below)
        }
    }

    /// The material that a prim is bound to.
    static func binding(_ prim: USDPrim) -> String? {
        for name in ["material:binding", "material:binding:preview", "material:binding:full"] {
            if let target = prim.targets(name).first { return target }
        }
        return nil
    }

    // MARK: Children without a place of their own

    /// Lets a node itself hold the mesh, camera or light that stands below its prim at the same place, if there is one of its kind;
    /// so nodes that were written come back as they were.
    /// - Returns: the numbers of the children that are done.
    private mutating func attach(_ prim: USDPrim, node: Int, _ context: Context) throws(FormatError) -> Set<Int> {
        guard prim.type == "Xform" || prim.type == "SkelRoot" else { return [] }
        var done: Set<Int> = []
        func places(_ matches: (USDPrim) -> Bool) -> [Int] {
            prim.children.indices.filter { Self.isBare(prim.children[$0]) && matches(prim.children[$0]) }
        }
        var geometry = places { $0.type == "Mesh" || $0.type == "Points" }
        let parts = geometry.filter { prim.children[$0].role == "part" }
        if !parts.isEmpty { geometry = parts }
        if !geometry.isEmpty, geometry.count == 1 || !parts.isEmpty {
            try place(geometry.map { (prim.children[$0], context.path + "/" + prim.children[$0].name) }, node: node, context)
            done.formUnion(geometry)
        }
        let cameras = places { $0.type == "Camera" }
        if cameras.count == 1 {
            place(camera: prim.children[cameras[0]], node: node)
            done.formUnion(cameras)
        }
        let lights = places { USDOptics.isLight($0.type) }
        if lights.count == 1 {
            place(light: prim.children[lights[0]], node: node)
            done.formUnion(lights)
        }
        let copies = prim.children.indices.filter { prim.children[$0].role == "instance" }
        if !copies.isEmpty, scene.nodes[node].mesh == nil, scene.nodes[node].children.isEmpty {
            try place(instances: copies.map { prim.children[$0] }, node: node, context)
            done.formUnion(copies)
        }
        done.formUnion(prim.children.indices.filter { prim.children[$0].role == "morph" })
        return done
    }

    /// The copies of a node's mesh that Diorama wrote as prims.
    private mutating func place(instances: [USDPrim], node: Int, _ context: Context) throws(FormatError) {
        try take(8 * instances.count)
        for instance in instances { scene.nodes[node].instances.append(try USDTransform(instance).nodeTransform) }
        let parts = instances[0].children.filter { $0.role == "part" }
        let path = context.path + "/" + instances[0].name + "/"
        try place(parts.map { ($0, path + $0.name) }, node: node, context)
    }

    /// Whether a prim says nothing that needs a node of its own.
    private static func isBare(_ prim: USDPrim) -> Bool {
        prim.specifier == .def && prim.isActive && prim.words("xformOpOrder").isEmpty && prim.properties["visibility"] == nil
            && prim.properties["purpose"] == nil && prim.children.allSatisfy { nodeless.contains($0.type) }
    }

    private mutating func place(camera prim: USDPrim, node: Int) {
        guard scene.nodes[node].camera == nil, let camera = USDOptics.camera(prim, unit: stage.metersPerUnit, &scene) else {
            return
        }
        scene.nodes[node].camera = scene.cameras.count
        scene.cameras.append(camera)
    }

    private mutating func place(light prim: USDPrim, node: Int) {
        guard scene.nodes[node].light == nil, let light = USDOptics.light(prim, unit: stage.metersPerUnit, &scene) else { return }
        scene.nodes[node].light = scene.lights.count
        scene.lights.append(light)
    }
}
