import ModelFormats
import Models
import Foundation

/// In a folder of its own with one file beside it, so that names of other files are followed, too.
let folder: URL = {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("gltf")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try? Data((0..<96).map { UInt8($0) }).write(to: folder.appendingPathComponent("a.bin"))
    return folder
}()

func fuzz(_ bytes: UnsafeRawBufferPointer) {
    _ = try? GLTF.read(bytes, folder: folder)
    if let scene = try? GLTF.readScene(bytes, folder: folder) { precondition(scene.flaw == nil) }
}

func seeds() -> [[UInt8]] {
    let head =
        "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"mesh\":0,\"translation\":[500000,0,4000000]}],"
        + "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"mode\":4}]}],"
        + "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}],"
        + "\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],\"buffers\":[{\"byteLength\":36,\"uri\":"
    let data = Data((0..<36).map { UInt8($0) }).base64EncodedString()
    return [
        Array((head + "\"a.bin\"}]}").utf8), Array((head + "\"data:application/octet-stream;base64,\(data)\"}]}").utf8),
        Array((head + "\"../a%2Ebin\"}]}").utf8),
        Array((head + "\"a.bin\"}],\"textures\":[{\"source\":0}],\"images\":[{\"uri\":\"./a%2Ebin\"}]}").utf8),
    ]
}
