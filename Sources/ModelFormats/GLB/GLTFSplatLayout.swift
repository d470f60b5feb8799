import Codecs
import Geometry
import Splats
import Support

/// Which bytes of a glTF's buffer hold which numbers of its splats: one array behind the other.
struct GLTFSplatLayout {
    /// A kind of number, and how it is written.
    private struct Attribute {
        let name: String
        /// "VEC3", and whether its numbers are normalised bytes.
        let type: String
        var isBytes = false
        /// Bytes a splat.
        let stride: Int
    }

    private let splats: SplatCloud
    private let origin: SIMD3<Double>
    private let asset: GLTFAsset
    private let attributes: [Attribute]

    init(_ splats: SplatCloud, of model: Model) {
        self.splats = splats
        origin = model.origin
        asset = GLTFAsset(crs: model.crs)
        var attributes = [
            Attribute(name: "POSITION", type: "VEC3", stride: 12),
            Attribute(name: "COLOR_0", type: "VEC4", isBytes: true, stride: 4),
            Attribute(name: GLTFSceneReader.name("ROTATION"), type: "VEC4", stride: 16),
            Attribute(name: GLTFSceneReader.name("SCALE"), type: "VEC3", stride: 12),
            Attribute(name: GLTFSceneReader.name("OPACITY"), type: "SCALAR", stride: 4),
        ]
        for degree in 0...splats.degree {
            for k in 0...2 * degree {
                attributes.append(Attribute(name: GLTFSceneReader.name("SH_DEGREE_\(degree)_COEF_\(k)"), type: "VEC3", stride: 12))
            }
        }
        self.attributes = attributes
    }

    /// A multiple of four: every element is.
    var byteLength: Int { attributes.reduce(0) { $0 + $1.stride * splats.count } }

    /// - Parameter buffer: the name of the file that holds the buffer; nil where it is the binary chunk.
    func json(buffer: String?) -> String {
        let n = splats.count
        let box = Bounds(splats.positions)
        var accessors = [String]()
        var views = [String]()
        var names = [String]()
        var offset = 0
        for (i, attribute) in attributes.enumerated() {
            let length = attribute.stride * n
            views.append("{\"buffer\":0,\"byteOffset\":\(offset),\"byteLength\":\(length),\"target\":34962}")
            offset += length
            let limits = i == 0 ? ",\"min\":\(Self.list(box.min)),\"max\":\(Self.list(box.max))" : ""
            accessors.append(
                "{\"bufferView\":\(i),\"componentType\":\(attribute.isBytes ? "5121,\"normalized\":true" : "5126"),\"count\":\(n),"
                    + "\"type\":\"\(attribute.type)\"\(limits)}")
            names.append("\"\(attribute.name)\":\(i)")
        }
        let address = buffer.map { "\"uri\":\"\(GLTFLayout.escaped($0))\"," } ?? ""
        let field =
            "{\"kernel\":\"ellipse\",\"colorSpace\":\"srgb_rec709_display\",\"projection\":\"perspective\","
            + "\"sortingMethod\":\"cameraDistance\"}"
        let translation = origin == .zero ? "" : ",\"translation\":[\(origin.x),\(origin.y),\(origin.z)]"
        return "{\(asset.json),\"extensionsUsed\":[\"KHR_gaussian_splatting\"],"
            + "\"scene\":0,\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"name\":\"Diorama\",\"mesh\":0\(translation)}],"
            + "\"meshes\":[{\"primitives\":[{\"attributes\":{\(names.joined(separator: ","))},\"mode\":0,"
            + "\"extensions\":{\"KHR_gaussian_splatting\":\(field)}}]}],\"accessors\":[\(accessors.joined(separator: ","))],"
            + "\"bufferViews\":[\(views.joined(separator: ","))],\"buffers\":[{\(address)\"byteLength\":\(byteLength)}]}"
    }

    /// The float's exact value: readers compare it with the buffer's.
    private static func list(_ v: Vector3) -> String { "[\(Double(v.x)),\(Double(v.y)),\(Double(v.z))]" }

    func write(_ file: inout AtomicFile, _ progress: ProgressReporter) throws(FormatError) {
        for (i, attribute) in attributes.enumerated() {
            let share = progress.part(Double(i) / Double(attributes.count)...Double(i + 1) / Double(attributes.count))
            try file.writeRows(splats.count, stride: attribute.stride, progress: share, what: "Writing splats") { s, row in
                switch i {
                case 0: Self.store(splats.positions[s], row)
                case 1:
                    // Colours of vertices are linear, those of splats sRGB.
                    let c = splats.baseColor(s)
                    for k in 0..<3 {
                        let linear = SRGB.decode(min(max(c[k], 0), 1))
                        row.storeBytes(of: UInt8(SplatValues.quantized(linear, 255)), toByteOffset: k, as: UInt8.self)
                    }
                    row.storeBytes(of: UInt8(SplatValues.quantized(splats.opacities[s], 255)), toByteOffset: 3, as: UInt8.self)
                case 2:
                    let q = splats.rotations[s].vector
                    for k in 0..<4 { row.storeBytes(of: q[k].bitPattern.littleEndian, toByteOffset: 4 * k, as: UInt32.self) }
                case 3: Self.store(splats.scales[s], row)
                case 4: row.storeBytes(of: splats.opacities[s].bitPattern.littleEndian, as: UInt32.self)
                default: Self.store(splats.coefficient(s, i - 5), row)
                }
            }
        }
    }

    @inline(__always) private static func store(_ v: Vector3, _ row: UnsafeMutableRawPointer) {
        for k in 0..<3 { row.storeBytes(of: v[k].bitPattern.littleEndian, toByteOffset: 4 * k, as: UInt32.self) }
    }
}
