import Images

extension EncodedImage {
    /// Pixels, from the image's header; nil where it can't be read or the format is not decoded.
    public var size: (width: Int, height: Int)? {
        switch format {
        case .png: return (try? PNG.Header(bytes)).map { ($0.width, $0.height) }
        case .jpeg: return try? JPEG.size(bytes)
        case .webp: return try? WebP.size(bytes)
        case .ktx2:
            guard bytes.count >= 28 else { return nil }
            func word(_ offset: Int) -> Int { (0..<4).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) } }
            return (word(20), word(24))
        case .other: return nil
        }
    }
}
