/// A kind of model file that is known here.
public enum ModelFormat: String, Sendable, CaseIterable {
    // Meshes.
    case ply
    case obj
    case stl
    case glb
    case gltf
    case fbx
    case dae
    case usdz
    // Point clouds.
    case las
    case laz
    case e57
    case pts
    case pcd
    case xyz
    // Gaussian splats.
    case splat
    case spz

    /// The file extension, without a dot.
    public var fileExtension: String { rawValue }

    /// The IANA media type.
    public var mediaType: String {
        switch self {
        case .obj: "model/obj"
        case .stl: "model/stl"
        case .glb: "model/gltf-binary"
        case .gltf: "model/gltf+json"
        case .dae: "model/vnd.collada+xml"
        case .usdz: "model/vnd.usdz+zip"
        case .las: "application/vnd.las"
        case .laz: "application/vnd.laszip"
        case .e57: "model/e57"
        case .pts, .xyz: "text/plain"
        case .ply: "model/x-ply"
        case .fbx, .pcd, .splat, .spz: "application/octet-stream"
        }
    }

    /// Whether the kind holds Gaussian splats and nothing else. PLY and glTF hold them, too.
    public var isSplats: Bool { self == .splat || self == .spz }

    /// Whether it holds a coordinate reference system.
    public var holdsCRS: Bool { [.las, .laz, .e57, .glb, .gltf].contains(self) }

    /// All of them, each of which is read and written: "ply, obj, stl and glb".
    public static var list: String {
        let names = allCases.map(\.rawValue)
        return names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
    }
}
