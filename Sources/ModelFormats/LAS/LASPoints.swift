import Geometry

/// Where points go as they are read: positions already in metres, y up, near the origin; colours as the file has them.
struct LASPoints {
    let positions: UnsafeMutablePointer<Vector3>
    /// Three numbers a point; nil where it has no colours.
    let colors: UnsafeMutablePointer<UInt16>?
    /// A coordinate in metres, z up, is the file's whole number times `scale` plus `shift`.
    let scale: SIMD3<Double>
    let shift: SIMD3<Double>

    @inline(__always) func put(_ i: Int, _ x: Int32, _ y: Int32, _ z: Int32) {
        let p = SIMD3(Double(x), Double(y), Double(z)) * scale + shift
        positions[i] = Vector3(Float(p.x), Float(p.z), Float(0 - p.y))
    }

    @inline(__always) func put(_ i: Int, color: SIMD3<UInt16>) {
        guard let colors else { return }
        colors[3 * i] = color.x
        colors[3 * i + 1] = color.y
        colors[3 * i + 2] = color.z
    }
}
