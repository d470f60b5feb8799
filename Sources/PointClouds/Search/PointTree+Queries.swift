import Geometry

/// A point found near another.
public struct Neighbour: Sendable, Equatable {
    /// The point's number in its cloud.
    public var index: Int
    /// Squared metres.
    public var distanceSquared: Float
}

extension PointTree {
    /// The `k` points nearest to `p` that lie within `radius` metres, the nearest first. Which of several equally far ones are
    /// among them is not said, but is the same each time.
    public func nearest(_ k: Int, to p: Vector3, within radius: Float = .infinity) -> [Neighbour] {
        guard k > 0, p.isFinite, count > 0 else { return [] }
        var heap = NeighbourHeap(k: min(k, count), radius: radius)
        withScan {
            $0.search(p, p) { scan, start, end in
                scan.collect(p, start: start, end: end, into: &heap)
            } bound: {
                heap.bound
            }
        }
        return heap.sorted().map { Neighbour(index: Int(order[$0.index]), distanceSquared: $0.distance) }
    }

    /// All points within `radius` metres of `p`, in the order of the tree.
    public func within(_ radius: Float, of p: Vector3) -> [Neighbour] {
        guard radius >= 0, p.isFinite, count > 0 else { return [] }
        let limit = radius * radius
        var found: [Neighbour] = []
        withScan {
            $0.search(p, p) { scan, start, end in
                for i in start..<end {
                    let d = (Vector3(scan.x[i], scan.y[i], scan.z[i]) - p).lengthSquared
                    if d <= limit { found.append(Neighbour(index: Int(order[i]), distanceSquared: d)) }
                }
            } bound: {
                limit.nextUp
            }
        }
        return found.sorted { $0.index < $1.index }
    }

    /// Runs `body` with the tree as plain pointers.
    @inline(__always)
    func withScan<R>(_ body: (PointScan) throws -> R) rethrows -> R {
        try x.withUnsafeBufferPointer { x in
            try y.withUnsafeBufferPointer { y in
                try z.withUnsafeBufferPointer { z in
                    try leaves.withUnsafeBufferPointer { leaves in
                        try nodes.withUnsafeBufferPointer { nodes in
                            try levels.withUnsafeBufferPointer { levels in
                                try body(PointScan(x: x, y: y, z: z, leaves: leaves, nodes: nodes, levels: levels))
                            }
                        }
                    }
                }
            }
        }
    }
}

/// A tree as plain pointers, for the hot loops.
struct PointScan: @unchecked Sendable {
    let x: UnsafeBufferPointer<Float>
    let y: UnsafeBufferPointer<Float>
    let z: UnsafeBufferPointer<Float>
    let leaves: UnsafeBufferPointer<UInt32>
    let nodes: UnsafeBufferPointer<PointTree.Node>
    let levels: UnsafeBufferPointer<Int>

    /// A part of the tree still to be looked at.
    private struct Pending {
        var distance: Float
        var level: Int32
        var index: Int32
    }

    /// Eight coordinates from index `i` on, unaligned.
    @inline(__always)
    static func lanes(_ values: UnsafeBufferPointer<Float>, _ i: Int) -> PointTree.Lanes {
        UnsafeRawPointer(values.baseAddress.unsafelyUnwrapped + i).loadUnaligned(as: PointTree.Lanes.self)
    }

    /// Hands over the leaves that lie nearer than `bound` (squared metres, may shrink meanwhile) to the box, the nearer ones first.
    @inline(__always)
    func search(_ low: Vector3, _ high: Vector3, leaf: (PointScan, Int, Int) -> Void, bound: () -> Float) {
        // At most seven siblings wait on each of the levels, of which there are eleven for 2³² leaves. (Up to 1 kB lies on the
        // stack.)
        withUnsafeTemporaryAllocation(of: Pending.self, capacity: 84) { stack in
            stack[0] = Pending(distance: 0, level: Int32(levels.count - 1), index: 0)
            var depth = 1
            while depth > 0 {
                depth -= 1
                let top = stack[depth]
                guard top.distance < bound() else { continue }
                if top.level < 0 {
                    leaf(self, Int(leaves[Int(top.index)]), Int(leaves[Int(top.index) + 1]))
                    continue
                }
                let distances = nodes[levels[Int(top.level)] + Int(top.index)].distanceSquared(low, high)
                let limit = bound()
                var near = (distances .< limit).bits
                let base = depth
                while near != 0 {
                    let lane = near.trailingZeroBitCount
                    near &= near - 1
                    // Sorted so that the nearest is taken first.
                    let child = Pending(distance: distances[lane], level: top.level - 1, index: top.index * 8 + Int32(lane))
                    var slot = depth
                    while slot > base && stack[slot - 1].distance < child.distance {
                        stack[slot] = stack[slot - 1]
                        slot -= 1
                    }
                    stack[slot] = child
                    depth += 1
                }
            }
        }
    }

    /// Puts the points of a leaf that are near enough into the heap.
    @inline(__always)
    func collect(_ p: Vector3, start: Int, end: Int, into heap: inout NeighbourHeap) {
        for i in stride(from: start, to: end, by: 8) {
            let dx = Self.lanes(x, i) - p.x
            let dy = Self.lanes(y, i) - p.y
            let dz = Self.lanes(z, i) - p.z
            let d = dx * dx + dy * dy + dz * dz
            guard (d .< heap.bound).isAnySet else { continue }
            for lane in 0..<min(8, end - i) where d[lane] < heap.bound { heap.insert(d[lane], i + lane) }
        }
    }
}

/// The k nearest points so far, the farthest on top.
struct NeighbourHeap {
    private(set) var items: [(distance: Float, index: Int)] = []
    private let k: Int
    /// What is not nearer than this (squared metres) is of no use any more.
    private(set) var bound: Float

    init(k: Int, radius: Float) {
        self.k = k
        // A radius includes its own distance.
        bound = (radius * radius).nextUp
        items.reserveCapacity(k)
    }

    /// Takes a point nearer than `bound`.
    @inline(__always)
    mutating func insert(_ distance: Float, _ index: Int) {
        if items.count < k {
            items.append((distance, index))
            var i = items.count - 1
            while i > 0, items[(i - 1) / 2].distance < items[i].distance {
                items.swapAt(i, (i - 1) / 2)
                i = (i - 1) / 2
            }
        } else {
            var i = 0
            while true {
                var child = 2 * i + 1
                guard child < k else { break }
                if child + 1 < k, items[child + 1].distance > items[child].distance { child += 1 }
                guard items[child].distance > distance else { break }
                items[i] = items[child]
                i = child
            }
            items[i] = (distance, index)
        }
        if items.count == k { bound = min(bound, items[0].distance) }
    }

    /// The nearest first; equally far ones in the order of the tree.
    func sorted() -> [(distance: Float, index: Int)] {
        items.sorted { $0.distance != $1.distance ? $0.distance < $1.distance : $0.index < $1.index }
    }
}
