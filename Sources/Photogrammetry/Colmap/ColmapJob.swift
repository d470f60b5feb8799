import Foundation
import Support

/// What `diorama_colmap.py` is to do (Programs/colmap/job.py).
struct ColmapJob: Encodable {
    /// Images of one camera.
    struct Group: Encodable {
        var names: [String]
        /// COLMAP's name of the camera model.
        var model: String
        /// The camera model's parameters, where they are known beforehand.
        var parameters: [Double]?
    }

    enum Matching: String, Encodable {
        case exhaustive
        case sequential
        case retrieval
    }

    var images: String
    var workspace: String
    var groups: [Group]
    var matching: Matching
    /// Pairs of names to match besides.
    var pairs: [[String]] = []
    var mapper: String
    /// Whether the cameras' parameters are refined.
    var refine = true
    var maxImageSize: Int
    var maxFeatures: Int
    /// The contrast that a key point needs at least.
    var peakThreshold: Double
    var threads: Int

    /// Writes the job into its workspace.
    func write() throws(PhotogrammetryError) -> URL {
        let url = URL(fileURLWithPath: workspace).appendingPathComponent("job.json")
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.outputFormatting = [.sortedKeys]
        guard let data = try? encoder.encode(self) else { throw PhotogrammetryError(url.path, "this job can't be written") }
        do throws(FileError) { try AtomicFile.write([UInt8](data), to: url) } catch { throw PhotogrammetryError(error) }
        return url
    }
}
