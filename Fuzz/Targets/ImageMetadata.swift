import Images

/// The EXIF reader and the stripping of locations, in all files that they know.
func fuzz(_ bytes: UnsafeRawBufferPointer) {
    let file = Array(bytes)
    let details = ImageMetadata(file)
    if let location = details.location { precondition(abs(location.latitude) <= 90 && abs(location.longitude) <= 180) }
    if let stripped = try? LocationStripping.strip(file) { precondition(ImageMetadata(stripped).location == nil) }
}

func seeds() -> [[UInt8]] {
    // A JPEG of one segment with a GPS directory of two entries, and an end of pixels.
    let satellites: [UInt8] = [2, 0, 1, 0, 2, 0, 2, 0, 0, 0, 0x4E, 0, 0, 0, 2, 0, 5, 0, 1, 0, 0, 0, 56, 0, 0, 0, 0, 0, 0, 0]
    let tiff: [UInt8] =
        [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x25, 0x88, 4, 0, 1, 0, 0, 0, 26, 0, 0, 0, 0, 0, 0, 0] + satellites
        + [48, 0, 0, 0, 1, 0, 0, 0]
    let content = Array("Exif\0\0".utf8) + tiff
    return [[0xFF, 0xD8, 0xFF, 0xE1, 0, UInt8(content.count + 2)] + content + [0xFF, 0xDA, 0, 2, 1, 2, 3, 0xFF, 0xD9]]
}
