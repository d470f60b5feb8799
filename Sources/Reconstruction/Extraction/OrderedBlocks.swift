import Support

/// A volume's blocks in the order of their coordinates, so that what is made of them does not depend on the order in which they
/// came.
struct OrderedBlocks {
    /// Coordinates as keys, ascending.
    private let keys: [UInt64]
    /// Each block's number in the volume.
    let numbers: [Int32]
    /// Each number's place in this order.
    private let places: [Int32]
    private let table: BlockTable

    init(_ volume: TSDFVolume) {
        let order = volume.coordinates.indices.map { (key: volume.coordinates[$0].key, number: Int32($0)) }.sorted {
            $0.key < $1.key
        }
        keys = order.map(\.key)
        numbers = order.map(\.number)
        var places = [Int32](repeating: 0, count: order.count)
        for (place, number) in numbers.enumerated() { places[Int(number)] = Int32(place) }
        self.places = places
        table = volume.table
    }

    var count: Int { keys.count }
    var indices: Range<Int> { keys.indices }

    @inline(__always)
    func coordinate(_ i: Int) -> BlockCoordinate { BlockCoordinate(key: keys[i]) }

    /// Whether the block's coordinates are odd, one bit an axis.
    @inline(__always)
    func parity(_ i: Int) -> Int {
        let at = coordinate(i)
        return Int(at.x & 1 | (at.y & 1) << 1 | (at.z & 1) << 2)
    }

    /// The places of the block itself and its neighbours: lane x | y << 1 | z << 2 lies 0 or 1 blocks farther along each axis; −1
    /// where there is none.
    func around(_ i: Int) -> SIMD8<Int32> {
        let at = coordinate(i)
        var result = SIMD8<Int32>(repeating: -1)
        result[0] = Int32(truncatingIfNeeded: i)
        for part in 1..<8 {
            let key = BlockCoordinate(at.x + Int32(part & 1), at.y + Int32(part >> 1 & 1), at.z + Int32(part >> 2 & 1)).key
            if let number = table.find(key) { result[part] = places[number] }
        }
        return result
    }
}
