import Codecs
import Foundation
import Geometry
import Images
import Support

extension FBX {
    static let writtenVersion: UInt32 = 7400

    /// Writes a mesh as binary FBX 7.4, customarily in metres, y up, which the global settings declare: doubles for positions,
    /// normals of vertices, 8-bit sRGB colours and texture coordinates of corners, a Lambert material with the texture embedded as
    /// JPEG. Arrays are packed unless `options.compresses` is false. A model's origin is the node's translation.
    /// - Returns: what the format could not hold.
    /// - Throws: where the model is a cloud, or the file cannot be written.
    @discardableResult
    public static func write(
        _ model: Model, to url: URL, options: WriteOptions = WriteOptions(), progress: ProgressReporter = .silent
    ) throws(FormatError) -> [Loss] {
        try model.checkWritable()
        let mesh = try model.meshOnly("FBX")
        let jpeg = try model.encodedTexture()
        let frame = CoordinateFrame(options, else: .metre, .y)
        var losses: [Loss] = []
        // As in glTF: readers multiply image and colours.
        let colors = jpeg.isEmpty ? mesh.colors : []
        if let loss = Model.colorDepthLoss(colors) { losses.append(loss) }
        try progress.step(0, "Compressing the mesh")
        let geometry = try Self.geometry(mesh, colors: colors, frame: frame, packs: options.compresses ?? true)
        try progress.step(0.7, "Writing records")
        let records = document(frame, geometry: geometry, model: model, jpeg: jpeg)
        let length = records.reduce(27 + 13) { $0 + $1.length }
        guard length < Int(UInt32.max) - 4096 else {
            throw .unwritable("an FBX 7.4 file is limited to 4 GiB and this model needs \(Text.bytes(length)); simplify it")
        }
        var head = Array("Kaydara FBX Binary  \0".utf8) + [0x1A, 0]
        FBXRecord.put(writtenVersion, &head)
        var blocks = [head]
        var place = head.count
        for record in records {
            record.append(to: &blocks, at: place)
            place += record.length
        }
        blocks.append([UInt8](repeating: 0, count: 13))
        blocks.append(footer(after: place + 13))
        var file = try AtomicFile.begin(url)
        for block in blocks { try file.putArray(block) }
        try AtomicFile.end(file)
        return losses
    }

    /// What ends every file: an identifier that belongs to the fixed time below, zeros up to a multiple of 16, the version, and a
    /// fixed end.
    private static func footer(after place: Int) -> [UInt8] {
        var bytes: [UInt8] = [
            0xFA, 0xBC, 0xAB, 0x09, 0xD0, 0xC8, 0xD4, 0x66, 0xB1, 0x76, 0xFB, 0x83, 0x1C, 0xF7, 0x26, 0x7E, 0, 0, 0, 0,
        ]
        let padding = 16 - (place + bytes.count) % 16
        bytes += [UInt8](repeating: 0, count: padding)
        FBXRecord.put(writtenVersion, &bytes)
        bytes += [UInt8](repeating: 0, count: 120)
        return bytes + [0xF8, 0x5A, 0x8C, 0x6A, 0xDE, 0xF5, 0xD9, 0x7E, 0xEC, 0xE9, 0x0C, 0xE3, 0x75, 0x8F, 0x29, 0x0B]
    }

    // MARK: Geometry

    /// One of the geometry's arrays: made and packed on a core of its own.
    private struct PackedArray {
        let type: Character
        let count: Int
        let make: @Sendable () -> [UInt8]
    }

