import Foundation
import Geometry
import Images
import Work

extension GLB {
    /// Writes a mesh or a cloud: one buffer with float positions, normals, linear colours and texture coordinates, 32-bit indices; a rough
    /// white double-sided material. A texture is embedded as JPEG, is the base colour, and stands instead of the vertices' colours (readers
    /// multiply the two).
    ///
    /// Colours are floats because that is what every reader understands: eight linear bits cannot hold dark sRGB codes, and some readers
    /// take sixteen bits for eight.
    /// - Returns: what the format could not hold.
    @discardableResult
    public static func write(
        _ model: Model, to url: URL, options: WriteOptions = WriteOptions(), progress: ProgressReporter = .silent
    ) throws(FormatError) -> [Loss] {
        try model.checkWritable()
        var losses = Self.frameLosses(options)
        let model = model.withoutSplats("This kind of GLB", &losses)
        let layout = Layout(model, try model.encodedTexture())
        let json = Array(layout.json.utf8)
        let padded = json + [UInt8](repeating: 0x20, count: (4 - json.count % 4) % 4)
        let total = 12 + 8 + padded.count + 8 + layout.byteLength
        guard total <= Int(UInt32.max) else {
            throw .unwritable("a GLB holds at most 4 GiB and this model needs \(Text.bytes(total)); simplify it or write ply")
        }
        var file = try AtomicFile.begin(url)
        var head: [UInt8] = []
        func append(_ word: UInt32) { withUnsafeBytes(of: word.littleEndian) { head += $0 } }
        append(magic)
        append(2)
        append(UInt32(total))
        append(UInt32(padded.count))
        append(jsonChunk)
        head += padded
        append(UInt32(layout.byteLength))
        append(binaryChunk)
        try file.putArray(head)
        try layout.writeBinary(&file, progress)
        try AtomicFile.end(file)
        return losses
    }

    /// glTF fixes unit and axes (section 3.4).
    static func frameLosses(_ options: WriteOptions) -> [Loss] {
        var losses: [Loss] = []
        if let unit = options.unit, unit != .metre {
            losses.append(Loss(.unit, "glTF is in metres by its specification, not \(unit.plural)."))
        }
        if options.up == .z { losses.append(Loss(.upAxis, "glTF is y up by its specification, not z up.")) }
        return losses
    }

    /// Which bytes lie where.
    private struct Layout {
        let positions: [Vector3]
        let normals: [Vector3]
        let colors: [Vector3]
        let texture: [Vector2]
        let indices: [UInt32]
        let isMesh: Bool
        private let origin: SIMD3<Double>
        /// The texture's JPEG bytes, filled up with zeros to a multiple of four; empty where there is none.
        let picture: [UInt8]
        private let pictureLength: Int
        private(set) var views: [(name: String, length: Int, target: Int)] = []

        init(_ model: Model, _ jpeg: [UInt8]) {
            positions = model.positions
            origin = model.origin
            normals = model.normals
            colors = jpeg.isEmpty ? model.colors : []
            picture = jpeg + [UInt8](repeating: 0, count: (4 - jpeg.count % 4) % 4)
            pictureLength = jpeg.count
            texture = model.mesh?.textureCoordinates ?? []
            indices = model.mesh?.indices ?? []
            isMesh = !indices.isEmpty
            let n = positions.count
            views.append(("POSITION", n * 12, 34962))
            if !normals.isEmpty { views.append(("NORMAL", n * 12, 34962)) }
            if !colors.isEmpty { views.append(("COLOR_0", n * 12, 34962)) }
            if !texture.isEmpty { views.append(("TEXCOORD_0", n * 8, 34962)) }
            if isMesh { views.append(("indices", indices.count * 4, 34963)) }
        }

        /// A multiple of four: every element is.
        var byteLength: Int { views.reduce(picture.count) { $0 + $1.length } }

