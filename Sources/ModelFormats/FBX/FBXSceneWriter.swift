import Codecs
import Foundation
import Geometry
import Models
import Support

/// Makes the objects and connections of an FBX file of a scene.
struct FBXSceneWriter {
    let scene: Scene
    let frame: CoordinateFrame
    let packs: Bool
    private(set) var objects: [FBXRecord] = []
    private(set) var links: [FBXRecord] = []
    /// The takes that name the animations, for old programs.
    var takes: [FBXRecord] = []
    private(set) var losses: [Loss] = []

    let parents: [Int?]
    /// Nodes that animations move.
    let animated: Set<Int>
    /// Nodes that are joints.
    let joints: Set<Int>
    /// From metres, y up, to the file.
    let toFile: FBXFrame.Change
    /// Where nodes are in the rest pose.
    let pose: ScenePose

    /// The models of nodes; of those whose transform shears the one that holds what is below.
    var models: [Int64] = []
    var inner: [Int: Int64] = [:]
    /// Models of the meshes' skins, by the geometry.
    var materialIDs: [Int?: Int64] = [:]
    var textureIDs: [String: Int64] = [:]
    var videoIDs: [Int: Int64] = [:]
    var geometryIDs: [GeometryKey: Int64] = [:]
    /// The channels of blend shapes by node.
    var channels: [Int: [Int64]] = [:]
    private var lastID: Int64 = 1_000_000

    /// What tells geometries apart: a skin, and the weights of blend shapes, belong to the geometry.
    struct GeometryKey: Hashable {
        let mesh: Int
        let skin: Int?
        let node: Int?
    }

    init(_ scene: Scene, frame: CoordinateFrame, packs: Bool) {
        self.scene = scene
        self.frame = frame
        self.packs = packs
        animated = Set(scene.animations.flatMap(\.channels).filter { $0.target != .weights }.map(\.node))
        joints = Set(scene.skins.flatMap(\.joints))
        var parents = [Int?](repeating: nil, count: scene.nodes.count)
        for (i, node) in scene.nodes.enumerated() { for child in node.children { parents[child] = i } }
        self.parents = parents
        pose = ScenePose(scene)
        toFile = FBXFrame.Change(frame)
    }

    mutating func newID() -> Int64 {
        lastID += 1
        return lastID
    }

    mutating func lose(_ kind: Loss.Kind, _ sentence: String) {
        let loss = Loss(kind, sentence)
        if !losses.contains(loss) { losses.append(loss) }
    }

    mutating func lose(_ loss: Loss?) { if let loss, !losses.contains(loss) { losses.append(loss) } }

    mutating func add(_ object: FBXRecord) { objects.append(object) }

    /// Lets an object belong to another one, or to one of its properties; 0 is the root.
    mutating func link(_ child: Int64, _ parent: Int64, property: String? = nil) {
        if let property {
            links.append(FBXRecord("C").text("OP").long(child).long(parent).text(property))
        } else {
            links.append(FBXRecord("C").text("OO").long(child).long(parent))
        }
    }

    /// Adds all objects of the scene.
    mutating func addAll(_ progress: ProgressReporter) throws(FormatError) {
        addNodes()
        for number in reachable {
            try progress.step(0.8 * Double(number) / Double(scene.nodes.count), "Writing meshes")
            try addContent(number)
        }
        try addAnimations()
    }

    /// The nodes that are part of the scene, parents before their children.
    var reachable: [Int] {
        var result: [Int] = []
        var stack = Array(scene.roots.reversed())
        while let node = stack.popLast() {
            result.append(node)
            stack += scene.nodes[node].children.reversed()
        }
        return result
    }

    // MARK: Nodes

