import Geometry

/// Numbers cells 0, 1, 2, … in the order in which they are first asked for: a hash table with linear probing.
struct CellTable: ~Copyable {
    private var slots: UnsafeMutablePointer<Slot>
    private var mask: Int
    private(set) var count = 0

    private struct Slot {
        var key: UInt64
        /// The cell's number, or −1 where the slot is empty.
        var number: Int32
    }

    /// - Parameter expected: about how many cells there may be; it grows where there are more.
    init(expected: Int) {
        var size = 64
        while size < expected * 2 { size *= 2 }
        mask = size - 1
        slots = Self.empty(size)
    }

    deinit { slots.deallocate() }

    private static func empty(_ size: Int) -> UnsafeMutablePointer<Slot> {
        let slots = UnsafeMutablePointer<Slot>.allocate(capacity: size)
        slots.initialize(repeating: Slot(key: 0, number: -1), count: size)
        return slots
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
        slots[i] = Slot(key: key, number: Int32(truncatingIfNeeded: count))
        count += 1
        if count * 2 > mask { grow() }
        return count - 1
    }

    private mutating func grow() {
        let old = slots
        let size = mask + 1
        mask = size * 2 - 1
        slots = Self.empty(size * 2)
        for slot in UnsafeBufferPointer(start: old, count: size) where slot.number >= 0 {
            var i = Self.hash(slot.key) & mask
            while slots[i].number >= 0 { i = (i + 1) & mask }
            slots[i] = slot
        }
        old.deallocate()
    }

    /// Eight cells that form a cube lie side by side, so that neighbours are found in the cache; the cubes are spread by the upper
    /// bits of a product (Knuth's multiplicative hashing).
    @inline(__always)
    private static func hash(_ key: UInt64) -> Int {
        let place = key & 1 | key &>> 20 & 2 | key &>> 40 & 4
        let cube = (key & ~(1 | 1 << 21 | 1 << 42)) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: (cube &>> 32) &<< 3 | place)
    }
}

/// Cells of a lattice through the origin, as keys of 21 bits an axis.
struct Lattice {
    let edge: Float
    private let low: SIMD4<Int32>
    /// Whether all cells are within the four million around the origin, so that they can be counted by vectors.
    private let isNear: Bool

    /// - Throws: `PointCloudError.tooLarge` where the box is more than two million cells wide, or too far from the origin to be
    ///   counted.
    init(_ box: Bounds, edge: Float) throws(PointCloudError) {
        self.edge = edge
        let from = box.min / edge
        let to = box.max / edge
        let farthest = max(-from.min(), to.max())
        guard farthest < 1e9, (0..<3).allSatisfy({ Self.floor(to[$0]) - Self.floor(from[$0]) < 2_097_144 }) else {
            throw .tooLarge("the cloud is too wide for cells of \(edge) m, or too far from the origin; use a larger size")
        }
        isNear = farthest < 4_194_000
        low = SIMD4(Self.floor(from.x), Self.floor(from.y), Self.floor(from.z), 0) &- 3
    }

    @inline(__always)
    private static func floor(_ x: Float) -> Int32 {
        let i = Int32(x)
        return Float(i) > x ? i - 1 : i
    }

    /// The cell of a point inside the box.
    @inline(__always)
    func key(_ p: Vector3) -> UInt64 {
        let q = SIMD4(p, 0) / edge
        var cell: SIMD4<Int32>
        if isNear {
            // Added to 1.5 · 2²³, a number is rounded to the nearest whole one, which then stands in the lowest bits.
            let shifted = q + 12_582_912
            cell = unsafeBitCast(shifted, to: SIMD4<Int32>.self) &- 0x4B40_0000
            cell = cell &+ unsafeBitCast(shifted - 12_582_912 .> q, to: SIMD4<Int32>.self)
        } else {
            cell = SIMD4(Self.floor(q.x), Self.floor(q.y), Self.floor(q.z), 0)
        }
        cell = cell &- low
        let i = UInt64(UInt32(bitPattern: cell.x))
        let j = UInt64(UInt32(bitPattern: cell.y))
        let k = UInt64(UInt32(bitPattern: cell.z))
        return k << 42 | j << 21 | i
    }
}
