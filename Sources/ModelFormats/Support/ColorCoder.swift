import Geometry

/// `SRGB.fromLinear` for millions of colours: the same codes out of tables in bare memory, which nothing checks at each use.
struct ColorCoder: @unchecked Sendable {
    /// The code at the beginning of each 4096th, and the linear value from which on each code is the nearer one. They are never
    /// given back.
    private let steps: UnsafePointer<UInt8>
    private let midpoints: UnsafePointer<Float>

    static let shared = ColorCoder()

    private init() {
        let midpoints = UnsafeMutablePointer<Float>.allocate(capacity: 257)
        for i in 0...256 { midpoints[i] = i == 0 ? 0 : i == 256 ? .infinity : SRGB.decode((Float(i) - 0.5) / 255) }
        let steps = UnsafeMutablePointer<UInt8>.allocate(capacity: 4096)
        for i in 0..<4096 { steps[i] = SRGB.code(Float(i) / 4096) }
        self.steps = UnsafePointer(steps)
        self.midpoints = UnsafePointer(midpoints)
    }

    @inline(__always) func code(_ x: Float) -> UInt8 {
        guard x > 0 else { return 0 }
        guard x < 1 else { return 255 }
        var code = Int(steps[Int(x * 4096)])
        while midpoints[code + 1] <= x { code += 1 }
        return UInt8(truncatingIfNeeded: code)
    }

    @inline(__always) func codes(_ c: Vector3) -> SIMD3<UInt8> { SIMD3(code(c.x), code(c.y), code(c.z)) }
}
