/// The Gaussian splats of a space as a viewer holds them: filled piece by piece while they arrive, ordered by depth for each view,
/// and met by rays.
///
/// Values stay as SPZ quantizes them, which is also how the graphics processor gets them. Positions are metres, y up.
public final class SplatSet {
    /// The most splats that the set can hold.
    public let capacity: Int
    /// Degree of the spherical harmonics, 0 to 3.
    public let degree: Int
    /// The splats that have arrived: the first ones.
    public internal(set) var count = 0
    /// The smallest box around the centres that have arrived; inverted where there are none.
    public internal(set) var lower = SIMD3<Float>(repeating: .infinity)
    public internal(set) var upper = SIMD3<Float>(repeating: -.infinity)

    // One array for each number, so that four splats are loaded at once.
    let x: UnsafeMutablePointer<Float>
    let y: UnsafeMutablePointer<Float>
    let z: UnsafeMutablePointer<Float>
    /// Red, green, blue and opacity, red in the lowest byte.
    let colors: UnsafeMutablePointer<UInt32>
    /// Unit quaternions, the three smallest of x, y, z, w in ten bits each.
    let rotations: UnsafeMutablePointer<UInt32>
    /// Logarithms of the three standard deviations in sixteenths above −10, the first in the lowest byte.
    let scales: UnsafeMutablePointer<UInt32>
    /// The depth of each splat in 16 bits, while it is ordered.
    let keys: UnsafeMutablePointer<UInt16>
    /// The first splats are drawn in this order: the farthest first.
    public let order: UnsafeMutablePointer<UInt32>
    /// The splats ordered by the low byte of their keys.
    let turns: UnsafeMutablePointer<UInt32>
    /// How many splats have each byte in their keys, then where the next one goes.
    let bins: UnsafeMutablePointer<UInt32>
    /// What the last piece is for the graphics processor; see `texels`.
    let block: UnsafeMutablePointer<UInt32>
    /// Standard deviations by their bytes: metres.
    let sizes: UnsafeMutablePointer<Float>

    /// The most splats that are decoded at a time.
    public static let pieceSize = 1 << 14
    /// Values of two bytes, for four splats at a time.
    static let binCount = 4 * 2 * 256
    /// The most splats of any set: their numbers have 24 bits while they are ordered.
    public static let maxCount = 1 << 24

    /// - Parameters:
    ///   - capacity: the most splats, 1 to `maxCount`; the memory for them must be there (`bytes`).
    ///   - degree: of the harmonics, 0 to 3.
    public init(capacity: Int, degree: Int) {
        self.capacity = capacity
        self.degree = degree
        x = .allocate(capacity: capacity)
        y = .allocate(capacity: capacity)
        z = .allocate(capacity: capacity)
        colors = .allocate(capacity: capacity)
        rotations = .allocate(capacity: capacity)
        scales = .allocate(capacity: capacity)
        keys = .allocate(capacity: capacity)
        order = .allocate(capacity: capacity)
        turns = .allocate(capacity: capacity)
        bins = .allocate(capacity: Self.binCount)
        block = .allocate(capacity: Self.pieceSize &* Self.words(degree))
        sizes = .allocate(capacity: 256)
        // e^(byte/16 − 10), by products: no other function is there.
        var size = 4.539_992_976_248_485e-5
        for byte in 0..<256 {
            sizes[byte] = Float(size)
            size *= 1.064_494_458_917_859_4
        }
    }

    deinit {
        x.deallocate()
        y.deallocate()
        z.deallocate()
        colors.deallocate()
        rotations.deallocate()
        scales.deallocate()
        keys.deallocate()
        order.deallocate()
        turns.deallocate()
        bins.deallocate()
        block.deallocate()
        sizes.deallocate()
    }

    /// Bytes that a set needs.
    public static func bytes(capacity: Int, degree: Int) -> Int64 {
        Int64(capacity) &* 34 &+ Int64(binCount &* 4) &+ Int64(pieceSize &* words(degree) &* 4) &+ 1 << 16
    }

    /// Numbers of 32 bits that a splat takes in `texels`.
    static func words(_ degree: Int) -> Int { 6 &+ harmonicWords(degree) }

    /// Of these, those of its harmonics: one, two or three texels of sixteen bytes for 9, 24 or 45 coefficients.
    public static func harmonicWords(_ degree: Int) -> Int { 4 &* degree }

    /// The last piece that was decoded, for the textures of the graphics processor: first x, y, z and the colour of each splat,
    /// then rotation and scales of each, then the bytes of the harmonics of each, with zeros after the last.
    public var texels: UnsafeMutablePointer<UInt32> { block }
}
