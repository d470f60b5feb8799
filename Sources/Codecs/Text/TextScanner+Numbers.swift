extension TextScanner {
    /// The number that starts here, correctly rounded, and moves behind it; nil (without moving) where there is none.
    ///
    /// A double that was exactly rounded is then rounded to a float once more, which is right unless it lies exactly between two
    /// floats.
    @inlinable @inline(__always) package mutating func float() -> Float? {
        guard let (value, end) = shortNumber(),
            value.bitPattern & 0x1FFF_FFFF != 0x1000_0000, abs(value) >= 0x1p-126 || value == 0
        else { return slowNumber(Float.self) }
        position = end
        return Float(value)
    }

    /// The same as a double.
    @inlinable @inline(__always) package mutating func double() -> Double? {
        guard let (value, end) = shortNumber() else { return slowNumber(Double.self) }
        position = end
        return value
    }

    /// The number that starts here and ends before such a byte, and moves behind it; nil (without moving) where it is none of the
    /// usual ones.
    @inlinable @inline(__always) package mutating func double(before isEnd: (UInt8) -> Bool) -> Double? {
        guard let (value, end) = shortNumber(before: isEnd) else { return nil }
        position = end
        return value
    }

    /// A number of up to 19 digits and powers of ten up to 22, which are exact in a double (Clinger 1990), and where it ends; nil
    /// for all others.
    @inlinable @inline(__always) package func shortNumber(before isEnd: (UInt8) -> Bool = { $0 <= 0x20 }) -> (
        value: Double, end: Int
    )? {
        var p = position
        var negative = false
        if p < end, base[p] == 0x2D || base[p] == 0x2B {
            negative = base[p] == 0x2D
            p += 1
        }
        var mantissa: UInt64 = 0
        var digits = 0
        var exponent = 0
        let whole = p
        while p < end, base[p] &- 0x30 < 10 {
            if digits >= 19 { return nil }
            mantissa = mantissa &* 10 &+ UInt64(base[p] &- 0x30)
            if mantissa != 0 { digits += 1 }
            p += 1
        }
        var seen = p - whole
        if p < end, base[p] == 0x2E {
            p += 1
            let fraction = p
            while p < end, base[p] &- 0x30 < 10 {
                if digits >= 19 { return nil }
                mantissa = mantissa &* 10 &+ UInt64(base[p] &- 0x30)
                if mantissa != 0 { digits += 1 }
                exponent -= 1
                p += 1
            }
            seen += p - fraction
        }
        if seen == 0 { return nil }
        if p < end, base[p] | 0x20 == 0x65 {
            p += 1
            var below = false
            if p < end, base[p] == 0x2D || base[p] == 0x2B {
                below = base[p] == 0x2D
                p += 1
            }
            let first = p
            var power = 0
            while p < end, base[p] &- 0x30 < 10 {
                if power < 10_000 { power = power * 10 + Int(base[p] &- 0x30) }
                p += 1
            }
            if p == first { return nil }
            exponent += below ? -power : power
        }
        guard p >= end || isEnd(base[p]) else { return nil }
        if mantissa == 0 { return (negative ? -0.0 : 0, p) }
        guard mantissa < 1 << 53, exponent >= -22, exponent <= 22 else { return nil }
        let value = exponent < 0 ? Double(mantissa) / powersOfTen[-exponent] : Double(mantissa) * powersOfTen[exponent]
        return (negative ? -value : value, p)
    }

    /// The same by the standard library: long numbers, extreme powers, infinities and NaN.
    @inlinable @inline(never) package mutating func slowNumber<T: BinaryFloatingPoint & LosslessStringConvertible>(_: T.Type) -> T?
    {
        var copy = self
        let word = copy.token()
        guard !word.isEmpty, word.count <= 2000 else { return nil }
        let text = String(decoding: word, as: UTF8.self)
        // "1.#QNAN", "-1.#IND00": what Microsoft's C library used to print.
        guard let value = text.contains("#") ? T.nan : T(text) else { return nil }
        position = copy.position
        return value
    }

    /// The whole number that starts here, and moves behind it; nil (without moving) where there is none or it does not fit.
    @inlinable @inline(__always) package mutating func integer() -> Int? {
        var p = position
        var negative = false
        if p < end, base[p] == 0x2D || base[p] == 0x2B {
            negative = base[p] == 0x2D
            p += 1
        }
        let first = p
        var value = 0
        while p < end, base[p] &- 0x30 < 10 {
            if value > Int.max / 10 - 1 { return nil }
            value = value &* 10 &+ Int(base[p] &- 0x30)
            p += 1
        }
        if p == first { return nil }
        position = p
        return negative ? -value : value
    }
}

/// 10⁰…10²², all exact.
private let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
]
