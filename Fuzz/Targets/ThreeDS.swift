import ModelFormats

func fuzz(_ bytes: UnsafeRawBufferPointer) {
    if let scene = try? ThreeDS.readScene(bytes) { precondition(scene.flaw == nil) }
}

/// A mesh with materials, smoothing and a matrix, nodes with tracks, a camera and a light.
func seeds() -> [[UInt8]] {
    func half(_ n: Int) -> [UInt8] { [UInt8(truncatingIfNeeded: n), UInt8(truncatingIfNeeded: n >> 8)] }
    func word(_ n: Int) -> [UInt8] { half(n) + half(n >> 16) }
    func floats(_ list: Float...) -> [UInt8] { list.flatMap { word(Int($0.bitPattern)) } }
    func text(_ s: String) -> [UInt8] { Array(s.utf8) + [0] }
    func chunk(_ id: Int, _ content: [UInt8]...) -> [UInt8] {
        let all = content.flatMap { $0 }
        return half(id) + word(all.count + 6) + all
    }
    func track(_ id: Int, _ keys: [UInt8]...) -> [UInt8] {
        chunk(
            id, half(0), word(0), word(0), word(keys.count),
            keys.enumerated().flatMap { word(10 * $0.offset) + half(1) + floats(0.5) + $0.element })
    }
    let material = chunk(
        0xAFFF, chunk(0xA000, text("m")), chunk(0xA020, chunk(0x0011, [255, 0, 0])), chunk(0xA040, chunk(0x0030, half(50))),
        chunk(0xA050, chunk(0x0031, floats(0.5))),
        chunk(0xA200, chunk(0xA300, text("a.png")), chunk(0xA351, half(2)), chunk(0xA354, floats(2)), chunk(0xA35C, floats(30))))
    let mesh = chunk(
        0x4000, text("a"),
        chunk(
            0x4100, chunk(0x4110, half(3), floats(0, 0, 0, 1, 0, 0, 0, 1, 0)), chunk(0x4140, half(3), floats(0, 0, 1, 0, 0, 1)),
            chunk(0x4160, floats(-1, 0, 0, 0, 1, 0, 0, 0, 1, 4, 5, 6)),
            chunk(
                0x4120, half(1), half(0) + half(1) + half(2) + half(7), chunk(0x4130, text("m"), half(1), half(0)),
                chunk(0x4150, word(1)))))
    let camera = chunk(0x4000, text("c"), chunk(0x4700, floats(0, 1, 2, 3, 4, 5, 10, 35), chunk(0x4720, floats(1, 9))))
    let light = chunk(
        0x4000, text("l"), chunk(0x4600, floats(0, 1, 2), chunk(0x0010, floats(1, 1, 0)), chunk(0x4610, floats(0, 0, 0, 30, 40))))
    func node(_ kind: Int, _ id: Int, _ name: String, parent: Int, _ rest: [UInt8]...) -> [UInt8] {
        chunk(kind, chunk(0xB030, half(id)), chunk(0xB010, text(name), word(0), half(parent)), rest.flatMap { $0 })
    }
    let nodes =
        node(
            0xB002, 0, "a", parent: 0xFFFF, chunk(0xB013, floats(1, 2, 3)),
            track(0xB020, floats(0, 0, 0), floats(1, 0, 0), floats(2, 1, 0)),
            track(0xB021, floats(0, 0, 0, 1), floats(4, 0, 1, 0)), track(0xB022, floats(1, 1, 1)))
        + node(0xB002, 1, "$$$DUMMY", parent: 0, chunk(0xB011, text("i")))
        + node(0xB003, 2, "c", parent: 0xFFFF, track(0xB020, floats(0, 0, 0), floats(1, 0, 0)), track(0xB024, floats(5)))
        + node(0xB004, 3, "c", parent: 0xFFFF, track(0xB020, floats(0, 0, 9))) + node(0xB007, 4, "l", parent: 1)
    return [chunk(0x4D4D, chunk(0x0002, word(3)), chunk(0x3D3D, material, mesh, camera, light), chunk(0xB000, nodes))]
}
