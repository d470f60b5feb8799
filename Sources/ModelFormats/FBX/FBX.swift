import Codecs
import Foundation
import Geometry
import Support

/// Autodesk's FBX, binary version 7.
///
/// Read: polygon meshes with the transforms of their models (pivots, pre- and post-rotation, rotation orders, geometric transforms,
/// instances), unit and axes, normals, vertex colours, texture coordinates, diffuse colours and images (embedded or beside the
/// file) of materials. Not read:
/// FBX in text and before version 7, NURBS, skins, blend shapes and animations (the model is in its bind pose), other maps.
public enum FBX {
    /// Reads a file in memory.
    /// - Parameters:
    ///   - bytes: the file's bytes.
    ///   - folder: where images that the file names are looked for; nil reads only embedded ones.
    ///   - progress: receives the progress.
    /// - Throws: where a record, an array or a number cannot be right, or there is no geometry.
    public static func read(
        _ bytes: UnsafeRawBufferPointer, folder: URL? = nil, progress: ProgressReporter = .silent
    ) throws(FormatError) -> Model {
        try progress.step(0, "Reading the records")
        let parser = try FBXParser(bytes)
        let wanted: Set = ["Geometry", "Model", "Material", "Texture", "Video"]
        let records = try parser.records { name, parent in
            switch parent {
            case nil: name == "GlobalSettings" || name == "Objects" || name == "Connections"
            case "Objects": wanted.contains(name)
            default: true
            }
        }
        var scene = try FBXScene(records, fileSize: bytes.count, folder: folder)
        return try scene.read(progress)
    }
}
