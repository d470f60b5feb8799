import Foundation
import Spaces

/// What `inspect` prints for people.
struct InspectionReport {
    private(set) var lines: [String] = []

    init(_ found: ModelInspection, name: String) {
        lines.append("\(name): \(found.format), \(Terminal.bytes(found.bytes)), \(Self.summary(found))")
        if let box = found.bounds {
            let sides = (0..<3).map { String(format: "%.3f", box.max[$0] - box.min[$0]) }
            lines.append("size: \(sides.joined(separator: " × ")) m (x, y up, z)")
        }
        if let origin = found.origin {
            lines.append("origin: " + origin.map { String(format: "%.0f", $0) }.joined(separator: ", "))
        }
        if let crs = found.crs { lines.append("reference system: \(crs.prefix(100))") }
        add("nodes", found.nodes)
        list("materials", found.materials.map(Self.text))
        list("images", found.images.map(Self.text))
        list("skins", found.skins.map { "\(Self.title($0.name))\(Self.count($0.joints, "joint"))" })
        list(
            "animations",
            found.animations.map {
                "\(Self.title($0.name))\(String(format: "%.2f", $0.duration)) s, \(Self.count($0.channels, "channel"))"
            })
        lines += found.losses.map { "lost as \(found.target ?? ""): \($0.sentence)" }
        lines += found.notes.map { "note: \($0)" }
    }

    private static func summary(_ found: ModelInspection) -> String {
        found.triangles > 0
            ? "\(count(found.triangles, "triangle")), \(count(found.vertices, "vertex", "vertices"))"
            : count(found.vertices, "point")
    }

    private static func count(_ number: Int, _ what: String, _ several: String? = nil) -> String {
        "\(number) \(number == 1 ? what : several ?? what + "s")"
    }

    private static func title(_ name: String?) -> String { name.map { "‘\($0)’ " } ?? "" }

    private mutating func list(_ title: String, _ rows: [String]) {
        guard !rows.isEmpty else { return }
        lines.append(title)
        for (i, row) in rows.enumerated() { lines.append("  \(i): \(row)") }
    }

    // MARK: Nodes

    private mutating func add(_ title: String, _ roots: [ModelInspection.Branch]) {
        guard !roots.isEmpty else { return }
        lines.append(title)
        // A stack rather than recursion: files nest their nodes as deep as they like.
        var stack = roots.reversed().map { (node: $0, depth: 1) }
        while let (node, depth) = stack.popLast() {
            lines.append(String(repeating: "  ", count: min(depth, 40)) + Self.text(node))
            let indent = String(repeating: "  ", count: min(depth + 2, 42))
            for part in node.mesh?.primitives ?? [] { lines.append(indent + Self.text(part)) }
            stack += node.children.reversed().map { ($0, depth + 1) }
        }
    }

    private static func text(_ node: ModelInspection.Branch) -> String {
        var parts = ["node \(node.node)" + (node.name.map { " ‘\($0)’" } ?? "")]
        if let mesh = node.mesh {
            parts.append("mesh \(mesh.mesh)" + (mesh.name.map { " ‘\($0)’" } ?? ""))
            if mesh.morphTargets > 0 { parts.append(count(mesh.morphTargets, "morph target")) }
        }
        if let skin = node.skin { parts.append("skin \(skin)") }
        if let camera = node.camera { parts.append("\(camera) camera") }
        if let light = node.light { parts.append("\(light) light") }
        if let instances = node.instances { parts.append(count(instances, "instance")) }
        if !node.isVisible { parts.append("hidden") }
        return parts.joined(separator: ", ")
    }

    private static func text(_ part: ModelInspection.Part) -> String {
        let what = part.topology == "triangles" ? "triangle" : part.topology == "lines" ? "segment" : "point"
        var parts = ["\(count(part.count, what)), \(count(part.vertices, "vertex", "vertices"))"]
        parts += part.attributes.map { $0.replacingOccurrences(of: "_", with: " ") }
        if let material = part.material { parts.append("material \(material)") }
        return parts.joined(separator: ", ")
    }

    // MARK: Materials and images

    private static func text(_ material: ModelInspection.Surface) -> String {
        let color = material.baseColor.map { String(format: "%.2f", $0) }.joined(separator: " ")
        var parts = ["\(title(material.name))colour \(color)"]
        parts.append(String(format: "metallic %.2f, roughness %.2f", material.metallic, material.roughness))
        if material.alphaMode != "OPAQUE" { parts.append(material.alphaMode.lowercased()) }
        if material.isDoubleSided { parts.append("double-sided") }
        parts += material.extensions
        parts += material.textures.sorted { $0.key < $1.key }.map { "\($0.key) image \($0.value)" }
        return parts.joined(separator: ", ")
    }

    private static func text(_ image: ModelInspection.Picture) -> String {
        let size = image.width.flatMap { width in image.height.map { "\(width)×\($0) " } } ?? ""
        return "\(title(image.name))\(size)\(image.format), \(Terminal.bytes(Int64(image.bytes)))"
    }
}
