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

    var effects: DAEEffects
    var geometries: [String: DAEGeometry] = [:]
    var meshes: [String: Int] = [:]
    var cameras: [String: Int] = [:]
    var lights: [String: Int?] = [:]
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
        scene.chooseOrigin()
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
                if let camera = camera(child.target("url") ?? "") {
                    attach(number) {
                        $0.camera = camera
                    } isFree: {
                        $0.camera == nil
                    }
                }
            case "instance_light":
                if let light = light(child.target("url") ?? "") {
                    attach(number) {
                        $0.light = light
                    } isFree: {
                        $0.light == nil
                    }
                }
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
}
