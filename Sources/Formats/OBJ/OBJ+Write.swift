import Foundation
import Geometry
import Work

extension OBJ {
    /// Writes a mesh, or a cloud as bare `v` lines: colours behind the coordinates, 8-bit sRGB as fractions.
    /// - Returns: what the format could not hold.
    @discardableResult
    public static func write(
        _ model: Model, to url: URL, progress: ProgressReporter = .silent
    ) throws(FormatError) -> [String] {
        try model.checkWritable()
        var file = try AtomicFile.begin(url)
        try file.put("# Diorama: metres, y up, vertex colours sRGB\n")
        let positions = model.positions
        let colors = model.colors
        let normals = model.normals
        let fractions = EncodedColor.fractionText
        try file.writeText(positions.count, progress.part(0...0.4), "Writing vertices") { i, text in
            text.append("v ")
            text.append(positions[i])
            if !colors.isEmpty {
                let c = SRGB.fromLinear(colors[i])
                for k in 0..<3 {
                    text.append(UInt8(ascii: " "))
                    text.append(fractions[Int(c[k])])
                }
            }
            text.append(UInt8(ascii: "\n"))
        }
        let texture = model.mesh?.textureCoordinates ?? []
        try file.writeText(texture.count, progress.part(0.4...0.5), "Writing texture coordinates") { i, text in
            text.append("vt ")
            text.append(texture[i].x)
            text.append(UInt8(ascii: " "))
            text.append(texture[i].y)
            text.append(UInt8(ascii: "\n"))
        }
        try file.writeText(normals.count, progress.part(0.5...0.7), "Writing normals") { i, text in
            text.append("vn ")
            text.append(normals[i])
            text.append(UInt8(ascii: "\n"))
        }
        if let mesh = model.mesh {
            let indices = mesh.indices
            try file.writeText(mesh.triangleCount, progress.part(0.7...1), "Writing faces") { i, text in
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
        return ["OBJ names neither unit nor axes; the file is in metres, y up."]
    }
}
