import Codecs
import Foundation
import Geometry
import Models
import Support

/// Autodesk's FBX, binary and text, versions 6.0 to 7.7.
///
/// Read: models as nodes with all parts of their transforms, polygon meshes with several materials, two sets of texture
/// coordinates, colours and tangents, Phong, Lambert and physically based materials with their images (embedded or beside the
/// file), skins, blend shapes, animations, cameras, lights and user properties. Not read: NURBS, subdivision (the control mesh is),
/// constraints, caches, animations of other properties.
public enum FBX {
    /// Reads a file in memory as one surface, in the rest pose.
    /// - Parameters:
    ///   - bytes: the file's bytes.
    ///   - folder: where images that the file names are looked for; nil reads only embedded ones.
    ///   - progress: receives the progress.
    /// - Throws: where a record, an array or a number cannot be right, or there is no geometry.
    public static func read(
        _ bytes: UnsafeRawBufferPointer, folder: URL? = nil, progress: ProgressReporter = .silent
    ) throws(FormatError) -> Model {
        try readScene(bytes, folder: folder, progress: progress).flattened(budget: 2_000_000 + 16 * bytes.count)
    }

    /// Reads a file in memory as a scene. Unit and axes are taken to metres, y up, in positions and transforms alike: no node holds
    /// the conversion. Cameras and lights get nodes of their own where a model has something else, too.
    ///
    /// Curves of translations, scales and blend shapes keep their keys where they are linear, stepped or cubic with tangents of the
    /// usual length; others are sampled 30 times a second. Rotations are angles about three axes in FBX: they become quaternions at
    /// each key, and between keys where the way of a quaternion would differ.
    /// - Parameters:
    ///   - bytes: the file's bytes.
    ///   - folder: where images that the file names are looked for; nil reads only embedded ones.
    ///   - progress: receives the progress.
    /// - Throws: where a record, an array or a number cannot be right, or there is nothing to show.
    public static func readScene(
        _ bytes: UnsafeRawBufferPointer, folder: URL? = nil, progress: ProgressReporter = .silent
    ) throws(FormatError) -> Scene {
        guard !bytes.isEmpty else { throw .unreadable("is empty") }
        try progress.step(0, "Reading the records")
        let document = try FBXDocument(bytes)
        var reader = try FBXSceneReader(document, fileSize: bytes.count, folder: folder)
        return try reader.read(progress)
    }
}
