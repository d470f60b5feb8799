/// Repeatable random numbers for sounds (SplitMix64).
struct SoundRandom {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678_9ABC_DEF1 }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// Uniform from 0 to 1.
    mutating func unit() -> Float { Float(next() >> 40) * 0x1p-24 }
    /// Uniform in the range.
    mutating func uniform(_ low: Float, _ high: Float) -> Float { low + (high - low) * unit() }
    /// Uniform in the logarithm.
    mutating func logarithmic(_ low: Float, _ high: Float) -> Float { low * exponential(logarithm(high / low) * unit()) }
    mutating func integer(_ low: Int, _ high: Int) -> Int { low + Int(next() % UInt64(high - low + 1)) }
    mutating func chance(_ probability: Float) -> Bool { unit() < probability }
    mutating func element<T>(_ values: [T]) -> T { values[Int(next() % UInt64(values.count))] }
    /// Nearly normal with deviation 1: the sum of uniform numbers.
    mutating func noise() -> Float { (unit() + unit() + unit() + unit() - 2) * 1.732 }
}
