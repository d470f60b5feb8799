import Codecs
import Foundation
import Geometry
import Models
import Support

/// Makes a scene of a COLLADA document.
struct DAESceneReader {
    let root: XMLTreeNode
    let fileSize: Int
    let elements: [String: XMLTreeNode]
    var scene = Scene()
    var targets = DAEAnimations.Targets()
    /// The scoped identifiers and names of the scene's nodes, by which skins refer to joints.
    var nodesBySID: [String: [Int]] = [:]
    var sids: [Int: String] = [:]
    /// Controllers that nodes instance; they need all nodes first.
    var skinned: [SkinInstance] = []
    var unit = 1.0
    var removed = 0

    /// Controllers that were read.
    var controllers: [String: DAEController] = [:]

    private var effects: DAEEffects
    private var geometries: [String: DAEGeometry] = [:]
    private var meshes: [String: Int] = [:]
    private var cameras: [String: Int] = [:]
    private var lights: [String: Int?] = [:]
    /// How much may still be made: instances of a node must not let a small file fill the memory.
    private var budget: Int

    private static let depthLimit = 300

    /// A skin that a node instances.
    struct SkinInstance {
        let node: Int
        let mesh: Int
        let skin: XMLTreeNode
        let controller: String
        /// Where joints are looked for.
        let skeletons: [String]
    }

    init(_ root: XMLTreeNode, fileSize: Int, folder: URL?) {
        self.root = root
        self.fileSize = fileSize
        elements = DAE.elements(root)
        effects = DAEEffects(elements, folder: folder)
        budget = 2_000_000 + 16 * fileSize
    }

    mutating func read(_ progress: ProgressReporter) throws(FormatError) -> Scene {
        unit = try DAE.unit(root)
        let frame = try DAE.frame(root)
        let chosen = root.at("scene", "instance_visual_scene")?.target("url").flatMap { elements[$0] }
        if let visual = chosen ?? root.at("library_visual_scenes", "visual_scene") {
            scene.name = visual.attribute("name") ?? visual.attribute("id")
            let nodes = visual.all("node")
            for (i, node) in nodes.enumerated() {
                try progress.step(0.1 + 0.7 * Double(i) / Double(nodes.count), "Reading nodes")
                scene.roots.append(try add(node, depth: 0))
            }
        } else {
            // Without a scene, every geometry as it is.
            for geometry in root.all("library_geometries").flatMap(\.children) {
                guard let id = geometry.attribute("id") else { continue }
                scene.nodes.append(Node(name: geometry.attribute("name") ?? id))
                scene.roots.append(scene.nodes.count - 1)
                try place(id, node: scene.nodes.count - 1, symbols: [:], isFirst: true)
            }
        }
        try progress.step(0.8, "Reading skins and animations")
        for instance in skinned { try addSkin(instance) }
        let materials = root.all("library_materials").flatMap(\.children).compactMap { $0.attribute("id") }
        effects.addUnused(materials, to: &scene)
        var animations = DAEAnimations(root, targets: targets, fileSize: fileSize)
        try animations.read(into: &scene)
        if frame != .identity { addRoot(frame, name: "unit and axes") }
        try scene.finish(removed: removed)
        chooseOrigin()
        return scene
    }

    mutating func take(_ count: Int) throws(FormatError) {
        guard count <= budget else {
            throw .unreadable("instances its nodes so often that they do not fit into memory; join or simplify them first")
        }
        budget -= count
    }

    /// Puts all nodes below a further one.
    private mutating func addRoot(_ map: AffineMap, name: String) {
        var node = Node(name: name, transform: .matrix(map))
        node.children = scene.roots
        scene.nodes.append(node)
        scene.roots = [scene.nodes.count - 1]
    }

    /// Moves map coordinates to the origin, by the first vertex of the scene.
    private mutating func chooseOrigin() {
        let pose = ScenePose(scene)
        guard let node = scene.nodes.indices.first(where: { scene.nodes[$0].mesh != nil && scene.nodes[$0].skin == nil }),
            let mesh = scene.nodes[node].mesh,
            let first = scene.meshes[mesh].primitives.lazy.compactMap(\.positions.first).first
        else { return }
        var far = GlobalShift()
        far.choose(pose.world[node].apply(SIMD3<Double>(first)))
        guard far.isFar else { return }
        scene.origin = far.origin
        let moving = Set(scene.animations.flatMap(\.channels).filter { $0.target == .translation }.map(\.node))
        guard scene.roots.allSatisfy({ !moving.contains($0) }) else { return addRoot(.translation(-far.origin), name: "origin") }
        for root in scene.roots {
            switch scene.nodes[root].transform {
            case .parts(let t, let r, let s):
                scene.nodes[root].transform = .parts(translation: t - far.origin, rotation: r, scale: s)
            case .matrix(var map):
                map.translation -= far.origin
                scene.nodes[root].transform = .matrix(map)
            }
        }
    }