    private mutating func addNodes() {
        models = scene.nodes.map { _ in 0 }
        var above: Int64 = 0
        var shift = scene.origin
        if shift != .zero, scene.roots.contains(where: { animated.contains($0) }) {
            above = newID()
            add(model(above, name: "origin", type: "Null", FBXTransform.Parts(translation: shift)))
            addAttribute("Null", flags: "Null", name: "origin", to: above)
            link(above, 0)
            shift = .zero
        }
        for number in reachable {
            let parent = parents[number].map { inner[$0] ?? models[$0] } ?? above
            addNode(number, below: parent, shift: parents[number] == nil ? shift : .zero)
        }
    }

    /// Whether a node is a leaf with one camera or one light, so that its model can look along FBX's axis itself.
    func isOptic(_ node: Node) -> Bool {
        node.mesh == nil && node.children.isEmpty && (node.camera != nil) != (node.light != nil)
    }

    /// The turn from a camera's or light's node to the model, in metres, y up.
    func tail(isCamera: Bool) -> SIMD4<Double> { FBXTransform.conjugate(toFile.turn(isCamera: isCamera)) }

    private mutating func addNode(_ number: Int, below parent: Int64, shift: SIMD3<Double>) {
        let node = scene.nodes[number]
        let id = newID()
        models[number] = id
        let type =
            if isOptic(node) {
                node.camera != nil ? "Camera" : "Light"
            } else if joints.contains(number) {
                "LimbNode"
            } else {
                node.mesh != nil ? "Mesh" : "Null"
            }
        var below: AffineMap?
        var parts: FBXTransform.Parts
        if let plain = node.transform.parts {
            parts = FBXTransform.Parts(translation: plain.translation, rotation: plain.rotation, scale: plain.scale)
        } else {
            // Two models: a shear is a rotation, a scale and another rotation.
            let shear = FBXShear(node.transform.affine)
            parts = shear.outer
            below = FBXTransform.Parts(rotation: shear.inner).affine
            if animated.contains(number) { lose(.animations, "Animations of a node whose transform shears were omitted.") }
        }
        parts.translation += shift
        if isOptic(node) {
            let turn = tail(isCamera: node.camera != nil)
            parts.rotation = FBXTransform.product(parts.rotation, turn)
            parts.scale = FBXPlacement.permuted(parts.scale, by: turn)
        }
        let isCulled = node.mesh.map { self.isCulled($0) } ?? false
        add(
            model(
                id, name: node.name ?? "", type: type, parts, isVisible: node.isVisible, isCulled: isCulled, extras: node.extras))
        link(id, parent)
        if type == "Null" { addAttribute("Null", flags: "Null", name: node.name ?? "", to: id) }
        if type == "LimbNode" { addAttribute("LimbNode", flags: "Skeleton", name: node.name ?? "", to: id) }
        guard let below, let turned = below.parts else { return }
        let second = newID()
        inner[number] = second
        let turn = FBXTransform.Parts(rotation: turned.rotation)
        add(model(second, name: (node.name ?? "") + " shear", type: node.mesh == nil ? "Null" : "Mesh", turn, isCulled: isCulled))
        link(second, id)
        if node.mesh == nil { addAttribute("Null", flags: "Null", name: node.name ?? "", to: second) }
        lose(.hierarchy, "Transforms that shear were written as two nodes each.")
    }

    private func isCulled(_ mesh: Int) -> Bool {
        let used = scene.meshes[mesh].primitives.compactMap(\.material)
        return !used.isEmpty && used.allSatisfy { !scene.materials[$0].isDoubleSided }
    }

