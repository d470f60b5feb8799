import Geometry

extension Vector3 {
    /// Linear RGB of an sRGB colour as 0xRRGGBB.
    static func hex(_ code: UInt32) -> Vector3 {
        SRGB.toLinear(SIMD3<UInt8>(UInt8(code >> 16 & 255), UInt8(code >> 8 & 255), UInt8(code & 255)))
    }
}

/// Colours that all companions share.
enum Palette {
    /// Eyes and mouths.
    static let ink = Vector3.hex(0x1c1626)
    /// The lower part of eyes.
    static let iris = Vector3.hex(0x4b3a63)
    /// Highlights of eyes.
    static let light = Vector3.hex(0xffffff)
    /// Cheeks.
    static let blush = Vector3.hex(0xff8f8f)
    /// The inside of mouths.
    static let mouth = Vector3.hex(0x8c2f3d)
    /// Tongues.
    static let tongue = Vector3.hex(0xff8a8f)
    /// Sparkles: amber, pale yellow, blue and pink.
    static let sparkles = [Vector3.hex(0xffc766), .hex(0xfff1b8), .hex(0x8fd0ff), .hex(0xffa6c8)]
    /// Ten stars in these colours.
    static let tenSparkles = (0..<10).map { sparkles[$0 % sparkles.count] }
}
