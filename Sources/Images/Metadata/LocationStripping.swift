/// Removes from image files what they say about where, with what and by whom they were made, before they are given to others.
/// Pixels, colours, orientation and date stay as they are.
public enum LocationStripping {
    /// The same image with nothing but what is on a list of allowed parts: the segments of a JPEG, the chunks of a PNG or WebP and
    /// the boxes of a HEIC that decoding needs, the colour profile and, of EXIF data in a JPEG or HEIC, orientation, colour space
    /// and date. A part that no list names is left out, also one that this version doesn't know.
    /// - Throws: `ImageError` for any other file format, and where a file is damaged: its metadata can't be removed reliably.
    public static func strip(_ bytes: [UInt8]) throws(ImageError) -> [UInt8] {
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return try JPEGAllowList.strip(bytes) }
        if bytes.starts(with: PNG.signature) { return try ChunkAllowList.stripPNG(bytes) }
        if WebP.isWebP(bytes) { return try ChunkAllowList.stripWebP(bytes) }
        if HEIC.isHEIC(bytes) { return try HEICAllowList.strip(bytes) }
        throw ImageError(
            "metadata can be removed from JPEG, PNG, WebP and HEIC images only", remedy: "share the image's preview")
    }
}
