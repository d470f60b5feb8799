/// A bounding volume hierarchy over the triangles of a mesh: binary, built by the binned surface area heuristic (Wald 2007), stored
/// flat in depth-first order.
public struct BVH: Sendable {
    /// 32 bytes. A leaf has `count > 0` triangles from `first` in `order`; an inner node's left child follows it, its right child
    /// is `first`.
    @usableFromInline
    struct Node: Sendable {
        var low: (Float, Float, Float)
        var first: UInt32
        var high: (Float, Float, Float)
        var count: UInt32

        init(_ b: Bounds, first: UInt32, count: UInt32) {
            low = (b.min.x, b.min.y, b.min.z)
            high = (b.max.x, b.max.y, b.max.z)
            self.first = first
            self.count = count
        }

        @inline(__always)
        var bounds: Bounds {
            Bounds(min: Vector3(low.0, low.1, low.2), max: Vector3(high.0, high.1, high.2))
        }
    }

    /// Deepest tree that the traversal stacks hold; the builder makes leaves rather than go deeper.
    static let maximumDepth = 62
    static let leafSize = 4
    static let bins = 12

    var nodes: [Node] = []
    /// Triangle numbers in the order of the leaves.
    var order: [UInt32] = []
    /// The corners of the triangles in the order of the leaves, three each.
    var corners: [Vector3] = []

    /// Builds the hierarchy in O(n log n). Triangles with a corner that is not finite are left out.
    public init(_ mesh: TriangleMesh) {
        var builder = Builder(mesh)
        while !builder.advance(.max) {}
        self = builder.finish()
    }

    fileprivate init(nodes: [Node], order: [UInt32], of mesh: TriangleMesh) {
        self.nodes = nodes
        self.order = order
        corners.reserveCapacity(order.count * 3)
        for t in order {
            let (a, b, c) = mesh.corners(Int(t))
            corners.append(a)
            corners.append(b)
            corners.append(c)
        }
    }

    /// Whether there is nothing to hit.
    public var isEmpty: Bool { nodes.isEmpty }
    /// The box around everything.
    public var bounds: Bounds { nodes.first?.bounds ?? .empty }
}

extension BVH {
    /// Builds a hierarchy piece by piece, for a thread that must not be held up: `advance` until it is done, then `finish`.
    public struct Builder: Sendable {
        private let mesh: TriangleMesh
        private var nodes: [Node] = []
        private var order: [UInt32] = []
        private var boxes: [Bounds] = []
        private var centres: [Vector3] = []
        private var waiting: [Range] = []

        /// Triangles that become a node; a right child's number is written into its parent when it gets one.
        private struct Range: Sendable {
            var start: Int
            var end: Int
            var depth: Int
            var parent: Int?
        }

        /// Computes the bounds of the triangles; the hierarchy is built by `advance`. Triangles with a coordinate that is not
        /// finite are left out.
        public init(_ mesh: TriangleMesh) {
            self.mesh = mesh
            let n = mesh.triangleCount
            boxes.reserveCapacity(n)
            centres.reserveCapacity(n)
            order.reserveCapacity(n)
            for i in 0..<n {
                let (a, b, c) = mesh.corners(i)
                var box = Bounds(min: a, max: a)
                box.insert(b)
                box.insert(c)
                boxes.append(box)
                centres.append(box.center)
                if a.isFinite && b.isFinite && c.isFinite { order.append(UInt32(i)) }
            }
            nodes.reserveCapacity(order.count)
            if !order.isEmpty { waiting.append(Range(start: 0, end: order.count, depth: 0, parent: nil)) }
        }

        /// Whether there is no triangle with finite corners.
        public var isEmpty: Bool { order.isEmpty }

        /// Looks at about `budget` triangles (each is looked at once a level of the tree); whether all is done.
        public mutating func advance(_ budget: Int) -> Bool {
            var done = 0
            while done < budget, let next = waiting.popLast() {
                split(next)
                // What a node of any size costs.
                done += next.end - next.start + 8
            }
            return waiting.isEmpty
        }

