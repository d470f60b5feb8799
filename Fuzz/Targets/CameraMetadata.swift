import Images

/// What a camera wrote about itself: the EXIF reader with Apple's maker note.
func fuzz(_ bytes: UnsafeRawBufferPointer) {
    let camera = CameraMetadata(Array(bytes))
    if let gravity = camera.gravity {
        let length = (gravity * gravity).sum()
        precondition(length > 0.99 && length < 1.01)
    }
    if let focal = camera.focalLength35 { precondition(focal >= 1 && focal <= 10_000) }
}

func seeds() -> [[UInt8]] {
    // Make, and a directory with the focal length and a maker note whose one entry is a vector of three signed fractions.
    let fraction: [UInt8] = [0xFF, 0xFF, 0xFC, 0x18, 0, 0, 0x03, 0xE8]
    let zero: [UInt8] = [0, 0, 0, 0, 0, 0, 0x03, 0xE8]
    let note: [UInt8] =
        Array("Apple iOS\0".utf8) + [0, 1, 0x4D, 0x4D, 0, 1, 0, 8, 0, 10, 0, 0, 0, 3, 0, 0, 0, 32, 0, 0, 0, 0] + fraction + zero
        + zero
    let tiff: [UInt8] =
        [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 2, 0x01, 0x0F, 0, 2, 0, 0, 0, 4] + Array("Abc\0".utf8)
        + [0x87, 0x69, 0, 4, 0, 0, 0, 1, 0, 0, 0, 38, 0, 0, 0, 0]
        + [0, 2, 0x92, 0x7C, 0, 7, 0, 0, 0, UInt8(note.count), 0, 0, 0, 68, 0xA4, 0x05, 0, 3, 0, 0, 0, 1, 0, 26, 0, 0, 0, 0] + note
    let content = Array("Exif\0\0".utf8) + tiff
    return [[0xFF, 0xD8, 0xFF, 0xE1, 0, UInt8(content.count + 2)] + content + [0xFF, 0xDA, 0, 2, 1, 2, 3, 0xFF, 0xD9]]
}
