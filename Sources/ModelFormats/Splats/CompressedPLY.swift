import Codecs
import Foundation
import Geometry
import Splats
import Support

/// PlayCanvas' compressed PLY (`.compressed.ply`): chunks of 256 splats with the range of their positions, scales and colours, and
/// 16 bytes a splat within those ranges; behind them harmonics in 8 bits.
public enum CompressedPLY {
    static let chunk = 256

    /// Whether the vertices are packed splats.
    static func holdsSplats(_ header: PLYHeader) -> Bool {
        header.elements.contains { $0.name == "vertex" && $0.properties.contains { $0.name == "packed_position" } }
    }

    static let packed = ["packed_position", "packed_rotation", "packed_scale", "packed_color"]
    static let positionRange = ["min_x", "min_y", "min_z", "max_x", "max_y", "max_z"]
    static let scaleRange = ["min_scale_x", "min_scale_y", "min_scale_z", "max_scale_x", "max_scale_y", "max_scale_z"]
    static let colorRange = ["min_r", "min_g", "min_b", "max_r", "max_g", "max_b"]

    /// - Parameter bytes: the whole file.
    static func read(_ header: PLYHeader, _ bytes: UnsafeRawBufferPointer, progress: ProgressReporter) throws(FormatError) -> Model
    {
        guard header.encoding != .ascii else {
            throw .unreadable("is a compressed splat file in the ascii encoding, which is not supported")
        }
        let chunks = try PLYTable("chunk", header: header, bytes: bytes)
        let splats = try PLYTable("vertex", header: header, bytes: bytes)
        guard chunks.count >= (splats.count + chunk - 1) / chunk else {
            throw .unreadable("has \(chunks.count) chunks, too few for \(splats.count) splats of 256 each; the file is damaged")
        }
        let columns = packed.compactMap { splats.column($0) }.filter(\.isWord)
        let limits = (positionRange + scaleRange).compactMap { chunks.column($0) }
        guard columns.count == 4, limits.count == 12 else {
            throw .unreadable("is a compressed splat file without all of its columns")
        }
        // The first files had no range of colours: 0…1.
        let colors = colorRange.compactMap { chunks.column($0) }
        let harmonicsTable = try header.elements.contains { $0.name == "sh" } ? PLYTable("sh", header: header, bytes: bytes) : nil
        var bands: [PLYTable.Column] = []
        while bands.count < 45, let column = harmonicsTable?.column("f_rest_\(bands.count)"), column.isByte { bands.append(column) }
        if let harmonicsTable, harmonicsTable.count < splats.count {
            throw .unreadable("has harmonics for \(harmonicsTable.count) of \(splats.count) splats; the file is damaged")
        }
        let degree = [9: 1, 24: 2, 45: 3][bands.count] ?? 0
        let rest = degree == 0 ? 0 : bands.count / 3
        let ranges = (0..<(splats.count + chunk - 1) / chunk).map { c in
            func range(_ columns: ArraySlice<PLYTable.Column>) -> Range {
                let v = columns.map { chunks.float(c, $0) }
                return Range(low: Vector3(v[0], v[1], v[2]), size: Vector3(v[3] - v[0], v[4] - v[1], v[5] - v[2]))
            }
            let color = colors.count == 6 ? range(colors[0..<6]) : Range(low: Vector3(), size: Vector3(repeating: 1))
            return (position: range(limits[0..<6]), scale: range(limits[6..<12]), color: color)
        }

        let word0 = columns[0]
        let word1 = columns[1]
        let word2 = columns[2]
        let word3 = columns[3]
        let frame = header.splatFrame(bytes)
        let cloud = try SplatBuilder.build(splats.count, degree: degree, frame: frame ?? .customary, progress) { i, harmonics in
            let range = ranges[i / chunk]
            let color = PackedBits.color(splats.word(i, word3))
            let base = SplatCloud.coefficient(ofBase: range.color.at(Vector3(color.x, color.y, color.z)))
            for k in 0..<3 { harmonics[k] = base[k] }
            if let harmonicsTable, rest > 0 {
                bands.withUnsafeBufferPointer { bands in
                    coefficients.withUnsafeBufferPointer { coefficients in
                        for channel in 0..<3 {
                            for k in 0..<rest {
                                let code = harmonicsTable.byte(i, bands[channel * rest + k])
                                harmonics[3 * (k + 1) + channel] = coefficients[Int(code)]
                            }
                        }
                    }
                }
            }
            return SplatBuilder.Splat(
                position: range.position.at(PackedBits.vector(splats.word(i, word0))),
                rotation: PackedBits.rotation(splats.word(i, word1)),
                scale: SplatValues.exponential(range.scale.at(PackedBits.vector(splats.word(i, word2)))), opacity: color.w)
        }
        return try Model.finish(consume cloud, frame, customary: .yDown, notes: [])
    }

    /// The bounds of the splats of a chunk.
    private struct Range {
        let low: Vector3
        let size: Vector3

        @inline(__always) func at(_ fraction: Vector3) -> Vector3 { low + size * fraction }
    }

    /// The middle of each of 256 steps of −4…4; the first and the last stand for the ends.
    private static let coefficients: [Float] = (0..<256).map { code in
        (code == 0 ? 0 : code == 255 ? 1 : (Float(code) + 0.5) / 256) * 8 - 4
    }

    @inline(__always) static func code(_ coefficient: Float) -> UInt8 {
        let scaled = ((coefficient / 8 + 0.5) * 256).rounded(.down)
        return scaled > 0 ? UInt8(min(scaled, 255)) : 0
    }
}