        /// The hierarchy; call it only after `advance` has reported completion.
        public func finish() -> BVH {
            precondition(waiting.isEmpty, "a hierarchy is finished before it is built")
            return BVH(nodes: nodes, order: order, of: mesh)
        }

        private mutating func split(_ range: Range) {
            let start = range.start
            let end = range.end
            var box = Bounds.empty
            var centreBox = Bounds.empty
            for i in start..<end {
                box.formUnion(boxes[Int(order[i])])
                centreBox.insert(centres[Int(order[i])])
            }
            let index = nodes.count
            if let parent = range.parent { nodes[parent].first = UInt32(index) }
            nodes.append(Node(box, first: UInt32(start), count: UInt32(end - start)))
            guard end - start > BVH.leafSize, range.depth < BVH.maximumDepth else { return }
            guard centreBox.size.max() > 0 else { return }
            let middle = partition(start, end: end, centreBox: centreBox)
            nodes[index].count = 0
            // The left side comes next, so that nodes lie in depth-first order.
            waiting.append(Range(start: middle, end: end, depth: range.depth + 1, parent: index))
            waiting.append(Range(start: start, end: middle, depth: range.depth + 1, parent: nil))
        }

        /// Moves the triangles of the first side to the front and returns where the other side begins; both sides hold at least
        /// one.
        private mutating func partition(_ start: Int, end: Int, centreBox: Bounds) -> Int {
            var best = Cut(cost: .infinity, axis: 0, bin: 0)
            for axis in 0..<3 where centreBox.size[axis] > 0 {
                let cut = cheapestCut(start, end: end, axis: axis, centreBox: centreBox)
                if cut.cost < best.cost { best = cut }
            }
            let low = centreBox.min[best.axis]
            let scale = scale(centreBox, best.axis)
            var i = start
            var j = end
            while i < j {
                if binIndex(centres[Int(order[i])][best.axis], low: low, scale: scale) <= best.bin {
                    i += 1
                } else {
                    j -= 1
                    order.swapAt(i, j)
                }
            }
            return i > start && i < end ? i : (start + end) / 2
        }

        /// A way to part triangles: those up to a bin along an axis, and the others; its cost is the areas of both boxes, times
        /// triangles.
        private struct Cut {
            var cost: Float
            var axis: Int
            var bin: Int
        }

        private func cheapestCut(_ start: Int, end: Int, axis: Int, centreBox: Bounds) -> Cut {
            let bins = BVH.bins
            let low = centreBox.min[axis]
            let scale = scale(centreBox, axis)
            return withUnsafeTemporaryAllocation(of: (box: Bounds, count: Int, rightCost: Float).self, capacity: bins) { slots in
                slots.initialize(repeating: (.empty, 0, 0))
                for i in start..<end {
                    let t = Int(order[i])
                    let b = binIndex(centres[t][axis], low: low, scale: scale)
                    slots[b].count += 1
                    slots[b].box.formUnion(boxes[t])
                }
                var box = Bounds.empty
                var count = 0
                for b in stride(from: bins - 1, to: 0, by: -1) {
                    box.formUnion(slots[b].box)
                    count += slots[b].count
                    slots[b].rightCost = box.halfArea * Float(count)
                }
                var best = Cut(cost: .infinity, axis: axis, bin: 0)
                box = .empty
                count = 0
                for b in 0..<(bins - 1) {
                    box.formUnion(slots[b].box)
                    count += slots[b].count
                    let cost = box.halfArea * Float(count) + slots[b + 1].rightCost
                    if count > 0 && count < end - start && cost < best.cost { best = Cut(cost: cost, axis: axis, bin: b) }
                }
                return best
            }
        }

        /// Bins a metre.
        private func scale(_ centreBox: Bounds, _ axis: Int) -> Float {
            Float(BVH.bins) * 0.9999 / (centreBox.max[axis] - centreBox.min[axis])
        }

        @inline(__always)
        private func binIndex(_ x: Float, low: Float, scale: Float) -> Int {
            // Subnormal extents give an infinite scale and 0·∞: such triangles all go to the first bin.
            let b = (x - low) * scale
            return b >= 0 && b < Float(BVH.bins) ? Int(b) : (b > 0 ? BVH.bins - 1 : 0)
        }
    }
}
