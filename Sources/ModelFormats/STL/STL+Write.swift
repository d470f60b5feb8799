import Codecs
import Foundation
import Geometry
import Models
import Support

extension STL {
    /// How triangles are stored.
    public enum Encoding: Sendable, CaseIterable {
        /// 50 bytes per triangle, little-endian.
        case binary
        /// Numbers as text.
        case ascii
    }

    /// Writes a mesh, customarily in millimetres, z up, as slicers expect it; the header says which.
    /// - Returns: what the format could not hold.
    /// - Throws: where the model is a cloud, or the file cannot be written.
    @discardableResult
    public static func write(
        _ model: Model, to url: URL, options: WriteOptions = WriteOptions(), encoding: Encoding = .binary,
        progress: ProgressReporter = .silent
    ) throws(FormatError) -> [Loss] {
        try model.checkWritable()
        let mesh = try model.meshOnly("STL")
        if options.storesFacetColors {
            return try write(Scene(model), to: url, options: options, encoding: encoding, progress: progress)
        }
        let frame = CoordinateFrame(options, else: .millimetre, .z)
        guard mesh.triangleCount <= Int(UInt32.max) else { throw .unwritable("STL is limited to \(UInt32.max) triangles") }
        var file = try AtomicFile.begin(url)
        let count = mesh.triangleCount
        switch encoding {
        case .binary:
            // Must not begin with "solid": that marks text.
            var header = Array("Diorama binary STL, \(frame)".utf8)
            header += [UInt8](repeating: 0, count: 80 - header.count)
            withUnsafeBytes(of: UInt32(count).littleEndian) { header += $0 }
            try file.putArray(header)
            try file.writeRows(count, stride: triangleSize, progress: progress, what: "Writing triangles") { i, row in
                let (a, b, c) = corners(mesh, i: i, frame: frame)
                for (k, v) in [normal(a, b, c: c), a, b, c].enumerated() {
                    for axis in 0..<3 {
                        row.storeBytes(of: v[axis].bitPattern.littleEndian, toByteOffset: 12 * k + 4 * axis, as: UInt32.self)
                    }
                }
                row.storeBytes(of: 0, toByteOffset: 48, as: UInt16.self)
            }
        case .ascii:
            try file.put("solid Diorama, \(frame)\n")
            try file.writeText(count, progress: progress, what: "Writing triangles") { i, text in
                let (a, b, c) = corners(mesh, i: i, frame: frame)
                text.append("facet normal ")
                text.append(normal(a, b, c: c))
                text.append("\nouter loop\n")
                for v in [a, b, c] {
                    text.append("vertex ")
                    text.append(v)
                    text.append(UInt8(ascii: "\n"))
                }
                text.append("endloop\nendfacet\n")
            }
            try file.put("endsolid Diorama, \(frame)\n")
        }
        try AtomicFile.end(file)
        var losses = [Loss(.unit, "STL declares neither unit nor axes; the file is in \(frame).")]
        if !mesh.colors.isEmpty { losses.append(Loss(.colors, "STL can't store colours.")) }
        if model.isTextured { losses.append(Loss(.texture, "STL can't store textures.")) }
        if !mesh.normals.isEmpty { losses.append(Loss(.normals, "STL can't store vertex normals.")) }
        if !mesh.textureCoordinates.isEmpty { losses.append(Loss(.textureCoordinates, "STL can't store texture coordinates.")) }
        if let loss = model.originLoss("STL") { losses.append(loss) }
        return losses
    }

    @inline(__always) private static func corners(
        _ mesh: TriangleMesh, i: Int, frame: CoordinateFrame
    ) -> (Vector3, Vector3, Vector3) {
        let (a, b, c) = mesh.corners(i)
        return (frame.toFile(a), frame.toFile(b), frame.toFile(c))
    }

    /// The triangle's unit normal; zero where it has no area, as the format asks.
    @inline(__always) private static func normal(_ a: Vector3, _ b: Vector3, c: Vector3) -> Vector3 {
        let n = cross(b - a, c - a).normalized
        return n.isFinite ? n : Vector3(repeating: 0)
    }
}
