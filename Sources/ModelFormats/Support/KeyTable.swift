/// Numbers keys of four 32-bit words in the order in which they first appear: exact welding of vertices.
///
/// Open addressing with linear probing; much smaller and faster than a `Dictionary` for millions of keys.
struct KeyTable {
    private(set) var keys: [SIMD4<UInt32>] = []
    private var slots: [UInt32]
    private var mask: Int

    private static let empty = UInt32.max

    /// A table that holds about `expected` keys before it grows.
    init(expected: Int = 0) {
        var size = 64
        while size < expected * 2 { size *= 2 }
        slots = Array(repeating: Self.empty, count: size)
        mask = size - 1
        keys.reserveCapacity(expected)
    }

    var count: Int { keys.count }

    /// The key's number; a new key gets the next one.
    @inline(__always) mutating func number(of key: SIMD4<UInt32>) -> Int {
        var slot = Self.hash(key) & mask
        while slots[slot] != Self.empty {
            let number = Int(slots[slot])
            if keys[number] == key { return number }
            slot = (slot + 1) & mask
        }
        let number = keys.count
        slots[slot] = UInt32(number)
        keys.append(key)
        if keys.count * 2 > slots.count { grow() }
        return number
    }

    @inline(never) private mutating func grow() {
        slots = Array(repeating: Self.empty, count: slots.count * 2)
        mask = slots.count - 1
        for (number, key) in keys.enumerated() {
            var slot = Self.hash(key) & mask
            while slots[slot] != Self.empty { slot = (slot + 1) & mask }
            slots[slot] = UInt32(number)
        }
    }

    /// Two rounds of a 64-bit multiply and fold: all four words reach the low bits.
    @inline(__always) private static func hash(_ key: SIMD4<UInt32>) -> Int {
        let low = UInt64(key.x) | UInt64(key.y) << 32
        let high = UInt64(key.z) | UInt64(key.w) << 32
        let a = (low ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: high ^ 0xD1B5_4A32_D192_ED03)
        let b = (a.high ^ a.low).multipliedFullWidth(by: 0xBF58_476D_1CE4_E5B9 ^ low &+ (high << 1))
        return Int(truncatingIfNeeded: b.high ^ b.low)
    }
}
