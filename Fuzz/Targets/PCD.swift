import ModelFormats

func fuzz(_ bytes: UnsafeRawBufferPointer) { _ = try? PCD.read(bytes) }

func seeds() -> [[UInt8]] {
    let header =
        "# .PCD v0.7\nVERSION .7\nFIELDS x y z rgb normal_x normal_y normal_z\nSIZE 4 4 4 4 4 4 4\nTYPE F F F F F F F\n"
        + "COUNT 1 1 1 1 1 1 1\nWIDTH 2\nHEIGHT 1\nVIEWPOINT 0 0 0 1 0 0 0\nPOINTS 2\nDATA "
    func file(_ encoding: String, _ body: [UInt8]) -> [UInt8] { Array((header + encoding + "\n").utf8) + body }
    // A run of one byte, then the same 55 times.
    let packed: [UInt8] = [6, 0, 0, 0, 56, 0, 0, 0, 0, 63, 0xE0, 46, 0, 0]
    return [
        file("ascii", Array("1 2 3 4.2e-39 0 0 1\n4 5 6 1 1 0 0\n".utf8)), file("binary", [UInt8](repeating: 63, count: 56)),
        file("binary_compressed", packed),
        Array(
            ("VERSION .7\nFIELDS x y z r g b\nSIZE 8 2 4 1 1 1\nTYPE F I U U U U\n"
                + "WIDTH 1\nHEIGHT 1\nDATA ascii\n1 2 3 4 5 6\n").utf8),
        Array(
            ("VERSION .7\nFIELDS x y z intensity label stamp hist\nSIZE 4 4 4 2 1 8 4\nTYPE F F F I U U F\nCOUNT 1 1 1 1 1 1 3\n"
                + "WIDTH 2\nHEIGHT 1\nDATA binary\n").utf8) + [UInt8](repeating: 63, count: 2 * 35),
    ]
}
