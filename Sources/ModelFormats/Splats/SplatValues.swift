import Foundation
import Geometry
import Splats

/// How splat files write sizes and opacities: as trained, through an exponential or a logistic function.
enum SplatValues {
    /// Logarithms below this are invisible: two billionths of a metre.
    static let smallestLog: Float = -20

    @inline(__always) static func exponential(_ v: Vector3) -> Vector3 {
        Vector3(Float(exp(Double(v.x))), Float(exp(Double(v.y))), Float(exp(Double(v.z))))
    }

    /// Natural logarithms, not below −20.
    @inline(__always) static func logarithm(_ v: Vector3) -> Vector3 {
        func log(_ x: Float) -> Float { x > 0 ? max(Float(Foundation.log(Double(x))), smallestLog) : smallestLog }
        return Vector3(log(v.x), log(v.y), log(v.z))
    }

    /// The logistic function; 0 below −41.
    @inline(__always) static func opacity(ofLogit x: Float) -> Float { x < -41 ? 0 : Float(1 / (1 + exp(-Double(x)))) }

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
