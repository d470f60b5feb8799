import Codecs
import Geometry
import Support

/// The layout of a model in a glTF buffer, and the JSON that describes it (specification chapter 3; KHR_mesh_quantization).
struct GLTFLayout {
    /// One buffer view with its one accessor.
    private struct View {
        let name: String
        let count: Int
        /// Component type and, for integers that represent fractions, `normalized`; type; bounds.
        let accessor: String
        let stride: Int
        let target: Int
        let store: (Int, UnsafeMutableRawPointer) -> Void

        /// Filled up to a multiple of four.
        var length: Int { (count * stride + 3) & ~3 }
    }

    private var views: [View] = []
    private let isMesh: Bool
    private var isQuantized = false
    private var hasTexture: Bool { imageLength > 0 }
    /// Doubles: the only place for map coordinates.
    private let origin: SIMD3<Double>
    /// Where whole numbers stand from there, and their step in metres; nil where positions are floats.
    private var steps: (from: SIMD3<Double>, metres: Double)?
    private let asset: GLTFAsset
    /// The texture's JPEG bytes, filled up with zeros to a multiple of four; empty where there is none.
    let picture: [UInt8]
    let imageLength: Int

    /// - Parameter jpeg: the texture, empty where there is none.
    init(_ model: Model, jpeg: [UInt8], options: WriteOptions, losses: inout [Loss]) {
        picture = jpeg + [UInt8](repeating: 0, count: (4 - jpeg.count % 4) % 4)
        imageLength = jpeg.count
        origin = model.origin
        asset = GLTFAsset(crs: model.crs)
        let indices = model.mesh?.indices ?? []
        isMesh = !indices.isEmpty
        let colors = jpeg.isEmpty ? model.colors : []
        let texture = model.mesh?.textureCoordinates ?? []
        if options.quantizes {
            addQuantized(model.positions, normals: model.normals, losses: &losses)
        } else {
            addFloats(model.positions, model.normals)
        }
        if !colors.isEmpty { add(colors: colors, options) }
        if !texture.isEmpty { add(texture, options) }
        if isMesh {
            let isShort = options.quantizes && model.positions.count <= 0xFFFF
            add(
                "indices", count: indices.count, component: "\(isShort ? 5123 : 5125)", type: "SCALAR", stride: isShort ? 2 : 4,
                target: 34963
            ) { i, row in
                if isShort {
                    row.storeBytes(of: UInt16(truncatingIfNeeded: indices[i]).littleEndian, as: UInt16.self)
                } else {
                    row.storeBytes(of: indices[i].littleEndian, as: UInt32.self)
                }
            }
        }
    }

    /// Bytes of the views, a multiple of four.
    var geometryLength: Int { views.reduce(0) { $0 + $1.length } }
    /// The same with the image.
    var byteLength: Int { geometryLength + picture.count }

    func write(_ file: inout AtomicFile, _ progress: ProgressReporter) throws(FormatError) {
        let total = Double(max(1, geometryLength))
        var done = 0
        for view in views {
            let part = progress.part(Double(done) / total...Double(done + view.length) / total)
            try file.writeRows(view.count, stride: view.stride, progress: part, what: "Writing \(view.name)", fill: view.store)
            try file.putArray([UInt8](repeating: 0, count: view.length - view.count * view.stride))
            done += view.length
        }
    }

    // MARK: Views

    private mutating func add(
        _ name: String, count: Int, component: String, type: String, stride: Int, target: Int = 34962, bounds: String = "",
        store: @escaping (Int, UnsafeMutableRawPointer) -> Void
    ) {
        let accessor = "\"componentType\":\(component),\"count\":\(count),\"type\":\"\(type)\"\(bounds)"
        views.append(View(name: name, count: count, accessor: accessor, stride: stride, target: target, store: store))
    }

    private mutating func addFloats(_ positions: [Vector3], _ normals: [Vector3]) {
        let box = Bounds(positions)
        // The floats' exact values: readers compare them with the buffer's.
        func list(_ v: Vector3) -> String { "[\(Double(v.x)),\(Double(v.y)),\(Double(v.z))]" }
        let bounds = ",\"min\":\(list(box.min)),\"max\":\(list(box.max))"
        add("POSITION", count: positions.count, component: "5126", type: "VEC3", stride: 12, bounds: bounds) { i, row in
            Self.store(positions[i], row)
        }
        if normals.isEmpty { return }
        add("NORMAL", count: normals.count, component: "5126", type: "VEC3", stride: 12) { i, row in Self.store(normals[i], row) }
    }

