import Codecs
import Foundation
import Geometry
import Support

/// COLLADA 1.4.1 (Khronos; also ISO/PAS 17506), XML with images beside it.
///
/// Read (1.4 and 1.5): triangles, polygon lists, polygons, strips and fans with the transforms and instances of their nodes, unit
/// and up axis, normals, texture coordinates, vertex colours, diffuse colours and images. Not read: lines, splines, polygons'
/// holes, skins and animations (the model is in its bind pose).
public enum DAE {
    /// Reads a file in memory.
    /// - Parameters:
    ///   - bytes: the file's bytes.
    ///   - folder: where images that the file names are looked for; nil reads none.
    ///   - progress: receives the progress.
    /// - Throws: where the XML is not well formed or uses entities, a number cannot be read, or there is no geometry.
    public static func read(
        _ bytes: UnsafeRawBufferPointer, folder: URL? = nil, progress: ProgressReporter = .silent
    ) throws(FormatError) -> Model {
        try read(ByteSource(bytes), folder: folder, progress: progress)
    }

    /// Elements whose text is a list of numbers.
    static let lists: [String: XMLTreeNode.List] = ["float_array": .doubles, "p": .indices, "vcount": .indices]

    /// Reads a file piece by piece.
    static func read(_ source: ByteSource, folder: URL?, progress: ProgressReporter) throws(FormatError) -> Model {
        guard source.count > 0 else { throw .unreadable("is empty") }
        try progress.step(0, "Reading the document")
        let skips: Set = [
            "extra", "library_animations", "library_lights", "library_cameras", "library_physics_scenes", "contributor",
        ]
        let root = try XMLTreeNode.read(source, skips: skips, lists: lists)
        guard root.name == "COLLADA" else {
            throw .unreadable("is XML, but not a COLLADA file: its root element is <\(Text.clean(root.name))>")
        }
        var scene = DAEScene(root, fileSize: source.count, folder: folder)
        return try scene.read(progress)
    }
}
