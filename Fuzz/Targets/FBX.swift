import ModelFormats
import Foundation
import Geometry

func fuzz(_ bytes: UnsafeRawBufferPointer) { _ = try? FBX.read(bytes) }

/// Two triangles with everything that a corner can have, packed and plain.
func seeds() -> [[UInt8]] { [true, false].compactMap { written("fbx", WriteOptions(compresses: $0)) } }

func written(_ ending: String, _ options: WriteOptions) -> [UInt8]? {
    let mesh = TriangleMesh(
        positions: [Vector3(0, 0, 0), Vector3(1, 0, 0), Vector3(1, 1, 0), Vector3(0, 1, 0.5)],
        normals: Array(repeating: Vector3(0, 0, 1), count: 4), colors: (0..<4).map { Vector3(repeating: Float($0) / 3) },
        textureCoordinates: (0..<4).map { Vector2(Float($0 & 1), Float($0 >> 1)) }, indices: [0, 1, 2, 0, 2, 3])
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("seed.\(ending)")
    guard (try? ModelFile.write(Model(mesh), to: file, options: options)) != nil else { return nil }
    return (try? Data(contentsOf: file)).map { Array($0) }
}
