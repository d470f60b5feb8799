extension TextBuffer {
    /// The fewest digits that read back as the same float, without an exponent; false for magnitudes outside of 10⁻⁵…10⁷.
    ///
    /// What lies less than half a step from a float reads back as it. Floats are at least six digits wide, so that at most one
    /// number of six digits lies there: it is the nearest one, or there is none. If none does, the nearest ones of seven, eight and
    /// nine digits are tried. Doubles are exact enough for that: a number in doubt, within a millionth of the half step's end, only
    /// gets one digit more.
    @inlinable @inline(__always) package mutating func appendShortest(_ x: Float) -> Bool {
        let magnitude = Double(x.magnitude)
        guard magnitude >= 1e-5, magnitude < 1e7 else { return false }
        // Digits before the point, or less the zeros behind it.
        var place = -4
        while magnitude >= Self.tens[place + 5] { place += 1 }
        let halfStep = 0.499_999_5 * Double(x.magnitude.ulp)
        // Below a power of two steps are half as large.
        let half = x.significandBitPattern == 0 ? halfStep * 0.5 : halfStep
        for digits in 6...9 {
            let decimals = max(digits - place, 0)
            let power = Self.tens[decimals + 5]
            let scaled = magnitude * power
            let whole = scaled.rounded()
            guard abs(whole - scaled) < half * power || digits == 9 else { continue }
            if x.sign == .minus { append(UInt8(ascii: "-")) }
            append(fixed: UInt64(whole), decimals: decimals)
            return true
        }
        return false
    }

    /// 10⁻⁵…10¹⁴; those below 1 are only compared with.
    private static let tens: [Double] = [
        1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14,
    ]

    /// `number` with a point before its last `decimals` digits, and without zeros at the end.
    @inlinable @inline(__always) package mutating func append(fixed number: UInt64, decimals: Int) {
        var rest = number
        var decimals = decimals
        while decimals > 0, rest % 10 == 0 {
            rest /= 10
            decimals -= 1
        }
        var text: (UInt64, UInt64, UInt64) = (0, 0, 0)
        withUnsafeMutableBytes(of: &text) { text in
            var first = text.count
            var left = decimals
            while rest > 0 || left >= 0 {
                if left == 0, decimals > 0 {
                    first -= 1
                    text[first] = UInt8(ascii: ".")
                }
                first -= 1
                text[first] = UInt8(0x30 + rest % 10)
                rest /= 10
                left -= 1
            }
            append(UnsafeRawBufferPointer(rebasing: text[first...]))
        }
    }
}
