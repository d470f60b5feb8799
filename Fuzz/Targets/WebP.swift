import Images

func fuzz(_ bytes: UnsafeRawBufferPointer) {
    let file = Array(bytes)
    _ = try? WebP.decode(file)
    _ = try? LocationStripping.strip(file)
}

func seeds() -> [[UInt8]] {
    // One red pixel, lossless.
    let pixel: [UInt8] = [0x2F, 0, 0, 0, 0x10, 0x07, 0x10, 0xFD, 0x8F, 0xFE, 0x07, 0x22, 0xA2, 0xFF, 0x01, 0]
    return [Array("RIFF".utf8) + [28, 0, 0, 0] + Array("WEBPVP8L".utf8) + [16, 0, 0, 0] + pixel]
}
