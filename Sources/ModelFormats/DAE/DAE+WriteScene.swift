import Codecs
import Foundation
import Geometry
import Models
import Support

extension DAE {
    /// Writes a scene as COLLADA 1.4.1, valid by its schema: nodes, meshes, materials with their images, skins, morph targets,
    /// animations, cameras and lights; customarily in metres, y up, which the asset element declares.
    ///
    /// Images lie beside the file as they are encoded, under names that begin with the file's. In another unit or with another up
    /// axis one further node has the conversion as its matrix. A scene's origin is in the translations of its roots.
    /// - Returns: what the format could not hold.
    /// - Throws: where the scene has a flaw, or a file can't be written.
    @discardableResult
    public static func write(
        _ scene: Scene, to url: URL, options: WriteOptions = WriteOptions(), progress: ProgressReporter = .silent
    ) throws(FormatError) -> [Loss] {
        try scene.checkWritable()
        guard !scene.roots.isEmpty else { throw .unwritable("the scene is empty") }
        let frame = CoordinateFrame(options, else: .metre, .y)
        var materials = DAEMaterialWriter(scene, beside: url)
        try progress.step(0, "Writing materials")
        try materials.images.write(scene, beside: url)
        var writer = DAESceneWriter(scene, frame: frame)
        var file = try AtomicFile.begin(url)
        try file.put(head(frame))
        try file.put(writer.animations())
        try file.put(writer.optics())
        try file.put(materials.text())
        try writer.writeMeshes(to: &file, progress.part(0.05...0.95))
        try file.put(writer.visualScene())
        try AtomicFile.end(file)
        var losses = materials.losses + writer.losses
        if materials.images.names.contains(where: { $0 != nil }) {
            losses.append(Loss(.texture, "Images are stored beside the file; keep them with it."))
        }
        return losses + sceneLosses(scene)
    }

    private static func head(_ frame: CoordinateFrame) -> String {
        let name =
            switch frame.unit {
            case .metre: "meter"
            case .centimetre: "centimeter"
            case .millimetre: "millimeter"
            case .foot: "foot"
            case .inch: "inch"
            }
        let unit = frame.unit == .metre ? "1" : "\(frame.unit.metres)"
        // The same scene gives the same bytes: no time of day.
        return """
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
    }

    /// What a COLLADA file has no place for.
    private static func sceneLosses(_ scene: Scene) -> [Loss] {
        var losses = scene.losses(in: .dae)
        let primitives = scene.meshes.flatMap(\.primitives)
        func lose(_ kind: Loss.Kind, _ isLost: Bool, _ sentence: String) {
            if isLost { losses.append(Loss(kind, sentence)) }
        }
        lose(
            .normals, primitives.contains { $0.targets.contains { !$0.normals.isEmpty } },
            "Normals of morph targets are not written to COLLADA.")
        lose(
            .skins, scene.nodes.contains { node in node.skin != nil && node.mesh.map { scene.meshes[$0].targetCount > 0 } == true },
            "Few programs read a skin of a mesh with morph targets from COLLADA.")
        lose(
            .hierarchy, scene.nodes.contains { !$0.isVisible },
            "Hidden nodes are marked in an extension (FCOLLADA) that few programs read.")
        lose(.shape, primitives.contains { $0.topology == .points }, "Few programs read geometries without faces from COLLADA.")
        lose(.lights, scene.lights.contains { $0.range != nil }, "COLLADA can't store the range of lights.")
        return losses
    }

    /// The loss of names that `plainName` changes.
    static let renamed = "Names were changed to what COLLADA 1.4.1 allows: letters, digits, ‘.’, ‘-’ and ‘_’."

    /// A name as attributes of COLLADA 1.4.1 allow it (NCName): other characters become underscores.
    static func plainName(_ name: String) -> String {
        var result = ""
        for scalar in name.unicodeScalars {
            let isLetter = scalar.properties.isAlphabetic && scalar.value < 0x3000 || scalar == "_"
            let isOther = scalar.isASCII && (("0"..."9").contains(scalar) || scalar == "." || scalar == "-")
            if result.isEmpty, isOther { result = "_" }
            result.unicodeScalars.append(isLetter || isOther ? scalar : "_")
        }
        return result.isEmpty ? "_" : result
    }

    /// Numbers with blanks between them.
    static func text(_ numbers: [Double]) -> String {
        var text = TextBuffer()
        for (i, number) in numbers.enumerated() {
            if i > 0 { text.append(UInt8(ascii: " ")) }
            text.append(number)
        }
        return String(decoding: text.bytes, as: UTF8.self)
    }

    /// Numbers with blanks between them.
    static func text(_ numbers: [Float]) -> String {
        var text = TextBuffer()
        for (i, number) in numbers.enumerated() {
            if i > 0 { text.append(UInt8(ascii: " ")) }
            text.append(number)
        }
        return String(decoding: text.bytes, as: UTF8.self)
    }

    /// The numbers of a matrix, row after row.
    static func rows(_ m: AffineMap) -> [Double] {
        [
            m.x.x, m.y.x, m.z.x, m.translation.x, m.x.y, m.y.y, m.z.y, m.translation.y, m.x.z, m.y.z, m.z.z, m.translation.z, 0, 0,
            0,
            1,
        ]
    }
}
