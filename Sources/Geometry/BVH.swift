/// A bounding volume hierarchy over the triangles of a mesh: binary, built by the binned surface area heuristic (Wald 2007), stored
/// flat in depth-first order.
public struct BVH: Sendable {
    /// 32 bytes. A leaf has `count > 0` triangles from `first` in `order`; an inner node's left child follows it, its right child is `first`.
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
        builder.build()
        nodes = builder.nodes
        order = builder.order
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
    struct Builder {
        var nodes: [Node] = []
        var order: [UInt32] = []
        private var boxes: [Bounds] = []
        private var centres: [Vector3] = []

        init(_ mesh: TriangleMesh) {
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
        }

        mutating func build() {
            guard !order.isEmpty else { return }
            nodes.reserveCapacity(order.count)
            split(0, order.count, depth: 0)
        }

        private mutating func split(_ start: Int, _ end: Int, depth: Int) {
            var box = Bounds.empty
            var centreBox = Bounds.empty
            for i in start..<end {
                box.formUnion(boxes[Int(order[i])])
                centreBox.insert(centres[Int(order[i])])
            }
            let index = nodes.count
            nodes.append(Node(box, first: UInt32(start), count: UInt32(end - start)))
            guard end - start > BVH.leafSize, depth < BVH.maximumDepth else { return }
            guard centreBox.size.max() > 0 else { return }
            let middle = partition(start, end, centreBox)
            nodes[index].count = 0
            split(start, middle, depth: depth + 1)
            nodes[index].first = UInt32(nodes.count)
            split(middle, end, depth: depth + 1)
        }

        /// Moves the triangles of the first side to the front and returns where the other side begins; both sides hold at least one.
        private mutating func partition(_ start: Int, _ end: Int, _ centreBox: Bounds) -> Int {
            var best = Cut(cost: .infinity, axis: 0, bin: 0)
            for axis in 0..<3 where centreBox.size[axis] > 0 {
                let cut = cheapestCut(start, end, axis, centreBox)
                if cut.cost < best.cost { best = cut }
            }
            let low = centreBox.min[best.axis]
            let scale = scale(centreBox, best.axis)
            var i = start
            var j = end
            while i < j {
                if binIndex(centres[Int(order[i])][best.axis], low, scale) <= best.bin {
                    i += 1
                } else {
                    j -= 1
                    order.swapAt(i, j)
                }
            }
            return i > start && i < end ? i : (start + end) / 2
        }

        /// A way to part triangles: those up to a bin along an axis, and the others; its cost is the areas of both boxes, times triangles.
        private struct Cut {
            var cost: Float
            var axis: Int
            var bin: Int
        }

        private func cheapestCut(_ start: Int, _ end: Int, _ axis: Int, _ centreBox: Bounds) -> Cut {
            let bins = BVH.bins
            let low = centreBox.min[axis]
            let scale = scale(centreBox, axis)
            return withUnsafeTemporaryAllocation(of: (box: Bounds, count: Int, rightCost: Float).self, capacity: bins) { slots in
                slots.initialize(repeating: (.empty, 0, 0))
                for i in start..<end {
                    let t = Int(order[i])
                    let b = binIndex(centres[t][axis], low, scale)
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
        private func binIndex(_ x: Float, _ low: Float, _ scale: Float) -> Int {
            // Subnormal extents give an infinite scale and 0·∞: such triangles all go to the first bin.
            let b = (x - low) * scale
            return b >= 0 && b < Float(BVH.bins) ? Int(b) : (b > 0 ? BVH.bins - 1 : 0)
        }
    }
}
