import Foundation
import Geometry
import ModelFormats
import TestSupport
import Testing

/// Attributes of files that other programs wrote: sums of the values as laspy 2.7 and pypcd4 tell them.
@Suite(.enabled(if: TestData.has("foreign-formats"), "needs ../shared/data/foreign-formats"))
struct ForeignAttributeTests {
    private typealias Name = PointAttribute.Name

    private func check(_ file: String, _ sums: [String: Double]) throws {
        let cloud = try #require(try ModelFile.read(TestData.shared("foreign-formats/" + file)).cloud)
        #expect(Set(cloud.attributes.map(\.name)) == Set(sums.keys), "\(file)")
        for attribute in cloud.attributes {
            let sum = (0..<attribute.values.count).reduce(0.0) { $0 + attribute.values[$1] }
            let expected = sums[attribute.name] ?? 0
            #expect(abs(sum - expected) <= abs(expected) * 1e-6, "\(file): \(attribute.name) \(sum)")
        }
    }

    @Test func `LAS 1_2, LASzip 2 and PCD of the same points have the same values`() throws {
        var sums = [
            Name.intensity: 81361.0, Name.returnNumber: 1236, Name.returnCount: 1432, Name.scanDirection: 567,
            Name.classification: 1341, Name.scanAngle: -807, Name.userData: 134663, Name.pointSource: 7_806_350,
            Name.gpsTime: 263704809.3907848,
        ]
        try check("pdal/simple.las", sums)
        try check("pdal/simple.laz", sums)
        let plain = try #require(try ModelFile.read(TestData.shared("foreign-formats/pdal/simple.las")).cloud)
        #expect(try ModelFile.read(TestData.shared("foreign-formats/pdal/simple.laz")).cloud?.attributes == plain.attributes)
        sums[Name.scanAngle] = -134504 * 0.006
        try check("pdal/1.2-with-color.copc.laz", sums)
        sums[Name.scanAngle] = -807
        let pcd = try #require(try ModelFile.read(TestData.shared("foreign-formats/pdal/autzen-utm.pcd")).cloud)
        #expect(pcd.attribute(Name.gpsTime)?.values == plain.attribute(Name.gpsTime)?.values)
        #expect(pcd.attribute(Name.classification)?.values == plain.attribute(Name.classification)?.values)
    }

    @Test func `LASzip 2 of more than one chunk`() throws {
        try check(
            "pdal/autzen_trim.laz",
            [
                Name.intensity: 11_220_547, Name.returnNumber: 122_564, Name.returnCount: 135_174, Name.scanDirection: 55998,
                Name.classification: 136_107, Name.scanAngle: -911_726, Name.userData: 13_763_736, Name.pointSource: 805_860_000,
                Name.gpsTime: 26_992_173_910.63077,
            ])
    }

    @Test func `LAS 1_4`() throws {
        try check(
            "pdal/test1_4.las",
            [
                Name.intensity: 38007, Name.returnNumber: 1030, Name.returnCount: 1030, Name.classificationFlags: 8000,
                Name.scanDirection: 529, Name.edgeOfFlightLine: 1, Name.classification: 2000, Name.scanAngle: 2_734_292 * 0.006,
                Name.pointSource: 202_000, Name.gpsTime: 83_177_420_570.84508,
            ])
    }

    @Test func `PTS has intensities`() throws {
        let cloud = try #require(try ModelFile.read(TestData.shared("foreign-formats/pdal/test.pts")).cloud)
        #expect(cloud.attribute(Name.intensity)?.values.type == .int16 && cloud.attribute(Name.intensity)?.values[0] == -1035)
    }
}
