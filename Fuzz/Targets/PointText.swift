import ModelFormats

/// The first byte chooses the format.
func fuzz(_ bytes: UnsafeRawBufferPointer) {
    guard let first = bytes.first else { return }
    let rest = UnsafeRawBufferPointer(rebasing: bytes.dropFirst())
    if first & 1 == 0 { _ = try? XYZ.read(rest) } else { _ = try? PTS.read(rest) }
}

func seeds() -> [[UInt8]] {
    [
        "01 2 3 255 0 7\n4 5 6 1 2 3\n# Diorama: metres, z up\n", "01,2,3\n4;5;6\n", "0// X Y Z\n1 2 3 0 0 1 9 8 7\n",
        "12\n1 2 3 -900 9 8 7\n4 5 6 7 8 9 10\n",
    ]
    .map { Array($0.utf8) }
}
