import Images

func fuzz(_ bytes: UnsafeRawBufferPointer) {
    let file = Array(bytes)
    _ = try? JPEG.decode(file)
    _ = try? JPEG.decode(file, scale: .eighth)
}

func seeds() -> [[UInt8]] {
    let color = ColorImage(width: 17, height: 9, pixels: (0..<153).map { SIMD4(UInt8($0), 80, UInt8(255 - $0), 255) })
    return [try? JPEG.encode(color, quality: 30), try? JPEG.encode(color, quality: 95)].compactMap { $0 }
}