    /// The record of a model.
    mutating func model(
        _ id: Int64, name: String, type: String, _ parts: FBXTransform.Parts, isVisible: Bool = true, isCulled: Bool = false,
        extras: JSONValue? = nil
    ) -> FBXRecord {
        let t = toFile.point(parts.translation)
        let r = FBXAngles.degrees(toFile.rotation(parts.rotation))
        let s = toFile.scale(parts.scale)
        func vector(_ name: String, _ v: SIMD3<Double>) -> FBXRecord {
            FBXRecord.setting(name, type: name, label: "", flags: "A").double(v.x).double(v.y).double(v.z)
        }
        var rows = [
            vector("Lcl Translation", t), vector("Lcl Rotation", r), vector("Lcl Scaling", s),
            .setting(int: "DefaultAttributeIndex", 0), FBXRecord.setting("InheritType", type: "enum", label: "").int(1),
        ]
        if !isVisible { rows.append(FBXRecord.setting("Visibility", type: "Visibility", label: "", flags: "A").double(0)) }
        rows += extraRows(extras)
        return FBXRecord(
            "Model",
            [
                FBXRecord("Version").int(232), FBXRecord("Properties70", rows), FBXRecord("Shading").bool(true),
                FBXRecord("Culling").text(isCulled ? "CullingOnCCW" : "CullingOff"),
            ]
        ).long(id).text(FBXRecord.name(name, "Model")).text(type)
    }

    mutating func addAttribute(_ type: String, flags: String, name: String, rows: [FBXRecord] = [], to model: Int64) {
        let id = newID()
        let table = rows.isEmpty ? [] : [FBXRecord("Properties70", rows)]
        add(
            FBXRecord("NodeAttribute", table + [FBXRecord("TypeFlags").text(flags)]).long(id)
                .text(FBXRecord.name(name, "NodeAttribute")).text(type))
        link(id, model)
    }

    /// User properties: numbers, texts and truth values by themselves, others as JSON.
    mutating func extraRows(_ extras: JSONValue?) -> [FBXRecord] {
        guard let extras else { return [] }
        guard case .object(let values) = extras else {
            lose(.names, "Extras that are no object are not written to FBX.")
            return []
        }
        return values.keys.sorted().map { FBXRecord.user($0, values[$0] ?? .null) }
    }

    // MARK: What nodes show

    private mutating func addContent(_ number: Int) throws(FormatError) {
        let node = scene.nodes[number]
        if let mesh = node.mesh {
            let holder = inner[number] ?? models[number]
            if node.instances.isEmpty {
                // A joint is no mesh in FBX.
                let target =
                    joints.contains(number) && inner[number] == nil
                    ? addChild(holder, name: node.name, .init(), mesh: mesh) : holder
                try addGeometry(mesh, node: number, to: target)
            }
            for instance in node.instances {
                guard let parts = instance.parts else {
                    lose(.hierarchy, "Instances whose transform shears were omitted.")
                    continue
                }
                let own = FBXTransform.Parts(translation: parts.translation, rotation: parts.rotation, scale: parts.scale)
                try addGeometry(mesh, node: number, to: addChild(holder, name: scene.meshes[mesh].name, own, mesh: mesh))
            }
            if !node.instances.isEmpty { lose(.hierarchy, "Instances were written as nodes.") }
        }
        let isAlone = isOptic(node)
        if let camera = node.camera {
            addCamera(camera, to: isAlone ? models[number] : optic(number, scene.cameras[camera].name, isCamera: true))
        }
        if let light = node.light {
            addLight(light, to: isAlone ? models[number] : optic(number, scene.lights[light].name, isCamera: false))
        }
    }

    private mutating func addChild(_ parent: Int64, name: String?, _ parts: FBXTransform.Parts, mesh: Int) -> Int64 {
        let id = newID()
        add(model(id, name: name ?? "", type: "Mesh", parts, isCulled: isCulled(mesh)))
        link(id, parent)
        return id
    }

    /// A model for a camera or light of a node that is something else, too.
    private mutating func optic(_ number: Int, _ name: String?, isCamera: Bool) -> Int64 {
        let id = newID()
        let turn = FBXTransform.Parts(rotation: tail(isCamera: isCamera))
        add(model(id, name: name ?? scene.nodes[number].name ?? "", type: isCamera ? "Camera" : "Light", turn))
        link(id, inner[number] ?? models[number])
        return id
    }
}
