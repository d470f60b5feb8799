import Codecs
import Foundation
import Geometry
import Models
import Support

/// Makes a scene of an FBX document.
struct FBXSceneReader {
    let document: FBXDocument
    let frame: FBXFrame
    var scene = Scene()
    var arrays: FBXArrays
    var materials: FBXMaterials
    /// For each object that is a model its node.
    var nodes: [Int?]
    /// The model of each node; nil for nodes that were added.
    var models: [Int?] = []
    /// How the transform of each model is made of its properties.
    var placements: [Int: FBXPlacement] = [:]
    var geometries: [String: GeometryParts] = [:]
    var meshes: [String: Int] = [:]
    /// Nodes by the geometry that they show, for blend shapes.
    var nodesOfGeometry: [Int: [Int]] = [:]
    var cameras: [Int: Int?] = [:]
    var lights: [Int: Int?] = [:]
    private var removed = 0
    /// How much may still be made: instances must not let a small file fill the memory.
    private var budget: Int
    /// How many keys animations may still get between those of the file.
    var samplesLeft: Int

    /// A geometry with what its deformers add to it.
    struct GeometryParts {
        var geometry: FBXGeometry
        var name: String?
        var shapes: [FBXShape] = []
        var skin: FBXSkin?
    }

    init(_ document: FBXDocument, fileSize: Int, folder: URL?) throws(FormatError) {
        self.document = document
        frame = try FBXFrame(document.settings)
        arrays = FBXArrays(fileSize: fileSize)
        materials = FBXMaterials(document, folder: folder)
        nodes = Array(repeating: nil, count: document.objects.count)
        budget = 8_000_000 + 64 * fileSize
        samplesLeft = 500_000 + fileSize
    }

    mutating func read(_ progress: ProgressReporter) throws(FormatError) -> Scene {
        addNodes()
        place()
        try progress.step(0.1, "Reading meshes")
        let count = models.count
        for node in 0..<count {
            if node % 64 == 0 { try progress.step(0.1 + 0.7 * Double(node) / Double(max(1, count)), "Reading meshes") }
            guard let model = models[node] else { continue }
            try addGeometries(of: model, to: node)
            addOptics(of: model, to: node)
        }
        try progress.step(0.8, "Reading animations")
        try addAnimations()
        materials.addUnused(to: &scene)
        scene.extras = Self.extras(document.settings)
        try scene.finish(removed: removed)
        scene.chooseOrigin()
        return scene
    }

    mutating func take(_ count: Int) throws(FormatError) {
        guard count <= budget else {
            throw .unreadable("repeats its meshes or blend shapes so often that they do not fit into memory; simplify them first")
        }
        budget -= count
    }

    // MARK: Nodes

    /// Adds a node for each model, parents before their children. Each model has one parent, the first that is met.
    private mutating func addNodes() {
        let all = document.objects.filter { isShown($0) }
        let isBelow = all.reduce(into: Set<Int>()) { below, model in
            if document.parents(model.index, "Model").contains(where: { isShown($0) }) { below.insert(model.index) }
        }
        var roots = document.roots.filter { isShown(document.objects[$0]) }
        let listed = Set(roots)
        roots += all.map(\.index).filter { !isBelow.contains($0) && !listed.contains($0) }
        for root in roots { addTree(root) }
        // What is left is below itself.
        for model in all where nodes[model.index] == nil {
            scene.note("Models that are below themselves were taken out of the circle.")
            addTree(model.index)
        }
    }

    /// Models of version 6 that are the view of the program that wrote the file are not shown.
    private func isShown(_ object: FBXObject) -> Bool {
        guard object.type == "Model" else { return false }
        guard document.version < 7000 else { return true }
        return object.subtype != "CameraSwitcher" && !(object.subtype == "Camera" && object.name.hasPrefix("Producer "))
    }

