import Codecs
import Foundation
import Geometry
import Support

extension OBJ {
    /// Writes a mesh, or a cloud as bare `v` lines: colours behind the coordinates, 8-bit sRGB as fractions. A comment has unit and
    /// axes, customarily metres, y up.
    ///
    /// A texture replaces the vertex colours: `room.obj` then has `room.mtl` and `room.jpg` beside it, which replace earlier
    /// ones. Each of the three is whole or not written at all, the `.obj` last.
    /// - Returns: what the format could not hold.
    @discardableResult
    public static func write(
        _ model: Model, to url: URL, options: WriteOptions = WriteOptions(), progress: ProgressReporter = .silent
    ) throws(FormatError) -> [Loss] {
        try model.checkWritable()
        var losses: [Loss] = []
        let model = model.withoutSplats("OBJ", &losses)
        let frame = CoordinateFrame(options, else: .metre, .y)
        let isTextured = model.isTextured
        let library = isTextured ? try writeMaterial(model, beside: url, progress) : nil
        var file = try AtomicFile.begin(url)
        try file.put("# Diorama: \(frame), vertex colours sRGB\n")
        if let library { try file.put("mtllib \(library)\nusemtl scan\n") }
        let positions = model.positions
        let colors = isTextured ? [] : model.colors
        if let loss = Model.colorDepthLoss(colors) { losses.append(loss) }
        let normals = model.normals
        let origin = model.origin
        let isFar = origin != .zero
        let fractions = EncodedColor.fractionText
        try file.writeText(positions.count, progress: progress.part(0...0.4), what: "Writing vertices") { i, text in
            text.append("v ")
            if isFar {
                text.append(frame.toFile(origin + SIMD3<Double>(positions[i])))
            } else {
                text.append(frame.toFile(positions[i]))
            }
            if !colors.isEmpty {
                let c = ColorCoder.shared.codes(colors[i])
                for k in 0..<3 {
                    text.append(UInt8(ascii: " "))
                    text.append(fractions[Int(c[k])])
                }
            }
            text.append(UInt8(ascii: "\n"))
        }
        let texture = model.mesh?.textureCoordinates ?? []
        try file.writeText(texture.count, progress: progress.part(0.4...0.5), what: "Writing texture coordinates") { i, text in
            text.append("vt ")
            text.append(texture[i].x)
            text.append(UInt8(ascii: " "))
            text.append(texture[i].y)
            text.append(UInt8(ascii: "\n"))
        }
        try file.writeText(normals.count, progress: progress.part(0.5...0.7), what: "Writing normals") { i, text in
            text.append("vn ")
            text.append(frame.toFile(direction: normals[i]))
            text.append(UInt8(ascii: "\n"))
        }
        if let mesh = model.mesh {
            let indices = mesh.indices
            try file.writeText(mesh.triangleCount, progress: progress.part(0.7...1), what: "Writing faces") { i, text in
                text.append(UInt8(ascii: "f"))
                for k in 0..<3 {
                    let n = Int(indices[3 * i + k]) + 1
                    text.append(UInt8(ascii: " "))
                    text.append(n)
                    if !texture.isEmpty || !normals.isEmpty { text.append(UInt8(ascii: "/")) }
                    if !texture.isEmpty { text.append(n) }
                    if !normals.isEmpty {
                        text.append(UInt8(ascii: "/"))
                        text.append(n)
                    }
                }
                text.append(UInt8(ascii: "\n"))
            }
        }
        try AtomicFile.end(file)
        losses.append(Loss(.unit, "OBJ declares neither unit nor axes; the file is in \(frame)."))
        if let library {
            losses.append(
                Loss(.texture, "The texture and its material are stored beside the file; keep \(library) and the image with it."))
        }
        return losses
    }

    /// Writes the image and the material of a textured model beside the model's file; the material's name.
    private static func writeMaterial(_ model: Model, beside url: URL, _ progress: ProgressReporter) throws(FormatError) -> String {
        try progress.step(0, "Writing the texture")
        let picture = url.deletingPathExtension().appendingPathExtension("jpg")
        let material = url.deletingPathExtension().appendingPathExtension("mtl")
        guard picture != url, material != url else { throw .unwritable("a textured model needs the file extension .obj") }
        let jpeg = try model.encodedTexture()
        // White, lit by nothing else: scans hold the light of their place.
        let text = "newmtl scan\nKa 0 0 0\nKd 1 1 1\nKs 0 0 0\nillum 1\nmap_Kd \(picture.lastPathComponent)\n"
        do throws(FileError) {
            try AtomicFile.write(jpeg, to: picture)
            try AtomicFile.write(Array(text.utf8), to: material)
        } catch { throw FormatError(error) }
        return material.lastPathComponent
    }
}
