import Images

/// The allow-lists of JPEG segments, PNG and WebP chunks and HEIC boxes: what passes them has no location, no text of its own, and
/// passes them again unchanged.
func fuzz(_ bytes: UnsafeRawBufferPointer) {
    guard let stripped = try? LocationStripping.strip(Array(bytes)) else { return }
    precondition(ImageMetadata(stripped).location == nil)
    guard let again = try? LocationStripping.strip(stripped) else { preconditionFailure("what was stripped is refused") }
    precondition(again == stripped)
}

func seeds() -> [[UInt8]] {
    func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] { [0xFF, marker, 0, UInt8(content.count + 2)] + content }
    // EXIF data with orientation, artist, and a pointer to details with a date.
    let exif: [UInt8] =
        Array("Exif\0\0".utf8) + [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 3]
        + [1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 1, 0x3B, 0, 2, 0, 0, 0, 4] + Array("Ada\0".utf8)
        + [0x87, 0x69, 0, 4, 0, 0, 0, 1, 0, 0, 0, 50, 0, 0, 0, 0, 0, 1, 0x90, 3, 0, 2, 0, 0, 0, 20, 0, 0, 0, 68, 0, 0, 0, 0]
        + Array("2024:05:01 12:34:56\0".utf8)
    let jpeg: [UInt8] =
        [0xFF, 0xD8] + segment(0xE0, Array("JFIF\0".utf8) + [1, 2, 0, 0, 1, 0, 1, 0, 0]) + segment(0xE1, exif)
        + segment(0xFE, Array("comment".utf8)) + segment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 1])
        + segment(0xDA, [1, 1, 0, 0, 63, 0]) + [1, 2, 0xFF, 0, 0xFF, 0xD0, 3] + segment(0xFE, Array("between".utf8)) + [0xFF, 0xD9]
    let webp: [UInt8] =
        Array("RIFF".utf8) + [34, 0, 0, 0] + Array("WEBPVP8L".utf8) + [5, 0, 0, 0, 0x2F, 0, 0, 0, 0, 0] + Array("XMP ".utf8)
        + [4, 0, 0, 0, 1, 2, 3, 4]
    func box(_ type: String, _ content: [UInt8]) -> [UInt8] { [0, 0, 0, UInt8(content.count + 8)] + Array(type.utf8) + content }
    let items: [UInt8] = [0, 0, 0, 0, 0, 1] + box("infe", [2, 0, 0, 0, 0, 1, 0, 0] + Array("hvc1".utf8) + Array("name\0".utf8))
    let place: [UInt8] = [1, 0, 0, 0, 0x44, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2]
    let meta: [UInt8] =
        [0, 0, 0, 0] + box("pitm", [0, 0, 0, 0, 0, 1]) + box("iinf", items) + box("iloc", place) + box("idat", [7, 7, 7])
        + box("iprp", box("ipco", box("udes", Array("words".utf8))) + box("ipma", [0, 0, 0, 0, 0, 0, 0, 0]))
    let heic = box("ftyp", Array("heic\0\0\0\0mif1".utf8)) + box("meta", meta) + box("mdat", [1, 2, 3]) + box("free", [9])
    return [jpeg, webp, heic]
}