    // MARK: Nodes

    /// Adds a node with all below it; its number.
    private mutating func add(_ element: XMLTreeNode, depth: Int) throws(FormatError) -> Int {
        guard depth < Self.depthLimit else {
            throw .unreadable("its nodes are nested, or reference each other, more than \(Self.depthLimit) deep")
        }
        try take(64)
        let number = scene.nodes.count
        let transform = try DAETransform(element)
        let id = element.attribute("id")
        var node = Node(name: element.attribute("name") ?? id ?? element.attribute("sid"), transform: transform.nodeTransform)
        for extra in element.all("extra").flatMap({ $0.all("technique") }) {
            if extra.child("visibility")?.trimmedText == "0" { node.isVisible = false }
        }
        scene.nodes.append(node)
        if let id { targets.nodes[id, default: []].append(number) }
        if !transform.elements.isEmpty { targets.transforms[number] = transform }
        if let sid = element.attribute("sid") {
            sids[number] = sid
            nodesBySID[sid, default: []].append(number)
        }
        var isFirst = true
        for child in element.children {
            switch child.name {
            case "node":
                let added = try add(child, depth: depth + 1)
                scene.nodes[number].children.append(added)
            case "instance_node":
                if let target = child.target("url").flatMap({ elements[$0] }), target.name == "node" {
                    let added = try add(target, depth: depth + 1)
                    scene.nodes[number].children.append(added)
                } else {
                    scene.note("A node refers to another file or a missing node, which was skipped.")
                }
            case "instance_geometry":
                if let id = child.target("url") {
                    try place(id, node: number, symbols: Self.symbols(child), isFirst: isFirst)
                    isFirst = false
                }
            case "instance_controller":
                try place(controller: child, node: number, isFirst: isFirst)
                isFirst = false
            case "instance_camera":
                if let camera = camera(child.target("url") ?? "") { attach(number) { $0.camera = camera } isFree: { $0.camera == nil } }
            case "instance_light":
                if let light = light(child.target("url") ?? "") { attach(number) { $0.light = light } isFree: { $0.light == nil } }
            default: break
            }
        }
        return number
    }

    /// Changes the node, or a new one below it where that place is taken.
    private mutating func attach(_ number: Int, _ change: (inout Node) -> Void, isFree: (Node) -> Bool) {
        if isFree(scene.nodes[number]) { return change(&scene.nodes[number]) }
        var node = Node(name: scene.nodes[number].name)
        change(&node)
        scene.nodes[number].children.append(scene.nodes.count)
        scene.nodes.append(node)
    }

    /// What an instance binds a symbol to.
    struct Symbol {
        let material: String
        /// For the effect's names of texture coordinates the `set` of the geometry's.
        let sets: [String: Int]
    }

    private static func symbols(_ instance: XMLTreeNode) -> [String: Symbol] {
        var symbols: [String: Symbol] = [:]
        for bound in instance.at("bind_material", "technique_common")?.all("instance_material") ?? [] {
            guard let symbol = bound.attribute("symbol"), let material = bound.target("target") else { continue }
            var sets: [String: Int] = [:]
            for input in bound.all("bind_vertex_input") where input.attribute("input_semantic") == "TEXCOORD" {
                if let name = input.attribute("semantic") { sets[name] = Int(input.attribute("input_set") ?? "0") ?? 0 }
            }
            symbols[symbol] = Symbol(material: material, sets: sets)
        }
        return symbols
    }

    // MARK: Meshes

    /// Lets the node show a geometry; a second one of a node, and map coordinates, get a node below it.
    private mutating func place(_ id: String, node: Int, symbols: [String: Symbol], isFirst: Bool) throws(FormatError) {
        guard let geometry = try geometry(id), !geometry.primitives.isEmpty else { return }
        let mesh = try mesh(of: geometry, key: id, symbols: symbols)
        if geometry.offset == .zero, isFirst, scene.nodes[node].mesh == nil {
            scene.nodes[node].mesh = mesh
            return
        }
        var child = Node(name: geometry.name)
        if geometry.offset != .zero { child.transform = .parts(translation: geometry.offset, rotation: SIMD4(0, 0, 0, 1), scale: SIMD3(repeating: 1)) }
        child.mesh = mesh
        scene.nodes[node].children.append(scene.nodes.count)
        scene.nodes.append(child)
    }

