import Geometry
import Support

/// Groups of points that hang together.
public enum Clustering {
    /// Density-based clusters (Ester et al. 1996, *DBSCAN*): points with at least `minimum` points within `reach` belong together
    /// where they are within reach of each other; what is only at their border belongs to the first such cluster; the rest is
    /// noise.
    ///
    /// Exact, by cells so small that all their points are within reach of each other (Gunawan 2013), whatever the reach.
    /// - Parameters:
    ///   - cloud: the points; metres.
    ///   - reach: metres; DBSCAN's eps.
    ///   - minimum: how many points within reach, the point itself counted, make a dense place.
    ///   - progress: receives the progress.
    /// - Returns: each point's cluster, numbered in the order of their first dense points, or −1 for noise.
    /// - Throws: `PointCloudError.badOption` where the cloud is empty or not finite, or an option makes no sense; `.tooLarge`;
    ///   `CancellationError`.
    public static func dbscan(
        _ cloud: PointCloud, reach: Float, minimum: Int = 10, progress: ProgressReporter = .silent
    ) throws -> [Int] {
        try cloud.check()
        guard reach > 0, reach.isFinite else { throw PointCloudError.badOption("the reach is \(reach) m; it must be above 0") }
        guard minimum >= 1 else {
            throw PointCloudError.badOption("the minimum number of points is \(minimum); it must be 1 or more")
        }
        try progress.report(0, "Sorting points")
        guard let cells = SortedCells(cloud.positions, reach: reach) else {
            throw PointCloudError.tooLarge("the cloud is too wide for a reach of \(reach) m; use a larger reach")
        }
        let isDense = try cells.dense(minimum, within: reach, progress: progress.part(0.3...0.6), what: "Finding dense places")
        try progress.report(0.6, "Joining clusters")
        var labels = join(cells, isDense: isDense, reach: reach)
        try addBorder(cells, isDense: isDense, reach: reach, labels: &labels, progress: progress.part(0.8...1))
        var result = [Int](repeating: -1, count: labels.count)
        for (place, number) in cells.order.enumerated() { result[Int(number)] = Int(labels[place]) }
        return result
    }

    /// The clusters of the dense points, by places; −1 for the others.
    private static func join(_ cells: SortedCells, isDense: [Bool], reach: Float) -> [Int32] {
        let limit = reach * reach
        // Points that are not dense are taken out of the way.
        var dense = cells.x
        for i in isDense.indices where !isDense[i] { dense[i] = .infinity }
        let hasDense = (0..<cells.cellCount).map { cells.points(of: $0).contains { isDense[$0] } }
        var sets = DisjointSets(count: cells.cellCount)
        dense.withUnsafeBufferPointer { x in
            cells.y.withUnsafeBufferPointer { y in
                cells.z.withUnsafeBufferPointer { z in
                    cells.forEachCell(0..<cells.cellCount) { cell, rows in
                        guard hasDense[cell] else { return }
                        let own = cells.points(of: cell)
                        // Each pair of cells once: from the later one to those before it.
                        for r in SortedCells.outwards where r <= 12 {
                            for other in rows[r].from..<rows[r].to where other < cell && hasDense[other] {
                                if sets.find(cell) == sets.find(other) { continue }
                                if touches(own, b: cells.points(of: other), x: x, y: y, z: z, limit: limit) {
                                    sets.join(cell, other)
                                }
                            }
                        }
                    }
                }
            }
        }
        return number(cells, isDense: isDense, sets: &sets)
    }

    /// Whether a point of the first range is within reach of one of the second.
    private static func touches(
        _ a: Range<Int>, b: Range<Int>, x: UnsafeBufferPointer<Float>, y: UnsafeBufferPointer<Float>,
        z: UnsafeBufferPointer<Float>, limit: Float
    ) -> Bool {
        for i in a where x[i] < .infinity {
            for j in stride(from: b.lowerBound, to: b.upperBound, by: 8) {
                let dx = PointScan.lanes(x, j) - x[i]
                let dy = PointScan.lanes(y, j) - y[i]
                let dz = PointScan.lanes(z, j) - z[i]
                let near = unsafeBitCast((dx * dx + dy * dy + dz * dz) .<= limit, to: SIMD8<Int32>.self)
                if (near & SortedCells.first(b.upperBound - j)) != SIMD8(repeating: 0) { return true }
            }
        }
        return false
    }

    /// Numbers the sets in the order of the first points of the cloud that are dense in them.
    private static func number(_ cells: SortedCells, isDense: [Bool], sets: inout DisjointSets) -> [Int32] {
        var first = [UInt32](repeating: .max, count: cells.cellCount)
        for cell in 0..<cells.cellCount {
            let root = sets.find(cell)
            for i in cells.points(of: cell) where isDense[i] { first[root] = min(first[root], cells.order[i]) }
        }
        let roots = first.indices.filter { first[$0] < .max }.sorted { first[$0] < first[$1] }
        var labels = [Int32](repeating: -1, count: cells.cellCount)
        for (label, root) in roots.enumerated() { labels[root] = Int32(label) }
        var result = [Int32](repeating: -1, count: cells.order.count)
        for cell in 0..<cells.cellCount {
            let label = labels[sets.find(cell)]
            for i in cells.points(of: cell) where isDense[i] { result[i] = label }
        }
        return result
    }

    /// Gives each other point the lowest label of the dense points within reach.
    private static func addBorder(
        _ cells: SortedCells, isDense: [Bool], reach: Float, labels: inout [Int32], progress: ProgressReporter
    ) throws {
        let limit = reach * reach
        let dense = labels
        try labels.withUnsafeMutableBufferPointer { labels in
            let labels = labels
            try Parallel.forEach(cells.blocks, progress: progress, what: "Joining clusters") { block in
                cells.forEachCell(cells.range(of: block)) { cell, rows in
                    for i in cells.points(of: cell) where !isDense[i] {
                        var lowest = Int32.max
                        for r in 0..<25 where rows[r].from < rows[r].to {
                            for j in Int(cells.starts[rows[r].from])..<Int(cells.starts[rows[r].to])
                            where isDense[j] && dense[j] < lowest {
                                let dx = cells.x[j] - cells.x[i]
                                let dy = cells.y[j] - cells.y[i]
                                let dz = cells.z[j] - cells.z[i]
                                if dx * dx + dy * dy + dz * dz <= limit { lowest = dense[j] }
                            }
                        }
                        if lowest < .max { labels[i] = lowest }
                    }
                }
            }
        }
    }
}

/// Disjoint sets (Tarjan 1975), each known by its lowest member.
struct DisjointSets {
    private var parent: [UInt32]

    init(count: Int) { parent = Array(0..<UInt32(count)) }

    mutating func find(_ i: Int) -> Int {
        var i = i
        while Int(parent[i]) != i {
            parent[i] = parent[Int(parent[i])]
            i = Int(parent[i])
        }
        return i
    }

    mutating func join(_ a: Int, _ b: Int) {
        let x = find(a)
        let y = find(b)
        if x < y { parent[y] = UInt32(x) } else { parent[x] = UInt32(y) }
    }
}
