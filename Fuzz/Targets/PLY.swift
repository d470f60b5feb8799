import ModelFormats

func fuzz(_ bytes: UnsafeRawBufferPointer) { _ = try? PLY.read(bytes) }

func seeds() -> [[UInt8]] {
    let header = """
        ply
        format %F 1.0
        comment a triangle and more
        element vertex 4
        property float x
        property double y
        property short z
        property float nx
        property float ny
        property float nz
        property uchar red
        property uchar green
        property uchar blue
        property list uchar int extra
        element face 2
        property uchar flags
        property list uchar uint vertex_indices
        element tristrips 1
        property list int int vertex_indices
        element edge 1
        property int a
        end_header

        """
    let text =
        "0 0 0 0 0 1 255 0 0 0\n1 0 0 0 0 1 0 255 0 2 7 8\n1 1e0 0 0 0 1 0 0 255 0\n0 1 0 0 0 1 9 9 9 0\n1 3 0 1 2\n1 4 0 1 2 3\n"
        + "5 0 1 2 -1 3\n7\n"
    var row: [UInt8] = [UInt8](repeating: 0, count: 14 + 12) + [255, 0, 128, 1, 0, 0, 0, 9]
    row[3] = 0x3F
    let binary =
        row + row + row + row + [1, 3] + [0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0] + [0, 0] + [3, 0, 0, 0]
        + [UInt8](repeating: 0, count: 16)
    func file(_ format: String, _ body: [UInt8]) -> [UInt8] { Array(header.replacing("%F", with: format).utf8) + body }
    let cloud =
        Array(
            ("ply\nformat binary_little_endian 1.0\nelement vertex 2\nproperty float x\nproperty float y\nproperty float z\n"
                + "property float scalar_Intensity\nproperty uchar label\nproperty double time\n"
                + "property int s\nproperty int t\nend_header\n")
                .utf8) + [UInt8](repeating: 62, count: 2 * 33)
    return [cloud, file("ascii", Array(text.utf8)), file("binary_little_endian", binary), file("binary_big_endian", binary)]
}
