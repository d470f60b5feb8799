import Codecs
import Foundation
import Geometry
import Models
import Support

/// COLLADA 1.4.1 (Khronos; also ISO/PAS 17506), XML with images beside it.
///
/// Read (1.4 and 1.5): see `readScene`; as a model the scene in its rest pose. Not read: splines, polygons' holes.
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
        try read(RandomAccessFile(bytes), folder: folder, progress: progress)
    }

    /// Reads a file piece by piece.
    static func read(_ source: RandomAccessFile, folder: URL?, progress: ProgressReporter) throws(FormatError) -> Model {
        let budget = Scene.flatteningBudget(bytes: source.count)
        return try readScene(source, folder: folder, progress: progress).flattened(budget: budget)
    }
}
