import Codecs
import Foundation
import Geometry
import Models
import Support

/// Writes the nodes, meshes and controllers of a scene as COLLADA.
struct DAESceneWriter {
    let scene: Scene
    let frame: CoordinateFrame
    var losses: [Loss] = []
    /// The primitives of each mesh as geometries, which have one list of positions each.
    let pieces: [[[Primitive]]]
    /// Nodes that animations move; their transforms are matrices.
    let animated: Set<Int>
    /// Nodes that are joints.
    let joints: Set<Int>
    let parents: [Int?]

    /// Parsers that build trees limit the text of an element to ten million bytes (libxml2): larger meshes become several
    /// geometries.
    private static let pieceVertices = 200_000
    private static let sharedVertices = 100_000

    init(_ scene: Scene, frame: CoordinateFrame) {
        self.scene = scene
        self.frame = frame
        pieces = scene.meshes.map { Self.pieces($0) }
        animated = Set(scene.animations.flatMap(\.channels).filter { $0.target != .weights }.map(\.node))
        joints = Set(scene.skins.flatMap(\.joints))
        var parents = [Int?](repeating: nil, count: scene.nodes.count)
        for (i, node) in scene.nodes.enumerated() { for child in node.children { parents[child] = i } }
        self.parents = parents
    }

    mutating func lose(_ kind: Loss.Kind, _ sentence: String) {
        let loss = Loss(kind, sentence)
        if !losses.contains(loss) { losses.append(loss) }
    }

    /// " name=…"; nothing where there is no name.
    mutating func name(_ name: String?) -> String {
        guard let name, !name.isEmpty else { return "" }
        let plain = DAE.plainName(name)
        if plain != name { lose(.names, DAE.renamed) }
        return " name=\"\(plain)\""
    }

    // MARK: Geometries

    /// The primitives of a mesh by geometries: those of few vertices share one, large ones are cut, points stand alone.
    private static func pieces(_ mesh: Mesh) -> [[Primitive]] {
        var result: [[Primitive]] = []
        var shared: [Primitive] = []
        var count = 0
        func end() {
            if !shared.isEmpty { result.append(shared) }
            shared = []
            count = 0
        }
        for primitive in mesh.primitives where primitive.elementCount > 0 {
            if primitive.topology == .points {
                end()
                result.append([primitive.indices.isEmpty ? primitive : primitive.picked(primitive.indices, indices: [])])
            } else if primitive.positions.count > pieceVertices || primitive.elementCount > 6 * pieceVertices {
                end()
                result += cut(primitive).map { [$0] }
            } else {
                if !shared.isEmpty,
                    count + primitive.positions.count > sharedVertices || primitive.elementCount > 6 * sharedVertices
                {
                    end()
                }
                shared.append(primitive)
                count += primitive.positions.count
            }
        }
        end()
        return result
    }

    private static func cut(_ primitive: Primitive) -> [Primitive] {
        guard primitive.topology == .triangles else { return [primitive] }
        let mesh = TriangleMesh(positions: primitive.positions, indices: primitive.corners)
        return MeshPiece.pieces(mesh, vertices: pieceVertices, triangles: 2 * pieceVertices).map { piece in
            primitive.picked(piece.vertices, indices: piece.indices.map { piece.vertices[Int($0)] })
        }
    }

    static func id(mesh: Int, piece: Int) -> String { piece == 0 ? "mesh\(mesh)" : "mesh\(mesh)-\(piece + 1)" }

    static func id(controller kind: String, node: Int, piece: Int) -> String {
        piece == 0 ? "\(kind)\(node)" : "\(kind)\(node)-\(piece + 1)"
    }

