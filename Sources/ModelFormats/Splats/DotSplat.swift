import Codecs
import Foundation
import Geometry
import Splats
import Support

/// The `.splat` format of antimatter15's viewer: 32 bytes a splat and nothing else. Three floats each for centre and size, a byte
/// each for red, green, blue (sRGB) and opacity, and for w, x, y, z of the rotation.
///
/// It has no header: axes are those of 3DGS by convention, y down, and a file is detected by its extension.
public enum DotSplat {
    static let stride = 32

    /// - Throws: where the bytes cannot be such a file.
    public static func read(_ bytes: UnsafeRawBufferPointer, progress: ProgressReporter = .silent) throws(FormatError) -> Model {
        guard bytes.count > 0, bytes.count % stride == 0 else {
            throw .unreadable(
                "has \(bytes.count) bytes, not a multiple of 32 per splat; the file is truncated or has another format")
        }
        let cloud = try SplatBuilder.build(bytes.count / stride, degree: 0, frame: .customary, progress) { i, harmonics in
            let row = i * stride
            func vector(_ at: Int) -> Vector3 {
                func float(_ k: Int) -> Float {
                    Float(bitPattern: UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: row + at + 4 * k, as: UInt32.self)))
                }
                return Vector3(float(0), float(1), float(2))
            }
            func bytes4(_ at: Int) -> SIMD4<Float> {
                SIMD4(Float(bytes[row + at]), Float(bytes[row + at + 1]), Float(bytes[row + at + 2]), Float(bytes[row + at + 3]))
            }
            let color = bytes4(24) / 255
            let base = SplatCloud.coefficient(ofBase: Vector3(color.x, color.y, color.z))
            for k in 0..<3 { harmonics[k] = base[k] }
            return SplatBuilder.Splat(
                position: vector(0), rotation: Quaternion(wxyz: (bytes4(28) - 128) / 128), scale: vector(12), opacity: color.w)
        }
        return try Model.finish(consume cloud, nil, customary: .yDown, notes: [])
    }

    /// Writes splats; y down unless asked otherwise.
    /// - Returns: what the format could not hold.
    @discardableResult
    public static func write(
        _ model: Model, to url: URL, options: WriteOptions = WriteOptions(), progress: ProgressReporter = .silent
    ) throws(FormatError) -> [Loss] {
        let source = try model.splatsOnly("a .splat file")
        var file = try AtomicFile.begin(url)
        try SplatFrame(options, else: .yDown).toFile(stretches: source, degree: 0) { (first, cloud) throws(FormatError) in
            let done = progress.part(Double(first) / Double(source.count)...Double(first + cloud.count) / Double(source.count))
            try file.writeRows(cloud.count, stride: stride, progress: done, what: "Writing splats") { i, row in
                store(cloud, i: i, row: row)
            }
        }
        try AtomicFile.end(file)
        var losses = [model.originLoss("A .splat file")].compactMap { $0 }
        if source.degree > 0 {
            losses.append(Loss(.harmonics, "View-dependent colours are omitted: a .splat file stores one colour per splat."))
        }
        losses.append(Loss(.precision, "Colours and opacities are quantized to 8 bits, rotations to about half a degree."))
        if let up = options.up {
            losses.append(Loss(.upAxis, "A .splat file can't declare \(up.rawValue) up; viewers assume y down."))
        }
        if let unit = options.unit, unit != .metre {
            losses.append(Loss(.unit, "A .splat file can't declare its unit, \(unit.rawValue)."))
        }
        return losses
    }

    /// Writes splat `i` as stored in the file.
    @inline(__always) private static func store(_ cloud: SplatCloud, i: Int, row: UnsafeMutableRawPointer) {
        for k in 0..<3 {
            row.storeBytes(of: cloud.positions[i][k].bitPattern.littleEndian, toByteOffset: 4 * k, as: UInt32.self)
            row.storeBytes(of: cloud.scales[i][k].bitPattern.littleEndian, toByteOffset: 12 + 4 * k, as: UInt32.self)
        }
        let color = cloud.baseColor(i)
        let q = cloud.rotations[i].wxyz
        for k in 0..<3 { row.storeBytes(of: UInt8(SplatValues.quantized(color[k], 255)), toByteOffset: 24 + k, as: UInt8.self) }
        row.storeBytes(of: UInt8(SplatValues.quantized(cloud.opacities[i], 255)), toByteOffset: 27, as: UInt8.self)
        for k in 0..<4 {
            row.storeBytes(of: UInt8(min(max((q[k] * 128 + 128).rounded(), 0), 255)), toByteOffset: 28 + k, as: UInt8.self)
        }
    }
}
