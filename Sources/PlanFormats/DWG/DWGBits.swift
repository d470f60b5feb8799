import FloorPlans

/// A stream of bits as DWG packs them, the highest bit of a byte first (Open Design Specification for .dwg files, chapter 2).
///
/// Methods are named after the specification's codes: B one bit, BB two, RC a raw byte, RS and RL raw 16 and 32 bits, RD a raw
/// double; BS, BL and BD the same numbers with two bits in front that shorten the frequent ones; T a text, H a handle.
struct DWGBits {
    private(set) var bytes: [UInt8] = []
    /// Bits written so far.
    private(set) var count = 0

    mutating func b(_ value: Bool) {
        if count & 7 == 0 { bytes.append(0) }
        if value { bytes[count >> 3] |= 0x80 >> UInt8(count & 7) }
        count += 1
    }

    mutating func bb(_ value: UInt8) {
        b(value & 2 != 0)
        b(value & 1 != 0)
    }

    mutating func rc(_ value: UInt8) {
        let shift = count & 7
        if shift == 0 {
            bytes.append(value)
        } else {
            bytes[bytes.count - 1] |= value >> UInt8(shift)
            bytes.append(value << UInt8(8 - shift))
        }
        count += 8
    }

    private mutating func raw(_ value: UInt64, _ size: Int) {
        for i in 0..<size { rc(UInt8(truncatingIfNeeded: value >> UInt64(8 * i))) }
    }

    mutating func rs(_ value: Int) { raw(UInt64(bitPattern: Int64(value)), 2) }
    mutating func rl(_ value: Int) { raw(UInt64(bitPattern: Int64(value)), 4) }
    mutating func rd(_ value: Double) { raw(value.bitPattern, 8) }

    mutating func bs(_ value: Int) {
        switch value {
        case 0: bb(2)
        case 256: bb(3)
        case 1...255:
            bb(1)
            rc(UInt8(value))
        default:
            bb(0)
            rs(value)
        }
    }

    mutating func bl(_ value: Int) {
        switch value {
        case 0: bb(2)
        case 1...255:
            bb(1)
            rc(UInt8(value))
        default:
            bb(0)
            rl(value)
        }
    }

    mutating func bd(_ value: Double) {
        // Minus zero becomes zero.
        if value == 0 {
            bb(2)
        } else if value == 1 {
            bb(1)
        } else {
            bb(0)
            rd(value)
        }
    }

    /// A double that often equals another one.
    mutating func dd(_ value: Double, default other: Double) {
        if value == other {
            bb(0)
        } else {
            bb(3)
            rd(value)
        }
    }

    mutating func bd3(_ x: Double, _ y: Double, _ z: Double) {
        bd(x)
        bd(y)
        bd(z)
    }

    mutating func bd3(_ p: PlanPoint) { bd3(p.x, p.y, 0) }

    mutating func rd2(_ p: PlanPoint) {
        rd(p.x)
        rd(p.y)
    }

    /// No thickness, and up as the normal: one bit each (BT and BE).
    mutating func flat() {
        b(true)
        b(true)
    }

    /// A text in Windows-1252; other letters as AutoCAD's `\U+0416`.
    mutating func t(_ text: String) {
        let letters = DXFPairs.encoded(text)
        bs(min(letters.count, 0x7FFF))
        for letter in letters.prefix(0x7FFF) { rc(letter) }
    }

    /// How one object refers to another.
    enum Reference: UInt8 { case own = 0, softOwner = 2, hardOwner = 3, softPointer = 4, hardPointer = 5 }

    mutating func h(_ reference: Reference, _ handle: Int) {
        let size = (Int.bitWidth - handle.leadingZeroBitCount + 7) / 8
        rc(reference.rawValue << 4 | UInt8(size))
        for i in (0..<size).reversed() { rc(UInt8(truncatingIfNeeded: handle >> (8 * i))) }
    }

    mutating func append(_ other: DWGBits) {
        let whole = other.count >> 3
        for i in 0..<whole { rc(other.bytes[i]) }
        for i in 0..<other.count & 7 { b(other.bytes[whole] & (0x80 >> UInt8(i)) != 0) }
    }
}

/// The 16-bit checksum of DWG files (polynomial A001 reflected, CRC-16/ARC), begun with C0C1.
struct DWGChecksum {
    private static let table: [UInt16] = (0..<256).map { i in
        var c = UInt16(i)
        for _ in 0..<8 { c = c & 1 == 1 ? 0xA001 ^ (c >> 1) : c >> 1 }
        return c
    }

    static func of(_ bytes: some Sequence<UInt8>) -> UInt16 {
        bytes.reduce(0xC0C1) { $0 >> 8 ^ table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] }
    }
}
