import Geometry
import PointClouds
import Testing

/// Operations on clouds keep the attributes of points.
@Suite struct CloudAttributeTests {
    private typealias Name = PointAttribute.Name

    /// Three points in one cube, two in another.
    private static let cloud: PointCloud = {
        var cloud = PointCloud(positions: [0.1, 0.2, 0.3, 1.1, 1.2].map { Vector3($0, 0.5, 0.5) })
        cloud.attributes = [
            PointAttribute(Name.intensity, .uint16([10, 20, 31, 65535, 65535])),
            PointAttribute(Name.classification, .uint8([2, 6, 6, 9, 9])),
            PointAttribute(Name.gpsTime, .double([3e8, 3e8 + 1, 3e8 + 2, .nan, 7])),
            PointAttribute("label", .int32([-5, -5, 8, 1, 1])),
        ]
        return cloud
    }()

    @Test func `Voxels have means of measured values and the majority of others`() throws {
        let thin = try Downsampling.voxel(Self.cloud, size: 1)
        #expect(thin.attribute(Name.intensity)?.values == .uint16([20, 65535]))
        #expect(thin.attribute(Name.classification)?.values == .uint8([6, 9]))
        #expect(thin.attribute(Name.gpsTime)?.values == .double([3e8 + 1, 7]))
        #expect(thin.attribute("label")?.values == .int32([-5, 1]))
    }

    @Test func `Chosen and moved points keep their values`() throws {
        let kept = Self.cloud.picked([4, 0])
        #expect(kept.attribute("label")?.values == .int32([1, -5]))
        #expect(kept.attribute(Name.intensity)?.values == .uint16([65535, 10]))
        let moved = Self.cloud.transformed(by: RigidTransform(translation: Vector3(1, 2, 3)))
        #expect(moved.attributes.map(\.name) == Self.cloud.attributes.map(\.name))
        #expect(moved.attribute("label") == Self.cloud.attribute("label"))
        var estimated = Self.cloud
        try Normals.estimate(&estimated)
        #expect(estimated.attribute("label") == Self.cloud.attribute("label"))
    }

    @Test func `Attributes of another count are refused`() {
        var cloud = Self.cloud
        cloud.attributes.append(PointAttribute("short", .uint8([1])))
        #expect(throws: PointCloudError.self) { try Downsampling.voxel(cloud, size: 1) }
    }

    @Test func `Joined clouds have the attributes of both`() {
        var cloud = PointCloud(positions: [Vector3(0, 0, 0), Vector3(1, 0, 0)])
        cloud.attributes = [PointAttribute("a", .uint8([1, 2])), PointAttribute("b", .uint8([3, 4]))]
        var other = PointCloud(positions: [Vector3(2, 0, 0)], normals: [Vector3(1, 0, 0)])
        other.attributes = [PointAttribute("b", .int16([-5])), PointAttribute("c", .float([0.5]))]
        cloud.append(other)
        #expect(cloud.positions.count == 3 && cloud.normals == [Vector3(0, 1, 0), Vector3(0, 1, 0), Vector3(1, 0, 0)])
        #expect(cloud.attribute("a")?.values == .uint8([1, 2, 0]))
        #expect(cloud.attribute("b")?.values == .double([3, 4, -5]))
        #expect(cloud.attribute("c")?.values == .float([0, 0, 0.5]))
    }

    @Test func `Values convert to the nearest that a type holds`() {
        let values = PointAttribute.Values.double([-1, 0.6, 300, .nan, .infinity, -.infinity])
        #expect(values.converted(to: .uint8) == .uint8([0, 1, 255, 0, 255, 0]))
        #expect(values.range == -1...300)
        #expect(!values.areIntegers(in: -1...300) && PointAttribute.Values.float([0, 2]).areIntegers(in: 0...2))
        #expect(PointAttribute.Name.standard("scalar_Scan_Angle_Rank") == Name.scanAngle)
        #expect(PointAttribute.Name.standard("Return Number") == Name.returnNumber && PointAttribute.Name.standard("foo") == nil)
    }
}
