import Geometry

/// Numbers cells 0, 1, 2, … in the order in which they are first asked for: a hash table with linear probing.
struct CellTable {
    private var slots: [Slot]
    private var mask: Int
    private(set) var count = 0

    private struct Slot {
        var key: UInt64
        /// The cell's number, or −1 where the slot is empty.
        var number: Int32
    }

    init() {
        slots = Array(repeating: Slot(key: 0, number: -1), count: 4096)
        mask = 4095
    }

    /// The number of a cell that is there; nil where it is not.
    @inline(__always)
    func find(_ key: UInt64) -> Int? {
        var i = Self.hash(key) & mask
        while slots[i].number >= 0 {
            if slots[i].key == key { return Int(slots[i].number) }
            i = (i + 1) & mask
        }
        return nil
    }

    /// The number of a cell; `count` before the call where it is new.
    @inline(__always)
    mutating func number(_ key: UInt64) -> Int {
        var i = Self.hash(key) & mask
        while slots[i].number >= 0 {
            if slots[i].key == key { return Int(slots[i].number) }
            i = (i + 1) & mask
        }
        slots[i] = Slot(key: key, number: Int32(count))
        count += 1
        if count * 2 > mask { grow() }
        return count - 1
    }

    private mutating func grow() {
        let old = slots
        mask = mask * 2 + 1
        slots = Array(repeating: Slot(key: 0, number: -1), count: mask + 1)
        for slot in old where slot.number >= 0 {
            var i = Self.hash(slot.key) & mask
            while slots[i].number >= 0 { i = (i + 1) & mask }
            slots[i] = slot
        }
    }

    /// The upper bits of a product mix all bits of the key (Knuth's multiplicative hashing).
    @inline(__always)
    private static func hash(_ key: UInt64) -> Int { Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) &>> 32) }
}

/// Cells of a lattice through the origin, as keys of 21 bits an axis.
struct Lattice {
    let edge: Float
    private let low: SIMD3<Int32>

    /// - Throws: `ReconstructionError.tooLarge` where the box is more than two million cells wide, or too far from the origin to be counted.
    init(_ box: Bounds, edge: Float) throws(ReconstructionError) {
        self.edge = edge
        guard let low = Self.cell(box.min, edge), let high = Self.cell(box.max, edge),
            (0..<3).allSatisfy({ Int(high[$0]) - Int(low[$0]) < 2_097_144 })
        else { throw .tooLarge("the cloud is too wide for cells of \(edge) m, or too far from the origin; take a larger size") }
        self.low = low &- 3
    }

    private static func cell(_ p: Vector3, _ edge: Float) -> SIMD3<Int32>? {
        let q = p / edge
        guard abs(q.x) < 1e9, abs(q.y) < 1e9, abs(q.z) < 1e9 else { return nil }
        return SIMD3(floor(q.x), floor(q.y), floor(q.z))
    }

    @inline(__always)
    private static func floor(_ x: Float) -> Int32 {
        let i = Int32(x)
        return Float(i) > x ? i - 1 : i
    }

    /// The cell of a point inside the box.
    @inline(__always)
    func key(_ p: Vector3) -> UInt64 {
        let q = p / edge
        let i = UInt64(UInt32(bitPattern: Self.floor(q.x) &- low.x))
        let j = UInt64(UInt32(bitPattern: Self.floor(q.y) &- low.y))
        let k = UInt64(UInt32(bitPattern: Self.floor(q.z) &- low.z))
        return k << 42 | j << 21 | i
    }
}
