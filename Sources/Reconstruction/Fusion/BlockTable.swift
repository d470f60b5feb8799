import Geometry

/// Integer coordinates of a block of 8³ voxels: world position / (8 · voxel size), rounded down.
struct BlockCoordinate: Hashable, Sendable {
    var x: Int32
    var y: Int32
    var z: Int32

    /// Each axis holds 21 bits: ±1,048,575 blocks, 84 km either way at 1 cm.
    static let limit: Int32 = 1 << 20

    @inline(__always)
    init(_ x: Int32, _ y: Int32, _ z: Int32) {
        self.x = x
        self.y = y
        self.z = z
    }

    /// One word, ordered as (z, y, x).
    @inline(__always)
    var key: UInt64 {
        UInt64(UInt32(bitPattern: z &+ Self.limit)) << 42 | UInt64(UInt32(bitPattern: y &+ Self.limit)) << 21
            | UInt64(UInt32(bitPattern: x &+ Self.limit))
    }

    @inline(__always)
    init(key: UInt64) {
        x = Int32(truncatingIfNeeded: key & 0x1F_FFFF) - Self.limit
        y = Int32(truncatingIfNeeded: (key >> 21) & 0x1F_FFFF) - Self.limit
        z = Int32(truncatingIfNeeded: (key >> 42) & 0x1F_FFFF) - Self.limit
    }
}

/// The hash table from block coordinates to block numbers: open addressing, linear probing, at most half full.
struct BlockTable: Sendable {
    private static let empty = UInt64.max
    private var keys: [UInt64]
    private var values: [Int32]
    private(set) var count = 0

    init(capacity: Int = 1 << 14) {
        keys = Array(repeating: Self.empty, count: capacity)
        values = Array(repeating: -1, count: capacity)
    }

    /// Where to look first. Only the product's upper bits depend on all of the key; the lower ones know nothing of z.
    @inline(__always)
    private func slot(_ key: UInt64) -> Int {
        Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> UInt64(keys.count.leadingZeroBitCount + 1))
    }

    /// The number of the block with `key`, or nil.
    @inline(__always)
    func find(_ key: UInt64) -> Int? {
        let mask = keys.count - 1
        var slot = slot(key)
        while true {
            let k = keys[slot]
            if k == key { return Int(values[slot]) }
            if k == Self.empty { return nil }
            slot = (slot + 1) & mask
        }
    }

    /// The number of the block with `key`; a new key gets the next number.
    mutating func findOrInsert(_ key: UInt64) -> (number: Int, isNew: Bool) {
        if count * 2 >= keys.count { grow() }
        let mask = keys.count - 1
        var slot = slot(key)
        while true {
            let k = keys[slot]
            if k == key { return (Int(values[slot]), false) }
            if k == Self.empty {
                keys[slot] = key
                values[slot] = Int32(count)
                count += 1
                return (count - 1, true)
            }
            slot = (slot + 1) & mask
        }
    }

    private mutating func grow() {
        let oldKeys = keys
        let oldValues = values
        keys = Array(repeating: Self.empty, count: oldKeys.count * 2)
        values = Array(repeating: -1, count: oldKeys.count * 2)
        let mask = keys.count - 1
        for (k, v) in zip(oldKeys, oldValues) where k != Self.empty {
            var slot = slot(k)
            while keys[slot] != Self.empty { slot = (slot + 1) & mask }
            keys[slot] = k
            values[slot] = v
        }
    }
}