    private mutating func addTree(_ root: Int) {
        var stack: [(model: Int, parent: Int?)] = [(root, nil)]
        while let (model, parent) = stack.popLast() {
            guard nodes[model] == nil else {
                scene.note("Models with several parents are shown below the first one.")
                continue
            }
            let number = scene.nodes.count
            let object = document.objects[model]
            var node = Node(name: object.name.isEmpty ? nil : object.name)
            // A share above zero is shown.
            if let shown = object.setting(number: "Visibility"), shown <= 0 { node.isVisible = false }
            node.extras = Self.extras(object.node)
            nodes[model] = number
            models.append(model)
            scene.nodes.append(node)
            if let parent { scene.nodes[parent].children.append(number) } else { scene.roots.append(number) }
            for child in document.children(model, "Model").reversed() where isShown(child) { stack.append((child.index, number)) }
        }
    }

    /// Appends a node below another one.
    mutating func addNode(_ node: Node, below parent: Int) -> Int {
        scene.nodes.append(node)
        models.append(nil)
        scene.nodes[parent].children.append(scene.nodes.count - 1)
        return scene.nodes.count - 1
    }

    /// Gives all nodes their transforms: parents come before their children.
    private mutating func place() {
        var scales = [SIMD3<Double>](repeating: SIMD3(repeating: 1), count: scene.nodes.count)
        var parents = [Int?](repeating: nil, count: scene.nodes.count)
        for (i, node) in scene.nodes.enumerated() { for child in node.children { parents[child] = i } }
        for number in scene.nodes.indices {
            guard let model = models[number] else { continue }
            let object = document.objects[model]
            var placement = FBXPlacement(object, parent: parents[number], tail: tail(of: model))
            let parentScale = parents[number].map { scales[$0] } ?? SIMD3(repeating: 1)
            let parts = placement.transform.parts()
            scales[number] = placement.inheritance == .componentwise ? parts.scale * parentScale : parts.scale
            placement.parentScale = parentScale
            placements[number] = placement
            let transform = placement.nodeTransform(parts, parentScale, frame: frame)
            if transform.affine.isFinite {
                scene.nodes[number].transform = transform
            } else {
                scene.note("Transforms that are not finite were left out.")
                scene.nodes[number].transform = .identity
            }
        }
    }

    // MARK: Meshes

    private mutating func addGeometries(of model: Int, to node: Int) throws(FormatError) {
        var isFirst = true
        for geometry in document.children(model, "Geometry") where geometry.subtype != "Shape" {
            guard geometry.node.child("Vertices") != nil else {
                scene.note("Geometry that is not polygonal (\(Text.quote(geometry.subtype))) is not read.")
                continue
            }
            var target = node
            guard let parts = try parts(of: geometry, for: model), !parts.geometry.primitives.isEmpty else { continue }
            if !isFirst || parts.geometry.offset != .zero {
                var child = Node(name: parts.name)
                child.transform = FBXTransform.Parts(translation: parts.geometry.offset).nodeTransform
                target = addNode(child, below: node)
            }
            isFirst = false
            scene.nodes[target].mesh = try mesh(parts, geometry, model: model)
            nodesOfGeometry[geometry.index, default: []].append(target)
            if let skin = parts.skin { scene.nodes[target].skin = addSkin(skin, node: target) }
        }
    }