    /// A geometry of the document; nil and a note where there is none.
    mutating func geometry(_ id: String) throws(FormatError) -> DAEGeometry? {
        if let known = geometries[id] { return known }
        guard let element = elements[id], element.name == "geometry" else {
            scene.note("A geometry that nodes use is missing.")
            return nil
        }
        var geometry = DAEGeometry()
        if let mesh = element.child("mesh") {
            var reader = DAEMesh(mesh)
            var problems: [String] = []
            geometry = try reader.geometry(far: GlobalShift.far / unit) { problems.append($0) }
            for problem in problems.prefix(20) { scene.note(problem) }
        } else {
            scene.note("Splines and convex hulls are not read.")
        }
        geometry.name = element.attribute("name") ?? id
        geometries[id] = geometry
        return geometry
    }

    /// The number of a mesh of a geometry with the materials that an instance binds.
    /// - Parameters:
    ///   - geometry: the geometry, or what a controller made of it.
    ///   - key: an identifier of it.
    ///   - symbols: what the instance binds.
    mutating func mesh(of geometry: DAEGeometry, key: String, symbols: [String: Symbol]) throws(FormatError) -> Int {
        var mesh = Mesh(name: geometry.name)
        var key = key
        try take(16 * geometry.primitives.count)
        for part in geometry.primitives {
            var primitive = part.primitive
            // Some writers bind nothing and name the material itself.
            let bound = part.symbol.flatMap { symbols[$0] ?? Symbol(material: $0, sets: [:]) }
            if let bound {
                let coordinates = bound.sets.mapValues { min(max(part.sets.firstIndex(of: $0) ?? 0, 0), 1) }
                primitive.material = effects.material(bound.material, coordinates: coordinates, in: &scene)
            }
            key += "\0\(primitive.material ?? -1)"
            mesh.primitives.append(primitive)
        }
        if let known = meshes[key] { return known }
        for i in mesh.primitives.indices { removed += mesh.primitives[i].settle() }
        scene.meshes.append(mesh)
        meshes[key] = scene.meshes.count - 1
        return scene.meshes.count - 1
    }

    private mutating func place(controller instance: XMLTreeNode, node: Int, isFirst: Bool) throws(FormatError) {
        guard let id = instance.target("url") else { return }
        if controllers[id] == nil { controllers[id] = try controller(id) }
        guard let controller = controllers[id], !controller.geometry.primitives.isEmpty else {
            scene.note("A skin or morph of a missing controller or geometry was skipped.")
            return
        }
        let mesh = try mesh(of: controller.geometry, key: "\u{1}" + id, symbols: Self.symbols(instance))
        if !controller.weights.isEmpty {
            scene.meshes[mesh].weights = controller.weights
            scene.meshes[mesh].targetNames = controller.targetNames
        }
        var target = node
        if !isFirst || scene.nodes[node].mesh != nil {
            target = scene.nodes.count
            scene.nodes[node].children.append(target)
            scene.nodes.append(Node(name: controller.geometry.name))
        }
        scene.nodes[target].mesh = mesh
        if !controller.weights.isEmpty {
            for id in controller.weightIDs { targets.weights[id, default: []].append(target) }
            targets.weightsAtRest[target] = controller.weights
        }
        if let skin = controller.skin {
            let skeletons = instance.all("skeleton").map { $0.trimmedText }.map { $0.hasPrefix("#") ? String($0.dropFirst()) : $0 }
            skinned.append(SkinInstance(node: target, mesh: mesh, skin: skin, controller: id, skeletons: skeletons))
        }
    }

    // MARK: Cameras and lights

    private mutating func camera(_ id: String) -> Int? {
        if let known = cameras[id] { return known }
        guard let element = elements[id], element.name == "camera", let camera = DAEOptics.camera(element, unit: unit, &scene) else {
            return nil
        }
        scene.cameras.append(camera)
        cameras[id] = scene.cameras.count - 1
        return scene.cameras.count - 1
    }

    private mutating func light(_ id: String) -> Int? {
        if let known = lights[id] { return known }
        guard let element = elements[id], element.name == "light", let light = DAEOptics.light(element, &scene) else {
            lights[id] = .some(nil)
            return nil
        }
        scene.lights.append(light)
        lights[id] = scene.lights.count - 1
        return scene.lights.count - 1
    }
}