    /// Writes the geometries and the controllers.
    mutating func writeMeshes(to file: inout AtomicFile, _ progress: ProgressReporter) throws(FormatError) {
        guard pieces.contains(where: { !$0.isEmpty }) else { return }
        try file.put("  <library_geometries>\n")
        for (m, mesh) in scene.meshes.enumerated() {
            let part = progress.part(Double(m) / Double(scene.meshes.count)...Double(m + 1) / Double(scene.meshes.count))
            for (p, primitives) in pieces[m].enumerated() {
                let id = Self.id(mesh: m, piece: p)
                try file.put("    <geometry id=\"\(id)\"\(name(mesh.name))>\n      <mesh>\n")
                try writeMesh(primitives, id: id, to: &file, part)
                try file.put("      </mesh>\n    </geometry>\n")
                for t in 0..<mesh.targetCount {
                    try writeTarget(primitives, mesh: mesh, number: t, id: "\(id)-target\(t)", to: &file)
                }
            }
        }
        try file.put("  </library_geometries>\n")
        let controlled = scene.nodes.indices.filter { isControlled($0) }
        guard !controlled.isEmpty else { return }
        try file.put("  <library_controllers>\n")
        for node in controlled {
            guard let mesh = scene.nodes[node].mesh else { continue }
            for p in pieces[mesh].indices {
                if scene.meshes[mesh].targetCount > 0 { try file.put(morph(node: node, mesh: mesh, piece: p)) }
                if isSkinned(node) { try writeSkin(node: node, mesh: mesh, piece: p, to: &file) }
            }
        }
        try file.put("  </library_controllers>\n")
    }

    /// The identifiers of a node's morph controllers.
    func morphs(_ node: Int) -> [String] {
        guard let mesh = scene.nodes[node].mesh, scene.meshes[mesh].targetCount > 0 else { return [] }
        return pieces[mesh].indices.map { Self.id(controller: "morph", node: node, piece: $0) }
    }

    func isSkinned(_ node: Int) -> Bool {
        guard let mesh = scene.nodes[node].mesh, scene.nodes[node].skin != nil else { return false }
        return scene.meshes[mesh].primitives.contains { !$0.joints.isEmpty }
    }

    private func isControlled(_ node: Int) -> Bool {
        guard let mesh = scene.nodes[node].mesh else { return false }
        return isSkinned(node) || scene.meshes[mesh].targetCount > 0
    }

    private mutating func writeMesh(
        _ primitives: [Primitive], id: String, to file: inout AtomicFile, _ progress: ProgressReporter
    ) throws(FormatError) {
        let positions = primitives.count == 1 ? primitives[0].positions : primitives.flatMap(\.positions)
        try Self.source(&file, id: "\(id)-positions", count: positions.count, names: ["X", "Y", "Z"]) { $1.append(positions[$0]) }
        for (k, primitive) in primitives.enumerated() { try writeAttributes(primitive, id: "\(id)-\(k)", to: &file) }
        var further = ""
        if primitives[0].topology == .points, !primitives[0].colors.isEmpty {
            further = "<input semantic=\"COLOR\" source=\"#\(id)-0-colors\"/>"
        }
        try file.put(
            "        <vertices id=\"\(id)-vertices\"><input semantic=\"POSITION\" source=\"#\(id)-positions\"/>\(further)"
                + "</vertices>\n"
        )
        var base = 0
        for (k, primitive) in primitives.enumerated() where primitive.topology != .points {
            try writeElements(primitive, id: id, number: k, base: base, to: &file, progress)
            base += primitive.positions.count
        }
    }

