import Foundation
import Images
import Support

/// What writers of captures put into a folder.
struct CaptureTarget {
    let folder: URL

    /// Makes the folder with `subfolders`, and removes `last`, the file by which an earlier capture there would still be known.
    init(_ folder: URL, subfolders: [String] = [], last: String) throws(CaptureError) {
        self.folder = folder
        do {
            try? FileManager.default.removeItem(at: folder.appendingPathComponent(last))
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            for name in subfolders {
                try FileManager.default.createDirectory(at: folder.appendingPathComponent(name), withIntermediateDirectories: true)
            }
        } catch {
            throw CaptureError(folder, "the folder can't be made: \(error.localizedDescription)", remedy: "choose another folder")
        }
    }

    func write(_ bytes: [UInt8], _ path: String) throws(CaptureError) {
        let url = folder.appendingPathComponent(path)
        do { try AtomicFile.write(bytes, to: url) } catch { throw CaptureError(url, error.reason) }
    }

    func write(_ text: String, _ path: String) throws(CaptureError) { try write(Array(text.utf8), path) }

    /// `number` with leading zeros.
    static func digits(_ number: Int, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}

extension Frame {
    /// The depth image in whole millimetres; what is too far for 16 bits is 0.
    var depthMillimetres: Image<UInt16> {
        Image(
            width: depth.width, height: depth.height,
            pixels: depth.pixels.map { $0 > 0 && $0 < 65.534 ? UInt16($0 * 1000 + 0.5) : 0 })
    }

    /// The colour image as JPEG; nil where the frame has none.
    func colorJPEG() throws(CaptureError) -> [UInt8]? {
        guard let color else { return nil }
        do { return try JPEG.encode(color, quality: 92) } catch { throw CaptureError(path: "frame \(index)", error.problem) }
    }

    /// The depth image as a 16-bit PNG in millimetres.
    func depthPNG() throws(CaptureError) -> [UInt8] {
        do { return try PNG.encodeGray16(depthMillimetres) } catch { throw CaptureError(path: "frame \(index)", error.problem) }
    }

    /// The confidence as an 8-bit PNG of its codes; nil where the frame has none.
    func confidencePNG(_ code: (UInt8) -> UInt8 = { $0 }) throws(CaptureError) -> [UInt8]? {
        guard let confidence else { return nil }
        let codes = ConfidenceImage(width: confidence.width, height: confidence.height, pixels: confidence.pixels.map(code))
        do { return try PNG.encodeGray8(codes) } catch { throw CaptureError(path: "frame \(index)", error.problem) }
    }
}
