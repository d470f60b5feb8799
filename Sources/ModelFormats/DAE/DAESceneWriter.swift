import Codecs
import Foundation
import Geometry
import Models
import Support

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Writes the nodes, meshes and controllers of a scene as COLLADA.
struct DAESceneWriter {
    let scene: Scene
    let frame: CoordinateFrame
    var losses: [Loss] = []
    /// The primitives of each mesh as geometries, which have one list of positions each.
    private let pieces: [[[Primitive]]]
    /// Nodes that animations move; their transforms are matrices.
    let animated: Set<Int>
    /// Nodes that are joints.
    private let joints: Set<Int>
    private let parents: [Int?]

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
        if plain != name { lose(.names, "Names were changed to what COLLADA 1.4.1 allows: letters, digits, ‘.’, ‘-’ and ‘_’.") }
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
                if !shared.isEmpty, count + primitive.positions.count > sharedVertices || primitive.elementCount > 6 * sharedVertices {
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

    private static func id(mesh: Int, piece: Int) -> String { piece == 0 ? "mesh\(mesh)" : "mesh\(mesh)-\(piece + 1)" }

    private static func id(controller kind: String, node: Int, piece: Int) -> String {
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

    private func isSkinned(_ node: Int) -> Bool {
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
            "        <vertices id=\"\(id)-vertices\"><input semantic=\"POSITION\" source=\"#\(id)-positions\"/>\(further)</vertices>\n")
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

    private static func source(
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

    // MARK: Controllers

    /// A morph target: the positions that the mesh has with its full weight.
    private mutating func writeTarget(
        _ primitives: [Primitive], mesh: Mesh, number: Int, id: String, to file: inout AtomicFile
    ) throws(FormatError) {
        let positions = primitives.flatMap { primitive -> [Vector3] in
            let differences = primitive.targets[number].positions
            return differences.isEmpty ? primitive.positions : zip(primitive.positions, differences).map { $0 + $1 }
        }
        let given = mesh.targetNames.count > number ? mesh.targetNames[number] : nil
        try file.put("    <geometry id=\"\(id)\"\(name(given))>\n      <mesh>\n")
        try Self.source(&file, id: "\(id)-positions", count: positions.count, names: ["X", "Y", "Z"]) { $1.append(positions[$0]) }
        try file.put(
            "        <vertices id=\"\(id)-vertices\"><input semantic=\"POSITION\" source=\"#\(id)-positions\"/></vertices>\n"
                + "      </mesh>\n    </geometry>\n")
    }

    private func morph(node: Int, mesh: Int, piece: Int) -> String {
        let id = Self.id(controller: "morph", node: node, piece: piece)
        let geometry = Self.id(mesh: mesh, piece: piece)
        let count = scene.meshes[mesh].targetCount
        let own = scene.nodes[node].weights.isEmpty ? scene.meshes[mesh].weights : scene.nodes[node].weights
        let weights = own.isEmpty ? [Float](repeating: 0, count: count) : own
        let names = (0..<count).map { "\(geometry)-target\($0)" }.joined(separator: " ")
        return """
                <controller id="\(id)">
                  <morph source="#\(geometry)" method="NORMALIZED">
                    <source id="\(id)-targets"><IDREF_array id="\(id)-targets-array" count="\(count)">\(names)</IDREF_array>\
            \(Self.accessor("\(id)-targets", count: count, names: [("MORPH_TARGET", "IDREF")]))</source>
                    <source id="\(id)-weights"><float_array id="\(id)-weights-array" count="\(count)">\(DAE.text(weights))</float_array>\
            \(Self.accessor("\(id)-weights", count: count, names: [("MORPH_WEIGHT", "float")]))</source>
                    <targets><input semantic="MORPH_TARGET" source="#\(id)-targets"/>\
            <input semantic="MORPH_WEIGHT" source="#\(id)-weights"/></targets>
                  </morph>
                </controller>

            """
    }

    private func writeSkin(node: Int, mesh: Int, piece: Int, to file: inout AtomicFile) throws(FormatError) {
        guard let number = scene.nodes[node].skin else { return }
        let skin = scene.skins[number]
        let id = Self.id(controller: "skin", node: node, piece: piece)
        let source =
            scene.meshes[mesh].targetCount > 0
            ? Self.id(controller: "morph", node: node, piece: piece) : Self.id(mesh: mesh, piece: piece)
        let count = skin.joints.count
        let names = skin.joints.map { "joint\($0)" }.joined(separator: " ")
        let binds = skin.inverseBindMatrices.isEmpty ? skin.joints.map { _ in AffineMap.identity } : skin.inverseBindMatrices
        let identity = DAE.text(DAE.rows(.identity))
        try file.put(
            """
                <controller id="\(id)"\(skin.name.map { " name=\"\(DAE.plainName($0))\"" } ?? "")>
                  <skin source="#\(source)">
                    <bind_shape_matrix>\(identity)</bind_shape_matrix>
                    <source id="\(id)-joints"><Name_array id="\(id)-joints-array" count="\(count)">\(names)</Name_array>\
            \(Self.accessor("\(id)-joints", count: count, names: [("JOINT", "Name")]))</source>
                    <source id="\(id)-binds"><float_array id="\(id)-binds-array" count="\(16 * count)">\
            \(binds.map { DAE.text(DAE.rows($0)) }.joined(separator: "\n"))</float_array>\
            \(Self.accessor("\(id)-binds", count: count, names: [("TRANSFORM", "float4x4")], stride: 16))</source>

            """)
        let primitives = pieces[mesh][piece]
        let joints = primitives.flatMap { $0.joints.isEmpty ? Array(repeating: .zero, count: $0.positions.count) : $0.joints }
        let weights = primitives.flatMap { $0.weights.isEmpty ? Array(repeating: .zero, count: $0.positions.count) : $0.weights }
        var list: [Float] = []
        var counts = TextBuffer()
        var pairs = TextBuffer()
        for i in weights.indices {
            var own = 0
            for k in 0..<4 where weights[i][k] > 0 {
                if !pairs.bytes.isEmpty { pairs.append(UInt8(ascii: " ")) }
                pairs.append(Int(joints[i][k]))
                pairs.append(UInt8(ascii: " "))
                pairs.append(list.count)
                list.append(weights[i][k])
                own += 1
            }
            if i > 0 { counts.append(UInt8(ascii: " ")) }
            counts.append(own)
        }
        try Self.source(&file, id: "\(id)-weights", count: list.count, names: ["WEIGHT"]) { $1.append(list[$0]) }
        try file.put(
            "        <joints><input semantic=\"JOINT\" source=\"#\(id)-joints\"/>"
                + "<input semantic=\"INV_BIND_MATRIX\" source=\"#\(id)-binds\"/></joints>\n"
                + "        <vertex_weights count=\"\(weights.count)\"><input semantic=\"JOINT\" source=\"#\(id)-joints\" offset=\"0\"/>"
                + "<input semantic=\"WEIGHT\" source=\"#\(id)-weights\" offset=\"1\"/><vcount>")
        try file.putArray(counts.bytes)
        try file.put("</vcount><v>")
        try file.putArray(pairs.bytes)
        try file.put("</v></vertex_weights>\n      </skin>\n    </controller>\n")
    }

    // MARK: Nodes

    /// The scene with its nodes, and the end of the document.
    mutating func visualScene() -> String {
        var nodes = ""
        // From metres, y up: the axes of the file in units of it.
        let isOurs = frame.isMetresYUp
        let scale = frame.unit.perMetre
        let axes = frame.up == .y ? AffineMap.identity : AffineMap(x: SIMD3(1, 0, 0), y: SIMD3(0, 0, 1), z: SIMD3(0, -1, 0))
        let movesRoots = scene.origin != .zero && scene.roots.contains { animated.contains($0) }
        let hasRoot = !isOurs || movesRoots
        for root in scene.roots { nodes += node(root, shift: hasRoot ? .zero : scene.origin, indent: 3) }
        if hasRoot {
            let map = AffineMap.scale(SIMD3(repeating: scale)) * axes * .translation(scene.origin)
            nodes = "      <node id=\"root\" name=\"root\" type=\"NODE\"><matrix>\(DAE.text(DAE.rows(map)))</matrix>\n\(nodes)      </node>\n"
        }
        return """
              <library_visual_scenes>
                <visual_scene id="scene"\(name(scene.name))>
            \(nodes)    </visual_scene>
              </library_visual_scenes>
              <scene><instance_visual_scene url="#scene"/></scene>
            </COLLADA>

            """
    }

    private mutating func node(_ number: Int, shift: SIMD3<Double>, indent: Int) -> String {
        // Iterative for the sake of deep trees: an entry is a node to begin, or the end of one.
        var text = ""
        var stack: [(node: Int, isEnd: Bool, depth: Int)] = [(number, false, indent)]
        while let (current, isEnd, depth) = stack.popLast() {
            let blanks = String(repeating: "  ", count: min(depth, 64))
            if isEnd {
                text += ending(current) + "\(blanks)</node>\n"
                continue
            }
            text += blanks + beginning(current, shift: current == number ? shift : .zero)
            stack.append((current, true, depth))
            for child in scene.nodes[current].children.reversed() { stack.append((child, false, depth + 1)) }
        }
        return text
    }

    /// A node's start tag, transform and instances.
    private mutating func beginning(_ number: Int, shift: SIMD3<Double>) -> String {
        let node = scene.nodes[number]
        let type = joints.contains(number) ? "type=\"JOINT\" sid=\"joint\(number)\"" : "type=\"NODE\""
        var text = "<node id=\"node\(number)\"\(name(node.name)) \(type)>\(transform(number, shift: shift))"
        if let camera = node.camera { text += "<instance_camera url=\"#camera\(camera)\"/>" }
        let instances = node.mesh.map { mesh in pieces[mesh].indices.map { instance(number, mesh: mesh, piece: $0) }.joined() } ?? ""
        if node.instances.isEmpty { text += instances }
        if let light = node.light { text += "<instance_light url=\"#light\(light)\"/>" }
        for instance in node.instances {
            text += "<node type=\"NODE\"><matrix>\(DAE.text(DAE.rows(instance.affine)))</matrix>\(instances)</node>"
        }
        return text + "\n"
    }

    private func ending(_ number: Int) -> String {
        scene.nodes[number].isVisible
            ? "" : "<extra><technique profile=\"FCOLLADA\"><visibility>0</visibility></technique></extra>\n"
    }

    private func transform(_ number: Int, shift: SIMD3<Double>) -> String {
        if animated.contains(number) {
            let map = AffineMap.translation(shift) * scene.nodes[number].transform.affine
            return "<matrix sid=\"transform\">\(DAE.text(DAE.rows(map)))</matrix>"
        }
        switch scene.nodes[number].transform {
        case .matrix(let map): return "<matrix>\(DAE.text(DAE.rows(.translation(shift) * map)))</matrix>"
        case .parts(var t, let q, let s):
            t += shift
            var text = t == .zero ? "" : "<translate>\(DAE.text([t.x, t.y, t.z]))</translate>"
            let length = (q.x * q.x + q.y * q.y + q.z * q.z).squareRoot()
            if length > 0 {
                let angle = 2 * atan2(length, q.w) * 180 / .pi
                text += "<rotate>\(DAE.text([q.x / length, q.y / length, q.z / length, angle]))</rotate>"
            }
            if s != SIMD3(repeating: 1) { text += "<scale>\(DAE.text([s.x, s.y, s.z]))</scale>" }
            return text
        }
    }

    private func instance(_ node: Int, mesh: Int, piece: Int) -> String {
        var bound = ""
        for material in Set(pieces[mesh][piece].compactMap(\.material)).sorted() {
            let inputs = (0..<2).map { "<bind_vertex_input semantic=\"UV\($0)\" input_semantic=\"TEXCOORD\" input_set=\"\($0)\"/>" }
            bound += "<instance_material symbol=\"m\(material)\" target=\"#material\(material)\">\(inputs.joined())</instance_material>"
        }
        if !bound.isEmpty { bound = "<bind_material><technique_common>\(bound)</technique_common></bind_material>" }
        if isSkinned(node), let skin = scene.nodes[node].skin {
            let joints = Set(scene.skins[skin].joints)
            let roots = scene.skins[skin].joints.filter { joint in
                var parent = parents[joint]
                while let above = parent {
                    if joints.contains(above) { return false }
                    parent = parents[above]
                }
                return true
            }
            let skeletons = roots.map { "<skeleton>#node\($0)</skeleton>" }.joined()
            return "<instance_controller url=\"#\(Self.id(controller: "skin", node: node, piece: piece))\">\(skeletons)\(bound)"
                + "</instance_controller>"
        }
        if scene.meshes[mesh].targetCount > 0 {
            return "<instance_controller url=\"#\(Self.id(controller: "morph", node: node, piece: piece))\">\(bound)</instance_controller>"
        }
        return "<instance_geometry url=\"#\(Self.id(mesh: mesh, piece: piece))\">\(bound)</instance_geometry>"
    }
}
