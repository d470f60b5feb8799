import Codecs
import ModelFormats
import Foundation
import Geometry
import TestSupport
import Testing

@Suite struct GLTFTests {
    private static let triangle: [Float] = [0, 0, 0, 1, 0, 0, 0, 1, 0]

    private func json(_ uri: String, length: Int = 36) -> String {
        "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"mesh\":0}],"
            + "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],"
            + "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}],"
            + "\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],\"buffers\":[{\"byteLength\":\(length),\"uri\":\"\(uri)\"}]}"
    }

    private var bytes: Data { Self.triangle.withUnsafeBytes { Data($0) } }

    @Test func `A model comes back from its JSON and the buffer beside it`() throws {
        for mesh in [Sample.full, Sample.surface(side: 30)] {
            #expect(try roundTrip(Model(mesh), "my room.gltf").model.mesh == mesh)
        }
        #expect(try roundTrip(Model(Sample.cloud), "a.gltf").model.cloud == Sample.cloud)
    }

    @Test func `Buffers lie in the JSON or beside it, never elsewhere`() throws {
        let data = "data:application/octet-stream;base64," + bytes.base64EncodedString()
        #expect(try read("\u{FEFF}" + json(data), "a.gltf").triangleCount == 1)
        #expect(try refusal(json(data, length: 37), "a.gltf")?.contains("truncated") == true)
        #expect(try refusal(json("nothing.bin"), "a.gltf")?.contains("nothing.bin") == true)
        try TestData.withTemporaryFolder { folder in
            let inner = folder.appendingPathComponent("model")
            try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
            try bytes.write(to: folder.appendingPathComponent("outside.bin"))
            try bytes.write(to: inner.appendingPathComponent("in side.bin"))
            let file = inner.appendingPathComponent("a.gltf")
            try Data(json("in%20side.bin").utf8).write(to: file)
            #expect(try ModelFile.read(file).triangleCount == 1)
            for path in [
                "../outside.bin", "%2E%2E/outside.bin", folder.appendingPathComponent("outside.bin").path, "file:///etc/passwd",
            ] {
                try Data(json(path).utf8).write(to: file)
                let error = try #require(throws: FormatError.self) { try ModelFile.read(file) }
                #expect(error.description.contains("not in the model's folder"))
            }
        }
    }

    @Test(arguments: ["glb", "gltf"]) func `Quantised models are half as large and hardly differ`(ending: String) throws {
        let mesh = Sample.surface(side: 40)
        try TestData.withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("a.\(ending)")
            let losses = try ModelFile.write(Model(mesh), to: file, options: WriteOptions(quantizes: true))
            #expect(losses.contains { $0.kind == .precision })
            let again = try #require(try ModelFile.read(file).mesh)
            #expect(again.indices == mesh.indices)
            // 0.66 m in 65,535 steps.
            #expect(zip(again.positions, mesh.positions).allSatisfy { ($0 - $1).length < 1.2e-5 })
            #expect(zip(again.normals, mesh.normals).allSatisfy { dot($0.normalized, $1) > 0.9995 })
            #expect(codes(again.colors) == codes(mesh.colors))
        }
        func size(_ quantizes: Bool) throws -> Int {
            try bytesWritten("a.glb") { try GLB.write(Model(mesh), to: $0, options: WriteOptions(quantizes: quantizes)) }.count
        }
        #expect(try Double(size(true)) < 0.6 * Double(size(false)))
    }
}
