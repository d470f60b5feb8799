import ModelFormats
import Foundation
import Geometry
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

    @Test func `Pictures are written with their poses and told when read`() throws {
        let image = E57.PinholeImage(
            name: "View", jpeg: [0xFF, 0xD8, 0xFF, 0xD9, 1], width: 4, height: 3, focalLength: 5, pose: .identity)
        let bytes = try bytesWritten { try E57.write(Model(Sample.cloud), to: $0, images: [image, image]) }
        let model = try read(bytes, "a.e57")
        #expect(model.cloud == Sample.cloud && model.notes.contains { $0.contains("2 images") })
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
