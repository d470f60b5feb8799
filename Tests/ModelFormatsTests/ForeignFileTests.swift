import Codecs
import ModelFormats
import Foundation
import Geometry
import TestSupport
import Testing

/// Files that other programs wrote: counts and boxes as trimesh 4.9 and ufbx tell them, in metres, y up.
@Suite(.enabled(if: TestData.has("foreign-formats"), "needs ../shared/data/foreign-formats"))
struct ForeignFileTests {
    struct Expected: Sendable, CustomTestStringConvertible {
        var file: String
        var triangles: Int
        var points: Int
        var low: Vector3
        var high: Vector3
        var colors = false
        var testDescription: String { file }
    }

    static let files: [Expected] = [
        Expected(
            file: "foreign-formats/pdal/simple_binary.ply", triangles: 0, points: 3,
            low: Vector3(-1, 0, 0), high: Vector3(1, 1, 0)),
        Expected(
            file: "foreign-formats/pdal/simple_text.ply", triangles: 0, points: 3, low: Vector3(-1, 0, 0), high: Vector3(1, 1, 0)),
        Expected(
            file: "foreign-formats/trimesh/bunny.ply", triangles: 16301, points: 8171,
            low: Vector3(-0.0945716, 0.0333891, -0.0618736),
            high: Vector3(0.0609346, 0.186643, 0.0586895)),
        Expected(
            file: "foreign-formats/trimesh/fuze.ply", triangles: 1000, points: 502, low: Vector3(-0.036391, -0.036711, 0.004016),
            high: Vector3(0.036221, 0.036803, 0.219144), colors: true),
        Expected(
            file: "foreign-formats/trimesh/points_ascii.ply", triangles: 0, points: 5, low: Vector3(-0.0645, 0.0359793, 0.0404362),
            high: Vector3(-0.06275, 0.0367289, 0.0425949)),
        Expected(
            file: "foreign-formats/trimesh/points_bin.ply", triangles: 0, points: 5, low: Vector3(-0.0645, 0.0359793, 0.0404362),
            high: Vector3(-0.06275, 0.0367289, 0.0425949)),
        Expected(
            file: "foreign-formats/trimesh/chair_model.obj", triangles: 12756, points: 3186,
            low: Vector3(-0.265511, -0.331878, -0.263364),
            high: Vector3(0.265511, 0.331878, 0.263364)),
        Expected(
            file: "foreign-formats/trimesh/fuze.obj", triangles: 1000, points: 664, low: Vector3(-0.036391, -0.036711, 0.004016),
            high: Vector3(0.036221, 0.036803, 0.219144), colors: true),
        Expected(
            file: "foreign-formats/trimesh/two_objects.obj", triangles: 16, points: 12, low: Vector3(0, 0, 0),
            high: Vector3(1, 1, 1)),
        Expected(
            file: "foreign-formats/trimesh/soup.stl", triangles: 100, points: 300, low: Vector3(0.0023589, 0.0025305, 0.0060982),
            high: Vector3(0.9998052, 0.9990551, 0.9990051)),
        Expected(
            file: "foreign-formats/trimesh/featuretype.STL", triangles: 3476, points: 2010, low: Vector3(-2.5, -1.25, 0),
            high: Vector3(2.5, 1.25, 1.375)),
        Expected(
            file: "foreign-formats/assimp/BoxTextured.glb", triangles: 12, points: 24, low: Vector3(-0.5, -0.5, -0.5),
            high: Vector3(0.5, 0.5, 0.5), colors: true),
        Expected(
            file: "foreign-formats/trimesh/BoxInterleaved.glb", triangles: 12, points: 24, low: Vector3(-0.5, -0.5, -0.5),
            high: Vector3(0.5, 0.5, 0.5), colors: true),
        Expected(
            file: "foreign-formats/trimesh/CesiumMilkTruck.glb", triangles: 3624, points: 3564,
            low: Vector3(-2.43091, 0.0014519, -1.396),
            high: Vector3(2.438, 2.58437, 1.396), colors: true),
        Expected(
            file: "foreign-formats/trimesh/cubevc.glb", triangles: 48, points: 54, low: Vector3(-1, -1, -1), high: Vector3(1, 1, 1),
            colors: true),
        Expected(
            file: "foreign-formats/trimesh/nested.glb", triangles: 36, points: 72, low: Vector3(-1.1670133, -2.3365952, -0.2693815),
            high: Vector3(0.2693815, 1, 0.2693815), colors: true),
        Expected(
            file: "foreign-formats/assimp/box.fbx", triangles: 12, points: 24, low: Vector3(-0.2260958, -0.1618642, -0.0646463),
            high: Vector3(0.2844616, 0.2443483, 0.4646601), colors: true),
        Expected(
            file: "foreign-formats/assimp/huesitos.fbx", triangles: 120, points: 128,
            low: Vector3(-1.0584147, 0.0034911, -5.2886496),
            high: Vector3(4.2993078, 5.4418638, -2.0732990), colors: true),
        Expected(
            file: "foreign-formats/assimp/phong_cube.fbx", triangles: 12, points: 24, low: Vector3(-0.005, -0.005, -0.005),
            high: Vector3(0.005, 0.005, 0.005), colors: true),
        Expected(
            file: "foreign-formats/assimp/spider.fbx", triangles: 1368, points: 986,
            low: Vector3(-92.655235, -42.233810, -106.691207),
            high: Vector3(57.936218, 37.503955, 86.691194), colors: true),
        Expected(
            file: "foreign-formats/usd-wg/AnimatedTriangle.usdz", triangles: 1, points: 3, low: Vector3(0, 0, 0),
            high: Vector3(1, 1, 0),
            colors: true),
        Expected(
            file: "foreign-formats/usd-wg/BoxAnimated.usdz", triangles: 254, points: 320, low: Vector3(-0.5, -0.5, -0.5),
            high: Vector3(0.5, 0.5, 0.5), colors: true),
        Expected(
            file: "foreign-formats/usd-wg/RiggedSimple.usdz", triangles: 188, points: 160, low: Vector3(-0.9999996, -4.5750771, -1),
            high: Vector3(1, 4.5750771, 1), colors: true),
        Expected(
            file: "foreign-formats/usd-wg/RoughnessTest.usdz", triangles: 504, points: 345,
            low: Vector3(-6.7276065, 0.0442424, 0.0119454),
            high: Vector3(6.5162181, 5.2726933, 1.9052754), colors: true),
        // Of its 402 triangles the 48 of windows and doors are wholly transparent, and no part of a surface.
        Expected(
            file: "roomplan-apple-myhome/Bathroom1/floorplan.usdz", triangles: 354, points: 704,
            low: Vector3(-4.1852563, -1.6064531, 12.2148484),
            high: Vector3(-0.8845332, 0.9422968, 16.3043598)),
        Expected(
            file: "foreign-formats/assimp/duck.dae", triangles: 4212, points: 2399, low: Vector3(-0.6929850, 0.0992937, -0.6132820),
            high: Vector3(0.9617990, 1.6397000, 0.5392526)),
        Expected(
            file: "foreign-formats/trimesh/duck.dae", triangles: 4212, points: 2399,
            low: Vector3(-0.6929850, 0.0992937, -0.6132820),
            high: Vector3(0.9617990, 1.6397000, 0.5392526)),
        Expected(
            file: "corrupt/trimesh/no_indices_3storybuilding.glb", triangles: 72, points: 216, low: Vector3(-23.2071419, 0, 0),
            high: Vector3(32.8730011, 9, 63.3614082)),
        Expected(
            file: "corrupt/trimesh/negative_indices.obj", triangles: 12, points: 24, low: Vector3(-1, -1, -1),
            high: Vector3(1, 1, 1)),
        Expected(
            file: "corrupt/trimesh/points_emptyface.ply", triangles: 0, points: 1024,
            low: Vector3(-138.556778, -107.852547, -42.1914597),
            high: Vector3(126.950531, 101.543190, 125.626076)),
        // Millimetres, z up.
        Expected(
            file: "foreign-formats/assimp/box.3mf", triangles: 12, points: 8, low: Vector3(0, 0, -0.02),
            high: Vector3(0.01, 0.03, 0)),
        Expected(
            file: "foreign-formats/trimesh/counterXP.3MF", triangles: 83750, points: 42973,
            low: Vector3(-0.1114899, 0.2558602, -0.310188), high: Vector3(0.1933101, 0.2816984, -0.0057792), colors: true),
        // z up; the numbers of the vertices, which the keyframer leaves where they are.
        Expected(
            file: "foreign-formats/assimp/cube_with_specular_texture.3DS", triangles: 12, points: 32,
            low: Vector3(-50, -30.540163, -82.617737), high: Vector3(0, 19.459839, -32.617729), colors: true),
        Expected(
            file: "foreign-formats/assimp/fels.3ds", triangles: 768, points: 386,
            low: Vector3(-2.221913, -2.564741, -0.121266), high: Vector3(1.282885, 2.11686, 3.084285), colors: true),
        Expected(
            file: "foreign-formats/trimesh/ballA.off", triangles: 3796, points: 1900, low: Vector3(-10.9128, -6.91992, -6.92778),
            high: Vector3(2.9146, 6.92261, 6.92651)),
    ]

