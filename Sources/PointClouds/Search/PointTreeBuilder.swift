import Geometry

/// Sorts points along the Morton curve, cuts the order into leaves at the bounds of octree cells, and puts boxes around them.
struct PointTreeBuilder {
    private let points: [Vector3]
    var x: [Float] = []
    var y: [Float] = []
    var z: [Float] = []
    var order: [UInt32] = []
    var leaves: [UInt32] = []
    var nodes: [PointTree.Node] = []
    var levels: [Int] = []
    private var keys: [UInt64] = []

    init(_ points: [Vector3]) { self.points = points }

    mutating func build() {
        (keys, order) = RadixSort.sorted(Morton.codes(points), bits: 48)
        x = gather { $0.x }
        y = gather { $0.y }
        z = gather { $0.z }
        leaves.reserveCapacity(points.count / 12 + 2)
        cut(0, points.count, shift: 45)
        leaves.append(UInt32(points.count))
        keys = []
        addLevels()
    }

    private func gather(_ value: (Vector3) -> Float) -> [Float] {
        var result = [Float](repeating: .infinity, count: points.count + 8)
        points.withUnsafeBufferPointer { points in
            for (i, o) in order.enumerated() { result[i] = value(points[Int(o)]) }
        }
        return result
    }

    /// Cuts sorted points that share an octree cell into leaves. Neighbouring children that are small together share a leaf.
    private mutating func cut(_ start: Int, _ end: Int, shift: Int) {
        guard end > start else { return }
        guard end - start > PointTree.leafSize else {
            leaves.append(UInt32(start))
            return
        }
        guard shift >= 0 else {
            for i in stride(from: start, to: end, by: PointTree.leafSize) { leaves.append(UInt32(i)) }
            return
        }
        var run = start
        var child = start
        while child < end {
            let next = endOfCell(child, end: end, shift: shift)
            if next - child > PointTree.leafSize {
                if child > run { leaves.append(UInt32(run)) }
                cut(child, next, shift: shift - 3)
                run = next
            } else if next - run > PointTree.leafSize {
                leaves.append(UInt32(run))
                run = child
            }
            child = next
        }
        if end > run { leaves.append(UInt32(run)) }
    }

    /// The first place behind `start` whose key differs above `shift`, by bisection.
    private func endOfCell(_ start: Int, end: Int, shift: Int) -> Int {
        let cell = keys[start] >> UInt64(shift)
        if keys[end - 1] >> UInt64(shift) == cell { return end }
        var low = start
        var high = end - 1
        while high - low > 1 {
            let middle = (low + high) / 2
            if keys[middle] >> UInt64(shift) == cell { low = middle } else { high = middle }
        }
        return high
    }

    private mutating func addLevels() {
        var boxes = (0..<max(0, leaves.count - 1)).map { leaf in
            var box = Bounds.empty
            for i in Int(leaves[leaf])..<Int(leaves[leaf + 1]) { box.insert(Vector3(x[i], y[i], z[i])) }
            return box
        }
        repeat {
            levels.append(nodes.count)
            var parents: [Bounds] = []
            for start in stride(from: 0, to: boxes.count, by: 8) {
                var node = PointTree.Node()
                var whole = Bounds.empty
                for lane in 0..<min(8, boxes.count - start) {
                    let box = boxes[start + lane]
                    whole.formUnion(box)
                    node.lowX[lane] = box.min.x
                    node.lowY[lane] = box.min.y
                    node.lowZ[lane] = box.min.z
                    node.highX[lane] = box.max.x
                    node.highY[lane] = box.max.y
                    node.highZ[lane] = box.max.z
                }
                nodes.append(node)
                parents.append(whole)
            }
            boxes = parents
        } while boxes.count > 1
        if nodes.isEmpty { nodes.append(PointTree.Node()) }
    }
}

/// Morton codes: the bits of three coordinates interleaved, so that near codes are near in space.
enum Morton {
    /// The codes of points in a lattice of 2¹⁶ cells a side around all of them.
    static func codes(_ points: [Vector3]) -> [UInt64] {
        let bounds = Bounds(points)
        let largest = bounds.size.max()
        let scale = largest > 0 ? 65535 / largest : 0
        return points.map { p in
            let q = (p - bounds.min) * scale
            return code(UInt32(min(q.x, 65535)), UInt32(min(q.y, 65535)), UInt32(min(q.z, 65535)))
        }
    }

    /// The code of three 16-bit numbers.
    @inline(__always)
    static func code(_ x: UInt32, _ y: UInt32, _ z: UInt32) -> UInt64 { spread(x) | spread(y) << 1 | spread(z) << 2 }

    /// Two empty bits between each two of the lowest 16.
    @inline(__always)
    private static func spread(_ v: UInt32) -> UInt64 {
        var v = UInt64(v & 0xFFFF)
        v = (v | v << 16) & 0x0000_FF00_00FF
        v = (v | v << 8) & 0x00F0_0F00_F00F
        v = (v | v << 4) & 0x0C30_C30C_30C3
        v = (v | v << 2) & 0x2492_4924_9249
        return v
    }
}
