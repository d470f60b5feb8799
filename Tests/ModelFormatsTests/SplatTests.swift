import Codecs
import ModelFormats
import Foundation
import Geometry
import Splats
import TestSupport
import Testing

@Suite struct SplatTests {
    /// A file's name, and how far its splats may lie from what was written.
    struct Kind: Sendable, CustomTestStringConvertible {
        let name: String
        var position: Float = 0
        var scale: Float = 2e-6
        var rotation: Float = 0
        var opacity: Float = 2e-7
        var base: Float = 0
        var rest: Float = 0
        /// Degree of the harmonics that are kept.
        var degree = 3
        /// Whether splats change their order.
        var sorts = false
        var testDescription: String { name }
    }

    static let kinds: [Kind] = [
        Kind(name: "a.ply"),
        Kind(name: "a.glb", scale: 0, opacity: 0),
        Kind(name: "a.gltf", scale: 0, opacity: 0),
        Kind(name: "a.spz", position: 3e-4, scale: 0.033, rotation: 0.005, opacity: 0.002, base: 0.007, rest: 0.12),
        Kind(name: "a.splat", scale: 0, rotation: 0.02, opacity: 0.002, base: 0.0035, degree: 0),
        Kind(
            name: "a.compressed.ply", position: 0.01, scale: 0.01, rotation: 0.004, opacity: 0.002, base: 0.02, rest: 0.028,
            sorts: true),
    ]

    /// The splats of `cloud` in the order of those of `other` that lie nearest.
    private func matched(_ cloud: SplatCloud, to other: SplatCloud) -> SplatCloud {
        cloud.picked(
            other.positions.map { p in
                cloud.positions.indices.min { (cloud.positions[$0] - p).lengthSquared < (cloud.positions[$1] - p).lengthSquared }
                    ?? 0
            })
    }

    /// Inside what colours of 8 bits can hold.
    private static func mild(_ degree: Int) -> SplatCloud {
        var cloud = Sample.splats(700, degree: degree)
        for i in cloud.harmonics.indices { cloud.harmonics[i] = min(max(cloud.harmonics[i], -0.95), 0.95) }
        return cloud
    }

