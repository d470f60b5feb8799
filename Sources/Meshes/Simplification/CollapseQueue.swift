/// Positions in the order of what their collapse costs, the cheapest first; among equals the lowest number. A binary heap.
struct CollapseQueue {
    private var heap: [UInt64]

    /// An empty queue.
    init(capacity: Int) {
        heap = []
        heap.reserveCapacity(capacity)
    }

    /// Entries of `costs` that are not nil by being infinite, in one pass.
    init(costs: [Float]) {
        self.init(capacity: costs.count)
        for (i, cost) in costs.enumerated() where cost < .infinity { heap.append(Self.key(cost, UInt32(i))) }
        for i in stride(from: heap.count / 2 - 1, through: 0, by: -1) { sink(i) }
    }

    /// The lowest cost; infinite where the queue is empty.
    var lowest: Float { heap.isEmpty ? .infinity : Self.cost(heap[0]) }

    /// Adds a position.
    /// - Precondition: the cost is 0 or more.
    mutating func push(_ position: UInt32, cost: Float) {
        let key = Self.key(cost, position)
        heap.append(key)
        heap.withUnsafeMutableBufferPointer { heap in
            var i = heap.count - 1
            while i > 0, case let parent = (i - 1) / 2, heap[parent] > key {
                heap[i] = heap[parent]
                i = parent
            }
            heap[i] = key
        }
    }

    /// Removes the cheapest position.
    mutating func pop() -> (position: UInt32, cost: Float)? {
        guard let top = heap.first, let last = heap.popLast() else { return nil }
        if !heap.isEmpty {
            heap[0] = last
            sink(0)
        }
        return (UInt32(truncatingIfNeeded: top), Self.cost(top))
    }

    private mutating func sink(_ start: Int) {
        heap.withUnsafeMutableBufferPointer { heap in
            var i = start
            let key = heap[i]
            while true {
                var child = 2 * i + 1
                guard child < heap.count else { break }
                if child + 1 < heap.count, heap[child + 1] < heap[child] { child += 1 }
                guard heap[child] < key else { break }
                heap[i] = heap[child]
                i = child
            }
            heap[i] = key
        }
    }

    /// Bits of floats that are not negative have their order.
    private static func key(_ cost: Float, _ position: UInt32) -> UInt64 {
        UInt64((cost + 0).bitPattern) << 32 | UInt64(position)
    }

    private static func cost(_ key: UInt64) -> Float { Float(bitPattern: UInt32(key >> 32)) }
}
