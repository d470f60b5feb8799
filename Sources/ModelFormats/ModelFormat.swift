/// A model file format that is read and, unless `isWritten` is false, written. The raw value is the file extension.
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
    // Scenes that are read only.
    /// 3D Manufacturing Format.
    case threeMF = "3mf"
    /// Autodesk 3D Studio.
    case threeDS = "3ds"
    /// Extensible 3D as XML, and VRML97.
    case x3d
    /// Object File Format (Geomview).
    case off
    /// Meshes and lines of AutoCAD's Drawing Exchange Format. Floor plans are written as DXF (module PlanFormats).
    case dxf

    /// The file extension, without a dot.
    public var fileExtension: String { rawValue }

    /// All file extensions of the format's files, in lower case and without a dot: VRML97 is read as X3D.
    public var fileExtensions: [String] { [rawValue] + (self == .x3d ? ["x3dv", "wrl", "vrml"] : []) }

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
        case .threeMF: "model/3mf"
        case .threeDS: "application/x-3ds"
        case .x3d: "model/x3d+xml"
        case .off: "model/x-off"
        case .dxf: "image/vnd.dxf"
        case .fbx, .pcd, .splat, .spz: "application/octet-stream"
        }
    }

    /// Whether the format stores Gaussian splats only. PLY and glTF can store them, too.
    public var isSplats: Bool { self == .splat || self == .spz }

    /// Whether the format stores a coordinate reference system.
    public var holdsCRS: Bool { [.las, .laz, .e57, .glb, .gltf].contains(self) }

    /// Whether files of the format are written; all are read.
    public var isWritten: Bool { ![.threeMF, .threeDS, .x3d, .off, .dxf].contains(self) }

    /// The formats that are written.
    public static var written: [ModelFormat] { allCases.filter(\.isWritten) }

    /// All formats, which are read, in words: "ply, obj, stl and glb".
    public static var list: String { words(allCases) }

    /// The formats that are written in words: "ply, obj, stl and glb".
    public static var writtenList: String { words(written) }

    private static func words(_ formats: [ModelFormat]) -> String {
        let names = formats.map(\.rawValue)
        return names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
    }
}
