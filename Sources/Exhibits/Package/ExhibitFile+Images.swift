import Foundation
import Images

extension ExhibitFile {
    /// Most pixels on a side of an image.
    public static let maxImageSide = 8192

    /// Why a file can't be an image of an exhibit, in one sentence; nil where it can.
    /// - Parameters:
    ///   - file: the file.
    ///   - contentType: what it must be: `image/jpeg`, `image/png` or `image/webp`.
    public static func imageProblem(_ file: URL, contentType: String) -> String? {
        do throws(ImageError) {
            let bytes = try ImageFile.read(file)
            guard signature(bytes) == contentType else {
                return "the content is not \(contentType); give it the file extension of its type"
            }
            let size = try ImageFile.size(file)
            guard size.width <= maxImageSide, size.height <= maxImageSide else {
                return "it has \(size.width)x\(size.height) pixels; at most \(maxImageSide) on each side are possible"
            }
            _ = try ImageFile.decodeShown(bytes, longEdge: 64)
            return nil
        } catch {
            return "it can't be read: \(error.problem)"
        }
    }

    private static func signature(_ bytes: [UInt8]) -> String? {
        if bytes.starts(with: [0xff, 0xd8, 0xff]) { return "image/jpeg" }
        if bytes.starts(with: [0x89, 0x50, 0x4e, 0x47]) { return "image/png" }
        if bytes.starts(with: Array("RIFF".utf8)), bytes.dropFirst(8).starts(with: Array("WEBP".utf8)) { return "image/webp" }
        return nil
    }
}
