import Codecs
import Foundation
import Geometry
import Support

extension DAE {
    /// Writes a mesh as COLLADA 1.4.1, customarily in metres, y up, which the asset element declares; colours are 8-bit sRGB as
    /// fractions.
    ///
    /// A texture replaces the vertex colours: `room.dae` then has `room.jpg` beside it, which replaces an earlier one. A model's
    /// origin is the node's translation.
    /// - Returns: what the format could not hold.
    /// - Throws: where the model is a cloud, or the file cannot be written.
    @discardableResult
    public static func write(
        _ model: Model, to url: URL, options: WriteOptions = WriteOptions(), progress: ProgressReporter = .silent
    ) throws(FormatError) -> [Loss] {
        try model.checkWritable()
        let mesh = try model.meshOnly("DAE")
        let frame = CoordinateFrame(options, else: .metre, .y)
        var losses: [Loss] = []
        let jpeg = try model.encodedTexture()
        let picture = url.deletingPathExtension().appendingPathExtension("jpg")
        if !jpeg.isEmpty {
            guard picture != url else { throw .unwritable("a textured model needs the file extension .dae") }
            do throws(FileError) { try AtomicFile.write(jpeg, to: picture) } catch { throw FormatError(error) }
            losses.append(Loss(.texture, "The texture is stored beside the file; keep \(picture.lastPathComponent) with it."))
        }
        let colors = jpeg.isEmpty ? mesh.colors : []
        if let loss = Model.colorDepthLoss(colors) { losses.append(loss) }
        var file = try AtomicFile.begin(url)
        try file.put(head(frame, picture: jpeg.isEmpty ? nil : picture.lastPathComponent))
        let pieces = MeshPiece.pieces(mesh, vertices: pieceVertices, triangles: 2 * pieceVertices)
        try file.put("  <library_geometries>\n")
        for (i, piece) in pieces.enumerated() {
            let part = progress.part(Double(i) / Double(pieces.count)...Double(i + 1) / Double(pieces.count))
            try write(piece, number: i, of: mesh, colors: colors, frame: frame, to: &file, progress: part)
        }
        try file.put("  </library_geometries>\n")
        try file.put(scene(frame.toFile(model.origin), pieces: pieces.count, isTextured: !jpeg.isEmpty))
        try AtomicFile.end(file)
        return losses
    }

    /// Parsers that build trees limit the text of an element to ten million bytes (libxml2): larger meshes become several
    /// geometries.
    private static let pieceVertices = 200_000

    /// "-2" for the second piece.
    private static func suffix(_ piece: Int) -> String { piece == 0 ? "" : "-\(piece + 1)" }

    private static func write(
        _ piece: MeshPiece, number: Int, of mesh: TriangleMesh, colors: [Vector3], frame: CoordinateFrame,
        to file: inout AtomicFile, progress: ProgressReporter
    ) throws(FormatError) {
        let end = suffix(number)
        let vertices = piece.vertices
        let indices = piece.indices
        let count = vertices.count
        try file.put("    <geometry id=\"surface\(end)\" name=\"Surface\">\n      <mesh>\n")
        let positions = mesh.positions
        let normals = mesh.normals
        let texture = mesh.textureCoordinates
        try source(&file, id: "positions\(end)", count: count, names: ["X", "Y", "Z"], progress: progress.part(0...0.3)) {
            i, text in
            let p = positions[Int(vertices[i])]
            if frame.unit == .metre { text.append(frame.toFile(p)) } else { text.append(frame.exactly(p)) }
        }
        try source(
            &file, id: "normals\(end)", count: normals.isEmpty ? 0 : count, names: ["X", "Y", "Z"],
            progress: progress.part(0.3...0.5)
        ) { i, text in
            text.append(frame.toFile(direction: normals[Int(vertices[i])]))
        }
        let fractions = EncodedColor.fractionText
        try source(
            &file, id: "colors\(end)", count: colors.isEmpty ? 0 : count, names: ["R", "G", "B"], progress: progress.part(0.5...0.6)
        ) { i, text in
            let c = ColorCoder.shared.codes(colors[Int(vertices[i])])
            for k in 0..<3 {
                if k > 0 { text.append(UInt8(ascii: " ")) }
                text.append(fractions[Int(c[k])])
            }
        }
        try source(
            &file, id: "uv\(end)", count: texture.isEmpty ? 0 : count, names: ["S", "T"], progress: progress.part(0.6...0.7)
        ) { i, text in
            let uv = texture[Int(vertices[i])]
            text.append(uv.x)
            text.append(UInt8(ascii: " "))
            text.append(uv.y)
        }
        // All inputs share one offset: a corner is one number.
        var inputs = "<input semantic=\"VERTEX\" source=\"#vertices\(end)\" offset=\"0\"/>"
        if !normals.isEmpty { inputs += "<input semantic=\"NORMAL\" source=\"#normals\(end)\" offset=\"0\"/>" }
        if !colors.isEmpty { inputs += "<input semantic=\"COLOR\" source=\"#colors\(end)\" offset=\"0\" set=\"0\"/>" }
        if !texture.isEmpty { inputs += "<input semantic=\"TEXCOORD\" source=\"#uv\(end)\" offset=\"0\" set=\"0\"/>" }
        try file.put(
            "        <vertices id=\"vertices\(end)\"><input semantic=\"POSITION\" source=\"#positions\(end)\"/></vertices>\n"
                + "        <triangles count=\"\(indices.count / 3)\" material=\"surface\">\(inputs)\n          <p>")
        try file.writeText(indices.count / 3, progress: progress.part(0.7...1), what: "Writing faces") { i, text in
            for k in 0..<3 {
                text.append(Int(indices[3 * i + k]))
                text.append(UInt8(ascii: k == 2 ? "\n" : " "))
            }
        }
        try file.put("</p>\n        </triangles>\n      </mesh>\n    </geometry>\n")
    }

