import ModelFormats

/// Splat files as PLY, plain and packed, and the headerless .splat.
func fuzz(_ bytes: UnsafeRawBufferPointer) {
    _ = try? PLY.read(bytes)
    _ = try? DotSplat.read(bytes)
}

func seeds() -> [[UInt8]] {
    func header(_ format: String, _ elements: [(String, Int, String, [String])]) -> [UInt8] {
        var text = "ply\nformat \(format) 1.0\ncomment Diorama: metres, y up, Gaussian splats\n"
        for (name, count, type, properties) in elements {
            text += "element \(name) \(count)\n" + properties.map { "property \(type) \($0)\n" }.joined()
        }
        return Array((text + "end_header\n").utf8)
    }
    let plain =
        ["x", "y", "z", "f_dc_0", "f_dc_1", "f_dc_2"] + (0..<9).map { "f_rest_\($0)" }
        + ["opacity", "scale_0", "scale_1", "scale_2", "rot_0", "rot_1", "rot_2", "rot_3"]
    let range = ["min_x", "min_y", "min_z", "max_x", "max_y", "max_z", "min_scale_x", "min_scale_y", "min_scale_z", "max_scale_x"]
    let more = ["max_scale_y", "max_scale_z", "min_r", "min_g", "min_b", "max_r", "max_g", "max_b"]
    let packed = header(
        "binary_little_endian",
        [
            ("chunk", 1, "float", range + more),
            ("vertex", 2, "uint", ["packed_position", "packed_rotation", "packed_scale", "packed_color"]),
            ("sh", 2, "uchar", (0..<9).map { "f_rest_\($0)" }),
        ])
    let floats = [UInt8](repeating: 0x3E, count: 4 * plain.count)
    let text = plain.map { _ in "0.5" }.joined(separator: " ") + "\n"
    return [
        header("binary_little_endian", [("vertex", 2, "float", plain)]) + floats + floats,
        header("ascii", [("vertex", 1, "float", plain)]) + Array(text.utf8),
        packed + [UInt8](repeating: 0x3E, count: 72 + 32 + 18),
        [UInt8](repeating: 0x3D, count: 64),
    ]
}