    /// Positions as 65,536 steps along the longest side of the box, normals as signed bytes.
    private mutating func addQuantized(_ positions: [Vector3], normals: [Vector3], losses: inout [Loss]) {
        isQuantized = true
        let box = Bounds(positions)
        let low = SIMD3<Double>(box.min)
        let size = SIMD3<Double>(box.max) - low
        let longest = max(size.x, size.y, size.z)
        let step = longest > 0 ? longest / 65535 : 1
        self.steps = (low, step)
        func steps(_ p: Vector3) -> SIMD3<UInt16> {
            let q = ((SIMD3<Double>(p) - low) / step).rounded(.toNearestOrAwayFromZero)
            return SIMD3(UInt16(min(q.x, 65535)), UInt16(min(q.y, 65535)), UInt16(min(q.z, 65535)))
        }
        let top = steps(box.max)
        add(
            "POSITION", count: positions.count, component: "5123", type: "VEC3", stride: 8,
            bounds: ",\"min\":[0,0,0],\"max\":[\(top.x),\(top.y),\(top.z)]"
        ) { i, row in
            let q = steps(positions[i])
            for k in 0..<3 { row.storeBytes(of: q[k].littleEndian, toByteOffset: 2 * k, as: UInt16.self) }
            row.storeBytes(of: 0, toByteOffset: 6, as: UInt16.self)
        }
        let millimetres = (step * 500 * 100).rounded(.up) / 100
        losses.append(Loss(.precision, "Positions are quantized, with an error of at most \(millimetres) mm along each axis."))
        if normals.isEmpty { return }
        add("NORMAL", count: normals.count, component: "5120,\"normalized\":true", type: "VEC3", stride: 4) { i, row in
            let n = (normals[i] * 127).rounded(.toNearestOrAwayFromZero)
            for k in 0..<3 {
                row.storeBytes(of: Int8(max(-127, min(127, n[k].isFinite ? n[k] : 0))), toByteOffset: k, as: Int8.self)
            }
            row.storeBytes(of: 0, toByteOffset: 3, as: Int8.self)
        }
    }

    private mutating func add(colors: [Vector3], _ options: WriteOptions) {
        guard options.quantizes else {
            return add("COLOR_0", count: colors.count, component: "5126", type: "VEC3", stride: 12) { i, row in
                Self.store(colors[i], row)
            }
        }
        add("COLOR_0", count: colors.count, component: "5123,\"normalized\":true", type: "VEC4", stride: 8) { i, row in
            for k in 0..<4 {
                let x = k == 3 ? 1 : max(0, min(1, colors[i][k]))
                row.storeBytes(of: UInt16(x * 65535 + 0.5).littleEndian, toByteOffset: 2 * k, as: UInt16.self)
            }
        }
    }

    /// glTF's v points down.
    private mutating func add(_ texture: [Vector2], _ options: WriteOptions) {
        let isUnit = texture.allSatisfy { $0.x >= 0 && $0.x <= 1 && $0.y >= 0 && $0.y <= 1 }
        guard options.quantizes, isUnit else {
            return add("TEXCOORD_0", count: texture.count, component: "5126", type: "VEC2", stride: 8) { i, row in
                row.storeBytes(of: texture[i].x.bitPattern.littleEndian, as: UInt32.self)
                row.storeBytes(of: (1 - texture[i].y).bitPattern.littleEndian, toByteOffset: 4, as: UInt32.self)
            }
        }
        add("TEXCOORD_0", count: texture.count, component: "5123,\"normalized\":true", type: "VEC2", stride: 4) { i, row in
            row.storeBytes(of: UInt16(texture[i].x * 65535 + 0.5).littleEndian, as: UInt16.self)
            row.storeBytes(of: UInt16((1 - texture[i].y) * 65535 + 0.5).littleEndian, toByteOffset: 2, as: UInt16.self)
        }
    }

    @inline(__always) private static func store(_ v: Vector3, _ row: UnsafeMutableRawPointer) {
        for k in 0..<3 { row.storeBytes(of: v[k].bitPattern.littleEndian, toByteOffset: 4 * k, as: UInt32.self) }
    }

    // MARK: JSON