    private static func geometry(
        _ mesh: TriangleMesh, colors: [Vector3], frame: CoordinateFrame, packs: Bool
    ) throws(FormatError) -> FBXRecord {
        let indices = mesh.indices
        let positions = mesh.positions
        let normals = mesh.normals
        let texture = mesh.textureCoordinates
        let corners = PackedArray(type: "i", count: indices.count) { integers(indices.count) { Int32(bitPattern: indices[$0]) } }
        var arrays = [
            PackedArray(type: "d", count: 3 * positions.count) { vectors(positions) { frame.toFile($0) } },
            // A polygon's last corner is stored as its complement.
            PackedArray(type: "i", count: indices.count) {
                integers(indices.count) { Int32(bitPattern: $0 % 3 == 2 ? ~indices[$0] : indices[$0]) }
            },
        ]
        if !normals.isEmpty {
            arrays.append(PackedArray(type: "d", count: 3 * normals.count) { vectors(normals) { frame.toFile(direction: $0) } })
        }
        if !texture.isEmpty {
            arrays.append(
                PackedArray(type: "d", count: 2 * texture.count) { doubles(2 * texture.count) { Double(texture[$0 / 2][$0 % 2]) } })
        }
        if !colors.isEmpty {
            arrays.append(
                PackedArray(type: "d", count: 4 * colors.count) {
                    doubles(4 * colors.count) { $0 % 4 == 3 ? 1 : Double(ColorCoder.shared.code(colors[$0 / 4][$0 % 4])) / 255 }
                })
        }
        if !texture.isEmpty || !colors.isEmpty { arrays.append(corners) }
        var contents = [[UInt8]](repeating: [], count: arrays.count)
        contents.withUnsafeMutableBufferPointer { contents in
            nonisolated(unsafe) let contents = contents
            Parallel.forEach(arrays.count) { i in
                let bytes = arrays[i].make()
                contents[i] = packs ? Deflate.compress(bytes) : bytes
            }
        }
        guard contents.allSatisfy({ !$0.isEmpty }) else { throw .unwritable("out of memory while compressing the mesh") }
        guard contents.allSatisfy({ $0.count < Int(UInt32.max) }) else {
            throw .unwritable("an array of the mesh exceeds the 4 GiB limit of FBX; simplify it")
        }
        var next = 0
        func array(_ name: String) -> FBXRecord {
            next += 1
            return shared(name, next - 1)
        }
        func shared(_ name: String, _ i: Int) -> FBXRecord {
            FBXRecord(name).array(arrays[i].type, count: arrays[i].count, contents[i], isPacked: packs)
        }
        var children = [FBXRecord("GeometryVersion").int(124), array("Vertices"), array("PolygonVertexIndex")]
        var layers: [String] = []
        func layer(_ kind: String, name: String, mapping: String, reference: String, content: [FBXRecord]) {
            layers.append(kind)
            children.append(
                FBXRecord(
                    kind,
                    [
                        FBXRecord("Version").int(101), FBXRecord("Name").text(name),
                        FBXRecord("MappingInformationType").text(mapping),
                        FBXRecord("ReferenceInformationType").text(reference),
                    ] + content
                ).int(0))
        }
        if !normals.isEmpty {
            layer("LayerElementNormal", name: "", mapping: "ByVertice", reference: "Direct", content: [array("Normals")])
        }
        if !texture.isEmpty {
            layer(
                "LayerElementUV", name: "UVMap", mapping: "ByPolygonVertex", reference: "IndexToDirect",
                content: [array("UV"), shared("UVIndex", arrays.count - 1)])
        }
        if !colors.isEmpty {
            layer(
                "LayerElementColor", name: "Colors", mapping: "ByPolygonVertex", reference: "IndexToDirect",
                content: [array("Colors"), shared("ColorIndex", arrays.count - 1)])
        }
        var zero: [UInt8] = []
        FBXRecord.put(0 as Int32, &zero)
        layer(
            "LayerElementMaterial", name: "", mapping: "AllSame", reference: "IndexToDirect",
            content: [FBXRecord("Materials").array("i", count: 1, zero, isPacked: false)])
        let elements = layers.map { FBXRecord("LayerElement", [FBXRecord("Type").text($0), FBXRecord("TypedIndex").int(0)]) }
        children.append(FBXRecord("Layer", [FBXRecord("Version").int(100)] + elements).int(0))
        return FBXRecord("Geometry", children).long(FBXObject.geometry).text(FBXRecord.name("Surface", "Geometry")).text("Mesh")
    }

    private static func vectors(_ values: [Vector3], _ change: (Vector3) -> Vector3) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 24 * values.count) { buffer, used in
            let raw = UnsafeMutableRawBufferPointer(buffer)
            for (i, value) in values.enumerated() {
                let v = change(value)
                for k in 0..<3 {
                    raw.storeBytes(of: Double(v[k]).bitPattern.littleEndian, toByteOffset: 24 * i + 8 * k, as: UInt64.self)
                }
            }
            used = 24 * values.count
        }
    }

    private static func doubles(_ count: Int, _ value: (Int) -> Double) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 8 * count) { buffer, used in
            let raw = UnsafeMutableRawBufferPointer(buffer)
            for i in 0..<count { raw.storeBytes(of: value(i).bitPattern.littleEndian, toByteOffset: 8 * i, as: UInt64.self) }
            used = 8 * count
        }
    }

    private static func integers(_ count: Int, _ value: (Int) -> Int32) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 4 * count) { buffer, used in
            let raw = UnsafeMutableRawBufferPointer(buffer)
            for i in 0..<count { raw.storeBytes(of: value(i).littleEndian, toByteOffset: 4 * i, as: Int32.self) }
            used = 4 * count
        }
    }
}
