import ModelFormats

func fuzz(_ bytes: UnsafeRawBufferPointer) {
    if let scene = try? OFF.readScene(bytes) { precondition(scene.flaw == nil) }
}

func seeds() -> [[UInt8]] {
    let texts = [
        "OFF\n4 1 4\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3\n",
        "STCN4OFF # c\n3 3 0\n0 0 0 1 0 0 1 255 0 0 255 0 0\n1 0 0 2 0 0 1 0 255 0 255 1 0\n0 1 0 1 0 0 1 0 0 255 128 0 1\n"
            + "3 0 1 2 .5 .5 1\n2 0 1 255 0 0 9\n1 2 7\n",
        "nOFF\n3\n3 1\n500000.25 0 0\n500001 0 0\n500000 1 0\n3 0 1 2\n", "3 1 0\n1e300 nan -inf\n.5 5. -0\n1 2 3\n3 0 1 2\n",
    ]
    func word(_ n: UInt32) -> [UInt8] { [UInt8(n >> 24), UInt8(n >> 16 & 255), UInt8(n >> 8 & 255), UInt8(n & 255)] }
    let one = Float(1).bitPattern
    let numbers: [UInt32] = [3, 1, 0, 0, 0, 0, one, 0, 0, 0, one, 0, 3, 0, 1, 2, 3, one, 0, 0]
    return texts.map { Array($0.utf8) } + [Array("OFF BINARY\n".utf8) + numbers.flatMap(word)]
}
