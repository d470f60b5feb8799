import Codecs
import Foundation

/// An object of an FBX file: a model, a geometry, a material and so on.
final class FBXObject {
    /// Its place among the document's objects.
    let index: Int
    /// The name of its record: `Model`, `Geometry`, `Deformer`.
    let type: String
    /// `Mesh`, `LimbNode`, `Skin`.
    let subtype: String
    let name: String
    let node: FBXNode
    /// Values of its type where it has none of its own.
    private let template: FBXNode?
    /// Values of an object that is part of another one in the file, as before version 7.
    private let ownSettings: [String: FBXSetting]

    init(
        index: Int, type: String, subtype: String, name: String, node: FBXNode, template: FBXNode? = nil,
        settings: [String: FBXSetting] = [:]
    ) {
        self.index = index
        self.type = type
        self.subtype = subtype
        self.name = name
        self.node = node
        self.template = template
        ownSettings = settings
    }

    func setting(_ name: String) -> FBXSetting? { ownSettings[name] ?? node.settings[name] ?? template?.settings[name] }
    func setting(integer name: String) -> Int? { setting(name)?.integer }
    func setting(number name: String) -> Double? { setting(name)?.number }
    func setting(vector name: String) -> SIMD3<Double>? { setting(name)?.vector }
    /// The same, of the object itself, not of its type.
    func own(_ name: String) -> FBXSetting? { ownSettings[name] ?? node.settings[name] }
}

/// A connection of an object, seen from one of its ends.
struct FBXLink {
    /// The object at the other end.
    let object: Int
    /// The property of the parent that the child is connected to; nil where it is the parent itself.
    let property: String?
}

/// The objects of an FBX file and how they are connected. Version 6, whose objects refer to each other by names and are parts of
/// one another, is brought into the form of version 7.
struct FBXDocument {
    let version: Int
    /// Whether the file is text.
    let isText: Bool
    /// The program that wrote it; empty where it does not say.
    let creator: String
    /// Ticks of its clock in a second.
    let ticks: Double
    let settings: FBXNode?
    let takes: FBXNode?
    private(set) var objects: [FBXObject] = []
    /// Of each object what belongs to it.
    private(set) var childLinks: [[FBXLink]] = []
    /// Of each object what it belongs to.
    private(set) var parentLinks: [[FBXLink]] = []
    /// Objects at the root.
    private(set) var roots: [Int] = []
    private var places: [Key: Int] = [:]

    private enum Key: Hashable {
        case id(Int)
        case name(String)
    }

    /// Which records are kept: the others can be large.
    private static func isWanted(_ name: String, _ parent: String?) -> Bool {
        switch parent {
        case nil:
            ["FBXHeaderExtension", "GlobalSettings", "Definitions", "Objects", "Connections", "Takes", "Creator"].contains(name)
        case "Objects":
            [
                "Geometry", "Model", "Material", "Texture", "LayeredTexture", "Video", "Deformer", "NodeAttribute",
                "GlobalSettings",
                "AnimationStack", "AnimationLayer", "AnimationCurveNode", "AnimationCurve", "AnimStack", "AnimLayer",
            ].contains(name)
        default: true
        }
    }

    /// Reads the records of a file, binary or text.
    init(_ bytes: UnsafeRawBufferPointer) throws(FormatError) {
        let records: [FBXNode]
        var version: Int?
        isText = FBXTextParser.isText(bytes)
        if isText {
            var parser = FBXTextParser(bytes)
            records = try parser.records(isWanted: Self.isWanted)
            version = FBXTextParser.version(bytes)
        } else {
            let parser = try FBXParser(bytes)
            records = try parser.records(isWanted: Self.isWanted)
            version = parser.version
        }
        let header = records.first { $0.name == "FBXHeaderExtension" }
        let given = version ?? header?.child("FBXVersion")?.integer(0) ?? 7400
        try FBXParser.check(given)
        self.version = given
        creator =
            header?.child("Creator")?.text(0) ?? records.first { $0.name == "Creator" }?.text(0) ?? ""
        let clock = header?.child("OtherFlags")?.child("TCDefinition")?.integer(0)
        let isNewClock = (header?.child("FBXHeaderVersion")?.integer(0) ?? 0) >= 1004 && (clock ?? 127) != 127
        ticks = isNewClock ? 141_120_000 : 46_186_158_000
        let all = records.filter { $0.name == "Objects" }.flatMap(\.children)
        settings = records.first { $0.name == "GlobalSettings" } ?? all.first { $0.name == "GlobalSettings" }
        takes = records.first { $0.name == "Takes" }
        let templates = Self.templates(records.filter { $0.name == "Definitions" })
        for node in all where node.name != "GlobalSettings" { add(node, templates) }
        childLinks = objects.map { _ in [] }
        parentLinks = objects.map { _ in [] }
        for link in records.filter({ $0.name == "Connections" }).flatMap(\.children) { connect(link) }
        if version ?? given < 7000 { expandLegacy() }
    }

    /// Default values by the type of object and the class in the SDK.
    private static func templates(_ definitions: [FBXNode]) -> [String: [(name: String, node: FBXNode)]] {
        var result: [String: [(name: String, node: FBXNode)]] = [:]
        for type in definitions.flatMap({ $0.all("ObjectType") }) {
            guard let name = type.text(0) else { continue }
            for template in type.all("PropertyTemplate") { result[name, default: []].append((template.text(0) ?? "", template)) }
        }
        return result
    }

