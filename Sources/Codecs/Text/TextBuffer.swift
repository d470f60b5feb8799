import Geometry

/// ASCII text under construction.
package struct TextBuffer {
    package private(set) var bytes: [UInt8] = []

    package init(reserving count: Int = 0) { bytes.reserveCapacity(count) }

    @inlinable @inline(__always) package mutating func append(_ byte: UInt8) { bytes.append(byte) }

    @inlinable @inline(__always) package mutating func append(_ text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    @inlinable @inline(__always) package mutating func append(_ text: [UInt8]) { bytes.append(contentsOf: text) }

    @inlinable @inline(__always) package mutating func append(_ text: UnsafeRawBufferPointer) { bytes.append(contentsOf: text) }

    package mutating func append(text: String) { bytes.append(contentsOf: text.utf8) }

    /// The fewest digits that read back as the same float; whole numbers without a fraction.
    @inlinable @inline(__always) package mutating func append(_ x: Float) {
        if x == x.rounded(.towardZero), abs(x) < 1e7 {
            if x == 0 && x.sign == .minus { append(UInt8(ascii: "-")) }
            append(Int(x))
            return
        }
        if appendShortest(x) { return }
        var text = x.description
        text.withUTF8 { bytes.append(contentsOf: $0) }
    }

    /// `x y z`
    @inlinable @inline(__always) package mutating func append(_ v: Vector3) {
        append(v.x)
        append(UInt8(ascii: " "))
        append(v.y)
        append(UInt8(ascii: " "))
        append(v.z)
    }

    /// The fewest digits that read back as the same double.
    @inlinable @inline(__always) package mutating func append(_ x: Double) {
        if x == x.rounded(.towardZero), abs(x) < 1e15 {
            if x == 0 && x.sign == .minus { append(UInt8(ascii: "-")) }
            append(Int(x))
            return
        }
        var text = x.description
        text.withUTF8 { bytes.append(contentsOf: $0) }
    }

    /// `x y z`
    @inlinable @inline(__always) package mutating func append(_ v: SIMD3<Double>) {
        append(v.x)
        append(UInt8(ascii: " "))
        append(v.y)
        append(UInt8(ascii: " "))
        append(v.z)
    }

    @inlinable @inline(__always) package mutating func append(_ n: Int) {
        if n < 0 { append(UInt8(ascii: "-")) }
        var rest = n.magnitude
        var digits: (UInt64, UInt64, UInt64) = (0, 0, 0)
        withUnsafeMutableBytes(of: &digits) { digits in
            var first = digits.count
            repeat {
                first -= 1
                digits[first] = UInt8(0x30 + rest % 10)
                rest /= 10
            } while rest > 0
            bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: digits[first...]))
        }
    }
}