        var json: String {
            let box = Bounds(positions)
            var accessors: [String] = []
            var attributes: [String] = []
            var bufferViews: [String] = []
            var offset = 0
            for (i, view) in views.enumerated() {
                bufferViews.append(
                    "{\"buffer\":0,\"byteOffset\":\(offset),\"byteLength\":\(view.length),\"target\":\(view.target)}")
                offset += view.length
                if view.name != "indices" { attributes.append("\"\(view.name)\":\(i)") }
                let rest =
                    switch view.name {
                    case "POSITION":
                        "5126,\"count\":\(positions.count),\"type\":\"VEC3\",\"min\":\(Self.list(box.min)),\"max\":\(Self.list(box.max))"
                    case "NORMAL": "5126,\"count\":\(positions.count),\"type\":\"VEC3\""
                    case "COLOR_0": "5126,\"count\":\(positions.count),\"type\":\"VEC3\""
                    case "TEXCOORD_0": "5126,\"count\":\(positions.count),\"type\":\"VEC2\""
                    default: "5125,\"count\":\(indices.count),\"type\":\"SCALAR\""
                    }
                accessors.append("{\"bufferView\":\(i),\"componentType\":\(rest)}")
            }
            var material = "\"metallicFactor\":0,\"roughnessFactor\":1"
            var pictures = ""
            if !picture.isEmpty {
                // The padding belongs to the chunk, not to the picture.
                bufferViews.append("{\"buffer\":0,\"byteOffset\":\(offset),\"byteLength\":\(pictureLength)}")
                material = "\"baseColorTexture\":{\"index\":0}," + material
                // Linear, with mipmaps; charts end before the picture's border.
                pictures =
                    "\"textures\":[{\"source\":0,\"sampler\":0}],"
                    + "\"samplers\":[{\"magFilter\":9729,\"minFilter\":9987,\"wrapS\":33071,\"wrapT\":33071}],"
                    + "\"images\":[{\"bufferView\":\(views.count),\"mimeType\":\"image/jpeg\"}],"
            }
            let primitive =
                "{\"attributes\":{\(attributes.joined(separator: ","))},"
                + (isMesh ? "\"indices\":\(views.count - 1),\"mode\":4,\"material\":0}" : "\"mode\":0,\"material\":0}")
            // Doubles: the only place for map coordinates.
            let translation = origin == .zero ? "" : ",\"translation\":[\(origin.x),\(origin.y),\(origin.z)]"
            return "{\"asset\":{\"version\":\"2.0\",\"generator\":\"Diorama\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],"
                + "\"nodes\":[{\"name\":\"Diorama\",\"mesh\":0\(translation)}],\"meshes\":[{\"primitives\":[\(primitive)]}],"
                + "\"materials\":[{\"doubleSided\":true,\"pbrMetallicRoughness\":{\(material)}}],\(pictures)"
                + "\"accessors\":[\(accessors.joined(separator: ","))],\"bufferViews\":[\(bufferViews.joined(separator: ","))],"
                + "\"buffers\":[{\"byteLength\":\(byteLength)}]}"
        }

        /// The float's exact value: readers compare it with the buffer's.
        private static func list(_ v: Vector3) -> String { "[\(Double(v.x)),\(Double(v.y)),\(Double(v.z))]" }

        func writeBinary(_ file: inout AtomicFile, _ progress: ProgressReporter) throws(FormatError) {
            let n = positions.count
            try file.writeRows(n, stride: 12, progress.part(0...0.3), "Writing vertices") { i, row in Self.store(positions[i], row)
            }
            try file.writeRows(normals.count, stride: 12, progress.part(0.3...0.5), "Writing normals") { i, row in
                Self.store(normals[i], row)
            }
            try file.writeRows(colors.count, stride: 12, progress.part(0.5...0.6), "Writing colours") { i, row in
                Self.store(colors[i], row)
            }
            try file.writeRows(texture.count, stride: 8, progress.part(0.6...0.7), "Writing texture coordinates") { i, row in
                row.storeBytes(of: texture[i].x.bitPattern.littleEndian, as: UInt32.self)
                row.storeBytes(of: (1 - texture[i].y).bitPattern.littleEndian, toByteOffset: 4, as: UInt32.self)
            }
            try file.writeRows(indices.count, stride: 4, progress.part(0.7...1), "Writing faces") { i, row in
                row.storeBytes(of: indices[i].littleEndian, as: UInt32.self)
            }
            try file.putArray(picture)
        }

        @inline(__always) private static func store(_ v: Vector3, _ row: UnsafeMutableRawPointer) {
            for k in 0..<3 { row.storeBytes(of: v[k].bitPattern.littleEndian, toByteOffset: 4 * k, as: UInt32.self) }
        }
    }
}
