/// A small repeatable random number generator (Steele, Lea, Flood 2014): the same seed gives the same numbers on every platform.
public struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// A generator whose sequence is determined by the seed.
    public init(seed: UInt64) { state = seed }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// A number in 0..<1 with 24 random bits.
    public mutating func unit() -> Float { Float(next() >> 40) * 0x1p-24 }

    /// A number of the normal distribution with mean 0 and deviation 1, as the sum of twelve uniform ones less six (tails end at
    /// ±6).
    public mutating func normal() -> Float {
        var sum: Float = -6
        for _ in 0..<12 { sum += unit() }
        return sum
    }
}
