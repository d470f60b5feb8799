import TestSupport
import PointClouds
import Geometry
import Testing

@Suite struct CloudSearchTests {
    @Test(arguments: CloudSamples.hard.indices) func `finds what looking at all points finds`(sample: Int) {
        let (name, points) = CloudSamples.hard[sample]
        let tree = PointTree(points)
        #expect(tree.count == points.count)
        for i in stride(from: 0, to: points.count, by: max(1, points.count / 40)) {
            let p = points[i] + (i % 3 == 0 ? Vector3(0.01, 0, 0) : Vector3(repeating: 0))
            let all = points.map { ($0 - p).lengthSquared }.sorted()
            let near = tree.nearest(7, to: p).map(\.distanceSquared)
            #expect(near == Array(all.prefix(7)), "\(name)")
            let radius: Float = 0.15
            let within = tree.within(radius, of: p).map(\.index)
            #expect(within == points.indices.filter { (points[$0] - p).lengthSquared <= radius * radius }, "\(name)")
        }
    }

    @Test func `a radius limits the nearest, and nothing is found in nothing`() {
        let tree = PointTree([Vector3(0, 0, 0), Vector3(1, 0, 0), Vector3(3, 0, 0)])
        #expect(tree.nearest(3, to: Vector3(0, 0, 0), within: 1).map(\.index) == [0, 1])
        #expect(tree.nearest(0, to: Vector3(0, 0, 0)).isEmpty && tree.nearest(2, to: Vector3(.nan, 0, 0)).isEmpty)
        #expect(PointTree([]).nearest(2, to: Vector3(0, 0, 0)).isEmpty && PointTree([]).within(1, of: Vector3(0, 0, 0)).isEmpty)
    }

    /// What statistical removal keeps, looking at all pairs.
    private func kept(_ points: [Vector3], k: Int, ratio: Double) -> [Int] {
        let means = points.map { p in
            points.map { ($0 - p).lengthSquared }.sorted().prefix(k).reduce(0.0) { $0 + Double($1.squareRoot()) }
                / Double(min(k, points.count))
        }
        let mean = means.reduce(0, +) / Double(means.count)
        let deviation = (means.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(max(1, means.count - 1))).squareRoot()
        return means.indices.filter { means[$0] <= (mean + ratio * deviation) * (1 + 1e-6) }
    }

    @Test(arguments: CloudSamples.hard.indices) func `statistical outliers are those of all pairs`(sample: Int) throws {
        let (name, points) = CloudSamples.hard[sample]
        let cloud = PointCloud(positions: Array(points.prefix(1200)) + points.suffix(1))
        let ours = Set(try Outliers.statistical(cloud, neighbours: 20, ratio: 2))
        // Points just at the limit may fall to either side by rounding.
        #expect(ours.symmetricDifference(kept(cloud.positions, k: 20, ratio: 2)).count <= 2, "\(name)")
    }

    @Test(arguments: CloudSamples.hard.indices) func `radius outliers are those of all pairs`(sample: Int) throws {
        let (name, points) = CloudSamples.hard[sample]
        let cloud = PointCloud(positions: Array(points.prefix(1200)))
        let radius: Float = 0.21
        let truth = cloud.positions.indices.filter { i in
            cloud.positions.count { ($0 - cloud.positions[i]).lengthSquared <= radius * radius } >= 4
        }
        #expect(try Outliers.radius(cloud, radius: radius, minimum: 4) == truth, "\(name)")
    }

    /// DBSCAN as it was published, looking at all pairs.
    private func clusters(_ points: [Vector3], reach: Float, minimum: Int) -> [Int] {
        let near = points.map { p in points.indices.filter { (points[$0] - p).lengthSquared <= reach * reach } }
        var labels = [Int](repeating: -1, count: points.count)
        var next = 0
        for i in points.indices where labels[i] < 0 && near[i].count >= minimum {
            var open = [i]
            labels[i] = next
            while let j = open.popLast() {
                for k in near[j] where labels[k] < 0 {
                    labels[k] = next
                    if near[k].count >= minimum { open.append(k) }
                }
            }
            next += 1
        }
        return labels
    }

    @Test(arguments: CloudSamples.hard.indices) func `clusters are those of the published algorithm`(sample: Int) throws {
        let (name, points) = CloudSamples.hard[sample]
        let cloud = PointCloud(positions: Array(points.prefix(900)) + points.suffix(300))
        for (reach, minimum) in [(Float(0.07), 4), (0.2, 10), (1000, 3), (0.01, 1)] {
            #expect(
                try Clustering.dbscan(cloud, reach: reach, minimum: minimum)
                    == clusters(cloud.positions, reach: reach, minimum: minimum),
                "\(name) \(reach) \(minimum)")
        }
    }
}
