/// Sorts 64-bit keys, the least significant byte first; equal keys keep their order.
enum RadixSort {
    /// - Parameter bits: how many low bits of the keys are used.
    /// - Returns: the sorted keys and, for each, its index in `keys`.
    static func sorted(_ keys: [UInt64], bits: Int) -> (keys: [UInt64], order: [UInt32]) {
        let n = keys.count
        var a = keys
        var b = [UInt64](repeating: 0, count: n)
        var (i, j) = (Array(0..<UInt32(n)), [UInt32](repeating: 0, count: n))
        for shift in stride(from: 0, to: bits, by: 8) {
            let moved = pass(keys: a, values: i, sortedKeys: &b, sortedValues: &j, shift: UInt64(shift))
            guard moved else { continue }
            swap(&a, &b)
            swap(&i, &j)
        }
        return (a, i)
    }

    /// Sorts by one byte; false, and nothing done, where all keys share it.
    private static func pass(
        keys a: [UInt64], values i: [UInt32], sortedKeys b: inout [UInt64], sortedValues j: inout [UInt32], shift: UInt64
    ) -> Bool {
        a.withUnsafeBufferPointer { a in
            i.withUnsafeBufferPointer { i in
                b.withUnsafeMutableBufferPointer { b in
                    j.withUnsafeMutableBufferPointer { j in
                        withUnsafeTemporaryAllocation(of: Int.self, capacity: 256) { offsets in
                            offsets.initialize(repeating: 0)
                            for key in a { offsets[Int(key &>> shift & 0xFF)] &+= 1 }
                            if offsets.contains(a.count) { return false }
                            var sum = 0
                            for k in 0..<256 { (offsets[k], sum) = (sum, sum + offsets[k]) }
                            for k in 0..<a.count {
                                let digit = Int(a[k] &>> shift & 0xFF)
                                let offset = offsets[digit]
                                offsets[digit] = offset &+ 1
                                b[offset] = a[k]
                                j[offset] = i[k]
                            }
                            return true
                        }
                    }
                }
            }
        }
    }
}
