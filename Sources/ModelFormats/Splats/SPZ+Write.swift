import Codecs
import Foundation
import Geometry
import Splats
import Support

extension SPZ {
    /// Writes splats as SPZ version 3, which all readers know; y up unless asked otherwise.
    /// - Returns: what the format could not hold.
    @discardableResult
    public static func write(
        _ model: Model, to url: URL, options: WriteOptions = WriteOptions(), progress: ProgressReporter = .silent
    ) throws(FormatError) -> [Loss] {
        let cloud = SplatFrame(options, else: .yUp).toFile(try model.splatsOnly("an SPZ file"))
        let bits = try fractionalBits(cloud)
        try progress.step(0, "Quantizing splats")
        let payload = pack(cloud, bits)
        try progress.step(0.3, "Compressing splats")
        let parts = try Gzip.compress(payload)
        var file = try AtomicFile.begin(url)
        for part in parts { try file.putArray(part) }
        try AtomicFile.end(file)
        return [model.originLoss("An SPZ file")].compactMap { $0 } + losses(cloud, bits: bits, options: options)
    }

    /// Twelve bits, a quarter of a millimetre, as is customary; fewer where coordinates reach further than 2 km.
    static func fractionalBits(_ cloud: SplatCloud) throws(FormatError) -> Int {
        let box = Bounds(cloud.positions)
        let reach = max(-box.min.x, -box.min.y, -box.min.z, box.max.x, box.max.y, box.max.z)
        var bits = 12
        // Some readers refuse a file without any bit behind the point.
        while bits > 1, reach * Float(1 << bits) > 8_388_607 { bits -= 1 }
        guard reach * 2 <= 8_388_607 else {
            throw .unwritable("an SPZ file reaches 4194 km from the origin, and the splats extend further; write ply")
        }
        return bits
    }

    static func pack(_ cloud: SplatCloud, _ bits: Int) -> [UInt8] {
        let n = cloud.count
        let rest = 3 * (cloud.coefficientCount - 1)
        let scale = Float(1 << bits)
        return [UInt8](unsafeUninitializedCapacity: 16 + n * (20 + rest)) { buffer, initialized in
            let base = UnsafeMutableRawPointer(buffer.baseAddress!)
            for (k, word) in [magic, 3, UInt32(n)].enumerated() {
                base.storeBytes(of: word.littleEndian, toByteOffset: 4 * k, as: UInt32.self)
            }
            base.storeBytes(of: UInt32(cloud.degree | bits << 8).littleEndian, toByteOffset: 12, as: UInt32.self)
            let positions = base + 16
            let alphas = positions + 9 * n
            let colors = positions + 10 * n
            let scales = positions + 13 * n
            let rotations = positions + 16 * n
            let harmonics = positions + 20 * n
            func put(_ x: Float, _ place: UnsafeMutableRawPointer) {
                let code = x.rounded()
                place.storeBytes(of: code > 0 ? UInt8(min(code, 255)) : 0, as: UInt8.self)
            }
            Parallel.forEachRange(n, minimum: 4096) { range in
                for i in range {
                    for k in 0..<3 {
                        let fixed = UInt32(
                            bitPattern: Int32(min(max((cloud.positions[i][k] * scale).rounded(), -8_388_608), 8_388_607)))
                        for b in 0..<3 {
                            (positions + 9 * i + 3 * k + b).storeBytes(
                                of: UInt8(truncatingIfNeeded: fixed >> (8 * b)), as: UInt8.self)
                        }
                    }
                    put(cloud.opacities[i] * 255, alphas + i)
                    let color = cloud.coefficient(i, 0)
                    let size = SplatValues.logarithm(cloud.scales[i])
                    for k in 0..<3 {
                        put((color[k] * colorScale + 0.5) * 255, colors + 3 * i + k)
                        put((size[k] + 10) * 16, scales + 3 * i + k)
                    }
                    (rotations + 4 * i).storeBytes(of: Self.pack(cloud.rotations[i]).littleEndian, as: UInt32.self)
                    for k in 0..<rest {
                        // As Niantic's writer: five bits for degree 1, four for the others, around a step that stands for 0.
                        let step = k < 9 ? 8 : 16
                        let code = Int((min(max(cloud.harmonics[(rest + 3) * i + 3 + k], -2), 2) * 128 + 128).rounded())
                        let coarse = (max(code, 0) + step / 2) / step * step
                        (harmonics + rest * i + k).storeBytes(of: UInt8(min(coarse, 255)), as: UInt8.self)
                    }
                }
            }
            initialized = 16 + n * (20 + rest)
        }
    }

    private static func losses(_ cloud: SplatCloud, bits: Int, options: WriteOptions) -> [Loss] {
        let step = 1000 / Float(1 << bits)
        var losses = [
            Loss(
                .precision,
                "Positions are quantized to steps of \(step < 1 ? "a quarter of a millimetre" : "\(Int(step.rounded())) mm"), "
                    + "sizes in steps of 6 %, rotations in 9 bits per component."
            ),
            Loss(.colorDepth, "Colours and opacities are quantized to 8 bits."),
        ]
        if cloud.degree > 0 {
            losses.append(
                Loss(.harmonics, "Harmonics are quantized to 5 bits (degree 1) and 4 bits (degrees 2 and 3), between −1 and 1."))
        }
        if options.up == .z { losses.append(Loss(.upAxis, "An SPZ file can't declare z up; readers assume y up.")) }
        if let unit = options.unit, unit != .metre {
            losses.append(Loss(.unit, "An SPZ file can't declare its unit, \(unit.rawValue)."))
        }
        return losses
    }
}
