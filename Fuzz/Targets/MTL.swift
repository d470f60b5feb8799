import ModelFormats
import Foundation

private let folder = FileManager.default.temporaryDirectory

private let object = Array(
    "mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nusemtl a\nf 1/1 2/1 3/1\nusemtl b\nf 1/1 2/1 3/1\n".utf8)

func fuzz(_ bytes: UnsafeRawBufferPointer) {
    guard (try? Data(bytes).write(to: folder.appendingPathComponent("a.mtl"))) != nil else { return }
    object.withUnsafeBytes { object in
        _ = try? OBJ.read(object, folder: folder)
        if let scene = try? OBJ.readScene(object, folder: folder) { precondition(scene.flaw == nil) }
    }
}

func seeds() -> [[UInt8]] {
    [
        "newmtl a\nKd 1 0.5 0\nNs 3\nnewmtl b\nmap_Kd -s 1 1 1 -o 0 0 -mm 0 1 -clamp on a b.png\n",
        "# nothing\nnewmtl a\nKd 255 0 nan\nmap_Kd a.mtl\nnewmtl b\nmap_Kd ../../etc/passwd\n",
        "newmtl a\nKa 0 0 0\nKd .1 .2 .3\nKs 1\nKe 4 2 1\nNs 30\nd -halo 0.5\nTr 1\nillum 0\nPr .3\nPm 1\n"
            + "Pc .5\nPcr .1\naniso 1\nPs 1\n"
            + "map_Pr -imfchan g a.mtl\nmap_Pm a.png\nnorm -bm 2 a.mtl\nbump -o 1 2 a.mtl\nmap_d a.mtl\nmap_Ke -t 1 -texres 2 b\n"
            + "newmtl b\nd 0\nrefl -type sphere a\n",
    ].map { Array($0.utf8) }
}
