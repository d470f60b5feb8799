import Codecs
import ModelFormats
import Foundation
import Geometry
import TestSupport
import Testing

/// Clouds that other programs wrote: counts, boxes and first colours as laspy 2.7, pypcd4 1.5 and pye57 0.4 tell them.
@Suite(.enabled(if: TestData.has("foreign-formats"), "needs ../shared/data/foreign-formats"))
struct ForeignCloudTests {
    struct Expected: Sendable, CustomTestStringConvertible {
        var file: String
        var points: Int
        /// In the file's own coordinates.
        var low: SIMD3<Double>
        var high: SIMD3<Double>
        /// Metres in the file's unit across and upwards.
        var unit = SIMD3<Double>(1, 1, 1)
        var isZUp = true
        /// Of the first point.
        var color: SIMD3<UInt8>?
        var normals = false
        var testDescription: String { file }
    }

    private static let autzenLow = SIMD3(635619.85, 848899.70, 406.59)
    private static let autzenHigh = SIMD3(638982.55, 853535.43, 586.38)
    private static let foot = 1200.0 / 3937

    static let files: [Expected] = [
        Expected(file: "foreign-formats/pdal/simple.las", points: 1065, low: autzenLow, high: autzenHigh, color: SIMD3(68, 77, 88)),
        Expected(file: "foreign-formats/pdal/simple.laz", points: 1065, low: autzenLow, high: autzenHigh, color: SIMD3(68, 77, 88)),
        Expected(
            file: "foreign-formats/pdal/1.2-with-color.copc.laz", points: 1065, low: autzenLow, high: autzenHigh,
            unit: SIMD3(1, 1, foot), color: SIMD3(100, 94, 122)),
        Expected(
            file: "foreign-formats/pdal/100-points.las", points: 100, low: SIMD3(635717.85, 848953.74, 409.19),
            high: SIMD3(638944.95, 853483.30, 530.61), color: SIMD3(140, 104, 132)),
        Expected(
            file: "foreign-formats/pdal/autzen_trim.laz", points: 110_000, low: SIMD3(636001.76, 848935.20, 406.26),
            high: SIMD3(637179.22, 849497.90, 520.51), unit: SIMD3(repeating: 0.3048), color: SIMD3(84, 102, 93)),
        Expected(
            file: "foreign-formats/pdal/test1_4.las", points: 1000, low: SIMD3(1694038.4456375, 1816492.7062701, 5592.7499175),
            high: SIMD3(1694539.6770145, 1816497.9762625, 5599.0696868), unit: SIMD3(repeating: foot)),
        Expected(
            file: "foreign-formats/pdal/autzen-utm.pcd", points: 1065, low: SIMD3(493994.87, 4877429.62, 123.93),
            high: SIMD3(494993.68, 4878817.02, 178.73), isZUp: false, color: SIMD3(68, 77, 88)),
        Expected(
            file: "foreign-formats/open3d/livingroom-fragment.pcd", points: 113_662, low: SIMD3(1.1519887, 0.8152729, 0.7264091),
            high: SIMD3(3.5195313, 2.7617188, 1.5304280), isZUp: false, color: SIMD3(127, 117, 106), normals: true),
        Expected(
            file: "foreign-formats/pdal/bunny_8.pts", points: 9, low: SIMD3(-0.068009, 0.112568, 0.001795),
            high: SIMD3(0.033213, 0.151244, 0.037195)),
        Expected(
            file: "foreign-formats/pdal/test.pts", points: 19, low: SIMD3(-25.050461, -24.533554, -2.000961),
            high: SIMD3(3.980972, -2.006119, -0.010086), color: SIMD3(97, 59, 38)),
        Expected(
            file: "foreign-formats/trimesh/points_agisoft.xyz", points: 100, low: SIMD3(665171.37498, 5648340.499471, 233.514072),
            high: SIMD3(665187.870931, 5648381.899135, 245.90329), isZUp: false, color: SIMD3(117, 73, 49)),
        Expected(
            file: "foreign-formats/trimesh/points_cloudcompare.xyz", points: 101,
            low: SIMD3(665171.37498, 5648298.096676, 228.049194),
            high: SIMD3(665187.870931, 5648381.899135, 245.90329), isZUp: false, color: SIMD3(117, 73, 49)),
        Expected(
            file: "foreign-formats/e57/ColouredCubeFloat.e57", points: 7680, low: SIMD3(repeating: -0.5),
            high: SIMD3(repeating: 0.5),
            color: SIMD3(0, 0, 255)),
        Expected(
            file: "foreign-formats/e57/bunnyInt32.e57", points: 30_571, low: SIMD3(-0.094689, 0.040011, -0.061873),
            high: SIMD3(0.061009, 0.187321, 0.058799)),
    ]

