import Codecs
import Foundation
import Geometry
import Support

/// Wavefront OBJ: polygons as text, with `.mtl` materials beside it.
///
/// Read: `v` (with colours behind the coordinates), `vt`, `vn`, `f` in every combination with positive and negative numbers,
/// polygons (as fans), continued lines, and from materials the colour `Kd` or the image `map_Kd`, looked up at the vertices.
/// Objects, groups and smoothing are one mesh here. Lines and free-form surfaces are not read.
public enum OBJ {
    /// Reads a file in memory.
    /// - Parameters:
    ///   - bytes: the file's bytes.
    ///   - folder: where the materials that the file names are looked for; nil reads none.
    ///   - progress: receives the progress.
    /// - Throws: names the line, where a number is wrong, a face points to no vertex, or there is no geometry.
    public static func read(
        _ bytes: UnsafeRawBufferPointer, folder: URL? = nil, progress: ProgressReporter = .silent
    ) throws(FormatError) -> Model {
        try read(RandomAccessFile(bytes), folder: folder, progress: progress)
    }

    /// Reads a file line by line.
    static func read(_ source: RandomAccessFile, folder: URL?, progress: ProgressReporter) throws(FormatError) -> Model {
        guard source.count > 0 else { throw .unreadable("is empty") }
        var reader = try OBJReader(source, progress)
        try reader.readLines()
        var materials = OBJMaterials()
        if let folder { materials.read(reader.libraries, in: folder) }
        return try reader.makeModel(&materials)
    }
}
