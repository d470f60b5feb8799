import Images

func fuzz(_ bytes: UnsafeRawBufferPointer) {
    let file = Array(bytes)
    _ = try? HEIC.decode(file)
    _ = ImageMetadata(file)
}

func seeds() -> [[UInt8]] {
    // Brand and empty boxes; the corpus grows from there.
    [[0, 0, 0, 24] + Array("ftypheic\0\0\0\0mif1heic".utf8) + [0, 0, 0, 12] + Array("meta\0\0\0\0".utf8)]
}
