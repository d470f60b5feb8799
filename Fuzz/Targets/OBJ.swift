import ModelFormats

func fuzz(_ bytes: UnsafeRawBufferPointer) {
    _ = try? OBJ.read(bytes)
    if let scene = try? OBJ.readScene(bytes) { precondition(scene.flaw == nil) }
}

func seeds() -> [[UInt8]] {
    [
        "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\nf -4 -3 -2\n",
        "mtllib a.mtl\no a\nv 0 0 0 1 0 0\nv 1 0 0 0 1 0\nv 1 1 0 0 0 1\nvt 0 0\nvt 1 0\nvt 1 1\nvn 0 0 1\nusemtl x\n"
            + "f 1/1/1 2/2/1 3/3/1\nf 1//1 2//1 3//1\nf 1/1 \\\n2/2 3/3\nl 1 2\n",
        "o a\nv 0 0 0 1 0 0\nv 1 0 0\nv 1 1 0\nvt 0 0\ng b\nusemtl x\nf 1/1 2 3\nl 1/1 2/1 3/1\np 1 2\ng b c\nusemtl\nf 1 2 3\n"
            + "o d\ng off\nl -1 -2\nf 3 2 1\nusemtl x\nf 1 2 3\n",
        "v 1e300 nan -inf\nv .5 5. -0\nv 123456789012345678901234567890 1e-40 3\nf 1 2 3\n",
    ].map { Array($0.utf8) }
}
