import Geometry
import Support

/// Points sorted into cubic cells, row by row along x, so that near cells of a row lie side by side in memory. The cells are so
/// small that two points of one are within `reach` of each other, and so large that what is within reach lies at most two cells
/// away.
struct SortedCells {
    /// Coordinates in the order of the cells, with eight more at the end that are infinitely far away.
    let x: [Float]
    let y: [Float]
    let z: [Float]
    /// The number of each sorted point in the cloud.
    let order: [UInt32]
    /// z, y and x of each cell that holds points, 21 bits each, rising.
    let keys: [UInt64]
    /// Where each cell's points begin, and the end.
    let starts: [UInt32]

    /// A row of at most five neighbouring cells: cells `from`..<`to`.
    typealias Row = (from: Int, to: Int)

    private static let maxCells = 2_097_147.0

    /// nil where the cloud is more than two million cells wide. Points must be finite.
    init?(_ points: [Vector3], reach: Float) {
        let edge = Double(reach) / 3.0.squareRoot() * 0.9999
        let bounds = Bounds(points)
        guard edge > 0, Double(bounds.size.max()) / edge < Self.maxCells else { return nil }
        let lowX = Double(bounds.min.x)
        let lowY = Double(bounds.min.y)
        let lowZ = Double(bounds.min.z)
        let scale = 1 / edge
        // Two empty cells before the first keep rows apart.
        let unsorted = points.map { p -> UInt64 in
            let i = UInt64((Double(p.x) - lowX) * scale) + 2
            let j = UInt64((Double(p.y) - lowY) * scale) + 2
            let k = UInt64((Double(p.z) - lowZ) * scale) + 2
            return k << 42 | j << 21 | i
        }
        let sorted = RadixSort.sorted(unsorted, bits: 63)
        order = sorted.order
        var (keys, starts): ([UInt64], [UInt32]) = ([], [])
        for (i, key) in sorted.keys.enumerated() where i == 0 || key != sorted.keys[i - 1] {
            keys.append(key)
            starts.append(UInt32(i))
        }
        starts.append(UInt32(points.count))
        self.keys = keys
        self.starts = starts
        func gather(_ value: (Vector3) -> Float) -> [Float] {
            sorted.order.map { value(points[Int($0)]) } + [Float](repeating: .infinity, count: 8)
        }
        x = gather { $0.x }
        y = gather { $0.y }
        z = gather { $0.z }
    }

    var cellCount: Int { keys.count }

    /// Cells that one thread takes at a time.
    private static let block = 1024
    var blocks: Int { (cellCount + Self.block - 1) / Self.block }
    func range(of block: Int) -> Range<Int> { block * Self.block..<min(cellCount, (block + 1) * Self.block) }

    func points(of cell: Int) -> Range<Int> { Int(starts[cell])..<Int(starts[cell + 1]) }

    /// Calls `body` for each cell of a range with the 25 rows around it; the cell's own is number 12.
    func forEachCell(_ cells: Range<Int>, _ body: (Int, UnsafeMutablePointer<Row>) -> Void) {
        guard !cells.isEmpty else { return }
        withUnsafeTemporaryAllocation(of: Row.self, capacity: 25) { rows in
            keys.withUnsafeBufferPointer { keys in
                // Keys rise, so the rows around them do too: each is found by walking on from where the last one was.
                for r in 0..<25 {
                    let index = Self.firstIndex(keys, atLeast: Self.rowKey(keys[cells.lowerBound], r) - 2)
                    rows[r] = (index, index)
                }
                for cell in cells {
                    for r in 0..<25 {
                        let key = Self.rowKey(keys[cell], r)
                        var (from, to) = rows[r]
                        while from < keys.count, keys[from] < key - 2 { from += 1 }
                        to = max(from, to)
                        while to < keys.count, keys[to] <= key + 2 { to += 1 }
                        rows[r] = (from, to)
                    }
                    body(cell, rows.baseAddress.unsafelyUnwrapped)
                }
            }
        }
    }

    @inline(__always)
    private static func rowKey(_ key: UInt64, _ row: Int) -> UInt64 {
        key &+ UInt64(row / 5) << 42 &+ UInt64(row % 5) << 21 &- (2 << 42 | 2 << 21)
    }

    private static func firstIndex(_ keys: UnsafeBufferPointer<UInt64>, atLeast key: UInt64) -> Int {
        var low = 0
        var high = keys.count
        while low < high {
            let middle = (low + high) / 2
            if keys[middle] < key { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Which sorted points have at least `minimum` points, themselves counted, within `radius` metres (the `reach` of the cells).
    /// - Throws: `CancellationError`.
    func dense(_ minimum: Int, within radius: Float, progress: ProgressReporter, what: String) throws -> [Bool] {
        let limit = radius * radius
        var result = [Bool](repeating: false, count: order.count)
        // More neighbours than points: nothing is dense.
        guard minimum <= order.count else { return result }
        try result.withUnsafeMutableBufferPointer { result in
            try x.withUnsafeBufferPointer { x in
                try y.withUnsafeBufferPointer { y in
                    try z.withUnsafeBufferPointer { z in
                        try Parallel.forEach(blocks, progress: progress, what: what) { block in
                            forEachCell(range(of: block)) { cell, rows in
                                let own = points(of: cell)
                                if own.count >= minimum {
                                    for i in own { result[i] = true }
                                    return
                                }
                                for i in own {
                                    result[i] = hasNeighbours(
                                        Vector3(x[i], y[i], z[i]), minimum: minimum, limit: limit, rows: rows, x: x, y: y, z: z)
                                }
                            }
                        }
                    }
                }
            }
        }
        return result
    }

    private func hasNeighbours(
        _ p: Vector3, minimum: Int, limit: Float, rows: UnsafeMutablePointer<Row>, x: UnsafeBufferPointer<Float>,
        y: UnsafeBufferPointer<Float>, z: UnsafeBufferPointer<Float>
    ) -> Bool {
        var found = 0
        // The own row first, then outwards: most points are known to be dense soon.
        for r in Self.outwards where rows[r].from < rows[r].to {
            let start = Int(starts[rows[r].from])
            let end = Int(starts[rows[r].to])
            var inside = SIMD8<Int32>(repeating: 0)
            for i in stride(from: start, to: end, by: 8) {
                let dx = PointScan.lanes(x, i) - p.x
                let dy = PointScan.lanes(y, i) - p.y
                let dz = PointScan.lanes(z, i) - p.z
                let near = (dx * dx + dy * dy + dz * dz) .<= limit
                inside = inside &- (unsafeBitCast(near, to: SIMD8<Int32>.self) & Self.first(end - i))
            }
            found += Int(inside.wrappedSum())
            if found >= minimum { return true }
        }
        return false
    }

    /// All bits of the first `n` lanes.
    @inline(__always)
    static func first(_ n: Int) -> SIMD8<Int32> {
        unsafeBitCast(
            SIMD8<Int32>(0, 1, 2, 3, 4, 5, 6, 7) .< SIMD8(repeating: Int32(truncatingIfNeeded: Swift.min(n, 8))),
            to: SIMD8<Int32>.self)
    }

    /// The 25 rows by their distance from the middle one.
    static let outwards = (0..<25).sorted { a, b in
        func distance(_ r: Int) -> Int { (r / 5 - 2) * (r / 5 - 2) + (r % 5 - 2) * (r % 5 - 2) }
        return (distance(a), a) < (distance(b), b)
    }
}
