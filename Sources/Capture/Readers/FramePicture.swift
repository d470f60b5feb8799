import Foundation
import Images

/// Where one picture of a frame lies. It is read when its frame is asked for.
enum FramePicture<Pixel: Sendable>: Sendable {
    /// A picture file, by its path from the capture's folder.
    case file(String)
    /// One of many pictures that are kept together: a frame of a video, an entry of an archive.
    case stored(any PictureStore<Pixel>, Int)
}

/// Pictures that are not picture files: the frames of a video, the entries of an archive. Its pictures are asked for by number, in any order
/// and from several threads at once.
protocol PictureStore<Pixel>: Sendable {
    associatedtype Pixel: Sendable

    /// The file that errors about picture `index` name.
    func url(_ index: Int) -> URL

    /// The picture's size, without decoding the whole of it where that can be.
    func size(_ index: Int) throws(CaptureError) -> PictureSize

    /// The picture in Diorama's own units: sRGB, metres, or confidence levels.
    func picture(_ index: Int) throws(CaptureError) -> Image<Pixel>
}

extension FramePicture {
    /// The file that errors about this picture name.
    func url(in root: URL) -> URL {
        switch self {
        case .file(let path): root.appendingPathComponent(path)
        case .stored(let store, let index): store.url(index)
        }
    }

    func size(in root: URL) throws(CaptureError) -> PictureSize {
        switch self {
        case .stored(let store, let index): return try store.size(index)
        case .file:
            let url = url(in: root)
            do throws(ImageError) {
                let (width, height) = try ImageFile.size(url)
                return PictureSize(width, height)
            } catch { throw CaptureError(error, url) }
        }
    }

    /// Reads the picture.
    /// - Parameter decode: how one of a file's kind is read.
    func read(in root: URL, _ decode: (URL) throws(ImageError) -> Image<Pixel>) throws(CaptureError) -> Image<Pixel> {
        switch self {
        case .stored(let store, let index): return try store.picture(index)
        case .file:
            let url = url(in: root)
            do throws(ImageError) { return try decode(url) } catch { throw CaptureError(error, url) }
        }
    }
}

/// How a layout's confidence pictures say how far a depth is to be trusted.
enum ConfidenceCodes {
    /// ARKit's own levels: 0 low, 1 medium, 2 high.
    case levels
    /// The levels spread over a byte: 0 low, about 127 medium, 255 high.
    case bytes

    /// The picture's codes as levels; nil where it holds a code that means nothing.
    func levels(_ image: ConfidenceImage) -> ConfidenceImage? {
        switch self {
        case .levels: return image.pixels.allSatisfy { $0 <= 2 } ? image : nil
        case .bytes:
            return ConfidenceImage(
                width: image.width, height: image.height, pixels: image.pixels.map { $0 < 64 ? 0 : $0 < 192 ? 1 : 2 })
        }
    }
}