    private mutating func writeAttributes(_ primitive: Primitive, id: String, to file: inout AtomicFile) throws(FormatError) {
        let normals = primitive.normals
        if primitive.topology != .points {
            try Self.source(&file, id: "\(id)-normals", count: normals.count, names: ["X", "Y", "Z"]) { $1.append(normals[$0]) }
        }
        let colors = primitive.colors
        let hasAlpha = colors.contains { $0.w < 1 }
        if let loss = Model.colorDepthLoss(colors.map { Vector3($0.x, $0.y, $0.z) }), !losses.contains(loss) { losses.append(loss) }
        try Self.source(&file, id: "\(id)-colors", count: colors.count, names: hasAlpha ? ["R", "G", "B", "A"] : ["R", "G", "B"]) {
            i, text in
            let c = ColorCoder.shared.codes(Vector3(colors[i].x, colors[i].y, colors[i].z))
            for k in 0..<3 {
                if k > 0 { text.append(UInt8(ascii: " ")) }
                text.append(EncodedColor.fractionText[Int(c[k])])
            }
            if hasAlpha {
                text.append(UInt8(ascii: " "))
                text.append(colors[i].w)
            }
        }
        guard primitive.topology != .points else { return }
        for (set, list) in primitive.textureCoordinates.enumerated() {
            try Self.source(&file, id: "\(id)-uv\(set)", count: list.count, names: ["S", "T"]) { i, text in
                text.append(list[i].x)
                text.append(UInt8(ascii: " "))
                text.append(1 - list[i].y)
            }
        }
    }

    private func writeElements(
        _ primitive: Primitive, id: String, number: Int, base: Int, to file: inout AtomicFile, _ progress: ProgressReporter
    ) throws(FormatError) {
        // Positions are those of all primitives, other lists the primitive's own: where they differ, a corner has two numbers.
        let offset = base == 0 ? 0 : 1
        var inputs = "<input semantic=\"VERTEX\" source=\"#\(id)-vertices\" offset=\"0\"/>"
        func add(_ semantic: String, _ list: String, set: Int? = nil) {
            let set = set.map { " set=\"\($0)\"" } ?? ""
            inputs += "<input semantic=\"\(semantic)\" source=\"#\(id)-\(number)-\(list)\" offset=\"\(offset)\"\(set)/>"
        }
        if !primitive.normals.isEmpty { add("NORMAL", "normals") }
        if !primitive.colors.isEmpty { add("COLOR", "colors", set: 0) }
        for (set, list) in primitive.textureCoordinates.enumerated() where !list.isEmpty { add("TEXCOORD", "uv\(set)", set: set) }
        let hasOwn = inputs.contains("offset=\"1\"")
        let isLines = primitive.topology == .lines
        let width = isLines ? 2 : 3
        let count = primitive.elementCount / width
        let element = isLines ? "lines" : "triangles"
        let material = primitive.material.map { " material=\"m\($0)\"" } ?? ""
        let indices = primitive.indices
        try file.put("        <\(element) count=\"\(count)\"\(material)>\(inputs)\n          <p>")
        try file.writeText(count, progress: progress, what: "Writing faces") { i, text in
            for k in 0..<width {
                let n = indices.isEmpty ? width * i + k : Int(indices[width * i + k])
                text.append(base + n)
                if hasOwn {
                    text.append(UInt8(ascii: " "))
                    text.append(n)
                }
                text.append(UInt8(ascii: k == width - 1 ? "\n" : " "))
            }
        }
        try file.put("</p>\n        </\(element)>\n")
    }

    static func source(
        _ file: inout AtomicFile, id: String, count: Int, names: [String], item: (Int, inout TextBuffer) -> Void
    ) throws(FormatError) {
        guard count > 0 else { return }
        let width = names.count
        try file.put("        <source id=\"\(id)\"><float_array id=\"\(id)-array\" count=\"\(count * width)\">")
        try file.writeText(count, progress: .silent, what: "Writing \(id)") { i, text in
            item(i, &text)
            text.append(UInt8(ascii: "\n"))
        }
        try file.put("</float_array>\(accessor(id, count: count, names: names.map { ($0, "float") }))</source>\n")
    }

    static func accessor(_ id: String, count: Int, names: [(name: String, type: String)], stride: Int? = nil) -> String {
        let parameters = names.map { "<param name=\"\($0.name)\" type=\"\($0.type)\"/>" }.joined()
        return "<technique_common><accessor source=\"#\(id)-array\" count=\"\(count)\" stride=\"\(stride ?? names.count)\">"
            + "\(parameters)</accessor></technique_common>"
    }
}
