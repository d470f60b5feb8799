import Images

func fuzz(_ bytes: UnsafeRawBufferPointer) {
    let file = Array(bytes)
    _ = try? EXR.size(file)
    _ = try? EXR.decode(file)
}

/// A file of 2 x 2 halves without compression.
func seeds() -> [[UInt8]] {
    func number(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    func attribute(_ name: String, _ type: String, _ value: [UInt8]) -> [UInt8] {
        Array(name.utf8) + [0] + Array(type.utf8) + [0] + number(value.count, 4) + value
    }
    let window = number(0, 8) + number(1, 4) + number(1, 4)
    let one: [UInt8] = [0, 0, 0x80, 0x3F]
    var file: [UInt8] = [0x76, 0x2F, 0x31, 0x01, 2, 0, 0, 0]
    file += attribute("channels", "chlist", [82, 0] + number(1, 4) + number(0, 4) + number(1, 4) + number(1, 4) + [0])
    file += attribute("compression", "compression", [0])
    file += attribute("dataWindow", "box2i", window) + attribute("displayWindow", "box2i", window)
    file += attribute("lineOrder", "lineOrder", [0]) + attribute("pixelAspectRatio", "float", one)
    file += attribute("screenWindowCenter", "v2f", number(0, 8)) + attribute("screenWindowWidth", "float", one) + [0]
    let rows = file.count + 16
    file += number(rows, 8) + number(rows + 12, 8)
    for row in 0..<2 { file += number(row, 4) + number(4, 4) + [0, 0x3C, 0, 0x40] }
    return [file]
}
