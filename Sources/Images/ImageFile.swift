import Foundation

/// Images in files, of a kind that is recognised by the file's first bytes.
public enum ImageFile {
    /// The largest image file that is read into memory: 1 GiB.
    static let byteLimit = 1 << 30

    /// A PNG, JPEG, HEIC or WebP file as a colour image, as its pixels are stored.
    public static func readColor(_ url: URL) throws(ImageError) -> ColorImage {
        let bytes = try read(url)
        do throws(ImageError) {
            return try decodeColor(bytes)
        } catch { throw error.at(url) }
    }

    /// A PNG, JPEG, HEIC or WebP image in memory.
    public static func decodeColor(_ bytes: [UInt8]) throws(ImageError) -> ColorImage {
        switch Kind(bytes) {
        case .png: try PNG.decodeColor(bytes)
        case .jpeg: try JPEG.decode(bytes)
        case .heic: try HEIC.decode(bytes)
        case .webp: try WebP.decode(bytes)
        case nil: throw Kind.unknown
        }
    }

    /// The codes of a 16-bit grey PNG file, as they are stored.
    public static func readGray16(_ url: URL) throws(ImageError) -> Image<UInt16> {
        let bytes = try read(url)
        do throws(ImageError) {
            return try PNG.decodeGray16(bytes)
        } catch { throw error.at(url) }
    }

    /// The codes of an 8-bit grey PNG file, as they are stored.
    public static func readGray8(_ url: URL) throws(ImageError) -> Image<UInt8> {
        let bytes = try read(url)
        do throws(ImageError) {
            return try PNG.decodeGray8(bytes)
        } catch { throw error.at(url) }
    }

    /// A PNG, JPEG, HEIC or WebP image in memory rotated as its EXIF data says, and made smaller so that neither side
    /// is longer than `longEdge` pixels; never made larger.
    public static func decodeShown(_ bytes: [UInt8], longEdge: Int = .max) throws(ImageError) -> ColorImage {
        let limit = max(longEdge, 1)
        let image: ColorImage
        if Kind(bytes) == .jpeg {
            // The decoder makes it smaller much faster, as long as it stays at least as large as it has to be.
            let (width, height) = try JPEG.size(bytes)
            let scale = JPEG.Scale.allCases.last { max(width, height) / Int($0.rawValue) >= limit } ?? .full
            image = try JPEG.decode(bytes, scale: scale)
        } else {
            image = try decodeColor(bytes)
        }
        let long = max(image.width, image.height)
        let small =
            long <= limit
            ? image
            : image.resized(
                toWidth: max(1, (image.width * limit + long / 2) / long), height: max(1, (image.height * limit + long / 2) / long))
        return small.shown(ImageMetadata(bytes).orientation)
    }

    /// The width and height in the header of a PNG, JPEG, HEIC or WebP file; its pixels are not decoded.
    public static func size(_ url: URL) throws(ImageError) -> (width: Int, height: Int) {
        do throws(ImageError) {
            // A PNG has it in its first bytes; a JPEG may have its thumbnail and profile first.
            let beginning = try read(url, atMost: 32)
            switch Kind(beginning) {
            case .png:
                let header = try PNG.Header(beginning)
                return (header.width, header.height)
            case .jpeg: return try JPEG.size(try read(url))
            case .heic: return try HEIC.size(try read(url))
            case .webp: return try WebP.size(try read(url))
            case nil: throw Kind.unknown
            }
        } catch { throw error.at(url) }
    }

    private enum Kind {
        case png
        case jpeg
        case heic
        case webp

        init?(_ bytes: [UInt8]) {
            if bytes.starts(with: PNG.signature) {
                self = .png
            } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
                self = .jpeg
            } else if HEIC.isHEIC(bytes) {
                self = .heic
            } else if WebP.isWebP(bytes) {
                self = .webp
            } else {
                return nil
            }
        }

        static let unknown = ImageError("this is neither a PNG nor a JPEG, HEIC or WebP image", remedy: "save it as one of them")
    }

    /// The file's bytes, or its first `atMost`, where it is a plain file that is not too large for an image.
    public static func read(_ url: URL, atMost: Int? = nil) throws(ImageError) -> [UInt8] {
        guard let file = url.withUnsafeFileSystemRepresentation({ $0.flatMap { fopen($0, "rb") } }) else {
            throw ImageError("couldn't be opened (\(String(cString: strerror(errno))))", path: url.path)
        }
        defer { fclose(file) }
        var status = stat()
        guard fstat(fileno(file), &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw ImageError("this is not a file", path: url.path)
        }
        guard status.st_size <= byteLimit else {
            throw ImageError("this file is too large for an image (\(status.st_size >> 20) MiB)", path: url.path)
        }
        let count = min(Int(status.st_size), atMost ?? Int.max)
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            initialized = count == 0 ? 0 : fread(buffer.baseAddress, 1, count, file)
        }
    }
}
