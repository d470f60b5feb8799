import ModelFormats
import Foundation

private let folder = FileManager.default.temporaryDirectory

private let object = Array(
    "mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nusemtl a\nf 1/1 2/1 3/1\nusemtl b\nf 1/1 2/1 3/1\n".utf8)

func fuzz(_ bytes: UnsafeRawBufferPointer) {
    guard (try? Data(bytes).write(to: folder.appendingPathComponent("a.mtl"))) != nil else { return }
    object.withUnsafeBytes { object in _ = try? OBJ.read(object, folder: folder) }
}

func seeds() -> [[UInt8]] {
    [
        "newmtl a\nKd 1 0.5 0\nNs 3\nnewmtl b\nmap_Kd -s 1 1 1 -o 0 0 -mm 0 1 -clamp on a b.png\n",
        "# nothing\nnewmtl a\nKd 255 0 nan\nmap_Kd a.mtl\nnewmtl b\nmap_Kd ../../etc/passwd\n",
    ].map { Array($0.utf8) }
}
