import Codecs
import Geometry
import Support

/// The E57 format for scans and images (ASTM E2807-11): pages with checksums, an XML section that describes the content, and binary
/// sections with the points.
///
/// Read: the points of all scans, Cartesian or spherical, of any type and width, moved to the common coordinates by the pose of
/// their scan; colours; normals by the extension E57_NOR; images with their cameras. Metres, z up.
public enum E57 {
    /// Whether the CRC-32C checksums of the pages are verified.
    public enum Checksums: Sendable {
        /// A wrong checksum is an error.
        case verified
        /// Checksums are not compared, for damaged files and for tests.
        case ignored
    }

    /// Reads a file in memory.
    /// - Throws: if a checksum is wrong, the file is damaged or truncated, or there are no scans.
    public static func read(
        _ bytes: UnsafeRawBufferPointer, checksums: Checksums = .verified, progress: ProgressReporter = .silent
    ) throws(FormatError) -> Model {
        let pages = try E57Pages(bytes)
        if checksums == .verified { try pages.verify() }
        let root = try pages.readTree()
        let images = root["images2D"]?.children ?? []
        let scans = root["data3D"]?.children ?? []
        guard !scans.isEmpty else {
            throw .unreadable(
                images.isEmpty
                    ? "contains neither scans nor images"
                    : "contains \(Text.count(images.count, "image")), but no scan; a model needs points")
        }
        var reader = E57Reader(pages)
        for (i, scan) in scans.enumerated() {
            let share = Double(i) / Double(scans.count)...Double(i + 1) / Double(scans.count)
            do throws(FormatError) { try reader.read(scan, progress.part(share)) } catch {
                throw FormatError(error.kind, scans.count == 1 ? error.reason : "scan \(i + 1) of \(scans.count): \(error.reason)")
            }
        }
        let (found, notes) = E57Images.read(pages, images) { reader.position($0) }
        reader.notes += notes
        var model = try reader.finish()
        model.images = found
        if let crs = root["coordinateMetadata"]?.text, !crs.isEmpty { model.crs = crs }
        return model
    }
}