    private mutating func add(_ node: FBXNode, _ templates: [String: [(name: String, node: FBXNode)]]) {
        // Version 6 has no numbers in front.
        let hasID = node.properties.first.map { if case .bytes = $0 { false } else { true } } ?? false
        let first = hasID ? 1 : 0
        let full = Self.fullName(node.properties.indices.contains(first) ? node.properties[first] : nil)
        let key: Key
        if hasID {
            guard let id = node.integer(0) else { return }
            key = .id(id)
        } else {
            guard !full.name.isEmpty || !full.type.isEmpty else { return }
            key = .name(full.type + "\0" + full.name)
        }
        let subtype = node.text(first + 1) ?? ""
        let candidates = templates[node.name] ?? []
        var template = candidates.first?.node
        if candidates.count > 1 {
            let wanted = (node.child("ShadingModel")?.text(0) ?? subtype).lowercased()
            template = candidates.first { $0.name.lowercased().hasSuffix(wanted) }?.node ?? template
        }
        let object = FBXObject(
            index: objects.count, type: node.name, subtype: subtype, name: full.name, node: node, template: template)
        objects.append(object)
        if places[key] == nil { places[key] = object.index }
    }

    /// An object's name and class: parted by two bytes in binary files, the other way round by colons in text.
    private static func fullName(_ property: FBXProperty?) -> (name: String, type: String) {
        guard let bytes = property?.bytes?.prefix(4096) else { return ("", "") }
        if let zero = bytes.firstIndex(of: 0) {
            let rest = bytes[zero...].dropFirst(2)
            return (String(decoding: bytes[..<zero], as: UTF8.self), String(decoding: rest, as: UTF8.self))
        }
        let text = String(decoding: bytes, as: UTF8.self).replacingOccurrences(of: "&quot;", with: "\"")
        guard let colons = text.range(of: "::") else { return (text, "") }
        return (String(text[colons.upperBound...]), String(text[..<colons.lowerBound]))
    }

    private mutating func connect(_ link: FBXNode) {
        guard link.name == "C" || link.name == "Connect", link.properties.count >= 3 else { return }
        guard let child = place(link.properties[1]) else { return }
        let property = link.text(0) == "OP" || link.text(0) == "PO" ? link.text(3) : nil
        if let parent = place(link.properties[2]) {
            join(child, parent, property: property)
        } else if link.properties[2].integer == 0 || Self.fullName(link.properties[2]).name == "Scene" {
            // The root: 0, or before version 7 a model of this name.
            roots.append(child)
        }
    }

    /// The object that a connection refers to, by number or by name.
    private func place(_ property: FBXProperty) -> Int? {
        if let id = property.integer { return places[.id(id)] }
        let full = Self.fullName(property)
        return places[.name(full.type + "\0" + full.name)]
    }

    private mutating func join(_ child: Int, _ parent: Int, property: String? = nil) {
        parentLinks[child].append(FBXLink(object: parent, property: property))
        childLinks[parent].append(FBXLink(object: child, property: property))
    }

    // MARK: Version 6

    private mutating func append(
        _ type: String, _ subtype: String, name: String, _ node: FBXNode, settings: [String: FBXSetting] = [:]
    ) -> Int {
        let object = FBXObject(index: objects.count, type: type, subtype: subtype, name: name, node: node, settings: settings)
        objects.append(object)
        childLinks.append([])
        parentLinks.append([])
        return object.index
    }

    /// Makes objects of what models of version 6 hold themselves: geometries, blend shapes, cameras and lights.
    private mutating func expandLegacy() {
        for model in objects where model.type == "Model" {
            if model.node.child("Vertices") != nil {
                let geometry = append("Geometry", "Mesh", name: model.name, model.node)
                // Skins are connected to the model.
                for link in childLinks[model.index] where objects[link.object].type == "Deformer" { join(link.object, geometry) }
                join(geometry, model.index)
                addShapes(of: model, to: geometry)
            } else if ["Camera", "Light"].contains(model.subtype) {
                join(append("NodeAttribute", model.subtype, name: model.name, model.node), model.index)
            }
        }
    }

    private mutating func addShapes(of model: FBXObject, to geometry: Int) {
        let shapes = model.node.all("Shape")
        guard !shapes.isEmpty else { return }
        let deformer = append("Deformer", "BlendShape", name: model.name, model.node)
        join(deformer, geometry)
        for shape in shapes {
            let name = shape.text(0) ?? ""
            var settings: [String: FBXSetting] = [:]
            if let weight = model.setting(name) { settings["DeformPercent"] = weight }
            let channel = append(
                "Deformer", "BlendShapeChannel", name: name, FBXNode("Deformer", properties: [], children: []), settings: settings)
            join(channel, deformer)
            join(append("Geometry", "Shape", name: name, shape), channel)
        }
    }
}

extension FBXDocument {
    /// The objects of a type that belong to an object, in the order of the file.
    func children(_ object: Int, _ type: String, subtype: String? = nil) -> [FBXObject] {
        childLinks[object].lazy.map { objects[$0.object] }.filter { $0.type == type && (subtype == nil || $0.subtype == subtype) }
    }

    /// The objects of a type that an object belongs to.
    func parents(_ object: Int, _ type: String) -> [FBXObject] {
        parentLinks[object].lazy.map { objects[$0.object] }.filter { $0.type == type }
    }
}

extension FBXDocument {
    /// The object that a name of version 6 refers to.
    func object(named property: FBXProperty, type: String) -> FBXObject? {
        guard let place = place(property), objects[place].type == type else { return nil }
        return objects[place]
    }

    /// The blend shape of this name of a model of version 6.
    func shape(_ name: String, of model: Int) -> FBXObject? {
        for geometry in children(model, "Geometry") {
            for deformer in children(geometry.index, "Deformer", subtype: "BlendShape") {
                if let channel = children(deformer.index, "Deformer").first(where: { $0.name == name }) { return channel }
            }
        }
        return nil
    }
}
