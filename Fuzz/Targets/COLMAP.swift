import Capture
import Foundation
import Images

/// A model of one photo in COLMAP's binary form: the first byte says which of its files the rest of the bytes become.
private struct Bytes {
    var bytes: [UInt8] = []

    func adding(_ value: some FixedWidthInteger) -> Bytes {
        var copy = self
        withUnsafeBytes(of: value.littleEndian) { copy.bytes.append(contentsOf: $0) }
        return copy
    }

    func adding(_ values: [Double]) -> Bytes { values.reduce(self) { $0.adding($1.bitPattern) } }

    func adding(bytes more: [UInt8]) -> Bytes { Bytes(bytes: bytes + more) }
}

private let files: [(name: String, content: [UInt8])] = [
    (
        "sparse/cameras.bin",
        Bytes().adding(UInt64(1)).adding(UInt32(1)).adding(Int32(4)).adding(UInt64(4)).adding(UInt64(3))
            .adding([4, 4, 2, 1.5, 0.1, -0.01, 0.001, 0.002]).bytes
    ),
    (
        "sparse/images.bin",
        Bytes().adding(UInt64(1)).adding(UInt32(1)).adding([1, 0, 0, 0, 0, 0, 0]).adding(UInt32(1))
            .adding(bytes: Array("0.png".utf8) + [0]).adding(UInt64(1)).adding([1, 1]).adding(Int64(-1)).bytes
    ),
    (
        "sparse/points3D.bin",
        Bytes().adding(UInt64(1)).adding(UInt64(1)).adding([0, 0, 1]).adding(bytes: [9, 8, 7]).adding([0.5]).adding(UInt64(1))
            .adding(UInt32(1)).adding(UInt32(0)).bytes
    ),
    (
        "stereo/depth_maps/0.png.geometric.bin",
        (0..<12).reduce(Bytes(bytes: Array("4&3&1&".utf8))) { $0.adding((1 + Float($1)).bitPattern) }.bytes
    ),
]

/// The model's folder, whole.
private let folder: URL = {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("colmap")
    try? FileManager.default.removeItem(at: folder)
    let picture = try? PNG.encode(ColorImage(width: 4, height: 3, repeating: SIMD4(9, 8, 7, 255)))
    for (name, content) in files + [("images/0.png", picture ?? [])] {
        let file = folder.appendingPathComponent(name)
        try? FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try? Data(content).write(to: file)
    }
    return folder
}()

func fuzz(_ bytes: UnsafeRawBufferPointer) {
    guard let first = bytes.first else { return }
    let (name, whole) = files[Int(first) % files.count]
    let file = folder.appendingPathComponent(name)
    try? Data(bytes.dropFirst()).write(to: file)
    if let capture = try? Capture.open(folder) {
        for i in 0..<min(3, capture.frameCount) { _ = try? capture.frame(at: i) }
    }
    try? Data(whole).write(to: file)
}

func seeds() -> [[UInt8]] { files.indices.map { [UInt8($0)] + files[$0].content } }
