import Foundation
import Geometry
import Work

extension PLY {
    /// Writes a mesh or a cloud: float positions, normals and texture coordinates, 8-bit sRGB colours, faces of three int indices.
    /// - Returns: what the format could not hold.
    @discardableResult
    public static func write(
        _ model: Model, to url: URL, encoding: Encoding = .littleEndian, progress: ProgressReporter = .silent
    ) throws(FormatError) -> [String] {
        try model.checkWritable()
        let notes = model.textureNote
        let model = model.withVertexColors
        var file = try AtomicFile.begin(url)
        try file.put(header(model, encoding))
        let layout = Layout(model)
        let vertices = progress.part(0...0.5)
        let count = model.positions.count
        switch encoding {
        case .ascii:
            try file.writeText(count, vertices, "Writing vertices") { i, text in layout.append(i, &text) }
        case .littleEndian:
            try file.writeRows(count, stride: layout.stride, vertices, "Writing vertices") { i, row in
                layout.store(i, row) { $0.littleEndian }
            }
        case .bigEndian:
            try file.writeRows(count, stride: layout.stride, vertices, "Writing vertices") { i, row in
                layout.store(i, row) { $0.bigEndian }
            }
        }
        if let mesh = model.mesh { try writeFaces(mesh, encoding, &file, progress.part(0.5...1)) }
        try AtomicFile.end(file)
        return notes
    }

    private static func header(_ model: Model, _ encoding: Encoding) -> String {
        let format =
            switch encoding {
            case .ascii: "ascii"
            case .littleEndian: "binary_little_endian"
            case .bigEndian: "binary_big_endian"
            }
        var text =
            "ply\nformat \(format) 1.0\ncomment Diorama: metres, y up, colours sRGB\nelement vertex \(model.positions.count)\n"
        for name in ["x", "y", "z"] { text += "property float \(name)\n" }
        if !model.normals.isEmpty { for name in ["nx", "ny", "nz"] { text += "property float \(name)\n" } }
        if !model.colors.isEmpty { for name in ["red", "green", "blue"] { text += "property uchar \(name)\n" } }
        if let mesh = model.mesh {
            if !mesh.textureCoordinates.isEmpty { text += "property float s\nproperty float t\n" }
            text += "element face \(mesh.triangleCount)\nproperty list uchar int vertex_indices\n"
        }
        return text + "end_header\n"
    }

    private static func writeFaces(
        _ mesh: TriangleMesh, _ encoding: Encoding, _ file: inout AtomicFile, _ progress: ProgressReporter
    ) throws(FormatError) {
        let indices = mesh.indices
        if encoding == .ascii {
            try file.writeText(mesh.triangleCount, progress, "Writing faces") { i, text in
                text.append("3")
                for k in 0..<3 {
                    text.append(UInt8(ascii: " "))
                    text.append(Int(indices[3 * i + k]))
                }
                text.append(UInt8(ascii: "\n"))
            }
            return
        }
        try file.writeRows(mesh.triangleCount, stride: 13, progress, "Writing faces") { i, row in
            row.storeBytes(of: 3, as: UInt8.self)
            for k in 0..<3 {
                let index = indices[3 * i + k]
                row.storeBytes(
                    of: encoding == .bigEndian ? index.bigEndian : index.littleEndian, toByteOffset: 1 + 4 * k, as: UInt32.self)
            }
        }
    }

    /// A vertex as it lies in the file.
    private struct Layout {
        let positions: [Vector3]
        let normals: [Vector3]
        let colors: [Vector3]
        let texture: [Vector2]
        let stride: Int

        init(_ model: Model) {
            positions = model.positions
            normals = model.normals
            colors = model.colors
            texture = model.mesh?.textureCoordinates ?? []
            stride = 12 + (normals.isEmpty ? 0 : 12) + (colors.isEmpty ? 0 : 3) + (texture.isEmpty ? 0 : 8)
        }

        @inline(__always) func store(_ i: Int, _ row: UnsafeMutableRawPointer, _ order: (UInt32) -> UInt32) {
            var place = row
            func put(_ x: Float) {
                place.storeBytes(of: order(x.bitPattern), as: UInt32.self)
                place += 4
            }
            func put(_ v: Vector3) {
                put(v.x)
                put(v.y)
                put(v.z)
            }
            put(positions[i])
            if !normals.isEmpty { put(normals[i]) }
            if !colors.isEmpty {
                let c = SRGB.fromLinear(colors[i])
                place.storeBytes(of: c.x, as: UInt8.self)
                place.storeBytes(of: c.y, toByteOffset: 1, as: UInt8.self)
                place.storeBytes(of: c.z, toByteOffset: 2, as: UInt8.self)
                place += 3
            }
            if !texture.isEmpty {
                put(texture[i].x)
                put(texture[i].y)
            }
        }

        func append(_ i: Int, _ text: inout TextBuffer) {
            text.append(positions[i])
            if !normals.isEmpty {
                text.append(UInt8(ascii: " "))
                text.append(normals[i])
            }
            if !colors.isEmpty {
                let c = SRGB.fromLinear(colors[i])
                for k in 0..<3 {
                    text.append(UInt8(ascii: " "))
                    text.append(Int(c[k]))
                }
            }
            if !texture.isEmpty {
                text.append(UInt8(ascii: " "))
                text.append(texture[i].x)
                text.append(UInt8(ascii: " "))
                text.append(texture[i].y)
            }
            text.append(UInt8(ascii: "\n"))
        }
    }
}