    @Test(arguments: files) func `A foreign file is read as its own program reads it`(expected: Expected) throws {
        try #require(TestData.has(expected.file), "\(expected.file) is missing")
        let model = try ModelFile.read(TestData.shared(expected.file))
        #expect(model.triangleCount == expected.triangles)
        #expect(model.positions.count == expected.points)
        #expect(model.colors.isEmpty != expected.colors)
        let bounds = model.bounds
        let tolerance = 2e-6 * max(1, bounds.size.length)
        #expect((bounds.min - expected.low).length < tolerance && (bounds.max - expected.high).length < tolerance, "\(bounds)")
        if let mesh = model.mesh { #expect(mesh.flaw == nil) }
    }

    @Test func `Every foreign file of a kind that is read is in the list or is refused`() throws {
        let listed = Set(Self.files.map { $0.file } + ForeignCloudTests.files.map { $0.file })
        let refused: Set = [
            "corrupt/trimesh/empty_nodes.glb", "corrupt/trimesh/obj_empty.obj", "corrupt/trimesh/ply_empty_ascii.ply",
            "corrupt/trimesh/stl_empty_ascii.stl",
            "foreign-formats/e57/PinholeImageWithDistortionParameters.e57",
        ]
        for folder in [
            "foreign-formats/trimesh", "foreign-formats/pdal", "foreign-formats/assimp", "foreign-formats/usd-wg",
            "foreign-formats/e57", "foreign-formats/open3d", "corrupt/trimesh",
        ] {
            for name in try FileManager.default.contentsOfDirectory(atPath: TestData.shared(folder).path) {
                let ending = (name as NSString).pathExtension.lowercased()
                guard ModelFormat.allCases.contains(where: { $0.fileExtension == ending }) else { continue }
                let file = "\(folder)/\(name)"
                #expect(listed.contains(file) || refused.contains(file), "\(file)")
            }
        }
        for file in refused {
            let error = try #require(throws: FormatError.self) { try ModelFile.read(TestData.shared(file)) }
            #expect(error.description.isOneClearLine(about: (file as NSString).lastPathComponent))
            #expect(error.description.contains("no "))
        }
    }

    /// To the last digits of floats: an STL is in millimetres.
    static func agree(_ a: Bounds, _ b: Bounds) -> Bool {
        let tolerance = 2e-7 * (a.min.length + a.max.length)
        return (a.min - b.min).length <= tolerance && (a.max - b.max).length <= tolerance
    }

    /// Of the corners of faces, since some formats number vertices anew; of a cloud those of its points.
    static func cornerColors(_ model: Model) -> [Vector3] {
        guard let mesh = model.mesh, !mesh.colors.isEmpty else { return model.colors }
        return mesh.indices.map { mesh.colors[Int($0)] }
    }

    @Test(arguments: files) func `A foreign file survives every format that holds it`(expected: Expected) throws {
        try #require(TestData.has(expected.file), "\(expected.file) is missing")
        let model = try ModelFile.read(TestData.shared(expected.file))
        for format in [ModelFormat.ply, .obj, .stl, .glb, .gltf, .fbx, .dae]
        where model.mesh != nil || ![.stl, .fbx, .dae].contains(format) {
            let again = try roundTrip(model, "a.\(format.fileExtension)").model
            #expect(again.triangleCount == model.triangleCount, "\(format)")
            #expect(Self.agree(again.bounds, model.bounds), "\(format)")
            // An image is written as JPEG: its colours only nearly stay.
            guard format != .stl, model.texture == nil else { continue }
            // Colours out of textures lie between 8-bit codes and may fall to the other side of a rounding.
            let mine = Self.cornerColors(model)
            let theirs = Self.cornerColors(again)
            let worst = zip(theirs, mine).map { ($0 - $1).length }.max() ?? 0
            let far = zip(codes(theirs), codes(mine)).contains { a, b in
                (0..<3).contains { abs(Int(a[$0]) - Int(b[$0])) > 1 }
            }
            #expect(theirs.count == mine.count && worst < 0.01 && !far, "\(format)")
        }
    }
}
