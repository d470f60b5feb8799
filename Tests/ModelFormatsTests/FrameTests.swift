import ModelFormats
import Foundation
import Geometry
import TestSupport
import Testing

/// Units, axes and places in the world: what is declared and what the numbers are change together.
@Suite struct FrameTests {
    private static let frames = LengthUnit.allCases.flatMap { unit in UpAxis.allCases.map { (unit, $0) } }
    private static let formats = ModelFormat.written.filter { !$0.isSplats }

    private func roundTrip(_ model: Model, name: String, options: WriteOptions) throws -> Model {
        try TestData.withTemporaryFolder { folder in
            let file = folder.appendingPathComponent(name)
            try ModelFile.write(model, to: file, options: options)
            return try ModelFile.read(file)
        }
    }

    @Test(arguments: frames) func `A model comes back right side up and in its size, whatever the file's unit and axes`(
        unit: LengthUnit, up: UpAxis
    ) throws {
        for format in Self.formats {
            let shape = (try? Self.writes(format, Model(Sample.full))) == true ? Model(Sample.full) : Model(Sample.cloud)
            let again = try roundTrip(shape, name: "a.\(format.fileExtension)", options: WriteOptions(unit: unit, up: up))
            let worst = Self.distance(shape, again)
            #expect(worst < 2e-3, "\(format), \(unit), \(up): \(worst)")
            #expect(again.triangleCount == shape.triangleCount || again.triangleCount == 0)
        }
    }

    @Test func `Read and written again, a file of any axes stays as it is, byte by byte`() throws {
        let surface = Model(Sample.surface(side: 20))
        for format in [ModelFormat.ply, .obj, .glb, .fbx, .dae, .usdz] {
            // Single floats of another unit round back to a neighbour now and then.
            let isSingle = format == .dae || format == .usdz
            for (unit, up) in Self.frames where unit == .metre || !isSingle {
                let options = WriteOptions(unit: unit, up: up)
                try TestData.withTemporaryFolder { folder in
                    let files = (0..<3).map { folder.appendingPathComponent("\($0).\(format.fileExtension)") }
                    try ModelFile.write(surface, to: files[0], options: options)
                    for k in 1..<3 { try ModelFile.write(try ModelFile.read(files[k - 1]), to: files[k], options: options) }
                    // The first reading rounds to what the format holds.
                    #expect(try Data(contentsOf: files[1]) == Data(contentsOf: files[2]), "\(format), \(unit), \(up)")
                }
            }
        }
    }

    @Test func `Map coordinates keep their millimetres`() throws {
        var model = Model(Sample.full)
        model.origin = SIMD3(512_345, 310, -5_412_345)
        for format in [ModelFormat.ply, .obj, .glb, .gltf, .fbx, .dae] {
            for (unit, up) in Self.frames {
                let again = try roundTrip(model, name: "a.\(format.fileExtension)", options: WriteOptions(unit: unit, up: up))
                let worst = zip(again.positions, model.positions).map { a, b in
                    let difference = (SIMD3<Double>(a) + again.origin) - (SIMD3<Double>(b) + model.origin)
                    return (difference * difference).sum().squareRoot()
                }.max()
                #expect(try #require(worst) < 1e-5, "\(format), \(unit), \(up)")
                #expect(abs(again.origin.x - 512_345) <= 4 && abs(again.origin.z + 5_412_345) <= 4)
            }
        }
    }

    @Test func `A comment of others does not turn the model`() throws {
        let text =
            "ply\nformat ascii 1.0\ncomment made in millimetres, z up\nelement vertex 1\n"
            + "property float x\nproperty float y\nproperty float z\nend_header\n1 2 3\n"
        #expect(try read(text, "a.ply").positions == [Vector3(1, 2, 3)])
        #expect(try read(text.replacing("made in", with: "Diorama:"), "a.ply").positions == [Vector3(0.001, 0.003, -0.002)])
    }

    private static func writes(_ format: ModelFormat, _ model: Model) throws -> Bool {
        try TestData.withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("a.\(format.fileExtension)")
            try ModelFile.write(model, to: file)
            return try ModelFile.read(file).triangleCount > 0
        }
    }

    /// The largest distance from a vertex of one to the nearest of the other.
    private static func distance(_ a: Model, _ b: Model) -> Float {
        func oneWay(_ a: Model, _ b: Model) -> Float {
            a.positions.map { p in b.positions.map { ($0 - p).length }.min() ?? .infinity }.max() ?? .infinity
        }
        return max(oneWay(a, b), oneWay(b, a))
    }
}
