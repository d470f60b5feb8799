import Geometry
import Support

/// Points that lie apart from the others.
public enum Outliers {
    /// The numbers of the points to keep, in rising order: those whose mean distance from their nearest neighbours (the point
    /// itself counted as one, at distance 0) is no more than `ratio` standard deviations above the mean of all (Rusu et al. 2008).
    /// - Throws: `PointCloudError.badOption` where the cloud is empty or not finite, or an option makes no sense;
    ///   `CancellationError`.
    public static func statistical(
        _ cloud: PointCloud, neighbours: Int = 20, ratio: Float = 2, progress: ProgressReporter = .silent
    ) throws -> [Int] {
        try cloud.check()
        try NeighbourSearch.nearest(neighbours).check(minimum: 2)
        guard ratio > 0 else { throw PointCloudError.badOption("the ratio is \(ratio); it must be above 0") }
        try progress.report(0, "Sorting points")
        let tree = PointTree(cloud.positions)
        var means = [Float](repeating: 0, count: tree.count)
        try means.withUnsafeMutableBufferPointer { means in
            try tree.order.withUnsafeBufferPointer { order in
                try Neighbourhoods.forEach(
                    tree, search: .nearest(neighbours), progress: progress.part(0.2...1), what: "Measuring distances"
                ) { near in
                    means[Int(order[near.index])] = meanDistance(near, min(neighbours, near.count))
                }
            }
        }
        let mean = means.reduce(0) { $0 + Double($1) } / Double(means.count)
        let squares = means.reduce(0) { $0 + (Double($1) - mean) * (Double($1) - mean) }
        let limit = mean + Double(ratio) * (squares / Double(max(1, means.count - 1))).squareRoot()
        return means.indices.filter { Double(means[$0]) <= limit }
    }

    /// The mean distance of the k nearest; those beyond k that tie with the last do not count.
    @inline(__always)
    private static func meanDistance(_ near: Neighbourhood, _ k: Int) -> Float {
        var sums = Neighbourhood.Lanes(repeating: 0)
        for i in 0..<near.vectors {
            let d = near.distances[i]
            sums += d.replacing(with: 0, where: d .> near.threshold).root
        }
        return (sums.sum() - Float(near.count - k) * near.threshold.squareRoot()) / Float(k)
    }

    /// The numbers of the points to keep, in rising order: those that have at least `minimum` points, themselves counted, within
    /// `radius` metres.
    /// - Throws: `PointCloudError.badOption` where the cloud is empty or not finite, or an option makes no sense;
    ///   `CancellationError`.
    public static func radius(
        _ cloud: PointCloud, radius: Float, minimum: Int, progress: ProgressReporter = .silent
    ) throws -> [Int] {
        try cloud.check()
        try NeighbourSearch.within(radius).check(minimum: 1)
        guard minimum >= 1 else {
            throw PointCloudError.badOption("the minimum number of neighbours is \(minimum); it must be 1 or more")
        }
        try progress.report(0, "Counting neighbours")
        guard let cells = SortedCells(cloud.positions, reach: radius) else {
            throw PointCloudError.tooLarge("the cloud is too wide for a radius of \(radius) m; use a larger radius")
        }
        let dense = try cells.dense(minimum, within: radius, progress: progress.part(0.2...1), what: "Counting neighbours")
        return dense.indices.filter { dense[$0] }.map { Int(cells.order[$0]) }.sorted()
    }
}
