import Images

func fuzz(_ bytes: UnsafeRawBufferPointer) {
    let file = Array(bytes)
    _ = try? PNG.decodeColor(file)
    _ = try? PNG.decodeGray16(file)
    _ = try? PNG.decodeGray8(file)
}

func seeds() -> [[UInt8]] {
    let color = ColorImage(width: 5, height: 4, pixels: (0..<20).map { SIMD4(UInt8($0 * 12), 80, UInt8(255 - $0), 255) })
    let depth = Image<UInt16>(width: 5, height: 4, pixels: (0..<20).map { UInt16($0 * 3000) })
    let confidence = Image<UInt8>(width: 5, height: 4, pixels: (0..<20).map { UInt8($0 % 3) })
    return [try? PNG.encode(color), try? PNG.encodeGray16(depth), try? PNG.encodeGray8(confidence)].compactMap { $0 }
}
