import Foundation
import Geometry
import Splats

/// How splat files write sizes and opacities: as trained, through an exponential or a logistic function.
enum SplatValues {
    /// Logarithms below this are invisible: two billionths of a metre.
    static let smallestLog: Float = -20

    /// e to the power of each, within about a unit of the last place of doubles.
    ///
    /// Only sums and products, in a fixed order: the same bits on every machine, and four at once. x is a multiple n of ln 2 and a
    /// rest r below 0.35, and eˣ is 2ⁿ times the series of eʳ to its twelfth power.
    @inline(__always) static func exponential(_ x: SIMD4<Double>) -> SIMD4<Double> {
        // Beyond, floats are 0 and infinite anyway. What is not a number stays so.
        let x = x.replacing(with: 709, where: x .> 709).replacing(with: -708, where: x .< -708)
        // A sum with this number is rounded to an integer, which is in its low bits.
        let magic = SIMD4<Double>(repeating: 0x1.8p52)
        let log2e: Double = 1.442_695_040_888_963_4
        let shifted: SIMD4<Double> = x * log2e + magic
        let n: SIMD4<Double> = shifted - magic
        // ln 2 in two parts, the first with so few digits that its product with n is exact.
        let highPart: Double = 6.931_471_803_691_238e-1
        let lowPart: Double = 1.908_214_929_270_587_7e-10
        let r: SIMD4<Double> = x - n * highPart - n * lowPart
        let r2: SIMD4<Double> = r * r
        let r4: SIMD4<Double> = r2 * r2
        // Four terms of the series: the powers of r divided by these factorials.
        func terms(_ factorials: (Double, Double, Double, Double)) -> SIMD4<Double> {
            let lower: SIMD4<Double> = r * (1 / factorials.1) + 1 / factorials.0
            let upper: SIMD4<Double> = r * (1 / factorials.3) + 1 / factorials.2
            return lower + r2 * upper
        }
        let low = terms((1, 1, 2, 6))
        let middle = terms((24, 120, 720, 5040))
        let high = terms((40_320, 362_880, 3_628_800, 39_916_800))
        let last: Double = 1 / 479_001_600
        let series: SIMD4<Double> = low + r4 * (middle + r4 * (high + r4 * last))
        let bits = unsafeBitCast(shifted, to: SIMD4<UInt64>.self)
        let power = unsafeBitCast((bits &+ 1023) &<< 52, to: SIMD4<Double>.self)
        return series * power
    }

    @inline(__always) static func exponential(_ v: Vector3) -> Vector3 {
        let e = exponential(SIMD4(Double(v.x), Double(v.y), Double(v.z), 0))
        return Vector3(Float(e.x), Float(e.y), Float(e.z))
    }

    /// Natural logarithms, not below −20.
    @inline(__always) static func logarithm(_ v: Vector3) -> Vector3 {
        func log(_ x: Float) -> Float { x > 0 ? max(Float(Foundation.log(Double(x))), smallestLog) : smallestLog }
        return Vector3(log(v.x), log(v.y), log(v.z))
    }

    /// The logistic function; 0 below −41.
    @inline(__always) static func opacity(ofLogit x: Float) -> Float {
        opacity(ofLogit: x, exponential: exponential(SIMD4(repeating: -Double(x))).x)
    }

    /// The same from e to the power of −x.
    @inline(__always) static func opacity(ofLogit x: Float, exponential: Double) -> Float {
        x < -41 ? 0 : Float(1 / (1 + exponential))
    }

    /// The inverse of the logistic function; finite also for 0 and 1, which come back exactly.
    @inline(__always) static func logit(_ p: Float) -> Float {
        let p = min(max(Double(p), 0x1p-60), 1 - 0x1p-26)
        return Float(log(p / (1 - p)))
    }

    /// A number of 0…1 as a whole one of 0…`limit`.
    @inline(__always) static func quantized(_ x: Float, _ limit: Float) -> UInt32 {
        // What is not a number becomes 0.
        let scaled = (x * limit).rounded()
        return scaled > 0 ? UInt32(min(scaled, limit)) : 0
    }
}

extension Quaternion {
    /// w, x, y, z: the order in which most splat files hold rotations.
    @inline(__always) init(wxyz v: SIMD4<Float>) { self.init(v.y, v.z, v.w, v.x) }
    @inline(__always) var wxyz: SIMD4<Float> { SIMD4(vector.w, vector.x, vector.y, vector.z) }
}
