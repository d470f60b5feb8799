import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// What depth computation keeps of each view while it works and afterwards, in a temporary file without a name, so that memory
/// doesn't grow with the number of photos. Different views may be read and written at the same time.
final class DepthScratchFile: Sendable {
    private let file: Int32
    /// Room for the pixels of a view; what isn't written takes no space on disk.
    private let slotPixels: Int

    /// What is kept of a view; the raw value is the section's offset in bytes a pixel.
    enum Section: Int {
        case gray = 0
        /// `PackedPlane`s of matching.
        case planes = 4
        /// `PackedPlane`s of the pass after it.
        case refined = 12
        /// Inverse depths that the filter confirmed before planes were completed.
        case confirmed = 20
        /// The resulting inverse depths.
        case inverses = 24
        /// One confidence a pixel; before the last filter: not 0 where a plane was completed.
        case confidences = 28
        /// Not 0 where a pixel isn't matched.
        case outside = 29
    }

    private static let bytesPerPixel = 30

    /// - Parameter slotPixels: most pixels that a view has.
    init(slotPixels: Int) throws(PhotogrammetryError) {
        self.slotPixels = slotPixels
        let folder = FileManager.default.temporaryDirectory.path
        var template = Array((folder + "/diorama-depth-XXXXXX").utf8CString)
        file = mkstemp(&template)
        guard file >= 0 else { throw Self.failure(folder, errno) }
        // Without a name the file goes with its last descriptor, whatever happens.
        _ = unlink(template)
    }

    deinit { close(file) }

    private static func failure(_ folder: String, _ code: Int32) -> PhotogrammetryError {
        PhotogrammetryError(
            folder, "the temporary file of the depth images can't be used: \(String(cString: strerror(code)))",
            remedy: "free disk space there, or set TMPDIR to another folder")
    }

    private func offset(_ section: Section, _ view: Int) -> Int {
        (view * Self.bytesPerPixel + section.rawValue) * slotPixels
    }

    /// Writes a section of a view: one value a pixel.
    func write<T: BitwiseCopyable>(_ values: [T], _ section: Section, of view: Int) throws(PhotogrammetryError) {
        precondition(values.count <= slotPixels, "a view has more pixels than its slot")
        let start = offset(section, view)
        let code: Int32 = values.withUnsafeBytes { bytes in
            var done = 0
            while done < bytes.count {
                let n = pwrite(file, bytes.baseAddress! + done, bytes.count - done, off_t(start + done))
                if n < 0 && errno == EINTR { continue }
                if n <= 0 { return n < 0 ? errno : ENOSPC }
                done += n
            }
            return 0
        }
        guard code == 0 else { throw Self.failure(FileManager.default.temporaryDirectory.path, code) }
    }

    /// Reads the first `count` values of a section of a view that was written with values of the same type.
    func read<T: BitwiseCopyable>(
        _ section: Section, of view: Int, count: Int, as type: T.Type
    ) throws(PhotogrammetryError) -> [T] {
        let start = offset(section, view)
        var code: Int32 = 0
        let values = [T](unsafeUninitializedCapacity: count) { buffer, used in
            let bytes = UnsafeMutableRawBufferPointer(buffer)
            let size = count * MemoryLayout<T>.stride
            var done = 0
            while done < size {
                let n = pread(file, bytes.baseAddress! + done, size - done, off_t(start + done))
                if n < 0 && errno == EINTR { continue }
                if n <= 0 {
                    code = n < 0 ? errno : EIO
                    break
                }
                done += n
            }
            used = code == 0 ? count : 0
        }
        guard code == 0 else { throw Self.failure(FileManager.default.temporaryDirectory.path, code) }
        return values
    }
}
