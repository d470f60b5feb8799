/// Vertices for corners that point into several lists: one for each combination that a corner uses. The first combination of each
/// position stands in the order of the positions, further ones follow behind, so that reading what was written keeps the order.
struct VertexSplit {
    /// For each vertex the numbers of its position and of up to three other values.
    private(set) var keys: [SIMD4<UInt32>] = []
    /// For each corner its vertex.
    private(set) var indices: [UInt32] = []

    /// Memory that successive splits share, as large as the list of positions.
    struct Scratch {
        fileprivate var owner: [UInt32]
        fileprivate var turn: [UInt32]
        fileprivate var current: UInt32 = 0
        /// Of how many positions.
        var count: Int { owner.count }

        init(positions: Int) {
            owner = Array(repeating: 0, count: positions)
            turn = Array(repeating: 0, count: positions)
        }
    }

    private static let further: UInt32 = 1 << 31

    /// - Parameters:
    ///   - count: the number of corners, below 2³¹.
    ///   - corner: the numbers of a corner, first that of its position.
    ///   - scratch: of at least as many positions as there are.
    init(_ count: Int, scratch: inout Scratch, corner: (Int) -> SIMD4<UInt32>) {
        scratch.current += 1
        let current = scratch.current
        var others = KeyTable()
        indices.reserveCapacity(count)
        for i in 0..<count {
            let key = corner(i)
            let position = Int(key.x)
            if scratch.turn[position] != current {
                scratch.turn[position] = current
                scratch.owner[position] = UInt32(keys.count)
                indices.append(UInt32(keys.count))
                keys.append(key)
            } else if keys[Int(scratch.owner[position])] == key {
                indices.append(scratch.owner[position])
            } else {
                indices.append(Self.further | UInt32(others.number(of: key)))
            }
        }
        let first = UInt32(keys.count)
        var isOrdered = true
        for i in keys.indices.dropFirst() where keys[i].x < keys[i - 1].x { isOrdered = false }
        if !isOrdered {
            let order = keys.indices.sorted { keys[$0].x < keys[$1].x }
            var number = [UInt32](repeating: 0, count: keys.count)
            for (new, old) in order.enumerated() { number[old] = UInt32(new) }
            keys = order.map { keys[$0] }
            for i in indices.indices where indices[i] < Self.further { indices[i] = number[Int(indices[i])] }
        }
        keys += others.keys
        for i in indices.indices where indices[i] >= Self.further { indices[i] = first + (indices[i] & ~Self.further) }
    }
}
