import Synchronization

/// Arrays of samples that were fused, kept for the frames to come: the first touch of new memory takes about as long as filling
/// it.
enum DepthSampleArrays {
    /// Words that are kept at most.
    private static let maxWords = 8 << 20
    private static let arrays = Mutex<[[UInt32]]>([])

    /// An array of `count` words, whatever they are.
    static func take(_ count: Int) -> [UInt32] {
        let known = arrays.withLock { arrays in
            arrays.lastIndex { $0.count == count }.map { arrays.remove(at: $0) }
        }
        return known ?? [UInt32](repeating: 0, count: count)
    }

    /// Takes an array back. Whoever still holds it keeps what is in it.
    static func give(_ array: consuming [UInt32]) {
        let array = array
        arrays.withLock { arrays in
            arrays.append(array)
            while arrays.reduce(0, { $0 + $1.count }) > maxWords { arrays.removeFirst() }
        }
    }
}
