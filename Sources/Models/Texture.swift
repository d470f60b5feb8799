import Geometry

/// How a material looks a texture up.
public struct TextureReference: Sendable, Equatable {
    /// Index into the scene's textures.
    public var texture: Int
    /// The set of texture coordinates, 0 or 1.
    public var coordinates: Int
    /// What is done to the coordinates first; nil for nothing (KHR_texture_transform).
    public var transform: TextureTransform?

    /// A texture looked up with one set of coordinates as they are.
    public init(_ texture: Int, coordinates: Int = 0, transform: TextureTransform? = nil) {
        self.texture = texture
        self.coordinates = coordinates
        self.transform = transform
    }
}

/// Scale, then rotation, then offset of texture coordinates (KHR_texture_transform).
public struct TextureTransform: Sendable, Equatable {
    /// In widths and heights of the image.
    public var offset = Vector2(0, 0)
    /// Radians, counter-clockwise about the upper left corner.
    public var rotation: Float = 0
    /// By which the coordinates are multiplied.
    public var scale = Vector2(1, 1)

    /// No change.
    public init() {}

    /// The transformed coordinates.
    public func apply(_ uv: Vector2) -> Vector2 {
        let p = uv * scale
        guard rotation != 0 else { return p + offset }
        let (sine, cosine) = Trigonometry.sincos(rotation)
        return Vector2(cosine * p.x + sine * p.y, cosine * p.y - sine * p.x) + offset
    }
}

/// An image with the way in which it is sampled.
public struct Texture: Sendable, Equatable {
    /// What is shown beyond the image's sides.
    public enum Wrap: String, Sendable, Equatable {
        /// The image again.
        case repeating
        /// The image, mirrored every second time.
        case mirrored
        /// The pixels of the side.
        case clamped
    }

    /// How texels are filtered.
    public enum Filter: String, Sendable, Equatable {
        /// The nearest one.
        case nearest
        /// Between the nearest four.
        case linear
    }

    /// The name; not necessarily unique.
    public var name: String?
    /// Index into the scene's images; nil where the file names one that is missing.
    public var image: Int?
    /// To the left and right.
    public var wrapU = Wrap.repeating
    /// Above and below.
    public var wrapV = Wrap.repeating
    /// How it is filtered when it is shown larger; nil as the program likes.
    public var magnification: Filter?
    /// How it is filtered when it is shown smaller; nil as the program likes.
    public var minification: Filter?
    /// How its smaller versions are mixed; nil where none are used, or as the program likes.
    public var mipmaps: Filter?

    /// A texture that repeats an image.
    public init(image: Int?, name: String? = nil) {
        self.image = image
        self.name = name
    }
}

/// An image as its file has it: never decoded and encoded again unless a format demands it.
public struct EncodedImage: Sendable, Equatable {
    /// How it is encoded, by its first bytes.
    public enum Format: String, Sendable, Equatable, CaseIterable {
        /// JPEG.
        case jpeg
        /// PNG.
        case png
        /// WebP (EXT_texture_webp).
        case webp
        /// KTX 2.0 (KHR_texture_basisu).
        case ktx2
        /// Any other: bmp, tga, tiff, dds.
        case other

        /// The format by the first bytes.
        public init(_ bytes: [UInt8]) {
            if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
                self = .jpeg
            } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
                self = .png
            } else if bytes.count >= 12, bytes.starts(with: Array("RIFF".utf8)), bytes[8..<12].elementsEqual("WEBP".utf8) {
                self = .webp
            } else if bytes.starts(with: [0xAB, 0x4B, 0x54, 0x58, 0x20, 0x32, 0x30, 0xBB]) {
                self = .ktx2
            } else {
                self = .other
            }
        }

        /// The file extension, without a dot; nil where it is not known.
        public var fileExtension: String? {
            switch self {
            case .jpeg: "jpg"
            case .png: "png"
            case .webp: "webp"
            case .ktx2: "ktx2"
            case .other: nil
            }
        }

        /// The IANA media type; nil where it is not known.
        public var mediaType: String? {
            switch self {
            case .jpeg: "image/jpeg"
            case .png: "image/png"
            case .webp: "image/webp"
            case .ktx2: "image/ktx2"
            case .other: nil
            }
        }
    }

    /// The name of the image, or of its file without the folder; nil where it has none.
    public var name: String?
    /// The file's content.
    public var bytes: [UInt8]

    /// An image as its file has it.
    public init(_ bytes: [UInt8], name: String? = nil) {
        self.bytes = bytes
        self.name = name
    }

    /// How it is encoded.
    public var format: Format { Format(bytes) }
}
