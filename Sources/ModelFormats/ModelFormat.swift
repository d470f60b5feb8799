/// A model file format that is read and written. The raw value is the file extension.
public enum ModelFormat: String, Sendable, CaseIterable {
    // Meshes.
    /// Polygon File Format (Stanford): meshes, point clouds and Gaussian splats.
    case ply
    /// Wavefront OBJ with MTL: meshes.
    case obj
    /// Stereolithography: meshes without colours.
    case stl
    /// Binary glTF 2.0.
    case glb
    /// glTF 2.0 as JSON with separate buffers and images.
    case gltf
    /// Autodesk FBX, binary.
    case fbx
    /// COLLADA 1.4 and 1.5.
    case dae
    /// Universal Scene Description package.
    case usdz
    // Point clouds.
    /// ASPRS LAS: point clouds.
    case las
    /// LAS compressed by LASzip.
    case laz
    /// ASTM E2807 (E57): laser scans.
    case e57
    /// Leica PTS: rows of points after their count.
    case pts
    /// Point Cloud Library PCD.
    case pcd
    /// Rows of coordinates, optionally with colours and normals.
    case xyz
    // Gaussian splats.
    /// antimatter15 .splat: 32 bytes per Gaussian splat.
    case splat
    /// Niantic SPZ: compressed Gaussian splats.
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

    /// Whether the format stores Gaussian splats only. PLY and glTF can store them, too.
    public var isSplats: Bool { self == .splat || self == .spz }

    /// Whether the format stores a coordinate reference system.
    public var holdsCRS: Bool { [.las, .laz, .e57, .glb, .gltf].contains(self) }

    /// All formats in words: "ply, obj, stl and glb".
    public static var list: String {
        let names = allCases.map(\.rawValue)
        return names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
    }
}
