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
            let extent = centreBox.size
            let axis = extent.x >= extent.y ? (extent.x >= extent.z ? 0 : 2) : (extent.y >= extent.z ? 1 : 2)
            guard extent[axis] > 0 else { return }
            let middle = partition(start, end, axis, centreBox)
            nodes[index].count = 0
            split(start, middle, depth: depth + 1)
            nodes[index].first = UInt32(nodes.count)
            split(middle, end, depth: depth + 1)
        }

        /// Moves the triangles of the cheaper side to the front and returns where the other side begins; both sides hold at least one.
        private mutating func partition(_ start: Int, _ end: Int, _ axis: Int, _ centreBox: Bounds) -> Int {
            let bins = BVH.bins
            let low = centreBox.min[axis]
            let scale = Float(bins) * 0.9999 / (centreBox.max[axis] - low)
            var counts = [Int](repeating: 0, count: bins)
            var binBoxes = [Bounds](repeating: .empty, count: bins)
            for i in start..<end {
                let t = Int(order[i])
                let b = binIndex(centres[t][axis], low, scale)
                counts[b] += 1
                binBoxes[b].formUnion(boxes[t])
            }
            var rightCost = [Float](repeating: 0, count: bins)
            var box = Bounds.empty
            var count = 0
            for b in stride(from: bins - 1, to: 0, by: -1) {
                box.formUnion(binBoxes[b])
                count += counts[b]
                rightCost[b] = box.halfArea * Float(count)
            }
            var best = (cost: Float.infinity, bin: 0)
            box = .empty
            count = 0
            for b in 0..<(bins - 1) {
                box.formUnion(binBoxes[b])
                count += counts[b]
                let cost = box.halfArea * Float(count) + rightCost[b + 1]
                if count > 0 && count < end - start && cost < best.cost { best = (cost, b) }
            }
            var i = start
            var j = end
            while i < j {
                if binIndex(centres[Int(order[i])][axis], low, scale) <= best.bin {
                    i += 1
                } else {
                    j -= 1
                    order.swapAt(i, j)
                }
            }
            return i > start && i < end ? i : (start + end) / 2
        }

        @inline(__always)
        private func binIndex(_ x: Float, _ low: Float, _ scale: Float) -> Int {
            // Subnormal extents give an infinite scale and 0·∞: such triangles all go to the first bin.
            let b = (x - low) * scale
            return b >= 0 && b < Float(BVH.bins) ? Int(b) : (b > 0 ? BVH.bins - 1 : 0)
        }
    }
}
