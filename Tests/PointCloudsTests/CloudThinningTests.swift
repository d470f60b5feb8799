import TestSupport
import PointClouds
import Geometry
import Testing
import Support

@Suite struct CloudThinningTests {
    @Test func `a cube of the lattice gives the mean of its points`() throws {
        let cloud = PointCloud(
            positions: [Vector3(0.1, 0.1, 0.1), Vector3(-0.1, 0.1, 0.1), Vector3(0.3, 0.5, 0.7)],
            normals: [Vector3(0, 1, 0), Vector3(0, 0, 1), Vector3(1, 0, 0)],
            colors: [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)])
        let thin = try Downsampling.voxel(cloud, size: 1)
        #expect(thin.positions.count == 2 && (thin.positions[0] - Vector3(0.2, 0.3, 0.4)).length < 1e-6)
        #expect((thin.normals[0] - Vector3(1, 1, 0).normalized).length < 1e-6 && thin.colors[0] == Vector3(0.5, 0, 0.5))
        #expect(thin.positions[1] == Vector3(-0.1, 0.1, 0.1))
    }

    @Test(arguments: CloudSamples.hard.indices) func `every point has a chosen one near, and no two chosen ones are near`(
        sample: Int
    ) throws {
        let (name, points) = CloudSamples.hard[sample]
        let cloud = PointCloud(positions: points)
        let spacing: Float = 0.2
        let chosen = try Downsampling.poissonDisk(cloud, spacing: spacing).map { points[$0] }
        let tree = PointTree(chosen)
        for p in points {
            #expect(tree.nearest(1, to: p, within: spacing * 1.001).count == 1, "\(name)")
            if tree.nearest(1, to: p, within: spacing * 1.001).isEmpty { break }
        }
        for p in chosen {
            #expect(tree.nearest(2, to: p).dropFirst().allSatisfy { $0.distanceSquared >= spacing * spacing * 0.999 })
        }
        let voxels = try Downsampling.voxel(cloud, size: spacing)
        #expect(voxels.positions.count >= 1 && voxels.positions.count <= points.count && voxels.positions.allSatisfy(\.isFinite))
    }

    @Test func `empty, broken and endless input is refused`() {
        let good = PointCloud(positions: CloudSamples.random(100))
        let bad: [PointCloud] = [
            PointCloud(), PointCloud(positions: [Vector3(0, .nan, 0)]), PointCloud(positions: [Vector3(.infinity, 0, 0)]),
            PointCloud(positions: [Vector3(0, 0, 0)], normals: [Vector3(0, 1, 0), Vector3(0, 1, 0)]),
        ]
        for cloud in bad {
            #expect(throws: PointCloudError.self) { try Downsampling.voxel(cloud, size: 0.1) }
            #expect(throws: PointCloudError.self) { try Downsampling.poissonDisk(cloud, spacing: 0.1) }
            #expect(throws: PointCloudError.self) { try Outliers.statistical(cloud) }
            #expect(throws: PointCloudError.self) { try Outliers.radius(cloud, radius: 0.1, minimum: 2) }
            #expect(throws: PointCloudError.self) { try Clustering.dbscan(cloud, reach: 0.1) }
            #expect(throws: PointCloudError.self) { try PlaneSegmentation.largest(cloud) }
            #expect(throws: PointCloudError.self) { try ICP.align(cloud, to: good, options: .init(maximumDistance: 1)) }
            var copy = cloud
            #expect(throws: PointCloudError.self) { try Normals.estimate(&copy) }
        }
        // Normals that are not finite matter where they are used, and only there.
        var noNormals = good
        noNormals.normals = Array(repeating: Vector3(0, .nan, 0), count: 100)
        #expect(throws: PointCloudError.self) { try Downsampling.voxel(noNormals, size: 0.1) }
        #expect(throws: PointCloudError.self) { try ICP.align(good, to: noNormals, options: .init(maximumDistance: 1)) }
        #expect(throws: Never.self) { try Normals.estimate(&noNormals) }
        #expect(noNormals.normals.allSatisfy { $0.isFinite })
        for size in [Float(0), -1, .nan, .infinity] {
            #expect(throws: PointCloudError.self) { try Downsampling.voxel(good, size: size) }
            #expect(throws: PointCloudError.self) { try Downsampling.poissonDisk(good, spacing: size) }
            #expect(throws: PointCloudError.self) { try Clustering.dbscan(good, reach: size) }
            #expect(throws: PointCloudError.self) { try PlaneSegmentation.largest(good, distance: size) }
            #expect(throws: PointCloudError.self) {
                try ICP.align(good, to: good, options: .init(method: .pointToPoint, maximumDistance: size))
            }
        }
        #expect(throws: PointCloudError.self) {
            try Downsampling.voxel(PointCloud(positions: [Vector3(0, 0, 0), Vector3(1e6, 0, 0)]), size: 0.01)
        }
        #expect(throws: PointCloudError.self) { try Outliers.statistical(good, neighbours: 0) }
        #expect(throws: PointCloudError.self) { try ICP.align(good, to: good, options: .init(maximumDistance: 1)) }
    }
}
