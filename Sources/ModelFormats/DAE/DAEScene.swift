import Codecs
import Foundation
import Geometry
import Models
import Support

/// Walks the nodes of a COLLADA scene and gathers its geometry into one model.
struct DAEScene {
    private let root: XMLTreeNode
    private let fileSize: Int
    private var elements: [String: XMLTreeNode] = [:]
    private var geometries: [String: [DAEPart]] = [:]
    private let materials: DAEMaterials
    private var builder: SceneBuilder
    private var progress = ProgressReporter.silent
    private var geometryCount = 1

    private static let depthLimit = 300

    init(_ root: XMLTreeNode, fileSize: Int, folder: URL?) {
        self.root = root
        self.fileSize = fileSize
        for library in root.children where library.name.hasPrefix("library_") {
            for element in library.children {
                if let id = element.attribute("id"), elements[id] == nil { elements[id] = element }
            }
        }
        // Nodes inside of others may be pointed to as well.
        var stack = root.children.filter { $0.name == "library_visual_scenes" || $0.name == "library_nodes" }
        while let element = stack.popLast() {
            if element.name == "node", let id = element.attribute("id"), elements[id] == nil { elements[id] = element }
            stack += element.children.filter { $0.name == "node" || $0.name == "visual_scene" }
        }
        materials = DAEMaterials(elements)
        builder = SceneBuilder(fileSize: fileSize) { name in
            guard let folder else { return nil }
            let path = name.removingPercentEncoding ?? name
            // "file:///C:/images/a.png": an image of that name beside the model.
            let last = String(path.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last ?? "")
            let plain = path.hasPrefix("./") ? String(path.dropFirst(2)) : path
            guard let file = SiblingFile.find(plain, in: folder) ?? SiblingFile.find(last, in: folder) else { return nil }
            return (try? FileBytes(file)).map { Array($0.bytes) }
        }
    }

    mutating func read(_ progress: ProgressReporter) throws(FormatError) -> Model {
        self.progress = progress
        geometryCount = max(1, root.all("library_geometries").reduce(0) { $0 + $1.children.count })
        let world = try frame()
        if root.child("library_controllers") != nil { builder.note("Skins are not applied; the model is in its bind pose.") }
        let chosen = root.at("scene", "instance_visual_scene")?.target("url").flatMap { elements[$0] }
        if let scene = chosen ?? root.at("library_visual_scenes", "visual_scene") {
            for node in scene.all("node") { try walk(node, parent: world, depth: 0) }
        } else {
            // Without a scene, every geometry as it is.
            for geometry in root.all("library_geometries").flatMap(\.children) {
                if let id = geometry.attribute("id") { try add(id, place: world, symbols: [:]) }
            }
        }
        return try builder.finish("the COLLADA scene")
    }

    /// From the file's unit and axes to metres, y up.
    private func frame() throws(FormatError) -> AffineMap {
        let asset = root.child("asset")
        var unit = 1.0
        if let text = asset?.child("unit")?.attribute("meter") {
            guard let value = Double(text), value > 0, value < 1e9 else {
                throw .unreadable("its unit of length is invalid: \(Text.quote(text)) metres")
            }
            unit = value
        }
        let scale = AffineMap.scale(SIMD3(repeating: unit))
        switch asset?.child("up_axis")?.trimmedText {
        case "Z_UP": return scale * AffineMap(x: SIMD3(1, 0, 0), y: SIMD3(0, 0, -1), z: SIMD3(0, 1, 0))
        case "X_UP": return scale * AffineMap(x: SIMD3(0, 1, 0), y: SIMD3(-1, 0, 0), z: SIMD3(0, 0, 1))
        default: return scale
        }
    }

    private mutating func walk(_ node: XMLTreeNode, parent: AffineMap, depth: Int) throws(FormatError) {
        guard depth < Self.depthLimit else {
            throw .unreadable("its nodes are nested, or reference each other, more than \(Self.depthLimit) deep")
        }
        try builder.take(16)
        var place = parent
        for child in node.children {
            guard let step = try Self.transform(child) else { continue }
            place = place * step
        }
        for child in node.children {
            switch child.name {
            case "node": try walk(child, parent: place, depth: depth + 1)
            case "instance_node":
                if let target = child.target("url").flatMap({ elements[$0] }), target.name == "node" {
                    try walk(target, parent: place, depth: depth + 1)
                } else {
                    builder.note("A node refers to another file or a missing node, which was skipped.")
                }
            case "instance_geometry", "instance_controller":
                guard var id = child.target("url") else { continue }
                // A controller's skin or morph names the geometry that it moves.
                if child.name == "instance_controller" {
                    guard let source = elements[id]?.children.first(where: { $0.name == "skin" || $0.name == "morph" }) else {
                        continue
                    }
                    id = source.target("source") ?? ""
                }
                var symbols: [String: String] = [:]
                for bound in child.at("bind_material", "technique_common")?.all("instance_material") ?? [] {
                    if let symbol = bound.attribute("symbol"), let target = bound.target("target") { symbols[symbol] = target }
                }
                try add(id, place: place, symbols: symbols)
            default: break
            }
        }
    }

    /// What an element of a node does to what is in the node; nil for other elements.
    private static func transform(_ element: XMLTreeNode) throws(FormatError) -> AffineMap? {
        let count: Int
        switch element.name {
        case "matrix": count = 16
        case "translate", "scale": count = 3
        case "rotate": count = 4
        case "lookat", "skew":
            throw .unreadable("a node is transformed by <\(element.name)>, which is not supported; export it with matrices")
        default: return nil
        }
        let v = try element.doubles()
        guard v.count == count, v.allSatisfy(\.isFinite) else {
            throw .unreadable("<\(element.name)> does not contain \(count) numbers")
        }
        switch element.name {
        case "matrix":
            // Row after row.
            return AffineMap(
                x: SIMD3(v[0], v[4], v[8]), y: SIMD3(v[1], v[5], v[9]), z: SIMD3(v[2], v[6], v[10]),
                translation: SIMD3(v[3], v[7], v[11]))
        case "translate": return .translation(SIMD3(v[0], v[1], v[2]))
        case "scale": return .scale(SIMD3(v[0], v[1], v[2]))
        default: return .rotation(v[3] * .pi / 180, about: SIMD3(v[0], v[1], v[2]))
        }
    }

    private mutating func add(_ id: String, place: AffineMap, symbols: [String: String]) throws(FormatError) {
        if geometries[id] == nil {
            try progress.step(Double(geometries.count) / Double(geometryCount), "Reading meshes")
            guard let geometry = elements[id], geometry.name == "geometry" else {
                return builder.note("A geometry that nodes use is missing.")
            }
            guard let mesh = geometry.child("mesh") else {
                geometries[id] = []
                return builder.note("Splines and convex hulls are not read.")
            }
            var reader = DAEMesh(mesh)
            geometries[id] = try reader.parts(&builder)
        }
        for part in geometries[id] ?? [] {
            // Some writers bind nothing and name the material itself.
            let material = part.material.flatMap { symbols[$0] ?? $0 }
            try builder.add(part.mesh, at: place, material.map { materials.material($0) } ?? SceneMaterial())
        }
    }
}
