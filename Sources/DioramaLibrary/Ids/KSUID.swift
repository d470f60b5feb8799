/// A K-sortable unique identifier: 27 base62 digits that sort by the time they were made.
///
/// 160 bits: 32 bits of seconds since 1400000000 (2014-05-13 16:53:20 UTC), then 128 random bits, both big-endian, written as a
/// base62 number (digits `0…9A…Za…z`, padded with zeros). The digits stand in ASCII order, so text order, numeric order and time
/// order are one. Layout after github.com/segmentio/ksuid, README, "How do KSUIDs work?".
public struct KSUID: Hashable, Sendable {
    /// Seconds since 1400000000.
    var seconds: UInt32
    // The halves of the payload. They are not stored as one `UInt128`: Swift 6.3 on x86-64 passes that in memory aligned to 16
    // bytes, which the tail calls of `async` functions do not keep, and the program jumps to address 0.
    private var high: UInt64
    private var low: UInt64

    /// The random part.
    var payload: UInt128 {
        get { UInt128(high) << 64 | UInt128(low) }
        set {
            high = UInt64(truncatingIfNeeded: newValue >> 64)
            low = UInt64(truncatingIfNeeded: newValue)
        }
    }

    init(seconds: UInt32, payload: UInt128) {
        self.seconds = seconds
        high = UInt64(truncatingIfNeeded: payload >> 64)
        low = UInt64(truncatingIfNeeded: payload)
    }

    /// Seconds between 1970 and a KSUID's zero.
    static let epoch: Int64 = 1_400_000_000
    /// Length of the text.
    public static let length = 27

    /// When it was made, as seconds since 1970 UTC.
    public var secondsSince1970: Int64 { Int64(seconds) + Self.epoch }

    private static let digits = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)

    /// Reads exactly 27 base62 digits whose number is below 2¹⁶⁰; nil for anything else.
    public init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8.prefix(Self.length + 1))
        guard bytes.count == Self.length else { return nil }
        // Five 32-bit words, the most significant first; each digit multiplies the number by 62.
        var words: [UInt32] = [0, 0, 0, 0, 0]
        for byte in bytes {
            guard let digit = Self.value(of: byte) else { return nil }
            var carry = UInt64(digit)
            for i in words.indices.reversed() {
                let product = UInt64(words[i]) * 62 + carry
                words[i] = UInt32(truncatingIfNeeded: product)
                carry = product >> 32
            }
            if carry != 0 { return nil }
        }
        seconds = words[0]
        high = UInt64(words[1]) << 32 | UInt64(words[2])
        low = UInt64(words[3]) << 32 | UInt64(words[4])
    }

    private static func value(of byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 36
        default: nil
        }
    }
}

extension KSUID: CustomStringConvertible {
    public var description: String {
        var words = [seconds] + (0..<4).reversed().map { UInt32(truncatingIfNeeded: payload >> UInt128($0 * 32)) }
        var text = [UInt8](repeating: UInt8(ascii: "0"), count: Self.length)
        for index in text.indices.reversed() {
            var remainder: UInt64 = 0
            for i in words.indices {
                let value = remainder << 32 | UInt64(words[i])
                words[i] = UInt32(value / 62)
                remainder = value % 62
            }
            text[index] = Self.digits[Int(remainder)]
        }
        return String(decoding: text, as: UTF8.self)
    }
}

extension KSUID: Comparable {
    public static func < (a: KSUID, b: KSUID) -> Bool { (a.seconds, a.payload) < (b.seconds, b.payload) }
}