    /// The primitives of a geometry as a model shows it.
    private mutating func parts(of geometry: FBXObject, for model: Int) throws(FormatError) -> GeometryParts? {
        let geometric = FBXTransform.geometric(document.objects[model])
        let key = geometric == .identity ? "\(geometry.index)" : "\(geometry.index) \(geometric)"
        if let known = geometries[key] { return known }
        let users = document.parents(geometry.index, "Model")
        let skins = document.children(geometry.index, "Deformer", subtype: "Skin")
        let shapes = document.children(geometry.index, "Deformer", subtype: "BlendShape")
        let options = FBXGeometry.Options(
            map: frame.map * geometric, materials: users.map { document.children($0.index, "Material").count }.max() ?? 0,
            textures: document.version < 7000 ? users.map { document.children($0.index, "Texture").count }.max() ?? 0 : 0,
            isDeformed: !skins.isEmpty || !shapes.isEmpty)
        guard options.map.isFinite else { throw .unreadable("the geometric transform of a model is not finite") }
        var notes: [String] = []
        let made = try FBXGeometry(geometry.node, options, arrays: &arrays) { notes.append($0) }
        for note in notes.prefix(20) { scene.note(note) }
        guard let made else { return nil }
        try take(made.primitives.reduce(0) { $0 + $1.primitive.positions.count })
        var parts = GeometryParts(geometry: made, name: geometry.name.isEmpty ? nil : geometry.name)
        if !shapes.isEmpty { try addShapes(shapes, to: &parts, map: options.map) }
        if !skins.isEmpty { try addWeights(skins, to: &parts, model: model) }
        geometries[key] = parts
        return parts
    }

    /// The number of the mesh of a geometry with the materials of a model.
    private mutating func mesh(_ parts: GeometryParts, _ geometry: FBXObject, model: Int) throws(FormatError) -> Int {
        let slots = document.children(model, "Material").map(\.index)
        let textures = document.version < 7000 ? document.children(model, "Texture").map(\.index) : []
        let isCulled = document.objects[model].node.child("Culling")?.text(0).map { $0 != "CullingOff" } ?? false
        var mesh = Mesh(name: parts.name ?? scene.nodes[nodes[model] ?? 0].name)
        var key = "\(geometry.index) \(FBXTransform.geometric(document.objects[model]))"
        try take(16 * parts.geometry.primitives.count)
        for part in parts.geometry.primitives {
            var primitive = part.primitive
            if slots.indices.contains(part.material) {
                let texture = part.texture.flatMap { textures.indices.contains($0) ? textures[$0] : nil }
                primitive.material = materials.material(
                    slots[part.material], texture: texture, isDoubleSided: !isCulled, coordinates: parts.geometry.coordinateNames,
                    in: &scene)
            }
            key += " \(primitive.material ?? -1)"
            mesh.primitives.append(primitive)
        }
        if let known = meshes[key] { return known }
        if !parts.shapes.isEmpty {
            mesh.weights = parts.shapes.map { Float($0.weight) }
            mesh.targetNames = parts.shapes.map(\.name)
        }
        mesh.extras = document.version < 7000 ? nil : Self.extras(geometry.node)
        for i in mesh.primitives.indices { removed += mesh.primitives[i].settle() }
        scene.meshes.append(mesh)
        meshes[key] = scene.meshes.count - 1
        return scene.meshes.count - 1
    }

    // MARK: Extras

    /// The user properties of an object; nil where it has none.
    static func extras(_ node: FBXNode?) -> JSONValue? {
        var values: [String: JSONValue] = [:]
        for row in node?.settingRows ?? [] where row.flags.contains("U") && !row.name.hasPrefix(FBXMaterials.ownPrefix) {
            if row.label == extrasLabel, let text = row.longText, let value = JSONValue(json: text) {
                values[row.name] = value
            } else if let text = row.longText {
                values[row.name] = .string(text)
            } else if row.type.lowercased() == "bool", let number = row.number {
                values[row.name] = .bool(number != 0)
            } else {
                let numbers = row.values.compactMap(\.number).filter(\.isFinite)
                if numbers.count == 1 { values[row.name] = .number(numbers[0]) }
                if numbers.count > 1 { values[row.name] = .array(numbers.map { .number($0) }) }
            }
        }
        return values.isEmpty ? nil : .object(values)
    }

    /// The label of user properties that hold JSON.
    static let extrasLabel = "JSON"
}

extension JSONValue {
    /// Parses a text; nil where it is no JSON.
    init?(json text: String) {
        guard text.utf8.count < 1 << 20, let value = try? JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)) else {
            return nil
        }
        self = value
    }
}
