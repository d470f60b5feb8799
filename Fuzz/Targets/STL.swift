import ModelFormats

func fuzz(_ bytes: UnsafeRawBufferPointer) {
    _ = try? STL.read(bytes)
    if let scene = try? STL.readScene(bytes) { precondition(scene.flaw == nil) }
}

func seeds() -> [[UInt8]] {
    let text = "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 1 1 0\nendloop\nendfacet\nendsolid a\n"
    let triangle = [UInt8](repeating: 0, count: 12) + (0..<36).map { UInt8($0 % 4 == 3 ? 0x3F : $0) } + [0, 0]
    let solid = Array("solid but binary".utf8)
    let header = solid + [UInt8](repeating: 0, count: 80 - solid.count)
    let colored = triangle.dropLast(2) + [0x1F, 0x80]
    let magics = Array("COLOR=abcd".utf8)
    let marked = magics + [UInt8](repeating: 0, count: 80 - magics.count)
    return [
        Array(text.utf8), Array((text + text.replacing("solid a", with: "solid b")).utf8),
        header + [2, 0, 0, 0] + triangle + triangle,
        header + [2, 0, 0, 0] + triangle + colored, marked + [2, 0, 0, 0] + triangle + colored,
    ]
}
