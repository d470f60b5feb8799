import CStereo

/// A hypothesis as the scratch file keeps it: the gradients of inverse depth relative to it, in 16 bits each.
struct PackedPlane: BitwiseCopyable {
    var inverse: Float
    /// The upper halves of floats (bfloat16).
    var right: UInt16
    var down: UInt16

    init(_ plane: StereoPlane) {
        inverse = plane.inverse
        let scale = plane.inverse > 0 ? 1 / plane.inverse : 0
        right = Self.upperHalf(plane.right * scale)
        down = Self.upperHalf(plane.down * scale)
    }

    var plane: StereoPlane {
        StereoPlane(inverse: inverse, right: Self.float(right) * inverse, down: Self.float(down) * inverse, cost: 2)
    }

    private static func upperHalf(_ x: Float) -> UInt16 { UInt16(truncatingIfNeeded: (x.bitPattern &+ 0x8000) >> 16) }

    private static func float(_ bits: UInt16) -> Float { Float(bitPattern: UInt32(bits) << 16) }
}
