import Geometry

/// Numbers of 0…1 and rotations in 32 bits, as compressed splat files hold them.
enum PackedBits {
    /// 11, 10 and 11 bits from the top.
    @inline(__always) static func vector(_ bits: UInt32) -> Vector3 {
        Vector3(Float(bits >> 21) / 2047, Float(bits >> 11 & 1023) / 1023, Float(bits & 2047) / 2047)
    }

    @inline(__always) static func pack(_ v: Vector3) -> UInt32 {
        SplatValues.quantized(v.x, 2047) << 21 | SplatValues.quantized(v.y, 1023) << 11 | SplatValues.quantized(v.z, 2047)
    }

    /// Eight bits each from the top.
    @inline(__always) static func color(_ bits: UInt32) -> SIMD4<Float> {
        SIMD4(Float(bits >> 24), Float(bits >> 16 & 255), Float(bits >> 8 & 255), Float(bits & 255)) / 255
    }

    @inline(__always) static func pack(_ c: SIMD4<Float>) -> UInt32 {
        SplatValues.quantized(c.x, 255) << 24 | SplatValues.quantized(c.y, 255) << 16 | SplatValues.quantized(c.z, 255) << 8
            | SplatValues.quantized(c.w, 255)
    }

    /// The largest of w, x, y, z by its number in two bits, the other three in ten bits each over ±√½; the largest is positive and
    /// follows from the length.
    @inline(__always) static func rotation(_ bits: UInt32) -> Quaternion {
        let root = Float(2).squareRoot()
        let rest = (Vector3(Float(bits >> 20 & 1023), Float(bits >> 10 & 1023), Float(bits & 1023)) / 1023 - 0.5) * root
        return Quaternion(wxyz: Self.completed(rest, Int(bits >> 30)))
    }

    @inline(__always) static func pack(_ q: Quaternion) -> UInt32 {
        let (largest, rest) = parts(q.wxyz)
        var bits = UInt32(largest)
        for k in 0..<3 { bits = bits << 10 | SplatValues.quantized(rest[k] * Float(0.5).squareRoot() + 0.5, 1023) }
        return bits
    }

    /// Four numbers of which the one at `largest` makes the length 1.
    @inline(__always) static func completed(_ rest: Vector3, _ largest: Int) -> SIMD4<Float> {
        let last = max(0, 1 - rest.lengthSquared).squareRoot()
        var v = SIMD4<Float>()
        var k = 0
        for i in 0..<4 {
            if i == largest {
                v[i] = last
            } else {
                v[i] = rest[k]
                k += 1
            }
        }
        return v
    }

    /// The number of the component that is largest, and the others, with the sign that makes that one positive.
    @inline(__always) static func parts(_ v: SIMD4<Float>) -> (largest: Int, rest: Vector3) {
        var largest = 0
        for i in 1..<4 where abs(v[i]) > abs(v[largest]) { largest = i }
        let sign: Float = v[largest] < 0 ? -1 : 1
        var rest = Vector3()
        var k = 0
        for i in 0..<4 where i != largest {
            rest[k] = v[i] * sign
            k += 1
        }
        return (largest, rest)
    }
}