    /// - Parameters:
    ///   - buffer: the name of the file with the buffer; nil where it is the GLB's chunk, with the image behind the geometry.
    ///   - image: the name of the image's file beside it.
    func json(buffer: String?, picture name: String?) -> String {
        var accessors: [String] = []
        var attributes: [String] = []
        var bufferViews: [String] = []
        var offset = 0
        for (i, view) in views.enumerated() {
            // Vertex attributes that are narrower than their stride have to tell it.
            let stride = isQuantized && view.name != "indices" ? ",\"byteStride\":\(view.stride)" : ""
            bufferViews.append(
                "{\"buffer\":0,\"byteOffset\":\(offset),\"byteLength\":\(view.count * view.stride)\(stride),"
                    + "\"target\":\(view.target)}"
            )
            offset += view.length
            if view.name != "indices" { attributes.append("\"\(view.name)\":\(i)") }
            accessors.append("{\"bufferView\":\(i),\(view.accessor)}")
        }
        var material = "\"metallicFactor\":0,\"roughnessFactor\":1"
        var pictures = ""
        if hasTexture {
            material = "\"baseColorTexture\":{\"index\":0}," + material
            let source: String
            if let name {
                source = "\"uri\":\"\(Self.escaped(name))\""
            } else {
                // The padding belongs to the chunk, not to the image.
                bufferViews.append("{\"buffer\":0,\"byteOffset\":\(offset),\"byteLength\":\(imageLength)}")
                source = "\"bufferView\":\(views.count)"
            }
            // Linear, with mipmaps; charts end before the image's border.
            pictures =
                "\"textures\":[{\"source\":0,\"sampler\":0}],"
                + "\"samplers\":[{\"magFilter\":9729,\"minFilter\":9987,\"wrapS\":33071,\"wrapT\":33071}],"
                + "\"images\":[{\(source),\"mimeType\":\"image/jpeg\"}],"
        }
        let primitive =
            "{\"attributes\":{\(attributes.joined(separator: ","))},"
            + (isMesh ? "\"indices\":\(views.count - 1),\"mode\":4,\"material\":0}" : "\"mode\":0,\"material\":0}")
        func place(_ p: SIMD3<Double>) -> String { p == .zero ? "" : ",\"translation\":[\(p.x),\(p.y),\(p.z)]" }
        var nodes = "{\"name\":\"Diorama\",\"mesh\":0\(place(origin))}"
        if let steps {
            let scale = "\"scale\":[\(steps.metres),\(steps.metres),\(steps.metres)]"
            // Below an origin a node of its own, so that the outer one stands where it does for floats.
            nodes =
                origin == .zero
                ? "{\"name\":\"Diorama\",\"mesh\":0\(place(steps.from)),\(scale)}"
                : "{\"name\":\"Diorama\",\"children\":[1]\(place(origin))},{\"mesh\":0\(place(steps.from)),\(scale)}"
        }
        let extensions =
            isQuantized ? "\"extensionsUsed\":[\"KHR_mesh_quantization\"],\"extensionsRequired\":[\"KHR_mesh_quantization\"]," : ""
        let file = buffer.map { "\"uri\":\"\(Self.escaped($0))\"," } ?? ""
        let length = buffer == nil ? byteLength : geometryLength
        return "{\(asset.json),\(extensions)\"scene\":0,\"scenes\":[{\"nodes\":[0]}],"
            + "\"nodes\":[\(nodes)],\"meshes\":[{\"primitives\":[\(primitive)]}],"
            + "\"materials\":[{\"doubleSided\":true,\"pbrMetallicRoughness\":{\(material)}}],\(pictures)"
            + "\"accessors\":[\(accessors.joined(separator: ","))],\"bufferViews\":[\(bufferViews.joined(separator: ","))],"
            + "\"buffers\":[{\(file)\"byteLength\":\(length)}]}"
    }

    /// A file's name as a URI reference (RFC 3986), which needs no more escapes in JSON and XML.
    static func escaped(_ name: String) -> String {
        let plain = name.utf8.map { c -> String in
            let isPlain =
                (0x30...0x39).contains(c) || (0x41...0x5A).contains(c) || (0x61...0x7A).contains(c)
                || [0x2D, 0x2E, 0x5F, 0x7E].contains(c)
            let digits = String(c, radix: 16, uppercase: true)
            return isPlain ? String(UnicodeScalar(c)) : "%" + (digits.count == 1 ? "0" : "") + digits
        }
        return plain.joined()
    }
}
