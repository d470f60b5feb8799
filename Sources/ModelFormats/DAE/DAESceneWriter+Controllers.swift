import Codecs
import Geometry
import Models
import Support

extension DAESceneWriter {
    /// A morph target: the positions that the mesh has with its full weight.
    mutating func writeTarget(
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

    func morph(node: Int, mesh: Int, piece: Int) -> String {
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
                    <source id="\(id)-weights"><float_array id="\(id)-weights-array" count="\(count)">\(DAE.text(weights))\
            </float_array>\
            \(Self.accessor("\(id)-weights", count: count, names: [("MORPH_WEIGHT", "float")]))</source>
                    <targets><input semantic="MORPH_TARGET" source="#\(id)-targets"/>\
            <input semantic="MORPH_WEIGHT" source="#\(id)-weights"/></targets>
                  </morph>
                </controller>

            """
    }

    func writeSkin(node: Int, mesh: Int, piece: Int, to file: inout AtomicFile) throws(FormatError) {
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
                + "        <vertex_weights count=\"\(weights.count)\">"
                + "<input semantic=\"JOINT\" source=\"#\(id)-joints\" offset=\"0\"/>"
                + "<input semantic=\"WEIGHT\" source=\"#\(id)-weights\" offset=\"1\"/><vcount>")
        try file.putArray(counts.bytes)
        try file.put("</vcount><v>")
        try file.putArray(pairs.bytes)
        try file.put("</v></vertex_weights>\n      </skin>\n    </controller>\n")
    }
}