    private static func head(_ frame: CoordinateFrame, picture: String?) -> String {
        let name =
            switch frame.unit {
            case .metre: "meter"
            case .centimetre: "centimeter"
            case .millimetre: "millimeter"
            case .foot: "foot"
            case .inch: "inch"
            }
        let unit = frame.unit == .metre ? "1" : "\(frame.unit.metres)"
        // The same model gives the same bytes: no time of day.
        var text = """
            <?xml version="1.0" encoding="utf-8"?>
            <COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
              <asset>
                <contributor><authoring_tool>Diorama</authoring_tool></contributor>
                <created>1970-01-01T00:00:00Z</created>
                <modified>1970-01-01T00:00:00Z</modified>
                <unit name="\(name)" meter="\(unit)"/>
                <up_axis>\(frame.up.rawValue.uppercased())_UP</up_axis>
              </asset>

            """
        var parameters = ""
        var diffuse = "<color>1 1 1 1</color>"
        if let picture {
            let path = GLTFLayout.escaped(picture)
            text +=
                "  <library_images><image id=\"picture\" name=\"picture\"><init_from>\(path)</init_from></image></library_images>\n"
            parameters = """
                        <newparam sid="picture-surface"><surface type="2D"><init_from>picture</init_from></surface></newparam>
                        <newparam sid="picture-sampler"><sampler2D><source>picture-surface</source></sampler2D></newparam>

                """
            diffuse = "<texture texture=\"picture-sampler\" texcoord=\"UVMap\"/>"
        }
        text += """
              <library_effects>
                <effect id="effect">
                  <profile_COMMON>
            \(parameters)        <technique sid="common"><lambert><diffuse>\(diffuse)</diffuse></lambert></technique>
                  </profile_COMMON>
                </effect>
              </library_effects>
              <library_materials>
                <material id="material" name="Surface"><instance_effect url="#effect"/></material>
              </library_materials>

            """
        return text
    }

    private static func source(
        _ file: inout AtomicFile, id: String, count: Int, names: [String], progress: ProgressReporter,
        item: (Int, inout TextBuffer) -> Void
    ) throws(FormatError) {
        guard count > 0 else { return }
        let width = names.count
        try file.put("        <source id=\"\(id)\"><float_array id=\"\(id)-array\" count=\"\(count * width)\">")
        try file.writeText(count, progress: progress, what: "Writing \(id)") { i, text in
            item(i, &text)
            text.append(UInt8(ascii: "\n"))
        }
        let parameters = names.map { "<param name=\"\($0)\" type=\"float\"/>" }.joined()
        try file.put(
            "</float_array><technique_common><accessor source=\"#\(id)-array\" count=\"\(count)\" stride=\"\(width)\">\(parameters)"
                + "</accessor></technique_common></source>\n")
    }

    private static func scene(_ place: SIMD3<Double>, pieces: Int, isTextured: Bool) -> String {
        // Doubles: the only place for map coordinates.
        let translation = place == .zero ? "" : "<translate>\(place.x) \(place.y) \(place.z)</translate>"
        let coordinates =
            isTextured ? "<bind_vertex_input semantic=\"UVMap\" input_semantic=\"TEXCOORD\" input_set=\"0\"/>" : ""
        let instances = (0..<pieces).map { piece in
            "        <instance_geometry url=\"#surface\(suffix(piece))\"><bind_material><technique_common>\n"
                + "          <instance_material symbol=\"surface\" target=\"#material\">\(coordinates)</instance_material>\n"
                + "        </technique_common></bind_material></instance_geometry>\n"
        }.joined()
        return """
              <library_visual_scenes>
                <visual_scene id="scene" name="Diorama">
                  <node id="diorama" name="Diorama" type="NODE">\(translation)
            \(instances)      </node>
                </visual_scene>
              </library_visual_scenes>
              <scene><instance_visual_scene url="#scene"/></scene>
            </COLLADA>

            """
    }
}
