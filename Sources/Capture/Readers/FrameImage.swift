import Foundation
import Images

/// The location of one image of a frame. It is read when its frame is requested.
enum FrameImage<Pixel: Sendable>: Sendable {
    /// An image file, by its path from the capture's folder.
    case file(String)
    /// One of many images that are kept together: a frame of a video, an entry of an archive.
    case stored(any ImageStore<Pixel>, Int)
}

/// Images that are not image files: the frames of a video, the entries of an archive. Its images are requested by number, in any
/// order and from several threads at once.
protocol ImageStore<Pixel>: Sendable {
    associatedtype Pixel: Sendable

    /// The file that errors about image `index` name.
    func url(_ index: Int) -> URL

    /// The image's size, without decoding the whole of it where that can be.
    func size(_ index: Int) throws(CaptureError) -> ImageSize

    /// The image in Diorama's own units: sRGB, metres, or confidence levels.
    func image(_ index: Int) throws(CaptureError) -> Image<Pixel>
}

extension FrameImage {
    /// The file that errors about this image name.
    func url(in root: URL) -> URL {
        switch self {
        case .file(let path): root.appendingPathComponent(path)
        case .stored(let store, let index): store.url(index)
        }
    }

    func size(in root: URL) throws(CaptureError) -> ImageSize {
        switch self {
        case .stored(let store, let index): return try store.size(index)
        case .file:
            let url = url(in: root)
            do throws(ImageError) {
                let (width, height) = try ImageFile.size(url)
                return ImageSize(width, height)
            } catch { throw CaptureError(error, url) }
        }
    }

    /// Reads the image.
    /// - Parameter decode: how one of a file's kind is read.
    func read(in root: URL, _ decode: (URL) throws(ImageError) -> Image<Pixel>) throws(CaptureError) -> Image<Pixel> {
        switch self {
        case .stored(let store, let index): return try store.image(index)
        case .file:
            let url = url(in: root)
            do throws(ImageError) { return try decode(url) } catch { throw CaptureError(error, url) }
        }
    }
}

/// How a layout's confidence images say how far a depth is to be trusted.
enum ConfidenceCodes {
    /// ARKit's own levels: 0 low, 1 medium, 2 high.
    case levels
    /// The levels spread over a byte: 0 low, about 127 medium, 255 high.
    case bytes

    /// The image's codes as levels; nil where it holds a code that means nothing.
    func levels(_ image: ConfidenceImage) -> ConfidenceImage? {
        switch self {
        case .levels: return image.pixels.allSatisfy { $0 <= 2 } ? image : nil
        case .bytes:
            return ConfidenceImage(
                width: image.width, height: image.height, pixels: image.pixels.map { $0 < 64 ? 0 : $0 < 192 ? 1 : 2 })
        }
    }
}
