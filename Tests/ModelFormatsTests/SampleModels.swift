import Codecs
import ModelFormats
import Foundation
import Geometry
import TestSupport
import Support

/// Small models of which every number is known.
enum Sample {
    /// A box of 1 x 2 x 3 m with eight shared corners, twelve triangles, and a colour at each corner.
    static let box: TriangleMesh = {
        var mesh = TriangleMesh()
        for i in 0..<8 {
            mesh.positions.append(Vector3(Float(i & 1), Float(i >> 1 & 1) * 2, Float(i >> 2) * 3))
            mesh.colors.append(SRGB.toLinear(SIMD3(UInt8(i * 36), UInt8(255 - i * 17), UInt8(i * i))))
        }
        let quads: [[UInt32]] = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]]
        for q in quads { mesh.indices += [q[0], q[1], q[2], q[0], q[2], q[3]] }
        return mesh
    }()

    /// The box with normals and texture coordinates, too.
    static let full: TriangleMesh = {
        var mesh = box
        mesh.computeNormals()
        mesh.textureCoordinates = (0..<8).map { Vector2(Float($0) / 8, Float($0 & 3) / 4) }
        return mesh
    }()

    /// A bumpy random surface: `side` x `side` vertices with normals and every kind of colour.
    static func surface(side: Int, seed: UInt64 = 7) -> TriangleMesh {
        var random = SplitMix64(seed: seed)
        var mesh = TriangleMesh()
        for i in 0..<side * side {
            mesh.positions.append(Vector3(Float(i % side) * 0.013, random.normal() * 0.01, Float(i / side) * 0.017))
            let codes = random.next()
            mesh.colors.append(
                SRGB.toLinear(
                    SIMD3(
                        UInt8(truncatingIfNeeded: codes), UInt8(truncatingIfNeeded: codes >> 8),
                        UInt8(truncatingIfNeeded: codes >> 16))))
        }
        for y in 0..<side - 1 {
            for x in 0..<side - 1 {
                let a = UInt32(y * side + x)
                let b = a + UInt32(side)
                mesh.indices += [a, b, b + 1, a, b + 1, a + 1]
            }
        }
        mesh.computeNormals()
        return mesh
    }

    static let cloud = PointCloud(positions: full.positions, normals: full.normals, colors: full.colors)
}

/// 8-bit sRGB codes of linear colours.
func codes(_ colors: [Vector3]) -> [SIMD3<UInt8>] { colors.map { SRGB.fromLinear($0) } }

/// The model after writing it to a file of this name and reading it again, and the file's bytes.
func roundTrip(_ model: Model, _ name: String) throws -> (model: Model, bytes: [UInt8]) {
    try TestData.withTemporaryFolder { folder in
        let file = folder.appendingPathComponent(name)
        try ModelFile.write(model, to: file)
        return (try ModelFile.read(file), Array(try Data(contentsOf: file)))
    }
}

/// Reads these bytes from a file of this name.
func read(_ bytes: [UInt8], _ name: String) throws -> Model {
    try TestData.withTemporaryFolder { folder in
        let file = folder.appendingPathComponent(name)
        try Data(bytes).write(to: file)
        return try ModelFile.read(file)
    }
}

func read(_ text: String, _ name: String) throws -> Model { try read(Array(text.utf8), name) }

/// The line that reading these bytes fails with; nil where it succeeds.
func refusal(_ bytes: [UInt8], _ name: String) throws -> String? {
    do {
        _ = try read(bytes, name)
        return nil
    } catch let error as FormatError {
        return error.description
    }
}

func refusal(_ text: String, _ name: String) throws -> String? { try refusal(Array(text.utf8), name) }

extension String {
    /// Whether it is one line that names the file and says something.
    func isOneClearLine(about name: String) -> Bool { !contains("\n") && contains(name) && count > name.count + 10 && count < 500 }
}

extension ModelFormat {
    /// Whether files of the kind hold points and nothing else.
    var isCloud: Bool { [.las, .laz, .e57, .pts, .pcd, .xyz].contains(self) }
}
