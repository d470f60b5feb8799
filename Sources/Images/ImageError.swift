import Foundation

/// An image that could not be read or written: which file where it is known, what is wrong, what to do.
public struct ImageError: Error, Sendable, CustomStringConvertible {
    /// The file's path; nil where bytes were decoded that have no name.
    public let path: String?
    /// What is wrong, as a sentence without its end.
    public let problem: String
    /// What the user can do about it; empty where nothing can be suggested.
    public let remedy: String

    /// An error of an image; `path` names its file.
    public init(_ problem: String, remedy: String = "", path: String? = nil) {
        self.path = path
        self.problem = problem
        self.remedy = remedy
    }

    /// The same error, naming the file.
    public func at(_ url: URL) -> ImageError { ImageError(problem, remedy: remedy, path: url.path) }

    /// The path, the problem and the remedy in one line.
    public var description: String { (path.map { "\($0): " } ?? "") + problem + (remedy.isEmpty ? "" : "; \(remedy)") }
}

/// The largest image that is decoded or encoded.
public enum ImageLimits {
    /// 2²⁸ pixels, 16384 x 16384: a quarter more than the largest phone images (200 megapixels).
    public static let pixels = 1 << 28

    /// The number of pixels of a `width` x `height` image.
    /// - Throws: `ImageError` where there are none or more than `pixels`.
    static func pixelCount(width: Int, height: Int, format: String) throws(ImageError) -> Int {
        guard width > 0, height > 0 else { throw ImageError("this \(format) image has no pixels (\(width)x\(height))") }
        let (count, overflow) = width.multipliedReportingOverflow(by: height)
        guard !overflow, count <= pixels else {
            throw ImageError(
                "this \(format) image is too large (\(width)x\(height), at most \(pixels >> 20) megapixels)",
                remedy: "make it smaller")
        }
        return count
    }

    /// Refuses a large image in a file that is far too small for it, in formats that can hold any number of equal pixels in a few
    /// bytes. Images of up to 16 megapixels are not checked; above that a byte may encode at most 4096 pixels.
    static func check(_ pixels: Int, bytes: Int, _ format: String) throws(ImageError) {
        if pixels > 1 << 24 && pixels / 4096 > bytes {
            throw ImageError("this \(format) image ends early (truncated)", remedy: "copy the file again")
        }
    }
}
