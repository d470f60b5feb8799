import Geometry

/// Colours as files hold them: sRGB encoded, as integers or as fractions.
enum EncodedColor {
    /// Linear value of each 16-bit sRGB code.
    static let linear16: [Float] = (0..<65536).map { code in
        // 257 times an 8-bit code is that code exactly.
        code % 257 == 0 ? SRGB.linear[code / 257] : SRGB.decode(Float(code) / 65535)
    }

    /// The 16-bit sRGB code of a linear value: 257 times the 8-bit code where that is exact, else the nearest.
    static func code16(_ x: Float) -> UInt16 {
        guard x > 0 else { return 0 }
        guard x < 1 else { return 65535 }
        let code = Int(SRGB.code(x))
        if SRGB.linear[code] == x { return UInt16(code * 257) }
        // Codes of 16 bits grow with the value, as those of 8 bits beside it do.
        var low = max(code - 1, 0) * 257
        var high = min(code + 1, 255) * 257
        while high - low > 1 {
            let middle = (low + high) / 2
            if linear16[middle] <= x { low = middle } else { high = middle }
        }
        return UInt16(x - linear16[low] <= linear16[high] - x ? low : high)
    }

    /// Makes sRGB fractions linear in place: 0…1, or 0…255 if any is clearly above 1. Fractions that represent an 8-bit code
    /// become that code's linear value exactly; what is not a number becomes black.
    /// - Returns: whether they were read as 0…255.
    static func linearise(_ colors: inout [Vector3]) -> Bool {
        let largest = colors.reduce(Float(0)) { m, c in
            let a = c.x > m ? c.x : m
            let b = c.y > a ? c.y : a
            return c.z > b ? c.z : b
        }
        let scale: Float = largest > 1.01 ? 1 : 255
        let table = SRGB.linear
        table.withUnsafeBufferPointer { table in
            for i in colors.indices {
                let c = colors[i] * scale
                colors[i] = Vector3(linear(c.x, table), linear(c.y, table), linear(c.z, table))
            }
        }
        return scale == 1
    }

    /// Linear value of an encoded value on the scale 0…255.
    @inline(__always) private static func linear(_ x: Float, _ table: UnsafeBufferPointer<Float>) -> Float {
        guard x > 0 else { return 0 }
        guard x < 255 else { return 1 }
        let nearest = Int(x + 0.5)
        let off = x - Float(nearest)
        return off < 0.002 && off > -0.002 ? table[nearest] : SRGB.decode(x / 255)
    }

    /// Each code as a fraction with as many digits as name it: "0.5019608".
    static let fractionText: [[UInt8]] = (0..<256).map { code in
        code == 0 ? [0x30] : code == 255 ? [0x31] : Array((Float(code) / 255).description.utf8)
    }
}