    @Test(arguments: kinds, 0...3) func `Splats come back from a file`(kind: Kind, degree: Int) throws {
        let cloud = Self.mild(degree)
        let (model, bytes) = try roundTrip(Model(cloud), kind.name)
        var again = try #require(model.splats)
        #expect(again.flaw == nil && again.degree == min(degree, kind.degree))
        if kind.sorts { again = matched(again, to: cloud) }
        let distance = try #require(SplatDistance(again, cloud))
        #expect(
            distance.isWithin(
                position: kind.position, scale: kind.scale, rotation: kind.rotation, opacity: kind.opacity, base: kind.base,
                rest: kind.rest), "\(distance)")
        // A second time nothing more is lost, and the same model gives the same bytes.
        #expect(try roundTrip(Model(cloud), kind.name).bytes == bytes)
        let third = try #require(try roundTrip(model, kind.name).model.splats)
        let second = try #require(model.splats)
        let drift = try #require(SplatDistance(kind.sorts ? matched(third, to: second) : third, second))
        #expect(
            drift.isWithin(
                position: kind.sorts ? kind.position : 0, scale: kind.sorts ? kind.scale : 2e-7, rotation: kind.rotation,
                opacity: 1e-6,
                base: kind.sorts ? kind.base : 1e-6, rest: 0), "\(drift)")
    }

    @Test(arguments: kinds, [UpAxis.y, .z]) func `Asking for another axis turns everything`(kind: Kind, up: UpAxis) throws {
        let cloud = Self.mild(min(3, kind.degree))
        try TestData.withTemporaryFolder { folder in
            let file = folder.appendingPathComponent(kind.name)
            let losses = try ModelFile.write(Model(cloud), to: file, options: WriteOptions(unit: .centimetre, up: up))
            let model = try ModelFile.read(file)
            var again = try #require(model.splats)
            if kind.name.hasSuffix("glb") || kind.name.hasSuffix("gltf") {
                // glTF fixes both.
                #expect(losses.contains { $0.kind == .unit } && losses.contains { $0.kind == .upAxis } == (up == .z))
            } else if !kind.name.hasSuffix("ply") {
                // Nothing in the file tells: it is read as is the custom.
                #expect(losses.contains { $0.kind == .unit })
                #expect(losses.contains { $0.kind == .upAxis } == (kind.name == "a.splat" || up == .z))
                if kind.name == "a.splat" { again.rotate(by: Quaternion(1, 0, 0, 0)) }
                if up == .z { again.rotate(by: Quaternion(angle: -.pi / 2, axis: Vector3(1, 0, 0))) }
                again.scale(by: 0.01)
            } else {
                #expect(!model.notes.contains { $0.contains("default for splats") })
            }
            if kind.sorts { again = matched(again, to: cloud) }
            let distance = try #require(SplatDistance(again, cloud))
            #expect(
                distance.isWithin(
                    position: kind.position + 1e-5, scale: kind.scale + 1e-5, rotation: kind.rotation + 1e-5, opacity: kind.opacity,
                    base: kind.base + 1e-6, rest: kind.rest * 2 + 1e-5), "\(distance)")
            // What is seen from a side of the world is what was seen from there.
            for i in stride(from: 0, to: cloud.count, by: 50) {
                for d in [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, -0.6, 0.8)] {
                    let far = (again.color(i, seenAlong: d) - cloud.color(i, seenAlong: d)).length
                    #expect(far < kind.base + 8 * kind.rest + 1e-5)
                }
            }
        }
    }

    @Test func `The same splats stand in files with the customary axes`() throws {
        let cloud = Sample.splats(3, degree: 1)
        let ply = try bytesWritten("a.ply") { try ModelFile.write(Model(cloud), to: $0) }
        let text = String(decoding: ply.prefix(200), as: UTF8.self)
        #expect(text.contains("comment Diorama: metres, y down, Gaussian splats\n"))
        let start = try #require(Data(ply).range(of: Data("end_header\n".utf8))).upperBound
        func float(_ k: Int) -> Float {
            Float(bitPattern: (0..<4).reduce(UInt32(0)) { $0 | UInt32(ply[start + 4 * k + $1]) << (8 * UInt32($1)) })
        }
        #expect(Vector3(float(0), float(1), float(2)) == cloud.positions[0] * Vector3(1, -1, -1))
        // Channel by channel: f_rest_0 is red of the function −y, which turns round.
        #expect(
            float(6) == -cloud.coefficient(0, 1).x && float(8) == cloud.coefficient(0, 3).x
                && float(9) == -cloud.coefficient(0, 1).y)
        // glTF is y up.
        let glb = try bytesWritten("a.glb") { try ModelFile.write(Model(cloud), to: $0) }
        let json = String(decoding: glb.prefix(3000), as: UTF8.self)
        #expect(json.contains("\"extensionsUsed\":[\"KHR_gaussian_splatting\"]") && json.contains("\"kernel\":\"ellipse\""))
        #expect(
            json.contains("\"colorSpace\":\"srgb_rec709_display\"") && json.contains("KHR_gaussian_splatting:SH_DEGREE_1_COEF_2"))
    }

    @Test func `Text and big-endian splat files are read`() throws {
        let names = [
            "x", "y", "z", "f_dc_0", "f_dc_1", "f_dc_2", "opacity", "scale_0", "scale_1", "scale_2", "rot_0", "rot_1", "rot_2",
            "rot_3",
        ]
        let row: [Float] = [1, 2, 3, 0.5, -0.5, 0, 0, -1, -2, -3, 2, 0, 0, 0]
        func header(_ format: String) -> String {
            "ply\nformat \(format) 1.0\nelement vertex 2\n" + names.map { "property float \($0)\n" }.joined() + "end_header\n"
        }
        let line = row.map { "\($0)" }.joined(separator: " ") + "\n"
        let big = (row + row).flatMap { x in (0..<4).map { UInt8(truncatingIfNeeded: x.bitPattern >> (24 - 8 * UInt32($0))) } }
        for model in [
            try read(header("ascii") + line + line, "a.ply"), try read(Array(header("binary_big_endian").utf8) + big, "a.ply"),
        ] {
            let cloud = try #require(model.splats)
            #expect(cloud.count == 2 && cloud.positions[1] == Vector3(1, -2, -3) && cloud.opacities == [0.5, 0.5])
            #expect(abs(cloud.scales[0].x - exp(-1)) < 1e-6 && abs(cloud.scales[0].z - exp(-3)) < 1e-7)
            #expect(cloud.rotations[0] == .identity && cloud.baseColor(0).z == 0.5)
            #expect(model.notes.contains { $0.contains("y down") })
        }
    }

    @Test func `Files without splats' numbers are points, and other models are no splats`() throws {
        let text =
            "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\n"
            + "property float f_dc_0\nend_header\n1 2 3 4\n"
        let model = try read(text, "a.ply")
        #expect(model.cloud?.positions == [Vector3(1, 2, 3)] && model.notes.contains { $0.contains("only their centres") })
        for name in ["a.spz", "a.splat"] {
            let error = try #require(throws: FormatError.self) { try roundTrip(Model(Sample.box), name) }
            #expect(error.kind == .unwritable && error.description.contains("only Gaussian splats"))
        }
        // Every other format keeps the centres, and says so.
        let cloud = Sample.splats(20, degree: 2)
        try TestData.withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("a.obj")
            let losses = try ModelFile.write(Model(cloud), to: file)
            #expect(losses.contains { $0.kind == .harmonics } && losses.contains { $0.kind == .shape })
            #expect(try ModelFile.read(file).cloud?.positions == cloud.positions)
        }
    }

    @Test func `Impossible splats are left out or refused`() throws {
        var cloud = Sample.splats(5, degree: 0)
        cloud.positions[1].y = .nan
        #expect(throws: FormatError.self) { try roundTrip(Model(cloud), "a.ply") }
        cloud.positions[1].y = 0
        var bytes = try bytesWritten("a.splat") { try ModelFile.write(Model(cloud), to: $0) }
        for k in 0..<4 { bytes[32 * 2 + k] = 0xFF }
        let model = try read(bytes, "a.splat")
        #expect(model.splats?.count == 4 && model.notes.contains { $0.contains("1 splat was skipped") })
        #expect(try refusal(Array(bytes.dropLast()), "a.splat")?.contains("multiple of 32") == true)
        #expect(try refusal([], "a.splat") != nil)
    }

    @Test func `A bomb is refused before it goes off`() throws {
        // 100 million splats in some kilobytes of gzip.
        let cloud = Sample.splats(1, degree: 3)
        let honest = try bytesWritten("a.spz") { try ModelFile.write(Model(cloud), to: $0) }
        #expect(honest.count < 200)
        // A file of version 4 that promises more than any compression gives.
        var header: [UInt8] = Array("NGSP".utf8) + [4, 0, 0, 0, 0, 0xE1, 0xF5, 0x05, 3, 12, 0, 6, 32, 0, 0, 0]
        header += [UInt8](repeating: 0, count: 16 + 96)
        let refused = try #require(try refusal(header, "a.spz"))
        #expect(refused.isOneClearLine(about: "a.spz") && refused.contains("more than its"))
        #expect(try refusal("this is not at all an SPZ file", "a.spz")?.contains("NGSP") == true)
        header[4] = 9
        #expect(try refusal(header, "a.spz")?.contains("version 9") == true)
    }

    @Test func `Splats of glTF follow their node and a draft's logarithms`() throws {
        let cloud = Sample.splats(4, degree: 3)
        let bytes = try bytesWritten("a.glb") { try ModelFile.write(Model(cloud), to: $0) }
        /// The file with some of its JSON replaced by text of the same length.
        func changed(_ old: String, _ new: String) throws -> [UInt8] {
            var copy = bytes
            let range = try #require(Data(bytes).range(of: Data(old.utf8)))
            copy.replaceSubrange(range, with: Array(new.padding(toLength: old.count, withPad: " ", startingAt: 0).utf8))
            return copy
        }
        let node = try changed("\"name\":\"Diorama\",\"mesh\":0}", "\"scale\":[2,2,2],\"mesh\":0}")
        let large = try #require(try read(node, "a.glb").splats)
        var expected = cloud
        expected.scale(by: 2)
        #expect(large == expected)
        let uneven = try read(try changed("\"name\":\"Diorama\",\"mesh\":0}", "\"scale\":[2,1,1],\"mesh\":0}"), "a.glb")
        #expect(uneven.splats?.positions[1].x == cloud.positions[1].x * 2 && uneven.notes.contains { $0.contains("shears") })
        let bare = try read(try changed("KHR_gaussian_splatting:OPACITY", "KHR_gaussian_splatting:OTHER"), "a.glb")
        #expect(bare.cloud?.positions == cloud.positions && bare.notes.contains { $0.contains("read as points") })
        var far = Model(cloud)
        far.origin = SIMD3(500_000, 0, -4_000_000)
        let again = try roundTrip(far, "a.glb").model
        #expect(again.origin == far.origin && again.splats == cloud)
    }
}

