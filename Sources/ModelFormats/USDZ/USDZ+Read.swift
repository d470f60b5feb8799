import Codecs
import Geometry
import Models
import Support

extension USDZ {
    /// Reads a usdz in memory as one surface or cloud: `readScene` in the rest pose.
    /// - Throws: where the archive or a layer is damaged or unpacks to too much, or there is no geometry.
    public static func read(_ bytes: UnsafeRawBufferPointer, progress: ProgressReporter = .silent) throws(FormatError) -> Model {
        try readScene(bytes, progress: progress).flattened(budget: 2_000_000 + 16 * bytes.count)
    }
}
