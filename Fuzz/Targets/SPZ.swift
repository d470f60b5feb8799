import ModelFormats

/// The bytes as they are, and as the content of a gzip file that stores them: most damage to compressed data stops at its check
/// sum.
func fuzz(_ bytes: UnsafeRawBufferPointer) {
    _ = try? SPZ.read(bytes)
    let content = Array(bytes.prefix(4096))
    let n = content.count
    let stored: [UInt8] = [1, UInt8(n & 255), UInt8(n >> 8), UInt8(~n & 255), UInt8(~n >> 8 & 255)]
    let file = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255] + stored + content + [UInt8](repeating: 0, count: 8)
    file.withUnsafeBytes { file in _ = try? SPZ.read(file) }
}

func seeds() -> [[UInt8]] {
    func content(_ version: UInt8, degree: UInt8, size: Int) -> [UInt8] {
        Array("NGSP".utf8) + [version, 0, 0, 0, 2, 0, 0, 0, degree, 12, 0, 0] + (0..<2 * size).map { UInt8($0 * 37 & 255) }
    }
    let head = Array("NGSP".utf8) + [4, 0, 0, 0, 2, 0, 0, 0, 0, 12, 0, 5, 32, 0, 0, 0] + [UInt8](repeating: 0, count: 12)
    var table: [UInt8] = []
    var streams: [UInt8] = []
    for size in [18, 2, 6, 6, 8] {
        let block = size << 3 | 1
        let frame =
            [0x28, 0xB5, 0x2F, 0xFD, 0x20, UInt8(size), UInt8(block & 255), UInt8(block >> 8), 0]
            + [UInt8](repeating: 77, count: size)
        table += [UInt8(frame.count)] + [UInt8](repeating: 0, count: 7) + [UInt8(size)] + [UInt8](repeating: 0, count: 7)
        streams += frame
    }
    return [
        content(1, degree: 0, size: 16), content(2, degree: 1, size: 28), content(3, degree: 3, size: 65),
        content(3, degree: 4, size: 92), head + table + streams,
    ]
}
