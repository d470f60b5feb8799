import Codecs
import Foundation
import Geometry
import Support

extension PLY {
    /// Writes a mesh or a cloud: float positions (doubles where the model has an origin), normals and texture coordinates, 8-bit
    /// sRGB colours, attributes of points in their types, faces of three int indices. A comment has unit and axes, customarily
    /// metres, y up. Splats are written as `SplatPLY` or, where the name ends in `.compressed.ply`, as `CompressedPLY`.
    /// - Returns: what the format could not hold.
    @discardableResult
    public static func write(
        _ model: Model, to url: URL, options: WriteOptions = WriteOptions(), encoding: Encoding = .littleEndian,
        progress: ProgressReporter = .silent
    ) throws(FormatError) -> [Loss] {
        if model.splats != nil {
            let isCompressed = options.compresses ?? url.lastPathComponent.lowercased().hasSuffix(".compressed.ply")
            if isCompressed { return try CompressedPLY.write(model, to: url, options: options, progress: progress) }
            return try SplatPLY.write(model, to: url, options: options, progress: progress)
        }
        try model.checkWritable()
        var losses = model.textureLoss
        let model = model.withVertexColors
        if let loss = Model.colorDepthLoss(model.colors) { losses.append(loss) }
        let frame = CoordinateFrame(options, else: .metre, .y)
        var file = try AtomicFile.begin(url)
        let layout = Layout(model, frame)
        try file.put(header(model, layout.columns, frame: frame, encoding: encoding))
        if let loss = AttributeColumn.nameLoss(layout.columns, "PLY") { losses.append(loss) }
        let vertices = progress.part(0...0.5)
        let count = model.positions.count
        switch encoding {
        case .ascii:
            try file.writeText(count, progress: vertices, what: "Writing vertices") { i, text in layout.append(i, &text) }
        case .littleEndian:
            try file.writeRows(count, stride: layout.stride, progress: vertices, what: "Writing vertices") { i, row in
                layout.store(i, row, isBig: false)
            }
        case .bigEndian:
            try file.writeRows(count, stride: layout.stride, progress: vertices, what: "Writing vertices") { i, row in
                layout.store(i, row, isBig: true)
            }
        }
        if let mesh = model.mesh { try writeFaces(mesh, encoding: encoding, file: &file, progress: progress.part(0.5...1)) }
        try AtomicFile.end(file)
        return losses
    }

    /// Names that have a meaning to readers.
    private static let reserved = [
        "x", "y", "z", "nx", "ny", "nz", "normal_x", "normal_y", "normal_z", "red", "green", "blue", "r", "g", "b", "diffuse_red",
        "diffuse_green", "diffuse_blue", "f_dc_0",
    ]

    private static func header(
        _ model: Model, _ columns: [AttributeColumn], frame: CoordinateFrame, encoding: Encoding
    ) -> String {
        let format =
            switch encoding {
            case .ascii: "ascii"
            case .littleEndian: "binary_little_endian"
            case .bigEndian: "binary_big_endian"
            }
        var text =
            "ply\nformat \(format) 1.0\ncomment Diorama: \(frame), colours sRGB\nelement vertex \(model.positions.count)\n"
        let position = model.origin == .zero ? "float" : "double"
        for name in ["x", "y", "z"] { text += "property \(position) \(name)\n" }
        if !model.normals.isEmpty { for name in ["nx", "ny", "nz"] { text += "property float \(name)\n" } }
        if !model.colors.isEmpty { for name in ["red", "green", "blue"] { text += "property uchar \(name)\n" } }
        for column in columns { text += "property \(PLYHeader.Scalar.name(column.type)) \(column.name)\n" }
        if let mesh = model.mesh {
            if !mesh.textureCoordinates.isEmpty { text += "property float s\nproperty float t\n" }
            text += "element face \(mesh.triangleCount)\nproperty list uchar int vertex_indices\n"
        }
        return text + "end_header\n"
    }