/// Splat files that other programs wrote.
@Suite(.enabled(if: TestData.has("splats"), "needs ../shared/data/splats")) struct ForeignSplatTests {
    private func splats(_ name: String) throws -> SplatCloud {
        try #require(try ModelFile.read(TestData.shared("splats/\(name)")).splats)
    }

    @Test func `The same three splats stand in three formats`() throws {
        let name = "test-splat.3-points-from-train"
        let ply = try splats("\(name).ply")
        let splat = try splats("\(name).splat")
        let spz = try splats("\(name).spz")
        #expect(ply.count == 3 && ply.degree == 3 && spz.degree == 3 && splat.degree == 0)
        // The first centre as plyfile tells it, turned from y down to y up.
        #expect((ply.positions[0] - Vector3(2.0078542, -0.0810489, -1.3285047)).length < 1e-6)
        let packed = try #require(SplatDistance(spz, ply))
        #expect(packed.isWithin(position: 4e-4, scale: 0.033, rotation: 0.02, opacity: 0.003, base: 0.007, rest: 0.12), "\(packed)")
        let bytes = try #require(SplatDistance(splat, ply.limited(toDegree: 0)))
        #expect(bytes.isWithin(position: 1e-6, scale: 1e-5, rotation: 0.03, opacity: 0.005, base: 0.3), "\(bytes)")
        // Their file says what ours says.
        let again = try roundTrip(Model(ply), "a.ply").model.splats
        #expect(again == ply)
    }

    @Test func `A scan in version 4 of SPZ and one in PlayCanvas' PLY are read and kept`() throws {
        let biker = try splats("biker.spz")
        #expect(biker.count == 152_746 && biker.degree == 0)
        #expect((biker.centres.bounds.min - Vector3(-0.6213379, 0, -0.61328125)).length < 1e-5)
        #expect((biker.centres.bounds.max - Vector3(0.41430664, 3.1801758, 0.53222656)).length < 1e-5)
        let older = try #require(try roundTrip(Model(biker), "a.spz").model.splats)
        let kept = try #require(SplatDistance(older, biker))
        #expect(kept.isWithin(scale: 1e-6, rotation: 0.003, opacity: 0, base: 1e-6), "\(kept)")

        // The box as SuperSplat's own reader tells it, turned.
        let guitar = try splats("guitar.compressed.ply")
        #expect(guitar.count == 90_854 && guitar.flaw == nil)
        #expect((guitar.centres.bounds.min - Vector3(-0.65500337, -0.08609155, -0.92468166)).length < 1e-5)
        #expect((guitar.centres.bounds.max - Vector3(0.8215561, 4.2922654, 0.52758855)).length < 1e-5)
        for name in ["a.ply", "a.glb"] {
            let again = try #require(try roundTrip(Model(guitar), name).model.splats)
            let distance = try #require(SplatDistance(again, guitar))
            #expect(distance.isWithin(scale: 2e-6, opacity: 1e-6), "\(name): \(distance)")
        }
    }
}
