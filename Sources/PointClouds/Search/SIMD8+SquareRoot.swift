/// Square roots of eight numbers at once. The library's `squareRoot()` takes one lane after the other.
extension SIMD8<Float> {
    /// 1/√x for x > 0, good but for the last bit or two; a large number for 0. A guess from the halved exponent, then three of
    /// Newton's steps (Lomont 2003, *Fast Inverse Square Root*).
    @inline(__always)
    var reciprocalSquareRoot: Self {
        let half = self * 0.5
        let guess = SIMD8<Int32>(repeating: 0x5F37_59DF) &- (unsafeBitCast(self, to: SIMD8<Int32>.self) &>> 1)
        var y = unsafeBitCast(guess, to: Self.self)
        y *= 1.5 - half * y * y
        y *= 1.5 - half * y * y
        y *= 1.5 - half * y * y
        return y
    }

    /// √x for x ≥ 0.
    @inline(__always)
    var root: Self { self * reciprocalSquareRoot }
}
