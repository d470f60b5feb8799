import Codecs
import ModelFormats
import Foundation
import Geometry
import Testing
import TestSupport

@Suite struct GeoreferenceTests {
    private static let place = Georeference(latitude: 47.3769, longitude: 8.5417, altitude: 455, accuracy: 4)

    @Test func `the rectangle on the ground is where the model is`() throws {
        try TestData.withTemporaryFolder { folder in
            let model = folder.appendingPathComponent("house.glb")
            let file = try Self.place.write(
                besides: model, bounds: Bounds(min: Vector3(-10, 0, -20), max: Vector3(30, 5, 40)),
                recorded: Date(timeIntervalSince1970: 1_700_000_000))
            #expect(file.lastPathComponent == "house.geojson")
            let json = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
            #expect(json["type"] as? String == "FeatureCollection")
            let feature = try #require((json["features"] as? [[String: Any]])?.first)
            let properties = try #require(feature["properties"] as? [String: Any])
            #expect(properties["model"] as? String == "house.glb" && properties["north"] as? String == "-z")
            #expect(properties["recorded"] as? String == "2023-11-14T22:13:20Z")
            let rings = try #require((feature["geometry"] as? [String: Any])?["coordinates"] as? [[[Double]]])
            let ring = try #require(rings.first)
            #expect(ring.count == 5 && ring[0] == ring[4])
            // Counter-clockwise.
            let area = zip(ring, ring.dropFirst()).reduce(0) { $0 + $1.0[0] * $1.1[1] - $1.1[0] * $1.0[1] }
            #expect(area > 0)
            // In Zurich a degree of latitude is 111.18 km, one of longitude 75.5 km (from the ellipsoid's series, not from radii).
            let phi = 47.3769 * Double.pi / 180
            let perLatitude = 111_132.954 - 559.822 * cos(2 * phi) + 1.175 * cos(4 * phi)
            let perLongitude = 111_412.84 * cos(phi) - 93.5 * cos(3 * phi) + 0.118 * cos(5 * phi)
            #expect(abs((ring[1][0] - ring[0][0]) * perLongitude - 40) < 0.001)
            #expect(abs((ring[2][1] - ring[1][1]) * perLatitude - 60) < 0.001)
            // 20 m north of the origin lies z = −20.
            #expect(abs((ring[2][1] - 47.3769) * perLatitude - 20) < 0.001)
            #expect(abs((ring[0][0] - 8.5417) * perLongitude + 10) < 0.001)
        }
    }

    @Test(arguments: [(91, 0), (0, 181), (Double.nan, 0), (90, 0)]) func `no place on the Earth, no file`(
        latitude: Double, longitude: Double
    ) throws {
        try TestData.withTemporaryFolder { folder in
            let place = Georeference(latitude: latitude, longitude: longitude)
            #expect(throws: FormatError.self) {
                try place.write(besides: folder.appendingPathComponent("a.glb"), bounds: Bounds(min: .zero, max: .zero))
            }
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(names.isEmpty)
        }
    }
}
