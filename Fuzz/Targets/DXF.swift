import ModelFormats

func fuzz(_ bytes: UnsafeRawBufferPointer) {
    if let scene = try? DXFModel.readScene(bytes) { precondition(scene.flaw == nil) }
}

/// Every entity that is read, in text and binary.
func seeds() -> [[UInt8]] {
    func pairs(_ text: String) -> String {
        text.split(separator: "|").map { pair in
            let parts = pair.split(separator: " ", maxSplits: 1)
            return "\(parts[0])\n\(parts.count > 1 ? String(parts[1]) : "")\n"
        }.joined()
    }
    let face = "0 3DFACE|8 0|10 0|20 0|30 0|11 1|21 0|31 0|12 1|22 1|32 0|13 0|23 1|33 0|"
    let vertices = [(0, 0), (1, 0), (1, 1), (0, 1)]
    let polyface =
        "0 POLYLINE|8 a|70 64|" + vertices.map { "0 VERTEX|10 \($0.0)|20 \($0.1)|30 0|70 192|" }.joined()
        + "0 VERTEX|62 3|70 128|71 1|72 2|73 -3|74 4|0 SEQEND|"
    let grid =
        "0 POLYLINE|8 a|70 17|71 2|72 2|" + vertices.map { "0 VERTEX|10 \($0.0)|20 \($0.1)|30 0|70 64|" }.joined() + "0 SEQEND|"
    let mesh =
        "0 MESH|8 a|91 0|92 3|10 0|20 0|30 0|10 1|20 0|30 0|10 0|20 1|30 0|93 4|90 3|90 0|90 1|90 2|94 0|"
    let others =
        "0 SOLID|8 a|39 1|210 1|220 0|230 0|10 0|20 0|11 1|21 0|12 0|22 1|13 1|23 1|0 LINE|8 b|39 2|10 0|20 0|11 1|21 1|"
        + "0 LWPOLYLINE|70 1|38 1|10 0|20 0|42 1|10 2|20 0|0 ARC|10 0|20 0|40 1|50 0|51 90|0 CIRCLE|40 1|"
        + "0 ELLIPSE|11 1|40 .5|0 POINT|10 1|"
        + "0 INSERT|2 A|10 1|41 2|50 45|70 2|71 2|44 3|45 3|0 TEXT|1 x|0 3DSOLID|1 y|"
    let text =
        pairs(
            "0 SECTION|2 HEADER|9 $INSUNITS|70 4|0 ENDSEC|0 SECTION|2 TABLES|0 TABLE|2 LAYER|0 LAYER|2 a|70 0|"
                + "62 -1|420 255|0 ENDTAB|0 ENDSEC|"
        )
        + pairs("0 SECTION|2 BLOCKS|0 BLOCK|2 A|10 0|70 0|\(face)0 INSERT|2 B|0 ENDBLK|0 BLOCK|2 B|\(face)0 ENDBLK|0 ENDSEC|")
        + pairs("0 SECTION|2 ENTITIES|\(face)\(polyface)\(grid)\(mesh)\(others)0 ENDSEC|0 EOF|")
    var binary = Array("AutoCAD Binary DXF\r\n\u{1A}\0".utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for i in stride(from: 0, to: lines.count - 1, by: 2) {
        let code = Int(lines[i]) ?? 0
        binary += [UInt8(truncatingIfNeeded: code), UInt8(truncatingIfNeeded: code >> 8)]
        switch code {
        case 10...59, 210...239: binary += withUnsafeBytes(of: (Double(lines[i + 1]) ?? 0).bitPattern.littleEndian) { Array($0) }
        case 60...79: binary += withUnsafeBytes(of: (Int16(lines[i + 1]) ?? 0).littleEndian) { Array($0) }
        case 90...99, 420...449: binary += withUnsafeBytes(of: (Int32(lines[i + 1]) ?? 0).littleEndian) { Array($0) }
        default: binary += Array(lines[i + 1].utf8) + [0]
        }
    }
    return [Array(text.utf8), binary]
}