    /// The box in the file's own coordinates.
    private func box(_ model: Model, _ expected: Expected) -> (SIMD3<Double>, SIMD3<Double>) {
        var low = SIMD3<Double>(repeating: .infinity)
        var high = -low
        for position in model.positions {
            let p = SIMD3<Double>(position) + model.origin
            let q = (expected.isZUp ? SIMD3(p.x, -p.z, p.y) : p) / expected.unit
            low = low.replacing(with: q, where: q .< low)
            high = high.replacing(with: q, where: q .> high)
        }
        return (low, high)
    }

    @Test(arguments: files) func `A foreign cloud is read as its own program reads it`(expected: Expected) throws {
        try #require(TestData.has(expected.file), "\(expected.file) is missing")
        let model = try ModelFile.read(TestData.shared(expected.file))
        #expect(model.positions.count == expected.points && model.triangleCount == 0)
        #expect(model.colors.first.map { codes([$0])[0] } == expected.color)
        #expect(model.normals.isEmpty != expected.normals)
        let (low, high) = box(model, expected)
        // Millimetres of map coordinates, micrometres of small ones.
        let tolerance = expected.high.max() > 1000 ? 1e-3 : 1e-6
        let off = [low - expected.low, high - expected.high].map { max(abs($0.x), abs($0.y), abs($0.z)) }.max() ?? 0
        #expect(off < tolerance, "\(low) \(high)")
    }

    @Test(arguments: files) func `A foreign cloud survives every format of clouds`(expected: Expected) throws {
        try #require(TestData.has(expected.file), "\(expected.file) is missing")
        let model = try ModelFile.read(TestData.shared(expected.file))
        for format in ModelFormat.allCases where format.isCloud {
            let again = try roundTrip(model, "a.\(format.fileExtension)").model
            #expect(again.positions.count == model.positions.count, "\(format)")
            let shift = again.origin - model.origin
            let worst = zip(again.positions, model.positions).map { a, b in
                let difference = SIMD3<Double>(a) - SIMD3<Double>(b) + shift
                return max(abs(difference.x), abs(difference.y), abs(difference.z))
            }.max()
            // LAS rounds to a millionth of the extent.
            #expect(try #require(worst) < 2e-6 * Double(model.bounds.size.max()) + 1e-7, "\(format)")
            #expect(codes(again.colors) == codes(model.colors), "\(format)")
            if [.las, .laz, .e57].contains(format) { #expect(again.crs == model.crs, "\(format)") }
            if [.pcd, .xyz, .e57].contains(format) { #expect(again.normals.count == model.normals.count, "\(format)") }
        }
    }

    @Test func `Pictures without a scan are told from an empty file`() throws {
        let file = TestData.shared("foreign-formats/e57/PinholeImageWithDistortionParameters.e57")
        let error = try #require(throws: FormatError.self) { try ModelFile.read(file) }
        #expect(error.description.contains("3 images, but no scan"))
    }

    @Test func `The same points come out of a file and its compressed twin`() throws {
        let plain = try ModelFile.read(TestData.shared("foreign-formats/pdal/simple.las"))
        let packed = try ModelFile.read(TestData.shared("foreign-formats/pdal/simple.laz"))
        #expect(plain.cloud == packed.cloud && plain.origin == packed.origin)
    }
}
