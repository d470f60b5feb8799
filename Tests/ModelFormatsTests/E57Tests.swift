import ModelFormats
import Foundation
import Geometry
import Models
import TestSupport
import Testing
import Support

@Suite struct E57Tests {
    @Test func `A cloud survives exactly, with normals and colours`() throws {
        let mesh = Sample.surface(side: 120)
        let cloud = PointCloud(positions: mesh.positions, normals: mesh.normals, colors: mesh.colors)
        let (model, _) = try roundTrip(Model(cloud), "a.e57")
        #expect(model.cloud == cloud)
        #expect(model.scans == [Scan(name: "Diorama", pose: .identity, points: 0..<cloud.positions.count)])
    }

    @Test func `Scans keep their poses, and their points their places`() throws {
        var model = Model(LASTests.hall(5000))
        let turned = RigidTransform(rotation: Quaternion(angle: 1.1, axis: Vector3(0.2, 1, 0.1)), translation: Vector3(3, 1.5, -2))
        model.scans = [
            Scan(name: "Kitchen & hall", pose: turned, points: 0..<1700), Scan(name: "", pose: turned.inverse, points: 1700..<5000),
        ]
        model.origin = SIMD3(412_345, 0, -5_412_345)
        model.crs = "LOCAL_CS[\"<there>\"]"
        let again = try roundTrip(model, "a.e57").model
        #expect(again.crs == model.crs)
        #expect(again.scans.map { $0.name } == ["Kitchen & hall", ""])
        #expect(again.scans.map { $0.points } == [0..<1700, 1700..<5000])
        for (a, b) in zip(again.scans, model.scans) {
            let shift = Vector3(again.origin - model.origin)
            #expect((a.pose.translation + shift - b.pose.translation).length < 1e-5)
            #expect((a.pose.apply(Vector3(1, 2, 3)) + shift - b.pose.apply(Vector3(1, 2, 3))).length < 1e-5)
        }
        let worst = zip(again.positions, model.positions).map { a, b in
            Vector3(SIMD3<Double>(a) + again.origin - SIMD3<Double>(b) - model.origin).length
        }.max()
        #expect(try #require(worst) < 1e-5)
        let third = try roundTrip(again, "a.e57").model
        #expect(third == again)
    }

    private var images: [ScanImage] {
        let jpeg = EncodedImage([0xFF, 0xD8, 0xFF, 0xD9, 1])
        let png = EncodedImage([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + [UInt8](repeating: 7, count: 3000))
        let pose = RigidTransform(
            rotation: Quaternion(angle: 0.7, axis: Vector3(1, 2, 3).normalized), translation: Vector3(1, 2.5, -3))
        let pinhole = ScanImage.Projection.pinhole(focalLength: Vector2(512.3, 510), principalPoint: Vector2(2, 1.5))
        return [
            ScanImage(name: "View", content: jpeg, width: 4, height: 3, projection: pinhole, pose: pose),
            ScanImage(
                name: "Round", content: png, width: 360, height: 180, projection: .spherical(pixelSize: Vector2(0.0175, 0.0175)),
                pose: .identity),
            ScanImage(
                name: "Wall", content: jpeg, width: 9, height: 8,
                projection: .cylindrical(pixelSize: Vector2(0.01, 0.02), radius: 2, principalRow: 4), pose: pose),
            ScanImage(name: "", content: png, width: 2, height: 2, projection: .visual, pose: .identity),
        ]
    }

    @Test func `Images come back with their bytes, cameras and poses`() throws {
        var model = Model(Sample.cloud)
        model.origin = SIMD3(400_000, 50, -5_600_000)
        model.images = images
        let again = try roundTrip(model, "a.e57").model
        #expect(again.images.map(\.content) == images.map(\.content) && again.images.map(\.name) == images.map(\.name))
        #expect(again.images.map(\.projection) == images.map(\.projection))
        #expect(again.images.map(\.width) == images.map(\.width) && again.images.map(\.height) == images.map(\.height))
        let shift = Vector3(again.origin - model.origin)
        for (a, b) in zip(again.images, images) {
            #expect((a.pose.apply(Vector3(1, 2, 3)) + shift - b.pose.apply(Vector3(1, 2, 3))).length < 1e-4)
        }
        let losses = try TestData.withTemporaryFolder { try ModelFile.write(again, to: $0.appendingPathComponent("a.las")) }
        #expect(losses.contains { $0.kind == .cameras && $0.sentence.contains("4 images") })
        #expect(try Scene(again).notes.contains { $0.contains("4 images") })
    }

    @Test func `An image whose section is damaged is left out with a note, and the points are kept`() throws {
        var model = Model(Sample.cloud)
        model.images = images
        var bytes = try roundTrip(model, "a.e57").bytes
        let name = Array("fileOffset=\"".utf8)
        let blob = try #require(bytes.firstRange(of: Array("<jpegImage".utf8))).lowerBound
        let digits = try #require(bytes[blob...].firstRange(of: name)).upperBound
        // A place that has no image; all else stays where it is.
        for i in digits..<(digits + 4) where bytes[i] != UInt8(ascii: "\"") { bytes[i] = UInt8(ascii: "9") }
        let read = bytes.withUnsafeBytes { bytes in Result { try E57.read(bytes, checksums: .ignored) } }
        let again = try read.get()
        #expect(again.cloud == Sample.cloud && again.images.count == 3)
        #expect(again.notes.contains { $0.contains("1 image not imported") && $0.contains("View") })
    }

    @Test func `A flipped bit anywhere is noticed by the checksums`() throws {
        let bytes = try roundTrip(Model(Sample.surface(side: 12)), "a.e57").bytes
        var random = SplitMix64(seed: 5)
        for _ in 0..<200 {
            var bad = bytes
            bad[Int.random(in: 0..<bad.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            #expect(try refusal(bad, "a.e57") != nil)
        }
    }

    @Test func `Every page ends with a checksum and every section is whole`() throws {
        let bytes = try roundTrip(Model(Sample.surface(side: 70)), "a.e57").bytes
        #expect(bytes.count % 1024 == 0)
        let length = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: 16, as: UInt64.self) }
        #expect(length == UInt64(bytes.count))
    }
}