    private static func writeFaces(
        _ mesh: TriangleMesh, encoding: Encoding, file: inout AtomicFile, progress: ProgressReporter
    ) throws(FormatError) {
        let indices = mesh.indices
        if encoding == .ascii {
            try file.writeText(mesh.triangleCount, progress: progress, what: "Writing faces") { i, text in
                text.append("3")
                for k in 0..<3 {
                    text.append(UInt8(ascii: " "))
                    text.append(Int(indices[3 * i + k]))
                }
                text.append(UInt8(ascii: "\n"))
            }
            return
        }
        try file.writeRows(mesh.triangleCount, stride: 13, progress: progress, what: "Writing faces") { i, row in
            row.storeBytes(of: 3, as: UInt8.self)
            for k in 0..<3 {
                let index = indices[3 * i + k]
                row.storeBytes(
                    of: encoding == .bigEndian ? index.bigEndian : index.littleEndian, toByteOffset: 1 + 4 * k, as: UInt32.self)
            }
        }
    }

    /// A vertex as it is stored in the file.
    private struct Layout {
        let positions: [Vector3]
        let normals: [Vector3]
        let colors: [Vector3]
        let texture: [Vector2]
        let stride: Int
        let columns: [AttributeColumn]
        private let numbers: [AttributeNumbers]
        private let frame: CoordinateFrame
        private let origin: SIMD3<Double>
        private let isFar: Bool

        init(_ model: Model, _ frame: CoordinateFrame) {
            self.frame = frame
            origin = model.origin
            isFar = origin != .zero
            positions = model.positions
            normals = model.normals
            colors = model.colors
            texture = model.mesh?.textureCoordinates ?? []
            columns = AttributeColumn.columns(model.cloud?.attributes ?? [], used: PLY.reserved)
            numbers = columns.map(\.numbers)
            let rest = columns.reduce(0) { $0 + $1.size }
            stride = rest + (isFar ? 24 : 12) + (normals.isEmpty ? 0 : 12) + (colors.isEmpty ? 0 : 3) + (texture.isEmpty ? 0 : 8)
        }

        @inline(__always) func store(_ i: Int, _ row: UnsafeMutableRawPointer, isBig: Bool) {
            var place = row
            func put(_ x: Float) {
                place.storeBytes(of: isBig ? x.bitPattern.bigEndian : x.bitPattern.littleEndian, as: UInt32.self)
                place += 4
            }
            func put(_ x: Double) {
                place.storeBytes(of: isBig ? x.bitPattern.bigEndian : x.bitPattern.littleEndian, as: UInt64.self)
                place += 8
            }
            func put(_ v: Vector3) {
                put(v.x)
                put(v.y)
                put(v.z)
            }
            if isFar {
                let p = frame.toFile(origin + SIMD3<Double>(positions[i]))
                put(p.x)
                put(p.y)
                put(p.z)
            } else {
                put(frame.toFile(positions[i]))
            }
            if !normals.isEmpty { put(frame.toFile(direction: normals[i])) }
            if !colors.isEmpty {
                let c = ColorCoder.shared.codes(colors[i])
                place.storeBytes(of: c.x, as: UInt8.self)
                place.storeBytes(of: c.y, toByteOffset: 1, as: UInt8.self)
                place.storeBytes(of: c.z, toByteOffset: 2, as: UInt8.self)
                place += 3
            }
            for k in numbers.indices {
                if isBig { numbers[k].storeBigEndian(i, place) } else { numbers[k].store(i, place) }
                place += numbers[k].type.size
            }
            if !texture.isEmpty {
                put(texture[i].x)
                put(texture[i].y)
            }
        }

        func append(_ i: Int, _ text: inout TextBuffer) {
            if isFar {
                text.append(frame.toFile(origin + SIMD3<Double>(positions[i])))
            } else {
                text.append(frame.toFile(positions[i]))
            }
            if !normals.isEmpty {
                text.append(UInt8(ascii: " "))
                text.append(frame.toFile(direction: normals[i]))
            }
            if !colors.isEmpty {
                let c = ColorCoder.shared.codes(colors[i])
                for k in 0..<3 {
                    text.append(UInt8(ascii: " "))
                    text.append(Int(c[k]))
                }
            }
            for k in numbers.indices {
                text.append(UInt8(ascii: " "))
                numbers[k].append(i, &text)
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
